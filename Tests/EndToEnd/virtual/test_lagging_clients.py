"""A client that reads nothing for a while keeps its connection, and learns where mouse and fingers are by then."""

import contextlib
import os
import signal
import unittest
from collections.abc import Iterator

from kagami import Client
from support.virtual_service import VirtualService
from support.waiting import eventually

LETTER, LEFT = 45, 272
# Several times what a connection holds of short messages.
MANY = 2000


class LaggingClientTests(unittest.TestCase):
    def setUp(self):
        service = VirtualService(command=[])
        service.command = ["sh", "-c", service.viewer.command()]
        self.service = self.enterContext(service)
        self.viewer = service.viewer
        eventually(self.viewer.is_shown, "the viewer is shown")
        service.wait_until_still()
        self.control = Client(service.socket_path)

    @contextlib.contextmanager
    def stalled(self) -> Iterator[None]:
        """The client stands still, and goes on when its events have been sent."""
        client = self.service.status()["application"]["pid"]
        os.kill(client, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(client, signal.SIGCONT)

    def ask(self, device: str, **keys) -> None:
        self.control.request(f"virtual.{device}", **keys)

    def pointed(self) -> list[tuple[str, list[str]]]:
        return [event for event in self.viewer.events("wl_pointer") if event[0] in ("motion", "button")]

    def test_all_keys_arrive(self):
        with self.stalled():
            for _ in range(MANY // 2):
                for pressed in (True, False):
                    self.ask("key", code=LETTER, pressed=pressed)
        eventually(lambda: len(self.viewer.keys()) >= MANY, "all keys have arrived")
        self.assertEqual(self.viewer.keys(), [(LETTER, True), (LETTER, False)] * (MANY // 2))

    def test_a_mouse_is_where_it_is_by_then(self):
        self.ask("pointer", action="move", x=1, y=1)
        eventually(lambda: self.viewer.events("wl_pointer"), "the mouse is known")
        with self.stalled():
            for step in range(MANY):
                self.ask("pointer", action="move", x=100 + step % 700, y=200)
            self.ask("pointer", action="move", x=300, y=400)
            self.ask("pointer", action="button", button=LEFT, pressed=True)
            self.ask("pointer", action="button", button=LEFT, pressed=False)
            for step in range(MANY):
                self.ask("pointer", action="move", x=100 + step % 700, y=200)
            self.ask("pointer", action="move", x=500, y=600)
        last = ["500.00000000", "600.00000000"]
        eventually(lambda: [values[1:] for _, values in self.pointed()[-1:]] == [last], "the last place has arrived")
        events = self.pointed()
        press = next(index for index, (name, _) in enumerate(events) if name == "button")
        self.assertEqual(events[press - 1][1][1:], ["300.00000000", "400.00000000"])
        self.assertLess(len(events), MANY, "places that others replace are left out")

    def test_fingers_are_where_they_are_by_then(self):
        for finger in range(2):
            self.ask("touch", action="down", id=finger, x=100 + 100 * finger, y=100)
        with self.stalled():
            for step in range(MANY):
                for finger in range(2):
                    self.ask("touch", action="move", id=finger, x=100 + 100 * finger, y=100 + step % 500)
            self.ask("touch", action="move", id=0, x=111, y=222)
            self.ask("touch", action="move", id=1, x=333, y=444)
            self.ask("touch", action="up", id=0)

        def places() -> dict:
            return {touch.finger: (touch.x, touch.y) for touch in self.viewer.touches() if touch.kind == "motion"}

        eventually(lambda: places() == {0: (111, 222), 1: (333, 444)}, "the last places have arrived", 10)
        self.assertIn("up", [touch.kind for touch in self.viewer.touches()])
        self.assertLess(len(self.viewer.touches()), MANY, "places that others replace are left out")


if __name__ == "__main__":
    unittest.main()
