"""Clients that show more than they get frame callbacks: on the panel, on the external and in memory, where it is held."""

import json
import shlex
import tempfile
import unittest
from pathlib import Path

from support.raw.commands import eager_client
from support.virtual_service import VirtualService
from support.waiting import eventually

# Other work on this computer only ever makes it slower.
ATTEMPTS = 4


class EagerClientTests(unittest.TestCase):
    # Measures time.
    alone = True

    def start(self, *options: str) -> None:
        self.output = Path(self.enterContext(tempfile.TemporaryDirectory())) / "rounds"
        command = f"exec {shlex.join(eager_client('--rounds', '1000', *options))} >{shlex.quote(str(self.output))}"
        self.service = self.enterContext(
            VirtualService(["sh", "-c", command], panel="640x400", configuration="[external]\nhold_ms = 60000\n"))
        self.service.wait_for_content(640, 400, "panel")

    def rounds(self) -> list[dict]:
        """What came of each round so far, of those that are over."""
        text = self.output.read_text()
        return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines() if line.startswith("{")]

    def next_round(self) -> dict:
        """A round that begins from now on."""
        first = len(self.rounds()) + 1
        eventually(lambda: len(self.rounds()) > first, "the client goes on")
        return self.rounds()[first]

    def places(self):
        """The content's places, one after the other."""
        yield "panel"
        self.service.plug(960, 600)
        yield "external"
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        self.service.wait_for("a held external", lambda status: status["counters"]["unplugs"] == 1)
        self.assertEqual(self.service.status()["state"], "mirroring")
        yield "memory"

    def test_client_that_goes_on_always_finds_a_free_buffer(self):
        for buffers in (2, 4):
            self.start("go-on", "--buffers", str(buffers), "--seconds", "0.3")
            for place in self.places():
                with self.subTest(buffers=buffers, place=place):
                    self.assertGreater(self.next_round()["shown"], 0)
            self.assertEqual([line["starved"] for line in self.rounds() if line["starved"]], [], f"{buffers} buffers")

    def test_later_of_two_commits_is_called_back_with_the_next_blank(self):
        """The second comes after the deadline of the frame with the first."""
        self.start("twice", "--seconds", "0.7")
        for place in self.places():
            with self.subTest(place=place):
                rates = []
                while not rates or rates[-1] < 45:
                    self.assertLess(len(rates), ATTEMPTS, f"{rates} callbacks a second")
                    rates.append(self.next_round()["rate"])
