"""What is dragged from a window of X is dropped on one of Wayland, and the other way round."""

import json
import subprocess
import time
import unittest

from kagami import Client

from support.binary import CHECKOUT
from support.requirements import require_programs
from support.waiting import eventually
from support.x_client import XClient
from support.x_service import XService

PROGRAMS = CHECKOUT / "Tests" / "EndToEnd" / "clients" / "programs"
TEXT = "日本語、Grüße ✓"
FILES = ["file:///tmp/one%20file", "file:///tmp/another"]
# The small window is in the middle of the panel, in front of the large one.
SMALL, PANEL = (400, 300), (1280, 800)
LARGE_SPOT, SMALL_SPOT = (200, 150), (640, 400)
# The icon is a square.
ICON_COLOUR, ICON_SIZE = (240, 0, 240), 48
RULES = '[[window_rule]]\ntitle = "small*"\nfill = false\nabove = true\n'


class Program:
    """One of the programs that drag, and what it has reported."""

    def __init__(self, service: "DragService", toolkit: str, system: str, role: str, title: str, *data: str):
        self.reports_path = service.folder / f"{toolkit}-{system}-{title}.jsonl"
        self.title = title
        size = SMALL if title == "small" else PANEL
        backends = {"x": {"GDK_BACKEND": "x11", "QT_QPA_PLATFORM": "xcb"}, "wayland": {"GDK_BACKEND": "wayland"}}
        environment = service.environment | backends[system]
        environment |= {"DISPLAY": service.x_display} if system == "x" else {"WAYLAND_DISPLAY": service.application_display()}
        environment |= {"NO_AT_BRIDGE": "1", "GTK_CSD": "0"}
        with open(service.folder / f"{title}.log", "ab") as log:
            self.process = subprocess.Popen(
                ["/usr/bin/python3", "-B", PROGRAMS / f"drag_{toolkit}.py", self.reports_path, role, title,
                 *map(str, size), *data],
                env=environment, cwd=service.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        service.others.append(self.process)
        eventually(
            lambda: any(window["title"] == title for window in service.windows()), f"the {title} window is shown", 30)

    def reports(self, kind: str) -> list[dict]:
        if not self.reports_path.exists():
            return []
        lines = [json.loads(line) for line in self.reports_path.read_text().splitlines()]
        return [line for line in lines if line["type"] == kind]

    def wait_for(self, kind: str, count: int = 0, seconds: float = 15) -> dict:
        """The first report of a kind after so many of them."""
        return eventually(lambda: self.reports(kind)[count:], f"{self.title} reports {kind}", seconds)[0]


class DragService(XService):
    def __init__(self):
        super().__init__(RULES)

    def windows(self) -> list[dict]:
        return json.loads(self.cli("windows", "--json"))

    def point(self, spot: tuple[float, float]) -> None:
        Client(self.socket_path).request("virtual.pointer", action="move", x=spot[0], y=spot[1])

    def button(self, action: str) -> None:
        self.cli("virtual", "pointer", "button", "left", action)


class DragCase(unittest.TestCase):
    def setUp(self):
        require_programs("Xwayland")
        self.service = self.enterContext(DragService())

    def pick_up(self, source: Program, spot: tuple[int, int], step: int = 5) -> None:
        """Presses the button, and moves until the program drags."""
        service = self.service
        service.point(spot)
        begun, pressed = len(source.reports("begun")), len(source.reports("pressed"))
        service.button("press")
        source.wait_for("pressed", pressed)
        x, y = spot
        for number in range(1, 40):
            service.point((x + step * number, y + number % 2))
            if len(source.reports("begun")) > begun:
                return
            time.sleep(0.05)
        raise AssertionError(f"{source.title} does not drag")

    def carry(self, source: Program, target: Program, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Drags to the target until that has taken notice, and a bit further."""
        self.pick_up(source, start)
        over = len(target.reports("over"))
        for part in range(1, 6):
            self.service.point((start[0] + (end[0] - start[0]) * part / 5, start[1] + (end[1] - start[1]) * part / 5))

        def noticed() -> bool:
            # A program that is told of places waits for the next one.
            self.shift = 1 - getattr(self, "shift", 0)
            self.service.point((end[0] + self.shift, end[1]))
            return len(target.reports("over")) > over + 3

        eventually(noticed, f"{target.title} is dragged over", 15, 0.05)

    def clear(self) -> None:
        """Ends the programs."""
        for program in self.service.others:
            program.kill()
            program.wait()
        for file in self.service.folder.glob("*.jsonl"):
            file.unlink()
        eventually(lambda: not self.service.windows(), "the windows are gone", 20)

    def drag(self, source: Program, target: Program, start: tuple[int, int], end: tuple[int, int]) -> dict:
        """What the target gets."""
        received = len(target.reports("received"))
        self.carry(source, target, start, end)
        self.service.button("release")
        return target.wait_for("received", received)

    def check(self, toolkits: tuple[str, str], systems: tuple[str, str]) -> None:
        """From the large window to the small one, a text and then files."""
        for data in ([TEXT], FILES):
            with self.subTest(toolkits=toolkits, systems=systems, data=data):
                target = Program(self.service, toolkits[1], systems[1], "target", "small")
                source = Program(self.service, toolkits[0], systems[0], "source", "large", *data)
                got = self.drag(source, target, LARGE_SPOT, SMALL_SPOT)
                if data == FILES:
                    self.assertEqual([name.rstrip("\0") for name in got["files"]], FILES)
                else:
                    self.assertEqual(got["text"], TEXT)
                self.assertEqual(got["action"], ["copy"])
                ended = source.wait_for("ended")
                self.assertEqual(ended["action"], ["copy"])
                self.assertEqual(source.reports("failed"), [])
                place = target.reports("dropped")[-1]
                # A title bar may be above.
                self.assertLess(abs(place["x"] - SMALL[0] / 2), 8)
                self.assertLess(abs(place["y"] - SMALL[1] / 2), 60)
                # The next drag is as good as the first.
                self.drag(source, target, LARGE_SPOT, SMALL_SPOT)
                self.clear()


class FromXTests(DragCase):
    def test_from_gtk_to_wayland(self):
        self.check(("gtk3", "gtk3"), ("x", "wayland"))

    def test_from_qt_to_wayland(self):
        self.check(("qt5", "gtk3"), ("x", "wayland"))


class ToXTests(DragCase):
    def test_from_wayland_to_gtk(self):
        self.check(("gtk3", "gtk3"), ("wayland", "x"))

    def test_from_wayland_to_qt(self):
        self.check(("gtk3", "qt5"), ("wayland", "x"))


class WithinXTests(DragCase):
    def test_from_gtk_to_qt(self):
        self.check(("gtk3", "qt5"), ("x", "x"))

    def test_from_qt_to_gtk(self):
        self.check(("qt5", "gtk3"), ("x", "x"))


class FingerTests(DragCase):
    """By a finger on the controller, while an external shows the windows."""

    def test_a_finger_on_the_controller(self):
        # GTK 3 does not drag by finger on X, within X neither.
        for toolkit, *systems in (("gtk3", "wayland", "x"), ("qt5", "x", "wayland")):
            with self.subTest(toolkit=toolkit, systems=systems):
                target = Program(self.service, "gtk3", systems[1], "target", "small")
                source = Program(self.service, toolkit, systems[0], "source", "large", TEXT)
                self.service.plug(*PANEL)
                self.assertEqual(self.drag_by_finger(source, target)["text"], TEXT)
                self.assertEqual(source.wait_for("ended")["action"], ["copy"])
                self.service.cli("virtual", "unplug", "HDMI-A-1")
                self.service.wait_for_content(*PANEL, "panel")
                self.clear()

    def touch(self, action: str, x: float = 0, y: float = 0) -> None:
        Client(self.service.socket_path).request("virtual.touch", action=action, id=0, x=x, y=y)

    def drag_by_finger(self, source: Program, target: Program) -> dict:
        (x, y), (end_x, end_y) = LARGE_SPOT, SMALL_SPOT
        self.touch("down", x, y)
        for number in range(1, 40):
            self.touch("move", x + 5 * number, y)
            if source.reports("begun"):
                break
            time.sleep(0.05)
        source.wait_for("begun")
        side = 0

        def noticed() -> bool:
            nonlocal side
            side = 1 - side
            self.touch("move", end_x + side, end_y)
            return len(target.reports("over")) > 3

        eventually(noticed, "the target is dragged over", 15, 0.05)
        self.touch("up", end_x, end_y)
        return target.wait_for("received")


class IconTests(DragCase):
    def test_the_icon_of_a_program_of_x_is_above_windows_of_wayland(self):
        def shown() -> int:
            left, top = (PANEL[side] // 2 - SMALL[side] // 2 for side in (0, 1))
            window = self.service.screen("panel")[top : top + SMALL[1], left : left + SMALL[0]]
            return int((window == ICON_COLOUR).all(axis=2).sum())

        for toolkit in ("gtk3", "qt5"):
            with self.subTest(toolkit):
                target = Program(self.service, "gtk3", "wayland", "target", "small")
                source = Program(self.service, toolkit, "x", "source", "large", TEXT)
                self.carry(source, target, LARGE_SPOT, SMALL_SPOT)
                # The pointer may cover a part of it.
                eventually(lambda: shown() > 0.7 * ICON_SIZE**2, "the icon is shown")
                self.service.button("release")
                source.wait_for("ended")
                eventually(lambda: shown() == 0, "the icon is gone")
                self.clear()


class PenTests(DragCase):
    """By a pen on the panel."""

    def pen(self, *words: object) -> None:
        self.service.cli("virtual", "pen", *map(str, words))

    def test_a_pen_drags(self):
        for toolkit, *systems in (("gtk3", "x", "wayland"), ("qt5", "x", "wayland"), ("gtk3", "wayland", "x")):
            with self.subTest(toolkit=toolkit, systems=systems):
                target = Program(self.service, "gtk3", systems[1], "target", "small")
                source = Program(self.service, toolkit, systems[0], "source", "large", TEXT)
                self.assertEqual(self.drag_by_pen(source, target)["text"], TEXT)
                self.assertEqual(source.wait_for("ended")["action"], ["copy"])
                self.clear()

    def drag_by_pen(self, source: Program, target: Program) -> dict:
        x, y = LARGE_SPOT
        self.pen("near", x, y)
        self.pen("down", x, y)
        for number in range(1, 40):
            self.pen("move", x + 5 * number, y)
            if source.reports("begun"):
                break
        source.wait_for("begun")
        side = 0

        def noticed() -> bool:
            nonlocal side
            side = 1 - side
            self.pen("move", SMALL_SPOT[0] + side, SMALL_SPOT[1])
            return len(target.reports("over")) > 3

        eventually(noticed, "the target is dragged over", 15, 0.05)
        self.pen("up")
        self.pen("away")
        return target.wait_for("received")


class EndTests(DragCase):
    """Whatever ends in the midst of a drag, nothing is left of it, and the next one is as good."""

    def check_next(self, source: Program, target: Program) -> None:
        self.assertEqual(self.drag(source, target, LARGE_SPOT, SMALL_SPOT)["text"], TEXT)

    def test_a_source_that_dies(self):
        for systems in (("x", "wayland"), ("wayland", "x")):
            with self.subTest(systems=systems):
                target = Program(self.service, "gtk3", systems[1], "target", "small")
                source = Program(self.service, "gtk3", systems[0], "source", "large", TEXT)
                left = len(target.reports("left"))
                self.carry(source, target, LARGE_SPOT, SMALL_SPOT)
                source.process.kill()
                source.process.wait()
                target.wait_for("left", left)
                self.service.button("release")
                source.reports_path.unlink()
                self.check_next(Program(self.service, "gtk3", systems[0], "source", "large", TEXT), target)
                self.clear()

    def test_a_target_that_dies(self):
        for systems in (("x", "wayland"), ("wayland", "x")):
            with self.subTest(systems=systems):
                target = Program(self.service, "gtk3", systems[1], "target", "small")
                source = Program(self.service, "gtk3", systems[0], "source", "large", TEXT)
                self.carry(source, target, LARGE_SPOT, SMALL_SPOT)
                target.process.kill()
                target.process.wait()
                self.service.button("release")
                source.wait_for("ended")
                target.reports_path.unlink()
                self.check_next(source, Program(self.service, "gtk3", systems[1], "target", "small"))
                self.clear()

    def test_escape(self):
        """Cancels the drag at both ends, and is no key for anybody but the toolkit that drags."""
        for toolkit, *systems in (("gtk3", "x", "wayland"), ("qt5", "x", "wayland"), ("gtk3", "wayland", "x")):
            with self.subTest(toolkit=toolkit, systems=systems):
                target = Program(self.service, "gtk3", systems[1], "target", "small")
                source = Program(self.service, toolkit, systems[0], "source", "large", TEXT)
                self.carry(source, target, LARGE_SPOT, SMALL_SPOT)
                left = len(target.reports("left"))
                self.service.cli("virtual", "key", "esc")
                target.wait_for("left", left)
                ended = source.wait_for("ended")
                # GTK says so beforehand, and leaves the last action as it was.
                self.assertTrue(source.reports("failed") if toolkit == "gtk3" else ended["action"] == [])
                self.service.button("release")
                self.check_next(source, target)
                self.assertEqual(len(target.reports("dropped")), 1)
                self.clear()

    def test_an_unplug(self):
        for systems in (("x", "wayland"), ("wayland", "x")):
            with self.subTest(systems=systems):
                target = Program(self.service, "gtk3", systems[1], "target", "small")
                source = Program(self.service, "gtk3", systems[0], "source", "large", TEXT)
                # The controller shows the content pixel by pixel.
                self.service.plug(*PANEL)
                self.carry(source, target, LARGE_SPOT, SMALL_SPOT)
                left = len(target.reports("left"))
                self.service.cli("virtual", "unplug", "HDMI-A-1")
                self.service.wait_for_content(*PANEL, "panel")
                target.wait_for("left", left)
                self.service.button("release")
                source.wait_for("ended")
                self.check_next(source, target)
                self.clear()


class HostileXDragTests(DragCase):
    def setUp(self):
        super().setUp()
        require_programs("xprop")

    def our_window(self) -> int:
        """The window that takes drags for Wayland's windows."""
        found = subprocess.run(
            ["xprop", "-root", "_NET_SUPPORTING_WM_CHECK"], env=self.service.environment | {"DISPLAY": self.service.x_display},
            capture_output=True, text=True, timeout=20).stdout
        return int(found.split()[-1], 16)

    def test_made_up_messages_are_dropped(self):
        target = Program(self.service, "gtk3", "wayland", "target", "small")
        source = Program(self.service, "gtk3", "x", "source", "large", TEXT)
        with XClient(self.service.x_number) as client:
            ours = self.our_window()
            window = client.window(0, 0, 20, 20)
            # A list of types without end, of an owner without a press.
            client.property(window, "XdndTypeList", "ATOM", 32, bytes(range(256)) * 900)
            client.own("XdndSelection", window)
            names = ("XdndEnter", "XdndPosition", "XdndStatus", "XdndFinished", "XdndLeave", "XdndDrop")
            for number in range(3000):
                name = names[number % len(names)]
                client.message(ours, name, window if number % 2 else number, 5 << 24 | 1, number, 0, 0, to=ours, mask=0)
                if number % 500 == 0:
                    client.sync()
                    self.service.status()
            client.sync()
            self.service.status()
            self.assertEqual(target.reports("over") + target.reports("dropped"), [])
        self.assertEqual(self.drag(source, target, LARGE_SPOT, SMALL_SPOT)["text"], TEXT)

    def test_a_target_that_never_answers_costs_that_drag(self):
        source = Program(self.service, "gtk3", "wayland", "source", "large", TEXT)
        with XClient(self.service.x_number) as client:
            window = client.window(0, 0, *SMALL, 0x10A020)
            client.property(window, "WM_NAME", "STRING", 8, b"small and silent")
            client.property(window, "XdndAware", "ATOM", 32, (5).to_bytes(4, "little"))
            client.map(window)
            eventually(lambda: len(self.service.windows()) == 2, "the silent window is shown")
            self.pick_up(source, LARGE_SPOT)
            self.service.point(SMALL_SPOT)
            client.wait_for_message("XdndEnter")
            client.wait_for_message("XdndPosition")
            self.service.button("release")
            source.wait_for("ended")
            client.wait_for_message("XdndLeave")
            # One that accepts and then says no more takes nothing with it when it ends.
            self.pick_up(source, LARGE_SPOT)
            self.service.point(SMALL_SPOT)
            ours, = client.wait_for_message("XdndPosition")[:1]
            client.message(ours, "XdndStatus", window, 1, 0, 0, client.atom("XdndActionCopy"), to=ours, mask=0)
            client.sync()
            self.service.button("release")
            client.wait_for_message("XdndDrop")
        source.wait_for("ended", 1)
        target = Program(self.service, "gtk3", "x", "target", "small")
        self.assertEqual(self.drag(source, target, LARGE_SPOT, SMALL_SPOT)["text"], TEXT)
