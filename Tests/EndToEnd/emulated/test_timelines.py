"""Explicit synchronisation by the timelines of a real graphics driver, which takes a newer kernel than Debian 12's own."""

import numpy

from machine.machine import ORDINARY_USER
from support.booted import machine_at_rest
from support.gl_case import GLCase
from support.triangle import shows_triangle
from support.waiting import eventually

RED, BLUE, GREEN = "ff0000", "0000ff", "00ff00"


class TimelineTests(GLCase):
    backported = True

    @classmethod
    def setUpClass(cls):
        # A card that does nothing, whose fences end when a client says so.
        machine = machine_at_rest(cls.graphics, backported=True)
        machine.run("modprobe vgem && udevadm settle && chmod a+rw /dev/dri/card*")
        cls.addClassCleanup(machine.run, "rmmod vgem")
        super().setUpClass()

    def setUp(self):
        name = self._testMethodName
        self.orders, self.log = self.service.folder / f"{name}.orders", self.service.folder / f"{name}.log"
        self.orders.write_text("")
        self.orders.chmod(0o666)
        self.order_count = 0

    def client(self):
        return self.service.raw_client("timeline_client", f"{self.service.seen_as}/{self.orders.name}", self.log.name)

    def lines(self) -> list[str]:
        return self.log.read_text().rpartition("\n")[0].splitlines() if self.log.exists() else []

    def wait_for_lines(self, count: int, what: str) -> str:
        def probe() -> bool:
            self.assertNotIn("Error", "".join(self.lines()), "\n".join(self.lines()))
            return len(self.lines()) >= count

        eventually(probe, f"{what}: {self.lines()}", 60, interval=0.2)
        return self.lines()[count - 1]

    def order(self, text: str) -> list[int]:
        """Has the client do something, and returns the points that it names then."""
        with self.orders.open("a") as orders:
            orders.write(f"{text}\n")
        self.order_count += 1
        answer = self.wait_for_lines(self.order_count + 1, text)
        self.assertTrue(answer.startswith(text.split()[0]), self.lines())
        return [int(word) for word in answer.split()[1:]]

    def shows(self, name: str, colour: str) -> bool:
        picture = self.screenshot(name)
        expected = numpy.array([int(colour[place : place + 2], 16) for place in (0, 2, 4)])
        return not (picture[picture.shape[0] // 2, picture.shape[1] // 2] != expected).any()

    def wait_for_colour(self, colour: str) -> None:
        for name in ("external", "panel"):
            eventually(lambda: self.shows(name, colour), f"{colour} on the {name}", 60, interval=0.2)

    def frames(self) -> int:
        return self.service.status()["counters"]["external"]["frames_presented"]

    def test_a_picture_is_shown_when_it_is_drawn_and_free_when_the_next_is_shown(self):
        with self.client():
            self.wait_for_lines(1, "ready")
            self.order(f"show {RED} 1")
            self.assertFalse(self.shows("external", RED))
            self.order("signal 1")
            self.wait_for_colour(RED)
            self.assertEqual(self.order("ask"), [])

            self.order(f"show {BLUE} 2")
            self.order(f"show {GREEN} 3")
            self.service.wait_until_still()
            before = self.frames()
            self.assertTrue(self.shows("external", RED))
            self.assertEqual(self.order("ask"), [])
            self.order("signal 2")
            self.wait_for_colour(BLUE)
            self.assertGreater(self.frames(), before)
            eventually(lambda: self.order("ask") == [1], "the first picture's memory is free", 30)

            self.order("signal 3")
            self.wait_for_colour(GREEN)
            eventually(lambda: self.order("ask") == [1, 2], "the second picture's memory is free", 30)

    def test_memory_that_a_device_still_reads_is_not_free(self):
        with self.client():
            self.wait_for_lines(1, "ready")
            self.order(f"show {RED} 1")
            self.order("signal 1")
            self.wait_for_colour(RED)
            self.order("read")
            self.order(f"show {BLUE} 2")
            self.order("signal 2")
            self.wait_for_colour(BLUE)
            self.assertEqual(self.order("ask"), [])
            self.order("leave")
            eventually(lambda: self.order("ask") == [1], "the first picture's memory is free", 30)

    def test_a_client_flips_by_timelines_and_nothing_stays_open(self):
        with self.client():
            self.wait_for_lines(1, "ready")
            self.order("flip 10")
            before = self.descriptors()
            self.order("flip 60")
            after = self.descriptors()
            print(f"\ndescriptors before and after 60 commits: {before}, {after}", flush=True)
            self.assertLessEqual(after.total(), before.total() + 8)
            self.wait_for_colour("ffffff")

    def test_a_stock_gl_client_draws_beside_it(self):
        display = self.service.terminal.start()["WAYLAND_DISPLAY"]
        offered = self.machine.run("wayland-info", ORDINARY_USER, WAYLAND_DISPLAY=display).output
        self.assertIn("wp_linux_drm_syncobj_manager_v1", offered)
        with self.service.client("exec weston-simple-egl -f -o 2>&1"):
            self.service.wait_for("the GL client", lambda status: status["content"]["app_id"] != "foot")
            for name in ("panel", "external"):
                eventually(lambda: shows_triangle(self.screenshot(name)), f"the triangle on the {name}", 60, interval=0.5)
