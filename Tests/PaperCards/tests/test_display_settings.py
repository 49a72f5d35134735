"""Modes and transforms set by wlr-randr while the card is in use."""

import os
import subprocess
from dataclasses import replace

from paper import oracles
from paper.cards.plain import PLAIN
from paper.displays import display
from support.requirements import require_programs

from .case import PaperCase

MONITOR = display(1920, 1080, (1280, 720, 60), (1024, 768, 75))
# More than 1280x720 takes, less than 1920x1080 does.
SLOW = tuple(replace(crtc, highest_clock=80_000) for crtc in PLAIN.crtcs)


class DisplaySettingsTests(PaperCase):
    def setUp(self):
        super().setUp()
        require_programs("wlr-randr")

    def randr(self, service, *options: str) -> int:
        environment = os.environ | {"XDG_RUNTIME_DIR": str(service.folder), "WAYLAND_DISPLAY": service.tools}
        command = ["wlr-randr", *options]
        return subprocess.run(command, env=environment, capture_output=True, timeout=30).returncode

    def set(self, service, *options: str) -> int:
        return self.randr(service, "--output", "HDMI-A-1", *options)

    def sent(self, service, name: str = "HDMI-A-1") -> tuple[int, int]:
        """The mode that a connector is sent."""
        device, crtc = service.crtc(name)
        with service.bench.lock:
            mode = device.mode_of(crtc)
        return mode.hdisplay, mode.vdisplay

    def set_and_turn(self, card):
        with self.running(card.with_displays(HDMI_A_1=MONITOR)) as service:
            service.wait_for_content(1920, 1080, "external")
            self.assertEqual(self.set(service, "--mode", "1280x720"), 0)
            service.wait_for_content(1280, 720, "external")
            self.assertEqual(self.sent(service), (1280, 720))
            oracles.check(service)
            self.assertEqual(self.set(service, "--transform", "90"), 0)
            service.wait_for_content(720, 1280, "external")
            oracles.check(service)
            self.assertEqual(self.set(service, "--mode", "1024x768", "--transform", "normal"), 0)
            service.wait_for_content(1024, 768, "external")
            self.assertEqual(self.sent(service), (1024, 768))
            oracles.check(service)

    def test_mode_and_transform(self):
        self.set_and_turn(PLAIN)

    def test_mode_and_transform_without_atomic_commits(self):
        self.set_and_turn(PLAIN.having(atomic=False))

    def test_a_refused_mode_leaves_the_present_one(self):
        with self.running(PLAIN.having(crtcs=SLOW).with_displays(HDMI_A_1=MONITOR)) as service:
            service.wait_for_content(1280, 720, "external")
            # A test commit says so beforehand, and changes nothing either.
            for options in (["--dryrun", "--mode", "1920x1080"], ["--mode", "1920x1080"]):
                with self.subTest(options[0]):
                    self.assertNotEqual(self.set(service, *options), 0)
                    self.assertEqual(self.sent(service), (1280, 720))
                    oracles.check(service)
            self.assertEqual(self.set(service, "--dryrun", "--mode", "1024x768"), 0)
            self.assertEqual(self.sent(service), (1280, 720))
            oracles.check(service)
