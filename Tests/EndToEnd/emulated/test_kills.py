"""The service killed on a console, which has to be a console again each time."""

import json
import os
import shlex
import unittest

from support.binary import in_machine, kagami
from support.booted import machine_at_rest
from support.effort import cases

# KAGAMI_TORTURE=kills asks for many.
MOMENTS = 50 if os.environ.get("KAGAMI_TORTURE") == "kills" else cases(1, 2)
SCRIPT = "/checkout/Tests/EndToEnd/machine/guest/console_kills.py"


class ConsoleTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.machine = machine_at_rest()

    def kill(self, backend: str) -> None:
        words = ["/usr/bin/python3", "-B", SCRIPT, in_machine(kagami()), backend, str(MOMENTS)]
        result = json.loads(self.machine.do(shlex.join(words), timeout=60 + 60 * MOMENTS))
        self.assertEqual(result["faults"], [])
        self.assertGreater(result["graphics"], 0)

    def test_seatd_gives_the_console_back(self):
        self.kill("seatd")

    def test_the_seat_of_libseat_s_own_gives_the_console_back(self):
        self.kill("builtin")
