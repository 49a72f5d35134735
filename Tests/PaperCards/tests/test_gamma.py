"""Displays that a tool tints, by their CRTCs' tables."""

import struct
import subprocess

from paper import oracles
from paper.cards.i915 import I915
from paper.cards.nouveau import NOUVEAU
from paper.cards.plain import PLAIN
from paper.displays import FULL_HD
from support.requirements import require_programs
from support.waiting import eventually

from .case import PaperCase


class GammaTests(PaperCase):
    def setUp(self):
        super().setUp()
        require_programs("wlsunset")

    def start(self, service) -> subprocess.Popen:
        with (service.folder / "wlsunset.log").open("wb") as log:
            tool = subprocess.Popen(
                ["wlsunset", "-t", "3000", "-T", "3001", "-l", "0", "-L", "0"], cwd=service.folder, stdout=log, stderr=log,
                env=service.environment | {"WAYLAND_DISPLAY": service.tools})
        service.others.append(tool)
        return tool

    def brightest(self, service, connector: str) -> tuple[int, int, int] | None:
        """What white is on a connector; None where its CRTC has no table."""
        with service.bench.lock:
            device, crtc = service.crtc(connector)
            blob = device.blobs.get(device.state[crtc.id].get("GAMMA_LUT", 0))
            if blob is not None:
                self.assertEqual(len(blob.data), 8 * 1024)
                return struct.unpack("4H", blob.data[-8:])[:3]
            ramp = None if device.state[crtc.id].get("GAMMA_LUT") is not None else device.ramps.get(crtc.id)
            if ramp is None:
                return None
            curve = len(ramp) // 3
            return tuple(struct.unpack("H", ramp[(number + 1) * curve - 2 : (number + 1) * curve])[0] for number in range(3))

    def is_warm(self, white: tuple[int, int, int] | None) -> bool:
        return white is not None and white[0] > 64000 and white[2] < white[1] < white[0] and white[2] < 45000

    def test_all_displays_are_tinted_until_the_tool_ends(self):
        for card, panel in ((I915, "eDP-1"), (NOUVEAU, "DVI-I-1")):
            with self.subTest(card.name), self.running(card.with_displays(HDMI_A_1=FULL_HD)) as service:
                service.wait_for_content(1920, 1080, "external")
                plain = {name: self.brightest(service, name) for name in (panel, "HDMI-A-1")}
                self.assertFalse(any(self.is_warm(white) for white in plain.values()))
                tool = self.start(service)
                for name in plain:
                    eventually(
                        lambda: self.is_warm(self.brightest(service, name)), f"{name} is tinted\n{service.log()}")
                # Both when frames come and where a mode is set anew.
                service.draw("in the night ")
                service.cli("blank", "on")
                service.cli("blank", "off")
                service.bench.plug("HDMI-A-1", None)
                service.wait_for("it has gone", lambda status: not status["external"])
                service.bench.plug("HDMI-A-1", FULL_HD)
                service.wait_for_content(1920, 1080, "external")
                for name in plain:
                    eventually(
                        lambda: self.is_warm(self.brightest(service, name)), f"{name} is tinted\n{service.log()}")
                oracles.check_shown(service, panel, "HDMI-A-1")
                tool.terminate()
                tool.wait(timeout=10)
                for name, white in plain.items():
                    eventually(lambda: self.brightest(service, name) == white, f"{name} is as it was\n{service.log()}")
                oracles.check(service)

    def test_a_display_without_tables_is_refused(self):
        with self.running(PLAIN.with_displays(HDMI_A_1=FULL_HD)) as service:
            service.wait_for_content(1920, 1080, "external")
            self.start(service)
            eventually(lambda: "failed" in (service.folder / "wlsunset.log").read_text(), "the tool is refused")
            oracles.check(service)
