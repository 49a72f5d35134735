"""Displays that are turned off and on."""

import errno
import time

from paper import oracles
from paper.cards.nouveau import NOUVEAU
from paper.cards.plain import PLAIN
from paper.displays import FULL_HD
from support.waiting import eventually

from .case import PaperCase


class PowerTests(PaperCase):
    def check_off(self, service, *connectors: str) -> None:
        for connector in connectors:
            eventually(lambda: service.crtc(connector) is None, f"{connector} is off\n{service.log()}")

    def test_what_is_off_is_lit_again_with_the_newest_picture(self):
        for card, panel in ((PLAIN, "eDP-1"), (NOUVEAU, "DVI-I-1")):
            with self.subTest(card.name), self.running(card.with_displays(HDMI_A_1=FULL_HD)) as service:
                service.wait_for_content(1920, 1080, "external")
                service.wait_until_still()
                for turn in range(3):
                    service.cli("blank", "on")
                    self.check_off(service, panel, "HDMI-A-1")
                    service.draw(f"turn {turn} ")
                    time.sleep(0.2)
                    self.check_off(service, panel, "HDMI-A-1")
                    service.cli("blank", "off")
                    oracles.check_shown(service, panel, "HDMI-A-1")
                    oracles.check(service)
                self.assertNotIn("overdue", service.log())

    def test_a_display_that_comes_back_stays_off(self):
        with self.running(PLAIN.with_displays(HDMI_A_1=FULL_HD)) as service:
            service.wait_for_content(1920, 1080, "external")
            service.cli("blank", "on")
            self.check_off(service, "eDP-1", "HDMI-A-1")
            service.bench.plug("HDMI-A-1", None)
            service.wait_for("it has gone", lambda status: not status["external"])
            service.bench.plug("HDMI-A-1", FULL_HD)
            service.wait_for("it has come", lambda status: status["external"])
            self.check_off(service, "eDP-1", "HDMI-A-1")
            service.cli("blank", "off")
            oracles.check_shown(service, "eDP-1", "HDMI-A-1")
            oracles.check(service)

    def test_a_display_that_cannot_be_lit_again_is_tried_later(self):
        with self.running(PLAIN.with_displays(HDMI_A_1=FULL_HD)) as service:
            service.wait_for_content(1920, 1080, "external")
            service.cli("blank", "on")
            self.check_off(service, "eDP-1", "HDMI-A-1")
            faults = service.bench.device.faults
            with service.bench.lock:
                faults.commit_rule = lambda proposal: errno.ENOSPC if len(proposal.active_crtcs()) > 1 else 0
            service.cli("blank", "off")
            service.wait_for_content(1280, 800, "panel")
            oracles.check(service)
            with service.bench.lock:
                faults.commit_rule = None
            service.wait_for_content(1920, 1080, "external")
            oracles.check(service)
