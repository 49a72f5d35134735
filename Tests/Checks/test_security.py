"""The tests that the page on security names are there."""

import re
import unittest
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
# A cell names files, each followed by its tests.
NAMES = re.compile(r"`([^`]+)`")


class SecurityPageTests(unittest.TestCase):
    def test_each_test_is_there(self):
        checked = 0
        for line in (CHECKOUT / "docs" / "security.md").read_text().splitlines():
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if len(cells) != 4 or cells[0] in ("who", "---"):
                continue
            text = None
            for name in NAMES.findall(cells[3]):
                if "/" in name:
                    text = (CHECKOUT / "Tests" / name).read_text()
                else:
                    self.assertIsNotNone(text, line)
                    self.assertRegex(text, rf"(def|func) {name}\(", line)
                    checked += 1
        self.assertGreater(checked, 20)


if __name__ == "__main__":
    unittest.main()
