"""One connection's requests, however many, keep nobody else waiting."""

import json
import os
import socket
import threading
import time
import unittest

from support.effort import thorough
from support.processor_time import processor_time
from support.virtual_service import VirtualService
from support.waiting import eventually


class FairnessTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = cls.enterClassContext(VirtualService(command=[]))

    def flood(self, lines: int, send) -> tuple[float, list[float]]:
        """Sends that many requests at once; returns how long all took, and how long `status` took others meanwhile."""
        waits = []
        with self.service.connect() as busy, busy.makefile("rb") as replies:
            busy.settimeout(120)
            sender = threading.Thread(target=send, args=(busy,), daemon=True)
            started = time.monotonic()
            sender.start()
            reader = threading.Thread(target=lambda: [self.assertTrue(replies.readline()) for _ in range(lines)])
            reader.start()
            while reader.is_alive():
                before = time.monotonic()
                self.assertTrue(self.service.raw_request(b'{"command":"status"}\n')["ok"])
                waits.append(time.monotonic() - before)
                time.sleep(0.005)
            took = time.monotonic() - started
            sender.join(10)
        return took, waits

    def check(self, took: float, waits: list[float]):
        self.assertGreater(len(waits), 10, f"{took:.2f} s for all, {waits}")
        self.assertLess(max(waits), took / 5, f"{took:.2f} s for all, {max(waits):.3f} s the longest wait")
        print(f"    {took:.2f} s for all; others waited {max(waits) * 1000:.1f} ms at most", flush=True)

    @thorough
    def test_screenshots(self):
        file = os.memfd_create("picture")
        self.addCleanup(os.close, file)

        def send(channel: socket.socket):
            for _ in range(600):
                socket.send_fds(channel, [b'{"command":"screenshot","screen":"panel"}\n'], [file])
                os.ftruncate(file, 0)

        self.check(*self.flood(600, send))

    def test_quick_requests(self):
        count = 10_000
        self.check(*self.flood(count, lambda channel: channel.sendall(b'{"command":"status"}\n' * count)))

    def test_devices_come_and_go(self):
        count, share = 11_000, 500
        added = []
        with self.service.connect() as channel, channel.makefile("rb") as replies:
            channel.settimeout(60)
            for first in range(0, count, share):
                events = [
                    {"type": "device-added", "time_us": 1, "device": number, "name": "replayed",
                     "capabilities": ["keyboard", "pointer"]} for number in range(first, first + share)
                ]
                line = json.dumps({"command": "input.inject", "events": events}).encode() + b"\n"
                before = processor_time(self.service.process.pid)
                channel.sendall(line)
                self.assertEqual(json.loads(replies.readline()), {"ok": True})
                added.append(processor_time(self.service.process.pid) - before)
            self.assertEqual(self.devices(), 4 + count)
        # The last cost the processor no more than the first.
        self.assertLess(min(added[-5:]), min(added[:5]) * 3, added)
        waits = []

        def are_gone() -> bool:
            before = time.monotonic()
            self.service.raw_request(b'{"command":"status"}\n')
            waits.append(time.monotonic() - before)
            return self.devices() == 4

        closed = time.monotonic()
        eventually(are_gone, "all devices have left", 60)
        took = time.monotonic() - closed
        print(f"    added in {sum(added):.2f} s, gone after {took:.2f} s, waits {max(waits) * 1000:.1f} ms", flush=True)
        self.assertLess(max(waits), took / 5, f"gone after {took:.2f} s, {max(waits):.3f} s the longest wait")

    def devices(self) -> int:
        """How many input devices there are, as a recording begins with them."""
        count = 0
        with self.service.connect() as channel, channel.makefile("rb") as lines:
            channel.settimeout(60)
            channel.sendall(b'{"command":"input.record"}\n')
            for line in lines:
                if b'"outputs":' in line or b'"dropped"' in line:
                    break
                if b'"type":"device-added"' in line:
                    if count == 0:
                        # The answer to what is asked once they have begun to come is behind the last of them.
                        channel.sendall(b'{"command":"outputs"}\n')
                    count += 1
        return count
