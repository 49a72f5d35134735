"""The panel follows the external less often while the computer runs on its battery."""

import time

from paper.bench import Bench
from paper.cards.plain import PLAIN
from paper.displays import FULL_HD
from paper.service import PaperService
from support.waiting import eventually

from .test_timing import TimingCase

RATE = 5


class BatteryTests(TimingCase):
    def test_the_rate_follows_the_plug(self):
        with Bench(PLAIN.with_displays(HDMI_A_1=FULL_HD)) as bench:
            supplies = {
                name: bench.sysfs.add(f"platform/{name}", "power_supply", attributes, {"POWER_SUPPLY_NAME": name})
                for name, attributes in {
                    "AC": {"type": "Mains", "online": "1"},
                    "BAT0": {"type": "Battery", "scope": "System", "status": "Discharging"},
                }.items()
            }

            def plug_in(is_online: bool) -> None:
                bench.sysfs.set_attribute(supplies["AC"], "online", str(int(is_online)))
                bench.sysfs.event(supplies["AC"], "change", "power_supply", {"POWER_SUPPLY_NAME": "AC"})

            configuration = f"[controller]\nbattery_rate = {RATE}\n"
            with PaperService(bench, command=[], configuration=configuration) as service:
                service.wait_for("both are on", lambda status: status["panel"] and status["external"])
                self.start(service, "--rate", "40")
                service.wait_for_content(1920, 1080, "external")
                eventually(lambda: self.share(service) > 0.5, "the panel has the external's frames", 30)
                plug_in(False)
                eventually(lambda: self.share(service) < 0.3, "it follows less often", 30)
                plug_in(True)
                eventually(lambda: self.share(service) > 0.5, "it follows as before", 30)

    def share(self, service) -> float:
        """How many frames the panel has for one of the external, over a second."""
        before = service.status()["counters"]
        time.sleep(1)
        after = service.status()["counters"]
        panel, external = [after[name]["frames_presented"] - before[name]["frames_presented"] for name in ("panel", "external")]
        return panel / max(external, 1)
