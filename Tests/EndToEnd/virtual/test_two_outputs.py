"""An application that sees the panel and the external as two outputs, with slides on one and notes on the other."""

import json
import subprocess
import unittest

import numpy

from support.pictures import Difference, keep
from support.raw.commands import screen_client
from support.raw.pattern import channels, pattern
from support.virtual_service import VirtualService
from support.waiting import eventually

SLIDES, NOTES = 0, 1
LARGE, SMALL = (1920, 1080), (1280, 800)


class TwoOutputsTests(unittest.TestCase):
    configuration = "[application]\noutputs = 2\n"

    def setUp(self):
        self.service = self.enterContext(VirtualService(
            command=screen_client("--app-id", "slides", "--seed", str(SLIDES)), configuration=self.configuration))
        self.service.wait_for_content(*SMALL, "panel")

    def start(self, *options: str) -> subprocess.Popen:
        """Starts another program of the application, whose words go to a file."""
        display = self.service.application_display()
        with open(self.service.folder / "notes.txt", "wb") as words:
            program = subprocess.Popen(
                screen_client(*options), env=self.service.environment | {"WAYLAND_DISPLAY": display}, stdout=words)
        self.service.others.append(program)
        return program

    def start_notes(self) -> subprocess.Popen:
        notes = self.start("--app-id", "notes", "--seed", str(NOTES), "--output", "DSI-1")
        self.wait_for_notes()
        return notes

    def wait_for_notes(self) -> dict:
        self.service.wait_for(
            "the notes are on the panel",
            lambda status: status["panel_foreground"] == "application" and status["panel_application"] is not None)
        return self.service.wait_until_still()

    def heard(self, *words: object) -> bool:
        return " ".join(map(str, words)) in (self.service.folder / "notes.txt").read_text().splitlines()

    def wait_to_hear(self, *words: object) -> None:
        eventually(lambda: self.heard(*words), f"the notes hear {words}")

    def check(self, screen: str, seed: int, size: tuple[int, int]) -> numpy.ndarray:
        """The screen shows a window's picture pixel for pixel."""
        picture = self.service.screen(screen)
        self.assertEqual(Difference.between(picture, channels(pattern(*size, seed))), Difference(0, 0), screen)
        return picture

    def check_both(self) -> None:
        slides, notes = self.check("external", SLIDES, LARGE), self.check("panel", NOTES, SMALL)
        keep(two_outputs_external=slides, two_outputs_panel=notes)

    def test_slides_and_notes_over_plug_use_unplug_and_plug(self):
        self.service.plug(*LARGE)
        notes = self.start_notes()
        status = self.service.status()
        self.assertEqual((status["panel_application"]["app_id"], status["panel_application"]["on"]), ("notes", "panel"))
        self.assertEqual((status["content"]["app_id"], status["content"]["on"]), ("slides", "external"))
        self.check_both()
        self.wait_to_hear("enter", "DSI-1")

        # Fingers and keys reach the notes directly.
        scale = status["panel"]["scale"]
        self.service.cli("virtual", "touch", "tap", "320", "400")
        self.wait_to_hear("touch", round(320 / scale), round(400 / scale))
        self.service.cli("virtual", "key", "type", "a")
        self.wait_to_hear("key", 30)

        # The controller stays within reach.
        self.service.cli("panel", "show", "content")
        self.service.wait_until_still()
        self.service.check_pictures()
        self.service.cli("virtual", "key", "type", "b")
        self.service.cli("panel", "show", "application")
        self.service.wait_until_still()
        self.check_both()
        self.service.cli("virtual", "key", "type", "c")
        self.wait_to_hear("key", 46)
        self.assertFalse(self.heard("key", 48), "the key went to the slides")

        # Both are on the panel without the external, and back in their places with it.
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        status = self.service.wait_for_content(*SMALL, "panel")
        self.assertEqual(status["panel_foreground"], "content")
        self.assertEqual({window["app_id"] for window in json.loads(self.service.cli("windows", "--json"))}, {"slides", "notes"})
        self.service.wait_until_still()
        self.check("panel", NOTES, SMALL)
        self.service.plug(*LARGE)
        self.wait_for_notes()
        self.check_both()

        # The panel is the controller again when the notes are closed.
        notes.terminate()
        self.service.wait_for("the controller is back", lambda status: status["panel_foreground"] == "content")
        self.service.wait_until_still()
        self.service.check_pictures()

    def test_a_pointer_on_the_panel_leaves_the_external_alone(self):
        self.service.plug(*LARGE)
        self.start_notes()
        before = self.service.wait_until_still()["counters"]["external"]["frames_presented"]
        # The pointer enters by the first move.
        for x in ("90", "100"):
            self.service.cli("virtual", "pointer", "move", x, "100")
        self.wait_to_hear("pointer", *(round(100 / self.service.status()["panel"]["scale"]),) * 2)
        after = self.service.wait_until_still()["counters"]["external"]["frames_presented"]
        self.assertEqual(after, before)

    def test_notes_asked_for_while_there_is_one_output_stay_with_the_content(self):
        self.start("--app-id", "notes", "--seed", str(NOTES), "--output", "DSI-1")
        self.service.wait_for("the notes are there", lambda status: (status["content"] or {}).get("app_id") == "notes")
        status = self.service.plug(*LARGE)
        self.assertEqual(status["panel_foreground"], "content")
        self.service.wait_until_still()
        self.check("external", NOTES, LARGE)


class OneOutputTests(unittest.TestCase):
    def test_by_default_there_is_one_output(self):
        with VirtualService(command=screen_client("--output", "DSI-1")) as service:
            service.wait_for_content(*SMALL, "panel")
            status = service.plug(*LARGE)
            self.assertEqual(status["panel_foreground"], "content")
            self.assertIsNone(status["panel_application"])
