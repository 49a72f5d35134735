"""Dmabufs of a real kernel with ten bits of each colour, drawn by either renderer for displays that have eight."""

import unittest

from support.booted import EXTERNAL_HEAD, machine_at_rest
from support.effort import lengthy
from support.emulated_service import EmulatedService
from support.gl_case import EXTERNAL as CARDS_EXTERNAL, MODES, GLCase
from support.pictures import Difference, Viewport, check_snapshot
from support.raw.pattern import eight_bits, ramp
from support.waiting import eventually

# As wide as ten bits have values: the processor draws all of it, emulated.
EXTERNAL = (1024, 576)
CLIENT = "picture_client"
FORMATS = ("XR30", "XB30", "AR30")


class DeepBufferTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.machine = machine_at_rest()
        cls.machine.run("modprobe vgem && udevadm settle && chmod a+rw /dev/dri/card*")
        cls.addClassCleanup(cls.machine.run, "rmmod vgem")

    def setUp(self):
        self.addCleanup(self.machine.heads[EXTERNAL_HEAD].unplug)

    def running(self, renderer: str) -> EmulatedService:
        configuration = f'[renderer]\nuse = "{renderer}"\n[external]\nscale = 1\ndepth = 10\n'
        service = self.enterContext(EmulatedService(self.machine, f"deep-{renderer}", configuration))
        eventually(service.terminal.size, "the terminal's program runs", 60)
        self.machine.heads[EXTERNAL_HEAD].plug(*EXTERNAL)
        service.wait_for_content(*EXTERNAL, "external")
        self.assertEqual(service.status()["renderer"], renderer)
        return service

    def check(self, service: EmulatedService, format: str, *options: str) -> None:
        expected = eight_bits(ramp(*EXTERNAL)).astype("uint8")

        def is_shown() -> bool:
            return Difference.between(service.screen("external"), expected).largest <= 1

        with service.raw_client(CLIENT, f"--deep {format} {' '.join(options)}"):
            try:
                eventually(is_shown, f"the ramp in {format}", 30, interval=0.5)
            except AssertionError as error:
                raise AssertionError(f"{error}\n{(service.folder / 'client.log').read_text()}\n{service.log()}") from None
            status = service.wait_until_still()
            check_snapshot(service.screen("panel"), service.screen("external"), Viewport.of(status))

    @lengthy
    def test_the_processor_draws_them(self):
        service = self.running("pixman")
        for memory in ("vgem", "dumb"):
            for format in FORMATS:
                with self.subTest(format, memory=memory):
                    self.check(service, format, "--memory", memory)

    @lengthy
    def test_opengl_by_the_processor_draws_them(self):
        """It uploads what the processor reads, and imports nothing: not even what a client says nothing of."""
        service = self.running("gles")
        for format in FORMATS:
            with self.subTest(format):
                self.check(service, format, "--memory", "dumb")
        with service.raw_client(CLIENT, "--memory dumb --implicit", "implicit.log"):
            log = service.folder / "implicit.log"
            eventually(lambda: log.exists() and "the dmabuf is refused" in log.read_text(), "the refusal", 30)
        self.assertEqual(service.status()["renderer"], "gles")


class DeepGraphicsTests(GLCase):
    """Memory that a true 3D driver makes and samples."""

    configuration = f"{MODES}\n[external]\nscale = 1\ndepth = 10\n"

    def test_the_card_draws_them(self):
        expected = eight_bits(ramp(*CARDS_EXTERNAL)).astype("uint8")
        for format in FORMATS:
            with self.subTest(format), self.service.raw_client(CLIENT, f"--memory dumb --deep {format} --on-card"):
                try:
                    eventually(
                        lambda: Difference.between(self.screenshot("external"), expected).largest <= 1, "the ramp", 30, interval=0.5)
                except AssertionError as error:
                    raise AssertionError(f"{error}\n{(self.service.folder / 'client.log').read_text()}") from None
                before = self.uploaded()
                for screen in ("external", "panel"):
                    self.screenshot(screen)
                self.assertEqual(self.uploaded(), before, "it is sampled where it lies")
                self.assertEqual(self.service.status()["renderer"], "gles")

    def uploaded(self) -> int:
        return self.service.status()["counters"]["bytes"]["uploaded"]["read"]
