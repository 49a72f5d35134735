"""How long a finger's touch takes to show on both screens, through a real kernel's input and page flips."""

import json
import os
import unittest

from support.booted import EXTERNAL_HEAD, machine_at_rest
from support.binary import in_machine, kagami
from support.emulated_service import EmulatedService
from support.requirements import missing

PANEL = (1280, 800)
EXTERNAL = (1920, 1080)
SOCKET = "/run/user/4242/kagami.sock"
# Where the client writes when its answers were on the external.
PIPE = "/run/user/4242/answers"
# The client's band is this high; the snapshot's is that by the snapshot's factor.
BAND_ROWS = 64
FACTOR = 1.5
# At 60 Hz.
REFRESH = 1_000_000 / 60
TOUCHES = int(os.environ.get("KAGAMI_TOUCHES", "50"))


class TouchDelayTests(unittest.TestCase):
    def test_each_touch_shows_on_both_screens(self):
        bench = kagami().with_name("kagami-bench")
        if not bench.exists():
            missing("kagami-bench is not built (make bench)")
        machine = machine_at_rest()
        self.addCleanup(machine.heads[EXTERNAL_HEAD].unplug)
        client = f"mkfifo {PIPE}; exec {in_machine(bench)} answer-touches {PIPE} 3<>{PIPE}"
        with EmulatedService(machine, "delays", application=["sh", "-c", client]) as service:
            machine.heads[EXTERNAL_HEAD].plug(*EXTERNAL)
            service.wait_for_content(*EXTERNAL, "external")
            service.wait_until_still()
            band = int(EXTERNAL[0] / FACTOR * BAND_ROWS / FACTOR * 0.9)
            script = "/checkout/Tests/EndToEnd/machine/guest/delays.py"
            finished = machine.run(
                f"python3 -B {script} {SOCKET} {PIPE} {band} {TOUCHES}", timeout=60 + TOUCHES)
            self.assertEqual(finished.status, 0, finished.output)
        delays = [json.loads(line) for line in finished.output.splitlines()]
        self.assertEqual(len(delays), TOUCHES)
        for screen in ["external", "panel"]:
            times = sorted(delay[f"{screen}_us"] for delay in delays)
            self.assertGreater(times[0], 0)
            for name, share in [("p50", 0.5), ("p99", 0.99)]:
                time = times[min(int(TOUCHES * share), TOUCHES - 1)]
                print(f"\ntouch_to_{screen}_{name}: {time} us, {time / REFRESH:.2f} frames", flush=True)
