"""Sentences are typed with fingers on the panel's keyboard, which comes with the text field, into programs on the external."""

import tempfile
import unittest
from pathlib import Path
from urllib.parse import quote

from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually

PANEL = (1280, 800)
KEYBOARD = 240
CONFIGURATION = f"""
[screen_keyboard]
command = ["wvkbd-mobintl", "-L", "{KEYBOARD}", "-l", "simple", "--landscape-layers", "simple"]
"""
# The window's title is what has been typed. The field fills the page, so that a finger anywhere focuses it.
PAGE = "<title>-</title><textarea style='position:fixed;inset:0;font-size:4em' oninput='document.title=value'></textarea>"
# The keyboard's rows of letters with the keys' places: in tenths of the width.
LETTERS = {letter: (0.5 + index, 0) for index, letter in enumerate("qwertyuiop")} | {" ": (5, 4)}
SENTENCE = "we were to write poetry"


PROGRAMS = Path(__file__).resolve().parent / "programs"


def setUpModule():
    require_programs("wvkbd-mobintl")


class TypingTests(unittest.TestCase):
    def test_a_word_is_typed_into_qt_5(self):
        require_programs("/usr/bin/python3")
        report = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="kagami-qt5-"))) / "report"
        self.service = self.enterContext(VirtualService(configuration=CONFIGURATION, command=[
            "env", "QT_QPA_PLATFORM=wayland", "/usr/bin/python3", "-B", str(PROGRAMS / "qt5.py"), str(report)]))
        # The window gives its field the focus.
        eventually(self.is_shown, "the keyboard comes with the text field", 30)
        self.service.plug(1920, 1080)
        self.service.wait_until_still()
        for letter in "write":
            self.press(letter)
        eventually(lambda: '"write"' in report.read_text(), "the word has arrived", 30)

    def test_a_word_is_typed_into_weston_s_editor(self):
        require_programs("weston-editor")
        log = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="kagami-editor-"))) / "log"
        self.service = self.enterContext(VirtualService(configuration=CONFIGURATION, command=[
            "sh", "-c", f"WAYLAND_DEBUG=client exec weston-editor 2>{log}"]))
        self.service.wait_for("the editor is shown", lambda status: status["content"])
        self.service.plug(1920, 1080)
        self.service.wait_until_still()
        self.assertFalse(self.is_shown())
        self.service.cli("virtual", "touch", "tap", "640", "200")
        eventually(self.is_shown, "the keyboard comes with the text field")
        self.service.wait_until_still()
        for letter in "write":
            self.press(letter)
        eventually(lambda: 'set_surrounding_text("Entrywrite"' in log.read_text(), "the word has arrived", 30)

    def test_a_sentence_is_typed_into_a_browser(self):
        require_programs("chromium")
        profile = self.enterContext(tempfile.TemporaryDirectory(prefix="kagami-chromium-", ignore_cleanup_errors=True))
        self.service = self.enterContext(VirtualService(configuration=CONFIGURATION, command=[
            "chromium", "--kiosk", "--ozone-platform=wayland", "--enable-wayland-ime", "--no-sandbox", "--disable-gpu",
            "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--disable-extensions", "--password-store=basic", f"--user-data-dir={profile}",
            f"data:text/html,{quote(PAGE)}"
        ]))
        eventually(lambda: self.title() is not None, "the browser is shown", 60)
        self.service.plug()
        self.service.wait_until_still()
        self.assertFalse(self.is_shown())
        self.service.cli("virtual", "touch", "tap", "640", "300")
        eventually(self.is_shown, "the keyboard comes with the text field")
        for letter in SENTENCE:
            self.press(letter)
        eventually(lambda: self.title() == SENTENCE, "the sentence has arrived", 30)

    def title(self) -> str | None:
        content = self.service.status()["content"]
        return content and content["title"].split(" - Chromium")[0]

    def is_shown(self) -> bool:
        keyboard = self.service.status()["screen_keyboard"]
        return keyboard is not None and keyboard["shown"]

    def press(self, letter: str) -> None:
        column, row = LETTERS[letter]
        x, y = round(column * PANEL[0] / 10), PANEL[1] - KEYBOARD + KEYBOARD * (2 * row + 1) // 10
        self.service.cli("virtual", "touch", "tap", str(x), str(y))
