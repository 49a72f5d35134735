"""Browsers without an address for the page of `kagami web`, which ask at the panel."""

import json
import tempfile
from pathlib import Path

from support.browser import HeadlessBrowser
from support.menu import MenuCase
from support.pictures import keep
from support.requirements import require_programs
from support.waiting import eventually
from support.web_page import SecurePage, WebPage, WebSocket

PHONE = (360, 780)


def setUpModule():
    require_programs("chromium", "foot", "openssl")


class AskTests(MenuCase):
    def serve(self, *options: str, configuration: str = "[menu]\n") -> SecurePage:
        self.start(configuration)
        return self.enterContext(SecurePage(self.service, *options))

    def browse(self, page: SecurePage, language: str = "en") -> HeadlessBrowser:
        """A phone that has the page's address and no token."""
        folder = Path(tempfile.mkdtemp(dir=self.service.folder))
        browser = self.enterContext(HeadlessBrowser(
            page.address.split("#")[0], folder, self.service.environment, "--ignore-certificate-errors", f"--accept-lang={language}"))
        browser.resize(*PHONE, touch=True)
        self.waits_for(browser, "!document.getElementById('ask').hidden", "the page offers to ask")
        return browser

    def waits_for(self, browser: HeadlessBrowser, script: str, what: str):
        return eventually(lambda: browser.evaluate(script), what, 20)

    def ask(self, browser: HeadlessBrowser, kind: str) -> str:
        """Asks, and returns the question once the panel and the page show the same code."""
        browser.evaluate(f"document.querySelector('[data-ask={kind}]').click()")
        code = self.waits_for(browser, "document.getElementById('ask-code').textContent", "the page shows a code")
        question = eventually(lambda: self.menu()["question"], "the panel asks")
        self.assertRegex(question, rf"(?<!\d){code}(?!\d)")
        self.assertRegex(code, "^[0-9]{4}$")
        return question

    def press(self, item: str) -> None:
        """With a finger, until it counts: a press that was on its way when the question came does not."""
        def is_pressed() -> bool:
            entry = self.entries().get(item)
            if entry:
                self.tap(entry)
            return entry is None

        eventually(is_pressed, f"{item} is pressed", interval=0.2)

    def hears(self, browser: HeadlessBrowser, words: str) -> None:
        self.waits_for(browser, f"document.getElementById('ask-answer').textContent === {json.dumps(words)}", words)
        self.assertTrue(browser.evaluate("document.body.classList.contains('out')"))
        self.assertTrue(browser.evaluate("document.getElementById('ask-wait').hidden"))

    def test_a_finger_on_the_panel_lets_a_phone_in(self):
        page = self.serve()
        browser = self.browse(page)
        question = self.ask(browser, "full")
        self.assertIn(browser.evaluate("location.hostname"), question)
        self.assertIn("panel", question)
        self.service.wait_until_still()
        keep(ask_panel=self.service.screen("panel"))
        browser.screenshot(keep() / "ask_page.png")
        self.press("allow")
        self.waits_for(browser, "document.body?.className === 'live full'", "the phone is a panel")
        # It stays in, as with a token of the terminal's.
        browser.call("Page.reload")
        self.waits_for(browser, "document.body?.className === 'live full'", "the phone is in again")

    def test_a_phone_that_asked_to_watch_watches(self):
        browser = self.browse(self.serve())
        self.assertIn("watch", self.ask(browser, "view"))
        self.press("allow")
        self.waits_for(browser, "document.body?.className === 'live view'", "the phone watches")

    def test_who_is_refused_or_not_heard_is_told(self):
        browser = self.browse(self.serve())
        self.ask(browser, "full")
        self.press("refuse")
        self.hears(browser, "Refused at the panel.")
        self.ask(browser, "full")
        self.service.cli("menu", "hide")
        self.hears(browser, "Nobody has answered at the panel.")
        self.ask(browser, "full")
        browser.evaluate("document.getElementById('ask-stop').click()")
        eventually(lambda: not self.is_open(), "the question is taken back")
        self.hears(browser, "")

    def test_the_page_and_the_panel_speak_japanese(self):
        browser = self.browse(self.serve(configuration='[menu]\n[interface]\nlanguage = "ja"\n'), "ja")
        browser.use_colours("dark")
        self.assertIn("パネルとして使いますか", self.ask(browser, "full"))
        self.assertEqual(self.entries()["allow"]["name"], "許可する")
        self.service.wait_until_still()
        keep(ask_panel_ja=self.service.screen("panel"))
        browser.screenshot(keep() / "ask_page_ja.png")
        self.press("allow")
        self.waits_for(browser, "document.body?.className === 'live full'", "the phone is a panel")

    def told(self, page: SecurePage, kind: str = "full", **headers: str) -> tuple[WebSocket, dict]:
        channel = page.open(f"/ask/{kind}", "kagami-ask", **headers)
        self.assertEqual(channel.status, 101)
        return channel, json.loads(channel.receive()[1])

    def test_the_panel_is_asked_one_thing_and_not_often(self):
        page = self.serve()
        first, news = self.told(page)
        for _ in range(20):
            other, answer = self.told(page)
            self.assertEqual(answer, {"answer": "busy"})
            self.assertEqual(other.ending()[0], 1000)
        self.assertIn(news["code"], self.menu()["question"])
        asked = 1
        for _ in range(10):
            first.close()
            eventually(lambda: not self.is_open(), "the question is taken back")
            first, news = self.told(page)
            asked += "code" in news
            eventually(lambda: self.is_open() == ("code" in news), "the panel asks what was told")
        self.assertEqual(asked, 5)
        # The others go on.
        self.assertEqual(page.ask("/self", Cookie=page.enter()).status, 200)

    def test_nobody_asks_where_that_is_off(self):
        for page in (
            self.serve("--no-asking"), self.enterContext(WebPage(self.service)),
            self.enterContext(WebPage(self.service, "--listen", "0.0.0.0:0", "--insecure")),
        ):
            reply = page.ask("/self")
            self.assertEqual((reply.status, reply.body), (401, b'{"asks":false}'))
            self.assertNotEqual(page.open("/ask/full", "kagami-ask").status, 101)

    def test_other_pages_do_not_ask(self):
        page = self.serve()
        for headers in ({"Origin": "https://example.org"}, {"Host": "example.org", "Origin": "https://example.org"}):
            self.assertNotEqual(page.open("/ask/full", "kagami-ask", **headers).status, 101)
        for path, kind in (("/ask/", "kagami-ask"), ("/ask/all", "kagami-ask"), ("/ask/full", "kagami-control"), ("/control", "kagami-ask")):
            self.assertNotEqual(page.open(path, kind).status, 101, (path, kind))
        self.assertFalse(self.is_open())

    def test_programs_ask_too(self):
        self.start()
        asking = self.service.run_aside("ask", "Start the update?")
        eventually(lambda: self.menu()["question"] == "Start the update?", "the panel asks")
        self.press("allow")
        self.assertEqual(asking.wait(10), 0)
        result = self.service.attempt("ask", "Start the update?", "--seconds", "1")
        self.assertEqual((result.status, result.error), (1, "kagami: nobody has answered at the panel: ask again when somebody is there"))
        self.assertFalse(self.is_open())
        # A question goes with the program that asks.
        asking = self.service.run_aside("ask", "Start the update?")
        eventually(self.is_open, "the panel asks")
        asking.kill()
        eventually(lambda: not self.is_open(), "the question is gone")
