"""An on-screen keyboard on the panel types into the content, comes with a text field and goes at a word."""

import unittest

from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually

# The rows of the keyboard, and where its keys lie: the service's panel has 1280x800 pixels.
KEYBOARD = 240
PANEL = (1280, 800)
CONFIGURATION = f"""
[screen_keyboard]
command = ["wvkbd-mobintl", "-L", "{KEYBOARD}", "-l", "simple", "--landscape-layers", "simple"]
"""


def setUpModule():
    require_programs("foot", "wvkbd-mobintl")


class KeyboardTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(VirtualService(configuration=CONFIGURATION))
        self.service.wait_for("the keyboard runs", lambda status: status["screen_keyboard"] is not None)

    def plug(self) -> None:
        self.service.plug()

    def wait_for_viewport(self, height: int) -> None:
        self.service.wait_for(f"a controller of {height} rows",
                              lambda status: status["viewport"] and status["viewport"]["height"] == height)

    def press(self, x: int, row: int) -> None:
        """Taps a key in one of the keyboard's five rows."""
        y = PANEL[1] - KEYBOARD + KEYBOARD * (2 * row + 1) // 10
        self.service.cli("virtual", "touch", "tap", str(x), str(y))

    def wait_until_shown(self, shown: bool) -> None:
        self.service.wait_for(
            f"the keyboard is {'shown' if shown else 'hidden'}",
            lambda status: (status["screen_keyboard"] or {}).get("shown") == shown)

    def test_it_stays_away_while_keys_are_typed_until_a_finger_taps(self):
        self.plug()
        self.wait_for_viewport(PANEL[1] - KEYBOARD)
        self.service.cli("virtual", "key", "type", "keys")
        self.wait_until_shown(False)
        self.wait_for_viewport(720)
        # Neither more keys nor a finger that moves on bring it back.
        self.service.cli("virtual", "key", "type", " and more")
        for finger in (("down", "0", "640", "300"), ("move", "0", "640", "500"), ("up", "0")):
            self.service.cli("virtual", "touch", *finger)
        self.service.wait_until_still()
        self.wait_until_shown(False)
        self.service.cli("virtual", "touch", "tap", "640", "300")
        self.wait_until_shown(True)
        # The keyboard's own keys are no reason to go.
        self.press(190, 0)
        eventually(lambda: self.service.terminal.typed() == "keys and morew", "the letter under the finger has arrived")
        self.wait_until_shown(True)

    def test_a_word_is_typed_at_full_resolution(self):
        self.plug()
        self.wait_for_viewport(PANEL[1] - KEYBOARD)
        before = self.service.screen("external")
        self.assertEqual(before.shape[:2], (2160, 3840))
        # The first row of letters.
        for x in (190, 320, 450):
            self.press(x, 0)
        eventually(lambda: len(self.service.terminal.typed()) == 3, "three letters have arrived")
        self.assertEqual(self.service.terminal.typed(), "wer")

    def test_the_keys_have_their_size_whatever_the_scale_of_the_external(self):
        (self.service.folder / "config" / "kagami" / "config.toml").write_text(
            CONFIGURATION + "\n[external]\nscale = 1.5\n")
        self.service.cli("config", "reload")
        self.plug()
        self.wait_for_viewport(PANEL[1] - KEYBOARD)
        self.press(190, 0)
        eventually(lambda: self.service.terminal.typed() == "w", "the letter under the finger has arrived")

    def test_it_comes_and_goes_at_a_word_and_by_a_key(self):
        self.plug()
        self.wait_for_viewport(PANEL[1] - KEYBOARD)
        self.service.cli("keyboard", "hide")
        self.wait_for_viewport(720)
        self.assertEqual(self.service.status()["screen_keyboard"], {"show": "never", "shown": False})
        self.service.cli("virtual", "key", "leftmeta+k")
        self.wait_for_viewport(PANEL[1] - KEYBOARD)
        self.service.cli("keyboard", "auto")
        self.assertEqual(self.service.status()["screen_keyboard"], {"show": "auto", "shown": True})

    def test_without_the_focus_on_a_text_field_it_is_hidden(self):
        self.plug()
        self.wait_for_viewport(PANEL[1] - KEYBOARD)
        # The viewer has no text field.
        self.service.start_viewer()
        self.wait_for_viewport(720)

    def test_what_is_full_screen_at_home_gets_the_rest_too(self):
        """Before, the keyboard covered the lower half of such a window, and the field in it."""
        self.service.cli("launch", "--", "foot", "--fullscreen", "--app-id", "whole", "sleep", "60")

        def wait_for(height: int) -> None:
            self.service.wait_for(f"a window of {height} rows", lambda status: status["content"]
                                  and (status["content"]["app_id"], status["content"]["height"]) == ("whole", height))

        wait_for(PANEL[1] - KEYBOARD)
        self.service.cli("keyboard", "hide")
        wait_for(PANEL[1])

    def test_what_the_service_places_keeps_clear_of_it(self):
        """At home and beside a controller: picture in picture, its bar and the menu's handle."""
        self.service.cli("pip", "start", "hud")
        for is_mirrored in (False, True):
            if is_mirrored:
                self.plug()
            for shown, end in ((True, PANEL[1] - KEYBOARD), (False, PANEL[1])):
                self.service.cli("keyboard", "show" if shown else "hide")
                with self.subTest(mirrored=is_mirrored, keyboard=shown):
                    status = self.service.wait_for(
                        "the picture is clear of the keyboard",
                        lambda status: (pip := status["pip"]) and pip["y"] is not None
                        and end - 60 < pip["y"] + pip["height"] <= end)
                    handle = status["menu"]["handle"]
                    if handle:
                        self.assertLessEqual(handle["y"] + handle["height"], end)

    def test_at_home_the_application_gets_the_rest(self):
        rows = PANEL[1] - KEYBOARD
        self.service.wait_for("the terminal is above the keyboard",
                              lambda status: status["content"] and status["content"]["height"] == rows)
        self.plug()
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        self.service.wait_for("the terminal is above the keyboard again",
                              lambda status: status["content"]["on"] == "panel" and status["content"]["height"] == rows)
        self.service.cli("keyboard", "hide")
        self.service.wait_for_content(*PANEL, "panel")
