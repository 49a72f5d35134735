"""Frames with ten bits of each colour, drawn for an external: what reaches the display, and what becomes of them where it cannot."""

import errno
from dataclasses import replace

import numpy
from paper import drm, oracles, pictures
from paper.cards.amdgpu import AMDGPU
from paper.cards.i915 import I915
from paper.displays import FULL_HD
from paper.table import Card
from support.effort import thorough
from support.raw.commands import picture_client
from support.raw.pattern import ramp

from .boards import BOARDS
from .case import PaperCase

NO_FORMAT = "its plane shows no format with ten bits of each colour"
REFUSED = "the hardware refused frames with ten bits of each colour"


def without(card: Card, *formats: str) -> Card:
    return card.having(
        planes=tuple(
            replace(plane, formats=tuple(name for name in plane.formats if name not in formats)) for plane in card.planes))


class DepthTests(PaperCase):
    def deep(self, *options: str, more: str = "") -> dict:
        command = picture_client("--deep", *options)
        return {"command": command, "configuration": f"[external]\nscale = 1\ndepth = 10\n{more}"}

    def mirroring(self, service, height: int = 1080) -> None:
        service.wait_for("the content is shown", lambda status: status["content"])
        service.bench.plug("HDMI-A-1", FULL_HD)
        service.wait_for_content(1920, height, "external")
        service.wait_until_still()

    def framebuffer(self, service, name: str):
        """The memory that a connector's primary plane shows."""
        device, crtc = service.crtc(name)
        plane = pictures.stack(device, crtc)[0]
        return device.framebuffers[device.state[plane.id]["FB_ID"]]

    def words(self, service, name: str) -> numpy.ndarray:
        with service.bench.lock:
            framebuffer = self.framebuffer(service, name)
            data = numpy.frombuffer(framebuffer.memory[0].bytes(), numpy.uint32)[framebuffer.offsets[0] // 4 :]
            pitch = framebuffer.pitches[0] // 4
            return data[: pitch * framebuffer.height].reshape(-1, pitch)[:, : framebuffer.width].copy() & 0x3FFFFFFF

    def formats(self, service) -> tuple[str, str]:
        """Those of the external's frames and of the panel's."""
        names = "HDMI-A-1", service.status()["panel"]["name"]
        with service.bench.lock:
            return tuple(self.framebuffer(service, name).format for name in names)

    def depths(self, service, panel: int = 8) -> tuple[int, str | None]:
        status = service.status()
        self.assertEqual(status["panel"]["depth"], {"bits": panel, "reason": None})
        listed = {output["name"]: output["depth"] for output in service.outputs()}
        self.assertEqual(listed[status["external"]["name"]], status["external"]["depth"])
        return status["external"]["depth"]["bits"], status["external"]["depth"]["reason"]

    def check_ramp(self, card: Card, panel: int = 8) -> None:
        with self.running(card, **self.deep()) as service:
            self.mirroring(service)
            self.assertEqual(self.depths(service, panel), (10, None))
            self.assertIn("10 bits a colour", service.cli("outputs"))
            self.assertEqual(self.formats(service), ("XR30", "XR24" if panel == 8 else "XR30"))
            numpy.testing.assert_array_equal(self.words(service, "HDMI-A-1"), ramp(1920, 1080))
            oracles.check_scanout(service)

    def check_eight(self, service, reason: str) -> None:
        self.assertEqual(self.depths(service), (8, reason))
        self.assertIn(f"8 bits a colour: {reason}", service.cli("outputs"))
        self.assertEqual(self.formats(service), ("XR24", "XR24"))
        self.assertEqual(service.log().count("frames with eight bits of each colour"), 1, service.log())
        oracles.check_scanout(service)

    def test_every_value_reaches_the_display(self):
        self.check_ramp(I915)

    @thorough
    def test_small_boards(self):
        """Where a plane shows frames of ten bits in rows: a compressed layout alone, as an RK3588's, does not count."""
        for board in (board for board in BOARDS if any("XR30" in plane.formats for card in board.cards for plane in card.planes)):
            with self.subTest(board.name), self.running(*board.cards, **self.deep()) as service:
                self.mirroring(service)
                expected = (10, None) if board.is_deep else (8, NO_FORMAT)
                depth = service.status()["external"]["depth"]
                self.assertEqual((depth["bits"], depth["reason"]), expected)
                oracles.check_scanout(service)

    def test_panel_that_is_plugged_in(self):
        self.check_ramp(AMDGPU, panel=10)

    def test_blue_first_alone(self):
        with self.running(without(I915, "XR30"), **self.deep()) as service:
            self.mirroring(service)
            self.assertEqual((self.depths(service), self.formats(service)), ((10, None), ("XB30", "XR24")))
            words = self.words(service, "HDMI-A-1")
            swapped = words >> 20 | words & 0xFFC00 | (words & 1023) << 20
            numpy.testing.assert_array_equal(swapped, ramp(1920, 1080))
            oracles.check_scanout(service)

    def test_what_lies_beside_has_eight_bits(self):
        """The status bar, and the picture as it was."""
        with self.running(I915, **self.deep(more='[hud]\nshow = "external-bottom"\n')) as service:
            height = 1040
            self.mirroring(service, height)
            words = self.words(service, "HDMI-A-1")
            numpy.testing.assert_array_equal(words[:height], ramp(1920, height))
            self.assertGreater(len(numpy.unique(words[height:])), 10)
            oracles.check_scanout(service)

    @thorough
    def test_dmabuf_that_is_drawn(self):
        """What lies beside has the buffer drawn, with all of its bits, whatever the order of its colours."""
        for format in ("XR30", "XB30", "AR30"):
            options = self.deep(format, "--memory", "paper", more='[hud]\nshow = "external-bottom"\n')
            with self.subTest(format), self.running(I915, **options) as service:
                height = 1040
                self.mirroring(service, height)
                self.assertEqual(self.formats(service), ("XR30", "XR24"))
                words = self.words(service, "HDMI-A-1")
                self.assertEqual(words.shape, (1080, 1920), "a drawn frame, not the client's buffer")
                numpy.testing.assert_array_equal(words[:height], ramp(1920, height))
                oracles.check_scanout(service)

    def test_terminal(self):
        """What has eight bits, damage by damage."""
        with self.running(I915, configuration="[external]\ndepth = 10\n") as service:
            self.mirroring(service)
            self.assertEqual(self.formats(service), ("XR30", "XR24"))
            for line in range(4):
                service.draw(f"another line, {line}\r\n")
                oracles.check_scanout(service)
            service.check_pictures()

    def snapshot(self, service) -> tuple[str, str | None]:
        layers = service.status()["panel"]["layers"]
        return next((layer["path"], layer["reason"]) for layer in layers if layer["kind"] == "snapshot")

    def test_snapshot_on_a_plane(self):
        """By a plane that knows the format, and drawn where none does."""
        knowing = I915.having(
            planes=tuple(
                replace(plane, formats=(*plane.formats, "XR30")) if plane.kind == "overlay" else plane
                for plane in I915.planes))
        for card, expected in ((knowing, ("plane", None)), (I915, ("composed", "the plane lacks its pixel format"))):
            with self.subTest(expected[0]), self.running(card, **self.deep()) as service:
                self.mirroring(service)
                service.wait_for("the snapshot's path", lambda status: self.snapshot(service) == expected)
                self.assertEqual(self.formats(service)[0], "XR30")
                oracles.check_scanout(service)

    def test_card_without_such_planes(self):
        with self.running(without(I915, "XR30", "XB30"), **self.deep()) as service:
            self.mirroring(service)
            self.check_eight(service, NO_FORMAT)

    def test_kernel_that_refuses_them(self):
        def refuse(proposal) -> int:
            shown = [proposal.device.framebuffers.get(proposal.of(plane)["FB_ID"]) for plane in proposal.device.planes]
            return errno.EINVAL if any(one and one.format == "XR30" for one in shown) else 0

        with self.running(I915.having(rules=(*I915.rules, refuse)), **self.deep()) as service:
            self.mirroring(service)
            self.check_eight(service, REFUSED)

    def test_framebuffers_that_are_refused(self):
        with self.running(I915, **self.deep()) as service:
            with service.bench.lock:
                service.bench.device.faults.fail(
                    "ADDFB2", errno.EINVAL, count=1000, when=lambda fields: drm.name_of(fields.format) == "XR30")
            self.mirroring(service)
            self.check_eight(service, REFUSED)

    def test_usual_depth(self):
        with self.running(I915, configuration="[external]\nscale = 1\n") as service:
            self.mirroring(service)
            self.assertEqual((self.depths(service), self.formats(service)), ((8, None), ("XR24", "XR24")))
            oracles.check_scanout(service)
