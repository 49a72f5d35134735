"""The kernel's display without hardware as the only one: planes with modifiers, and vertical blanks."""

import re
import unittest

import numpy

from machine.errors import MachineMissing
from machine.keyboard import Keyboard
from machine.machine import Machine
from machine.vkms import vkms_module
from support.booted import machine_at_rest
from support.effort import lengthy
from support.emulated_service import EmulatedService
from support.layers import layer
from support.pictures import check_detail
from support.raw.film import film, largest_difference
from support.raw.pattern import channels, pattern
from support.requirements import missing, require_programs
from support.waiting import eventually

VIRTIO = "/sys/bus/virtio/drivers/virtio_gpu"
FRAMES = 60
# Few pixels: each is converted by an emulated processor.
SMALL = """
[panel]
mode = "640x480"
"""
GLES = f"""{SMALL}
[renderer]
use = "gles"
"""


def setUpModule():
    require_programs("gcc-12", "make")
    machine = VKMSTests.machine = machine_at_rest()
    try:
        module = vkms_module(machine.kernel)
    except MachineMissing as error:
        missing(f"no vkms: {error}")
    VKMSTests.device = machine.run(f"cd {VIRTIO} && echo virtio*").output.strip()
    loaded = machine.run(
        f"modprobe -a drm_kms_helper drm_shmem_helper && insmod {module} enable_cursor=1 enable_overlay=1"
        f" && echo {VKMSTests.device} >{VIRTIO}/unbind && udevadm settle && chmod a+rw /dev/dri/card*"
    )
    if loaded.status != 0:
        raise AssertionError(loaded.output)


def tearDownModule():
    machine = VKMSTests.machine
    machine.run(f"rmmod vkms; echo {VKMSTests.device} >{VIRTIO}/bind; udevadm settle")


class VKMSTests(unittest.TestCase):
    machine: Machine
    device: str

    def setUp(self):
        self.service = self.enterContext(EmulatedService(self.machine, self._testMethodName))
        status = self.service.wait_for("content", lambda status: status["content"] and status["panel"])
        self.size = status["panel"]["width"], status["panel"]["height"]
        self.service.wait_for_content(*self.size, "panel")
        eventually(self.service.terminal.start, "the terminal's program runs", 60)

    def planes(self) -> list[str]:
        """The formats of the planes that are on."""
        state = self.machine.run("cat /sys/kernel/debug/dri/*/state").output
        return [format for format in re.findall(r"format=(\w{4})", state)]

    def test_terminal_is_drawn_and_the_mouse_has_a_plane(self):
        status = self.service.wait_until_still()
        self.assertEqual((status["backend"], status["state"]), ("drm", "panel-only"))
        check_detail(self.service.screenshot("panel"))
        self.assertEqual(self.planes(), ["XR24"])
        mouse = Keyboard(self.machine.monitor)
        for _ in range(3):
            mouse.send({"type": "rel", "data": {"axis": "x", "value": 20}})
        status = self.service.wait_for("a cursor", lambda status: layer(status, "panel", "cursor"))
        self.assertEqual(layer(status, "panel", "cursor"), {"kind": "cursor", "path": "plane", "reason": None})
        eventually(lambda: sorted(self.planes()) == ["AR24", "XR24"], "the cursor's plane is on", 20)
        before = self.service.wait_until_still()["counters"]
        for _ in range(30):
            mouse.send({"type": "rel", "data": {"axis": "x", "value": 5}})
        after = self.service.wait_until_still()["counters"]
        self.assertGreater(after["panel"]["cursor_moves"], before["panel"]["cursor_moves"])
        self.assertEqual(after["frames_composed"], before["frames_composed"])
        self.assertEqual(self.service.end(), 0)
        eventually(lambda: "AR24" not in self.planes(), "no cursor's plane is left on", 20)

    def test_buffers_that_fill_the_screen_are_shown_at_its_pace(self):
        with self.service.raw_client("flipping_client", f"--memory vkms --frames {FRAMES}"):
            before = self.service.wait_for(
                "a buffer on the plane",
                lambda status: layer(status, "panel", "content") == {"kind": "content", "path": "plane", "reason": None},
            )["counters"]
            log = self.service.folder / "client.log"
            eventually(lambda: "shown" in log.read_text(), "the client's last picture", 60)
            after = self.service.wait_until_still()["counters"]
            self.assertEqual(after["frames_composed"], before["frames_composed"])
            self.assertEqual(after["bytes"], before["bytes"], "nothing is read or written")
            self.assertGreater(after["panel"]["client_buffers"], before["panel"]["client_buffers"])
            numpy.testing.assert_array_equal(self.service.screenshot("panel"), channels(pattern(*self.size, (FRAMES - 1) % 2)))
        self.service.wait_for(
            "composing", lambda status: layer(status, "panel", "content")["reason"] == "its pixels are in ordinary memory"
        )
        self.assertEqual(self.service.end(), 0)

    def test_a_film_between_black_bars_is_shown_by_an_overlay(self):
        """The kernel's primary planes have to cover the screen: that one is black, and the film in front."""
        width, height = self.size
        with self.service.raw_client("letterbox_client", f"--memory vkms --size {width}x{height // 2}"):
            self.service.wait_for(
                "the film on a plane", lambda status: layer(status, "panel", "content") == {
                    "kind": "content", "path": "plane", "reason": None})
            self.service.wait_until_still()
            self.assertEqual(self.planes(), ["XR24", "XR24"])
            state = self.machine.run("cat /sys/kernel/debug/dri/*/state").output
            self.assertIn(f"crtc-pos={width}x{height // 2}+0+{height // 4}", state)
            expected = numpy.zeros((height, width, 3), numpy.uint8)
            expected[height // 4 : height // 4 + height // 2] = channels(pattern(width, height // 2))
            numpy.testing.assert_array_equal(self.service.screenshot("panel"), expected)
        self.service.wait_for(
            "composing", lambda status: layer(status, "panel", "content")["reason"] == "its pixels are in ordinary memory")
        self.assertEqual(self.planes(), ["XR24"])
        self.assertEqual(self.service.end(), 0)


class FilmTests(unittest.TestCase):
    """Films as decoders leave them, brightness and colours apart, in memory of the card's."""

    def begin(self, configuration: str = SMALL) -> EmulatedService:
        service = self.enterContext(EmulatedService(VKMSTests.machine, "film", configuration))
        service.wait_for_content(640, 480, "panel")
        eventually(service.terminal.start, "the terminal's program runs", 60)
        return service

    def shown(self, service: EmulatedService, options: str) -> numpy.ndarray:
        """What the screen shows of a film of its own size, or of another one that is stretched."""
        log = service.folder / "film.log"
        log.unlink(missing_ok=True)
        with service.raw_client("yuv_client", f"--card vkms {options}", log.name):
            eventually(lambda: log.exists() and log.read_text(), "the film", 60)
            self.assertEqual(log.read_text(), "shown\n")
            service.wait_until_still()
            return service.screenshot("panel")

    def test_the_processor_converts(self):
        service = self.begin()
        for format in ("NV12", "YU12", "YV12"):
            with self.subTest(format):
                picture = self.shown(service, f"--format {format}")
                self.assertLessEqual(largest_difference(picture, film(format, *picture.shape[1::-1])), 1)

    def test_open_gl_samples_planes_where_they_lie(self):
        service = self.begin(GLES)
        self.assertEqual(service.status()["renderer"], "gles")
        before = service.status()["counters"]["bytes"]["uploaded"]["read"]
        for format in ("NV12", "P010", "YU12", "YV12"):
            with self.subTest(format):
                picture = self.shown(service, f"--implicit --format {format}")
                self.assertLessEqual(largest_difference(picture, film(format, *picture.shape[1::-1])), 3)
        print(f"\n{service.status()['counters']['bytes']['uploaded']['read'] - before} bytes uploaded meanwhile", flush=True)

    @lengthy
    def test_colours_of_another_size_follow_its_own_standard(self):
        """Stretched, each part has the average of its own. YUYV is converted by Mesa, whose driver for cards that do not draw
        knows the older standard alone for that, whatever it is told."""
        service = self.begin(GLES)
        for format, size in (("NV12", (512, 384)), ("NV12", (1280, 960)), ("YUYV", (512, 384))):
            with self.subTest(format, size=size):
                picture = self.shown(service, f"--implicit --format {format} --size {size[0]}x{size[1]}")
                self.assertLessEqual(largest_difference(blocks(picture), blocks(film(format, *size))), 4)


def blocks(picture: numpy.ndarray) -> numpy.ndarray:
    """The averages of 32 parts across and 24 down."""
    rows, columns = picture.shape[0] // 24, picture.shape[1] // 32
    return picture.astype(float).reshape(24, rows, 32, columns, -1).mean(axis=(1, 3))
