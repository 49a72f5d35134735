"""Cards whose drivers come up late, and cards that are plugged in and pulled out like a USB display."""

import os

from paper import oracles
from paper.bench import Bench
from paper.cards.plain import PLAIN
from paper.cards.remote import UDL
from paper.cards.v3d import V3D
from paper.cards.vc4 import PI4
from paper.displays import FULL_HD
from paper.service import PaperService
from support.waiting import eventually

from .case import PaperCase
from .dmabufs import main_device


class LateCardTests(PaperCase):
    def test_first_card_is_waited_for(self):
        with Bench() as bench, PaperService(bench, wait=False) as service:
            eventually(lambda: "no graphics card yet" in service.log(), "the service waits", service.patience)
            bench.add_card(PLAIN, announce=True)
            eventually(service.answers, "the service answers", service.patience)
            self.assertEqual(service.status()["backend"], "drm")
            service.terminal_ready()
            oracles.check_shown(service, "eDP-1")
            oracles.check(service)
            self.assertEqual(service.end(), 0, service.log())
            oracles.check_nothing_left(service)

    def test_waiting_has_an_end(self):
        with Bench() as bench, PaperService(bench, wait=False, configuration="[panel]\nwait_ms = 200\n") as service:
            self.assertNotEqual(service.process.wait(service.patience), 0)
            waits, gives_up = [line for line in service.log().splitlines() if line.startswith("kagami: ")]
            self.assertIn("no graphics card yet: waiting up to 0.2 s", waits)
            self.assertIn("no display device", gives_up)

    def test_device_that_only_draws_is_no_card(self):
        """It may be there before the first card, which is waited for as long, and nothing is said about it."""
        with Bench(V3D) as bench, PaperService(bench, wait=False) as service:
            eventually(lambda: "no graphics card yet" in service.log(), "the service waits", service.patience)
            bench.add_card(PI4, announce=True)
            eventually(service.answers, "the service answers", service.patience)
            service.terminal_ready(800, 480)
            oracles.check(service)
            self.assertNotIn("not used", service.log())
            # Clients are told to draw with it all the same.
            self.assertEqual(main_device(service), os.makedev(226, bench.devices[0].render_minor))
            with bench.lock:
                bench.announce(bench.devices[0])
            bench.plug("HDMI-A-1", FULL_HD)
            service.wait_for_content(1920, 1080, "external")
            oracles.check(service)
            self.assertEqual(service.end(), 0, service.log())
            oracles.check_nothing_left(service)

    def test_card_that_comes_while_running_and_goes_again(self):
        with self.running(PLAIN) as service:
            service.terminal_ready()
            for _ in range(2):
                device = service.bench.add_card(UDL, announce=True)
                service.bench.plug(device.connectors[0].name, FULL_HD, device)
                service.wait_for_content(1920, 1080, "external")
                oracles.check_shown(service, "eDP-1", device.connectors[0].name)
                oracles.check(service)
                service.bench.remove_card(device)
                service.wait_for_content(1280, 800, "panel")
                oracles.check_shown(service, "eDP-1")
                oracles.check(service)
