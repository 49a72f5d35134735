"""Input methods of version 1: weston's keyboard on the panel beside the controller, and IBus."""

import os
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from support.pictures import keep
from support.requirements import missing, require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually

PANEL = (1280, 800)
# The keyboard draws keys of 60x50, twelve of them in each of four rows; these are the columns and rows of some.
SIZE = (720, 200)
KEYS = {"w": (1, 0), "r": (3, 0), "i": (7, 0), "t": (4, 0), "e": (2, 0), " ": (4, 3)}


def program(name: str) -> str:
    """A program that Debian keeps out of the search path."""
    found = next(iter([*Path("/usr/libexec").glob(name), *Path("/usr/lib").glob(f"*/{name}")]), None)
    return str(found or missing(f"{name} is not installed (make setup)"))

# The daemon takes a while to start, and the command that chooses the engine (a layout's dead keys) fails without an X server, though
# the engine is chosen.
IBUS = """
ibus-daemon --single --emoji-extension=disable &
until ibus engine | grep -q xkb:us:intl:eng; do ibus engine xkb:us:intl:eng; sleep 0.2; done
WAYLAND_DEBUG=client exec {} 2>{}
"""


class WestonKeyboardTests(unittest.TestCase):
    def start(self, command: list[str] | None = None) -> None:
        """Hosts a program, or the terminal, on the external, with the keyboard beside it."""
        require_programs("foot")
        self.service = self.enterContext(VirtualService(
            panel="{}x{}".format(*PANEL), configuration=f'[screen_keyboard]\ncommand = "{program("weston-keyboard")}"\n',
            command=command
        ))
        self.service.wait_for("the program is shown", lambda status: status["content"])
        self.service.plug(1920, 1080)
        self.service.wait_until_still()

    def test_it_types_into_weston_s_editor(self):
        require_programs("weston-editor")
        log = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="kagami-editor-"))) / "log"
        self.start(["sh", "-c", f"WAYLAND_DEBUG=client exec weston-editor 2>{log}"])
        self.assertFalse(self.is_shown())
        self.service.cli("virtual", "touch", "tap", "640", "200")
        eventually(self.is_shown, "the keyboard comes with the text field")
        self.service.wait_until_still()
        keep(weston_keyboard=self.service.screen("panel"))
        for letter in "write ":
            self.press(letter)
        eventually(lambda: 'set_surrounding_text("Entrywrite ' in log.read_text(), "the word has arrived", 30)

    def test_it_types_into_a_terminal(self):
        self.start()
        eventually(self.is_shown, "the keyboard comes with the text field")
        self.service.wait_until_still()
        for letter in "tie ":
            self.press(letter)
        eventually(lambda: self.service.terminal.typed() == "tie ", "the word has arrived", 30)

    def is_shown(self) -> bool:
        keyboard = self.service.status()["screen_keyboard"]
        return keyboard is not None and keyboard["shown"]

    def press(self, letter: str) -> None:
        column, row = KEYS[letter]
        x, y = (PANEL[0] - SIZE[0]) // 2 + 60 * column + 30, PANEL[1] - SIZE[1] + 50 * row + 25
        self.service.cli("virtual", "touch", "tap", str(x), str(y))


class IBusTests(unittest.TestCase):
    def test_it_composes_a_letter(self):
        require_programs("foot", "ibus", "ibus-daemon", "dbus-run-session")
        service = self.enterContext(VirtualService(configuration='[keyboard]\nlayout = "us"\nvariant = "intl"\n'))
        service.terminal_ready()
        log = service.folder / "ibus.log"
        session = subprocess.Popen(
            ["dbus-run-session", "--", "sh", "-c", IBUS.format(program("ibus-wayland"), log)],
            env=service.environment | {"WAYLAND_DISPLAY": service.tools, "GSETTINGS_BACKEND": "memory"}, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        self.addCleanup(session.wait)
        self.addCleanup(os.killpg, session.pid, signal.SIGKILL)
        eventually(lambda: log.exists() and "grab_keyboard(" in log.read_text(), "IBus has the keyboard", 60)
        service.cli("virtual", "key", "apostrophe")
        service.cli("virtual", "key", "e")
        eventually(lambda: service.terminal.typed() == "é", "the letter with its accent has arrived", 30)
        self.assertIn('commit_string(', log.read_text())
        # Keys of which IBus makes nothing.
        service.cli("virtual", "key", "enter")
        eventually(lambda: service.terminal.typed() in ("é\r", "é\n"), "the key has arrived", 30)
        self.assertIn(".key(", log.read_text())
