"""Further displays that show a copy of what the external does."""

import itertools
import json
import unittest

import numpy

from support.pictures import Viewport, check_detail, check_snapshot, keep
from support.requirements import require_programs
from support.virtual_service import EventStream, VirtualService
from support.waiting import eventually

# A display for each size, the largest of which is the external, and where the others show its picture.
SIZES = {"HDMI-A-1": (1920, 1080), "DP-1": (1280, 720), "DP-2": (1024, 768)}
PLACES = {"DP-1": Viewport(0, 0, 1280, 720), "DP-2": Viewport(0, 96, 1024, 576)}


def setUpModule():
    require_programs("foot", "wev")


class CopyTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(VirtualService())
        self.service.terminal_ready()

    def start(self, configuration: str) -> None:
        """Starts a service anew in place of the one with the usual configuration."""
        self.service = self.enterContext(VirtualService(configuration=configuration))
        self.service.terminal_ready()

    def plug(self, name: str, size: str, role: str) -> None:
        self.service.cli("virtual", "plug", name, size)
        eventually(lambda: self.role(name) == role, f"{name} is the {role}")

    def role(self, name: str) -> str | None:
        return next((output["role"] for output in self.service.outputs() if output["name"] == name), None)

    def check_copy(self, name: str, place: Viewport) -> None:
        """The display comes to show the external, as large as it fits, between black bars."""
        failure = None
        for _ in range(4):
            self.service.wait_until_still()
            external, copy = self.service.screen("external"), self.service.screen(name)
            check_detail(external)
            try:
                check_snapshot(copy, external, place)
                return
            except AssertionError as error:
                failure = error
        self.fail(f"{name}: {failure}; see {keep(external=external, copy=copy)}")

    def test_copies_show_the_external_at_their_own_modes(self):
        self.plug("HDMI-A-1", "3840x2160", "external")
        self.plug("DP-1", "1920x1200", "copy")
        self.plug("DP-2", "1024x768", "copy")
        self.service.wait_for_content(3840, 2160, "external")
        self.check_copy("DP-1", Viewport(0, 60, 1920, 1080))
        self.check_copy("DP-2", Viewport(0, 96, 1024, 576))
        self.service.cli("virtual", "key", "type", "echo seen by all")
        eventually(lambda: self.service.terminal.typed() == "echo seen by all", "the text has arrived")
        self.check_copy("DP-1", Viewport(0, 60, 1920, 1080))
        self.service.check_pictures()

    def test_its_plugs_move_nothing_and_it_takes_over(self):
        self.plug("HDMI-A-1", "1920x1080", "external")
        with EventStream(self.service) as events:
            self.plug("DP-1", "1280x720", "copy")
            self.service.cli("virtual", "unplug", "DP-1")
            self.plug("DP-1", "1280x720", "copy")
            self.check_copy("DP-1", Viewport(0, 0, 1280, 720))
            self.assertEqual(events.of("content-moved"), [])
            self.service.cli("virtual", "unplug", "HDMI-A-1")
            status = self.service.wait_for_content(1280, 720, "external")
            self.assertEqual(status["external"]["name"], "DP-1")
            self.service.check_pictures()
            self.assertEqual([event["output"] for event in events.of("content-moved")], ["DP-1"])

    def check_all(self, present: set[str]) -> None:
        """The largest of these displays carries the content, and the others show copies of it."""
        external = next(name for name in SIZES if name in present)
        self.assertEqual(self.service.wait_for_content(*SIZES[external], "external")["external"]["name"], external)
        roles = {output["name"]: output["role"] for output in self.service.outputs() if output["connected"]}
        self.assertEqual(roles, {"DSI-1": "panel", external: "external"} | {name: "copy" for name in present - {external}})
        for name in sorted(present - {external}):
            self.check_copy(name, PLACES[name])

    def test_three_displays_in_every_order(self):
        program = eventually(self.service.terminal.start, "the terminal's program runs")["pid"]
        for order in itertools.permutations(SIZES):
            with self.subTest(order=order):
                present: set[str] = set()
                for name in order:
                    self.service.cli("virtual", "plug", name, "{}x{}".format(*SIZES[name]))
                    present.add(name)
                self.check_all(present)
                for name in order[:2]:
                    self.service.cli("virtual", "unplug", name)
                    present.remove(name)
                    self.check_all(present)
                self.service.cli("virtual", "unplug", order[2])
                self.service.wait_for_content(1280, 800, "panel")
        self.assertEqual(self.service.terminal.start()["pid"], program)

    def test_the_user_chooses_what_each_display_is_for(self):
        for name in SIZES:
            self.service.cli("virtual", "plug", name, "{}x{}".format(*SIZES[name]))
        self.check_all(set(SIZES))
        with EventStream(self.service) as events:
            self.service.cli("externals", "spare", "DP-1")
            self.assertEqual(self.words()["DP-1"], "is not used")
            self.check_copy("DP-2", PLACES["DP-2"])
            self.service.cli("externals", "copy", "DP-1")
            self.assertEqual(self.words(), {
                "DSI-1": "is the panel", "HDMI-A-1": "lays out the content", "DP-1": "shows a copy", "DP-2": "shows a copy"})
            self.check_copy("DP-1", PLACES["DP-1"])
            self.assertEqual(events.of("content-moved"), [])
        # It is remembered for the display.
        self.service.cli("externals", "spare", "DP-1")
        self.service.cli("virtual", "unplug", "DP-1")
        self.plug("DP-1", "1280x720", "spare")
        self.assertEqual(self.entry("DP-1")["remembered"]["role"], "spare")
        self.service.cli("outputs", "forget", "DP-1")
        eventually(lambda: self.role("DP-1") == "copy", "it shows a copy again")
        # Another display carries the content, and what did shows a copy.
        self.service.cli("externals", "use", "DP-1")
        self.assertEqual(self.service.wait_for_content(1280, 720, "external")["external"]["name"], "DP-1")
        self.assertEqual(self.words()["HDMI-A-1"], "shows a copy")
        self.check_copy("DP-2", PLACES["DP-2"])
        for name, why in [("DP-1", "that is the external"), ("DSI-1", "that is the panel"), ("DP-9", "nothing is connected")]:
            refused = self.service.attempt("externals", "copy", name)
            self.assertEqual((refused.status, len(refused.error.splitlines())), (1, 1))
            self.assertIn(why, refused.error)

    def words(self) -> dict[str, str]:
        """What `kagami externals` says of each display, without its size."""
        lines = self.service.cli("externals").splitlines()
        names = [entry["name"] for entry in json.loads(self.service.cli("externals", "--json"))]
        self.assertEqual([line.split()[0] for line in lines], names)
        return {line.split()[0]: line.split("  ", 1)[1].strip().split("  ")[0] for line in lines}

    def entry(self, name: str) -> dict:
        return next(output for output in self.service.outputs() if output["name"] == name)

    def test_one_external_is_all_that_is_used_where_the_file_says_so(self):
        self.start('[external]\nhold_ms = 0\narrange = "one"\n[[display]]\nconnector = "DP-2"\nrole = "copy"\n')
        self.plug("HDMI-A-1", "1920x1080", "external")
        self.plug("DP-1", "1280x720", "spare")
        self.plug("DP-2", "1024x768", "copy")
        self.check_copy("DP-2", PLACES["DP-2"])

    def test_a_display_that_refuses_stays_spare_with_one_line(self):
        self.plug("HDMI-A-1", "1920x1080", "external")
        self.service.cli("mirror", "off")
        self.service.cli("virtual", "plug", "DP-1", "640x480")
        self.service.cli("virtual", "refuse", "DP-1", "640x480")
        self.service.cli("mirror", "on")
        self.service.wait_for_content(1920, 1080, "external")
        self.assertEqual(self.role("DP-1"), "spare")
        refused = self.service.attempt("externals", "copy", "DP-1")
        self.assertIn("accepts none of its modes", refused.error)
        log = (self.service.folder / "stderr").read_text()
        self.assertEqual([line.split()[:3] for line in log.splitlines() if "DP-1" in line], [["copy", "not", "shown"]] * 2)
        self.service.check_pictures()

    def test_the_audience_at_a_copy_sees_what_the_audience_does(self):
        self.plug("HDMI-A-1", "1920x1080", "external")
        self.plug("DP-1", "1280x720", "copy")
        self.check_copy("DP-1", Viewport(0, 0, 1280, 720))
        frozen = self.service.screen("DP-1")
        self.service.cli("freeze", "on")
        self.service.cli("virtual", "key", "type", "unseen")
        eventually(lambda: self.service.terminal.typed() == "unseen", "the text has arrived")
        self.service.wait_until_still()
        still = self.service.screen("DP-1")
        self.assertLess(abs(still.astype(int) - frozen).mean(), 1, f"see {keep(still=still, before=frozen)}")
        self.service.cli("freeze", "off")
        self.check_copy("DP-1", Viewport(0, 0, 1280, 720))
        self.service.cli("blank", "on", "--external")
        self.service.wait_until_still()
        self.assertFalse(self.service.screen("DP-1").any(), "black")
        self.service.cli("blank", "off")
        self.check_copy("DP-1", Viewport(0, 0, 1280, 720))

    def type(self, text: str) -> None:
        before = self.service.terminal.typed()
        self.service.cli("virtual", "key", "type", text)
        eventually(lambda: self.service.terminal.typed() == before + text, f"{text} has arrived")
        self.service.wait_until_still()

    def is_same(self, name: str, before) -> bool:
        return bool((self.service.screen(name) == before).all())

    def test_each_display_is_frozen_and_black_by_itself(self):
        for name in SIZES:
            self.service.cli("virtual", "plug", name, "{}x{}".format(*SIZES[name]))
        self.check_all(set(SIZES))
        for name in SIZES:
            with self.subTest(name=name):
                self.service.wait_until_still()
                live, panel = self.service.screen(name), self.service.screen("panel")
                self.service.cli("freeze", "on", name)
                self.service.wait_until_still()
                before = {other: self.service.screen(other) for other in SIZES}
                # A still may be scaled a little otherwise.
                self.assertLess(abs(before[name].astype(int) - live).mean(), 1, keep(still=before[name], live=live))
                self.type("some words that only some displays show")
                self.assertEqual(self.service.status()["frozen_outputs"], [name])
                self.assertEqual({other: self.is_same(other, before[other]) for other in SIZES}, {
                    other: other == name for other in SIZES}, keep(frozen=self.service.screen(name)))
                self.assertGreater((self.service.screen("panel") != panel)[60:].any(axis=2).sum(), 100, "the panel is live")
                # Black above the picture, and the picture again.
                self.service.cli("blank", "on", name)
                self.type("x")
                status = self.service.status()
                self.assertEqual((status["blank_outputs"], status["frozen_outputs"]), ([name], [name]))
                self.assertEqual([other for other in SIZES if not self.service.screen(other).any()], [name])
                self.service.cli("blank", "off", name)
                self.service.wait_until_still()
                self.assertTrue(self.is_same(name, before[name]))
                self.service.cli("freeze", "off", name)
                self.check_all(set(SIZES))
                self.service.check_pictures()
        # One goes on while all others are frozen or black, and off without a name ends all of it.
        self.service.cli("freeze", "on")
        self.service.cli("freeze", "off", "DP-2")
        self.service.wait_until_still()
        before = {name: self.service.screen(name) for name in SIZES}
        self.type("seen on one")
        self.assertEqual([name for name in SIZES if not self.is_same(name, before[name])], ["DP-2"])
        self.service.cli("freeze", "off")
        self.service.cli("blank", "on", "--external")
        self.service.cli("blank", "off", "HDMI-A-1")
        self.service.wait_until_still()
        self.assertEqual([name for name in SIZES if self.service.screen(name).any()], ["HDMI-A-1"])
        self.service.cli("blank", "off")
        self.check_all(set(SIZES))

    def test_a_display_that_comes_back_hides_nothing(self):
        for name in SIZES:
            self.service.cli("virtual", "plug", name, "{}x{}".format(*SIZES[name]))
        self.check_all(set(SIZES))
        for hide in ("blank", "freeze"):
            self.service.cli(hide, "on", "DP-1")
        self.service.cli("virtual", "unplug", "DP-1")
        self.service.cli("virtual", "plug", "DP-1", "1280x720")
        self.check_all(set(SIZES))
        status = self.service.status()
        self.assertEqual((status["blank_outputs"], status["frozen_outputs"]), ([], []))
        self.service.cli("externals", "spare", "DP-2")
        for name, why in [("DSI-1", "that is the panel"), ("DP-9", "nothing is connected"), ("DP-2", "is not used")]:
            for hide in ("blank", "freeze"):
                refused = self.service.attempt(hide, "on", name)
                self.assertEqual((refused.status, len(refused.error.splitlines())), (1, 1))
                self.assertIn(why, refused.error)

    def test_a_second_controller_with_a_touchscreen(self):
        self.start(
            '[external]\nhold_ms = 0\n[[display]]\nconnector = "DP-2"\nrole = "controller"\n'
            '[[device]]\nname = "Virtual touchscreen"\noutput = "DP-2"\n')
        # By itself it is neither external nor lit.
        self.service.cli("virtual", "plug", "DP-2", "1024x768")
        self.assertEqual(self.service.wait_for_content(1280, 800, "panel")["state"], "panel-only")
        self.assertIsNone(self.entry("DP-2")["current_mode"])
        self.plug("HDMI-A-1", "1920x1080", "external")
        self.service.wait_for_content(1920, 1080, "external")
        self.assertEqual(self.words(), {
            "DSI-1": "is the panel", "HDMI-A-1": "lays out the content", "DP-2": "shows the controller"})
        self.service.cli("controller", "zoom", "2")
        self.check_copy("DP-2", PLACES["DP-2"])
        self.service.cli("externals", "copy", "DP-2")
        self.assertEqual(self.words()["DP-2"], "shows a copy")
        self.service.cli("externals", "controller", "DP-2")
        self.check_copy("DP-2", PLACES["DP-2"])
        # It is live while viewers see a still.
        self.service.cli("freeze", "on")
        self.service.wait_until_still()
        before = {name: self.service.screen(name) for name in ("HDMI-A-1", "DP-2")}
        self.type("seen by the user alone")
        keep(second_controller=self.service.screen("DP-2"), panel=self.service.screen("panel"))
        self.assertEqual([name for name in before if self.is_same(name, before[name])], ["HDMI-A-1"])
        self.assertEqual(self.service.status()["frozen_outputs"], ["HDMI-A-1"])
        refused = self.service.attempt("freeze", "on", "DP-2")
        self.assertIn("that shows the controller to you", refused.error)
        # The touchscreen of 1280x800 lies over the display of 1024x768.
        viewer = self.service.start_viewer()
        for freeze in ("on", "off"):
            self.service.cli("freeze", freeze)
            for x, y, content in [(640, 400, (960, 540)), (320, 400, (480, 540)), (1279, 699, (1919, 1078))]:
                before = len(viewer.touches())
                self.service.cli("virtual", "touch", "tap", str(x), str(y))
                down = eventually(lambda: len(viewer.touches()) == before + 2 and viewer.touches()[before], "a tap")
                self.assertEqual(down.kind, "down")
                self.assertAlmostEqual(down.x, content[0], delta=2)
                self.assertAlmostEqual(down.y, content[1], delta=2)
            # Beside the picture there is nothing to touch.
            before = len(viewer.touches())
            self.service.cli("virtual", "touch", "tap", "640", "20")
            self.service.rest(0.2)
            self.assertEqual(len(viewer.touches()), before)
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        self.service.wait_for_content(1280, 800, "panel")
        self.assertEqual(self.words()["DP-2"], "is not used")

    def check_row(self, names: list[str]) -> None:
        """The displays show one picture beside each other, and the panel shows it as a whole."""
        failure = None
        for _ in range(4):
            self.service.wait_until_still()
            parts = [self.service.screen(name) for name in names]
            row, panel = numpy.concatenate(parts, axis=1), self.service.screen("panel")
            check_detail(row)
            try:
                check_snapshot(panel, row, Viewport.of(self.service.status()))
                return
            except AssertionError as error:
                failure = error
        self.fail(f"{names}: {failure}; see {keep(row=row, panel=panel)}")

    def test_one_picture_over_a_row_of_displays(self):
        program = eventually(self.service.terminal.start, "the terminal's program runs")["pid"]
        self.plug("HDMI-A-1", "1920x1080", "external")
        self.plug("DP-1", "1280x1080", "copy")
        self.service.cli("externals", "arrange", "span")
        self.service.wait_for_content(3200, 1080, "external")
        self.assertEqual(self.words(), {
            "DSI-1": "is the panel", "HDMI-A-1": "lays out the content", "DP-1": "shows a part"})
        self.check_row(["HDMI-A-1", "DP-1"])
        # A window's text goes on over the edge.
        self.service.cli("virtual", "key", "type", "x" * 300)
        eventually(lambda: "x" * 300 in self.service.terminal.typed(), "the text has arrived")
        self.check_row(["HDMI-A-1", "DP-1"])
        # Freezing and blanking are for the whole row.
        self.service.wait_until_still()
        frozen = self.service.screen("DP-1")
        self.service.cli("freeze", "on")
        self.service.cli("virtual", "key", "type", "unseen" * 80)
        eventually(lambda: "unseen" in self.service.terminal.typed(), "the text has arrived")
        self.service.wait_until_still()
        still = self.service.screen("DP-1")
        self.assertLess(abs(still.astype(int) - frozen).mean(), 1, f"see {keep(still=still, before=frozen)}")
        self.service.cli("freeze", "off")
        self.check_row(["HDMI-A-1", "DP-1"])
        self.service.cli("blank", "on", "--external")
        self.service.wait_until_still()
        for name in ("HDMI-A-1", "DP-1"):
            self.assertFalse(self.service.screen(name).any(), f"{name} is black")
        self.service.cli("blank", "off")
        # A third one is taken in, and each may go.
        self.plug("DP-2", "800x1080", "part")
        self.service.wait_for_content(4000, 1080, "external")
        self.check_row(["HDMI-A-1", "DP-1", "DP-2"])
        self.service.cli("virtual", "unplug", "DP-1")
        self.service.wait_for_content(2720, 1080, "external")
        self.check_row(["HDMI-A-1", "DP-2"])
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        self.service.wait_for_content(800, 1080, "external")
        self.service.cli("virtual", "unplug", "DP-2")
        self.service.wait_for_content(1280, 800, "panel")
        self.assertEqual(self.service.terminal.start()["pid"], program)

    def test_the_file_says_which_display_is_where(self):
        self.start('[external]\nhold_ms = 0\narrange = "span"\nrow = ["DP-1", "HDMI-A-1"]\n')
        self.plug("HDMI-A-1", "1920x1080", "external")
        self.plug("DP-1", "1280x1080", "part")
        self.service.wait_for_content(3200, 1080, "external")
        self.check_row(["DP-1", "HDMI-A-1"])
        self.assertEqual(self.service.status()["arrangement"], "span")
        self.service.cli("externals", "arrange", "one")
        self.assertEqual(self.service.wait_for_content(1920, 1080, "external")["arrangement"], "one")
        self.assertEqual(self.role("DP-1"), "spare")

    def test_a_picture_of_what_is_not_there_is_refused_in_words(self):
        refused = self.service.attempt("screenshot", "DP-1", "x.png")
        self.assertEqual((refused.status, len(refused.error.splitlines())), (1, 1))
        self.assertIn("no DP-1 to take a picture of", refused.error)


if __name__ == "__main__":
    unittest.main()
