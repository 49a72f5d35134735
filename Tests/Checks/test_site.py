"""How the documentation's site is judged."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

from checks.site import faults  # noqa: E402


class FaultTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()

    def faults(self, **pages: str) -> list[str]:
        for name, text in pages.items():
            (self.folder / f"{name}.html").write_text(text)
        return list(faults(self.folder))

    def test_links_that_lead_somewhere_are_no_faults(self):
        self.assertEqual(self.faults(
            index='<a href="other.html#%C3%A4">a</a> <a href="https://example.org/x">b</a> <a href="#top">c</a><p id="top">',
            other='<h2 id="ä">x</h2> <a href="index.html">back</a> <a href=".">start</a>'), [])

    def test_a_missing_page_is_one(self):
        self.assertEqual(self.faults(index='<a href="gone.html">a</a>'), ["index.html links to gone.html, which is not there"])

    def test_a_missing_anchor_is_one_on_the_page_itself_too(self):
        self.assertEqual(
            self.faults(index='<a href="other.html#a">a</a> <a href="#b">b</a>', other="<p id=b>"),
            ["index.html links to other.html#a, which has no such anchor", "index.html links to #b, which has no such anchor"])

    def test_a_missing_picture_is_one(self):
        self.assertEqual(self.faults(index='<img src="x.png">'), ["index.html links to x.png, which is not there"])

    def test_a_link_out_of_the_site_is_one(self):
        self.assertEqual(len(self.faults(index='<a href="../../../etc/passwd">a</a>')), 1)

    def test_nothing_is_fetched_from_elsewhere(self):
        page = '<script src="//cdn.example/x.js"></script><link rel="stylesheet" href="https://fonts.example/x.css">'
        self.assertEqual(
            self.faults(index=page),
            ["index.html fetches //cdn.example/x.js", "index.html fetches https://fonts.example/x.css"])

    def test_a_page_that_only_leads_to_itself_is_one(self):
        self.assertEqual(
            self.faults(index="", lonely='<a href="lonely.html">me</a>'), ["no page leads to lonely.html"])


if __name__ == "__main__":
    unittest.main()
