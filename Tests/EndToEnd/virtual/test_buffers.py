"""Pictures come to both screens as their clients drew them, whatever the buffer; and never what a client drew later."""

import json
import unittest

import numpy

from support.effort import cases, thorough
from support.pictures import Difference, Viewport, area_average, check_snapshot
from support.raw.commands import picture_client, scribbling_client
from support.raw.pattern import channels, pattern
from support.virtual_service import VirtualService
from support.waiting import eventually

PANEL = (640, 400)
EXTERNAL = (960, 600)


def is_snapshot(panel, external, viewport: Viewport) -> bool:
    try:
        check_snapshot(panel, external, viewport)
    except AssertionError:
        return False
    return True


def service(command: list[str], panel_scale: float, external_scale: float) -> VirtualService:
    return VirtualService(
        command, panel="{}x{}".format(*PANEL), configuration=f"[panel]\nscale = {panel_scale}\n[external]\nscale = {external_scale}\n"
    )


class BufferTests(unittest.TestCase):
    def check_screens(self, running: VirtualService, expected) -> None:
        """The application's screen shows `expected(width, height)`, at home and away; away the panel shows its average."""
        self.wait_for_picture(running, "panel", expected(*PANEL))
        running.cli("virtual", "plug", "HDMI-A-1", "{}x{}".format(*EXTERNAL))
        running.wait_for_content(*EXTERNAL, "external")
        external = expected(*EXTERNAL)
        self.wait_for_picture(running, "external", external)
        viewport = Viewport.of(running.status())
        eventually(lambda: is_snapshot(running.screen("panel"), external, viewport), "the panel shows the snapshot")

    def wait_for_picture(self, running: VirtualService, name: str, expected) -> None:
        """Until the screen shows just this."""
        taken = []

        def probe() -> bool:
            taken[:] = [running.screen(name)]
            return numpy.array_equal(taken[0], expected)

        try:
            running.wait_for(f"a lit {name}", lambda status: status[name] is not None)
            eventually(probe, f"the {name} shows the client's picture")
        except AssertionError as error:
            numpy.testing.assert_array_equal(taken[0] if taken else None, expected, f"{error}\n{running.log()}")
            raise

    def check_transforms(self, scale: float) -> None:
        """Each comes pixel by pixel; of a sample, the four scales share out the eight."""
        count = cases(sample=2, whole=8)
        first = {1: 0, 1.25: 2, 1.5: 4, 2: 6}[scale]
        for transform in (step % 8 for step in range(first, first + count)):
            with self.subTest(transform=transform):
                # Never the same scale on both: the client has to follow it.
                other = 1 if scale != 1 else 2
                with service(picture_client("--transform", str(transform)), other, scale) as running:
                    self.check_screens(running, lambda width, height: channels(pattern(width, height)))

    def test_transforms_at_a_scale_of_1(self):
        self.check_transforms(1)

    def test_transforms_at_a_scale_of_1_25(self):
        self.check_transforms(1.25)

    def test_transforms_at_a_scale_of_1_5(self):
        self.check_transforms(1.5)

    def test_transforms_at_a_scale_of_2(self):
        self.check_transforms(2)

    def test_whole_scale_comes_pixel_by_pixel(self):
        with service(picture_client("--whole-scale", "2", "--transform", "5"), 2, 2) as running:
            self.check_screens(running, lambda width, height: channels(pattern(width, height)))

    def test_size_that_the_scale_does_not_divide_is_not_resampled(self):
        with service(picture_client(), 1, 1.5) as running:
            running.wait_for_content(*PANEL, "panel")
            running.cli("virtual", "plug", "HDMI-A-1", "1366x768")
            # 911 logical pixels across, which are 1366.5 and as many columns of the buffer as that rounds up to.
            self.wait_for_picture(running, "external", channels(pattern(1367, 768))[:, :1366])

    @thorough
    def test_too_dense_a_picture_is_averaged(self):
        for transform in range(8):
            with self.subTest(transform=transform):
                command = picture_client("--whole-scale", "2", "--transform", str(transform))
                with service(command, 1, 1) as running:
                    running.wait_for_content(*PANEL, "panel")
                    running.wait_until_still()
                    drawn = channels(pattern(PANEL[0] * 2, PANEL[1] * 2))
                    difference = Difference.between(running.screen("panel"), area_average(drawn, *PANEL))
                    self.assertLessEqual(difference.largest, 1)


class ScribblingTests(unittest.TestCase):
    LOOKS = 36

    def test_check_sees_a_client_that_does_not_wait(self):
        with VirtualService(scribbling_client("--early"), panel="640x400") as running:
            running.wait_for_content(640, 400, "panel")
            eventually(lambda: running.screen("panel")[..., 0].any(), "what was drawn without waiting is seen")

    def test_released_buffers_are_never_seen(self):
        with VirtualService(scribbling_client(), panel="640x400") as running:
            running.wait_for_content(640, 400, "panel")
            looks = 0
            sizes = ["1280x720", "800x600", "1024x768"]
            while looks < self.LOOKS or running.status()["counters"]["frames_composed"] <= 200:
                running.cli("virtual", "plug", "HDMI-A-1", sizes[looks % len(sizes)])
                looks += self.look(running, "panel", "external", "panel", "external")
                running.cli("virtual", "unplug", "HDMI-A-1")
                looks += self.look(running, "panel", "panel")
            frames = running.status()["counters"]["frames_composed"]
            print(f"\n{looks} pictures of {frames} frames, none with what was drawn after a release", flush=True)
            self.assertIsNotNone(running.status()["content"], json.dumps(running.status()))

    def look(self, running: VirtualService, *screens: str) -> int:
        """Takes pictures of these screens; the client draws nothing red."""
        taken = 0
        for name in screens:
            picture, = eventually(lambda: self.pictures(running, name), f"a picture of {name}")
            self.assertFalse(picture[..., 0].any(), f"the {name} shows what was drawn after the release")
            taken += 1
        return taken

    def pictures(self, running: VirtualService, name: str) -> list:
        """What a screen shows; nothing while that is being changed."""
        try:
            return [running.screen(name)]
        except AssertionError:
            return []
