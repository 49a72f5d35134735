"""A dock whose connectors vanish with it."""

from paper import oracles
from paper.cards.i915 import I915, dock, undock
from paper.displays import FULL_HD

from .case import PaperCase


class DockTests(PaperCase):
    def test_ten_undocks_leave_nothing(self):
        with self.running(I915) as service:
            service.terminal_ready()
            bench = service.bench
            holdings = []
            for round in range(10):
                with bench.lock:
                    hub = dock(bench.device, FULL_HD)
                with self.subTest(round=round):
                    service.wait_for_content(1920, 1080, "external")
                    oracles.check_shown(service, "eDP-1", hub[0].name)
                    with bench.lock:
                        undock(bench.device, hub)
                    service.wait_for_content(1280, 800, "panel")
                    oracles.check(service)
                    with bench.lock:
                        holdings.append(oracles.Holdings.of(bench.device))
                        self.assertEqual(bench.device.vanished, [], "a connector that has vanished is still on")
            self.assertEqual(holdings, holdings[:1] * 10)
            # And another socket of the laptop can still be used.
            bench.plug("HDMI-A-1", FULL_HD)
            service.wait_for_content(1920, 1080, "external")
            oracles.check(service)
