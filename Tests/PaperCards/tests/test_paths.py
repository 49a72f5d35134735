"""What a mirrored frame costs by the way in which it comes to the displays: the figures of the bench."""

import io
from contextlib import contextmanager, redirect_stderr

from paper import paths
from support.waiting import eventually

from .case import PaperCase

FRAMES = 20
# The snapshot of 3840x2160 has a ninth of its pixels.
SNAPSHOT = 1 / 9


class PathTests(PaperCase):
    def test_planes_cost_no_pass_and_no_byte(self):
        with paths.WAYS["planes"].running() as service:
            paths.settle(service, FRAMES)
            cost = paths.cost(service, FRAMES)
        self.assertEqual((cost.passes, cost.bytes), (0, 0))

    def test_a_way_that_this_computer_lacks_is_left_out(self):
        @contextmanager
        def lacking():
            raise AssertionError("no such renderer\nand its log")
            yield

        found = {}
        with redirect_stderr(io.StringIO()) as said:
            self.assertIsNone(paths.add(found, "path_none", "none", lacking))
        self.assertEqual((found, said.getvalue()), ({}, "measure: path_none left out: no such renderer\n"))

    def test_what_is_drawn_is_read_once_for_both_screens(self):
        expected = {"composed": (1, 2 + SNAPSHOT), "snapshot_plane": (1, 2), "content_plane": (1, 1 + SNAPSHOT)}
        for name, (passes, moved) in expected.items():
            with self.subTest(name), paths.WAYS[name].running() as service:

                def is_as_expected() -> bool:
                    cost = paths.cost(service, FRAMES)
                    return abs(cost.passes - passes) < 0.15 and abs(cost.bytes - moved) < 0.3

                # At first both screens are drawn one by one.
                eventually(is_as_expected, f"{passes} passes and {moved:.2f} times the bytes", 20)
