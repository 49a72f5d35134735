"""X programs beside Wayland ones: their windows are windows like all others, and Xwayland comes and goes with them."""

import json
import os
import signal
import struct
import time
import unittest
from pathlib import Path

import numpy

from support.pictures import Viewport, check_snapshot
from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually
from support.x_client import BUTTON_PRESSED, XClient
from support.x_service import FOUR_K, PANEL, XService, colour_at

PROBE = Path(__file__).parents[1] / "support" / "terminal_probe.py"


class XProgramTests(unittest.TestCase):
    def setUp(self):
        require_programs("Xwayland", "xterm", "xclock", "xeyes", "xprop", "wmctrl", "xdotool")

    def check_panel(self, service: VirtualService) -> None:
        """The controller shows the external's every pixel."""
        for attempt in range(5):
            status = service.wait_until_still()
            try:
                return check_snapshot(service.screen("panel"), service.screen("external"), Viewport.of(status))
            except AssertionError:
                if attempt == 4:
                    raise

    def test_xterm_moves_with_the_content(self):
        with XService() as service:
            report = service.folder / "report.jsonl"
            service.start(
                "xterm", "-bg", "white", "-fg", "black", "-e", "/usr/bin/python3", "-B", str(PROBE), str(report))
            service.wait_for_content(*PANEL, "panel")
            self.assertEqual(service.status()["content"]["app_id"], "XTerm")
            eventually(lambda: report.exists() and '"size"' in report.read_text(), "xterm's program runs")

            def typed(text: str) -> None:
                service.cli("virtual", "key", "type", text)
                lines = lambda: [json.loads(line) for line in report.read_text().splitlines()]
                eventually(
                    lambda: text in "".join(line["text"] for line in lines() if line["type"] == "input"), f"{text} is typed")

            typed("panel42")
            small = report.read_text().count('"size"')
            service.plug(*FOUR_K)
            eventually(lambda: report.read_text().count('"size"') > small, "xterm's program knows the new size")
            typed("external")
            self.check_panel(service)
            # A white window with text fills the external.
            picture = service.screen("external")
            self.assertGreater(float((picture[:, :, :3] == 255).all(axis=2).mean()), 0.5)
            service.cli("virtual", "unplug", "HDMI-A-1")
            service.wait_for_content(*PANEL, "panel")
            typed("home")

    def test_small_programs_fill_the_screen(self):
        with XService() as service:
            for name, app_id in (("xclock", "XClock"), ("xeyes", "XEyes")):
                program = service.start(name)
                service.wait_for(f"{name} is there", lambda status: (status["content"] or {}).get("app_id") == app_id)
                service.wait_for_content(*PANEL, "panel")
                service.plug(1920, 1080)
                service.cli("virtual", "unplug", "HDMI-A-1")
                service.wait_for_content(*PANEL, "panel")
                program.kill()
                service.wait_for(f"{name} is gone", lambda status: status["content"] is None)

    def test_a_menu_at_the_edge_of_a_scaled_external_is_pressed_by_finger(self):
        """X programs find the external's own pixels, and a finger on the controller presses the pixel below it."""
        with XService("[external]\nscale = 2\n") as service:
            with XClient(service.x_number) as client:
                window = client.window(0, 0, 300, 200, 0x204060)
                client.map(window)
                service.wait_for_content(*PANEL, "panel")
                service.plug(*FOUR_K)
                menu = client.window(FOUR_K[0] - 330, FOUR_K[1] - 600, 330, 600, 0xC02010, places_itself=True)
                client.map(menu)
                eventually(
                    lambda: colour_at(service, "external", FOUR_K[0] - 1, FOUR_K[1] - 1) == (0xC0, 0x20, 0x10), "the menu is shown")
                picture = service.screen("external")
                red = (picture[:, :, :3] == (0xC0, 0x20, 0x10)).all(axis=2)
                self.assertEqual(int(red.sum()), 330 * 600)
                self.assertTrue(bool(red[-600:, -330:].all()))
                self.assertEqual(colour_at(service, "external", 5, 5), (0x20, 0x40, 0x60))
                # The controller shows the external at a third of its size, below 40 rows of black.
                service.cli("virtual", "touch", "tap", "1278", "758")
                pressed = client.wait_for(BUTTON_PRESSED)
                found, root_x, root_y, x, y = struct.unpack_from("<I4xhhhh", pressed, 12)
                self.assertEqual(found, menu)
                self.assertLess(max(abs(root_x - 3835), abs(root_y - 2155)), 4)
                self.assertEqual((x, y), (root_x - (FOUR_K[0] - 330), root_y - (FOUR_K[1] - 600)))
                client.unmap(menu)
                eventually(
                    lambda: colour_at(service, "external", FOUR_K[0] - 1, FOUR_K[1] - 1) == (0x20, 0x40, 0x60), "the menu is gone")

    def test_a_dialog_keeps_its_size_over_its_window(self):
        with XService() as service, XClient(service.x_number) as client:
            window = client.window(0, 0, 300, 200, 0x204060)
            client.map(window)
            service.wait_for_content(*PANEL, "panel")
            dialog = client.window(7, 9, 400, 300, 0x10A020)
            client.property(dialog, "WM_TRANSIENT_FOR", "WINDOW", 32, struct.pack("<I", window))
            client.map(dialog)
            eventually(lambda: colour_at(service, "panel", 640, 400) == (0x10, 0xA0, 0x20), "the dialog is shown")
            picture = service.screen("panel")
            green = numpy.argwhere((picture[:, :, :3] == (0x10, 0xA0, 0x20)).all(axis=2))
            self.assertEqual((green.min(axis=0).tolist(), green.max(axis=0).tolist()), ([250, 440], [549, 839]))
            # It may have another size of its own, and stays in the middle.
            client.resize(dialog, 200, 100)
            eventually(lambda: colour_at(service, "panel", 640, 260) == (0x20, 0x40, 0x60), "the dialog is smaller")
            service.cli("virtual", "touch", "tap", "640", "400")
            pressed = client.wait_for(BUTTON_PRESSED)
            found, root_x, root_y, x, y = struct.unpack_from("<I4xhhhh", pressed, 12)
            self.assertEqual((found, x, y), (dialog, root_x - 540, root_y - 350))
            self.assertLess(max(abs(root_x - 640), abs(root_y - 400)), 2)

    def test_a_dialog_too_large_for_the_panel_has_its_size_on_the_external(self):
        with XService() as service, XClient(service.x_number) as client:
            client.map(client.window(0, 0, 300, 200, 0x204060))
            service.wait_for_content(*PANEL, "panel")
            dialog = client.window(0, 0, 1400, 700, 0x10A020)
            client.property(dialog, "WM_TRANSIENT_FOR", "WINDOW", 32, struct.pack("<I", dialog - 1))
            client.map(dialog)

            def has(width: int, screen: str) -> None:
                eventually(lambda: client.size(dialog) == (width, 700), f"the dialog is {width} pixels wide on the {screen}")
                green = lambda: int((service.screen(screen)[:, :, :3] == (0x10, 0xA0, 0x20)).all(axis=2).sum())
                eventually(lambda: green() == width * 700, f"so it is shown on the {screen}")

            has(PANEL[0], "panel")
            for _ in range(2):
                service.cli("virtual", "plug", "HDMI-A-1", "{}x{}".format(*FOUR_K))
                has(1400, "external")
                service.cli("virtual", "unplug", "HDMI-A-1")
                has(PANEL[0], "panel")

    def test_tools_for_x_manage_windows(self):
        with XService() as service:
            service.start("xclock")
            service.wait_for("xclock is there", lambda status: (status["content"] or {}).get("app_id") == "XClock")
            terminal = service.start("xterm", "-T", "one terminal", "-e", "sleep", "1000")
            service.wait_for("xterm is there", lambda status: (status["content"] or {}).get("app_id") == "XTerm")

            def front() -> str:
                return service.status()["content"]["app_id"]

            self.assertEqual(
                sorted(line.split()[2] for line in service.x("wmctrl", "-l", "-x").splitlines()),
                ["xclock.XClock", "xterm.XTerm"])
            service.x("wmctrl", "-a", "xclock")
            eventually(lambda: front() == "XClock", "wmctrl brings xclock to the front")
            found = service.x("xdotool", "search", "--class", "XTerm").split()[-1]
            service.x("xdotool", "windowactivate", found)
            eventually(lambda: front() == "XTerm", "xdotool brings xterm to the front")
            eventually(lambda: int(service.x("xdotool", "getactivewindow") or 0) == int(found), "xdotool finds it active")

            def states() -> str:
                return service.x("xprop", "-id", found, "_NET_WM_STATE", "WM_STATE")

            eventually(lambda: "FOCUSED" in states() and "MAXIMIZED_VERT" in states() and "Normal" in states(), "it has its states")
            service.x("wmctrl", "-i", "-r", found, "-b", "add,fullscreen")
            eventually(lambda: "FULLSCREEN" in states(), "wmctrl makes it full screen")
            service.x("wmctrl", "-i", "-r", found, "-b", "remove,fullscreen")
            eventually(lambda: "FULLSCREEN" not in states(), "and no longer")
            service.x("xdotool", "set_window", "--name", "another name", found)
            eventually(lambda: service.status()["content"]["title"] == "another name", "the title follows")
            service.x("wmctrl", "-i", "-c", found)
            eventually(lambda: terminal.poll() is not None, "wmctrl closes it")

    def test_the_server_comes_and_goes_with_its_clients(self):
        with XService() as service:
            self.assertIsNone(service.xwayland())
            with XClient(service.x_number) as client:
                client.sync()
                first = service.xwayland()
                self.assertIsNotNone(first)
                window = client.window(0, 0, 300, 200, 0x204060)
                client.map(window)
                service.wait_for_content(*PANEL, "panel")
                os.kill(first, signal.SIGKILL)
                service.wait_for("the window is gone", lambda status: status["content"] is None)
            with XClient(service.x_number) as client:
                client.sync()
                second = service.xwayland()
                self.assertNotIn(second, (None, first))
            # Ten seconds after the last client.
            eventually(lambda: service.xwayland() is None, "Xwayland ends when it is idle", 25)
            with XClient(service.x_number) as client:
                client.sync()
            self.assertEqual(service.end(), 0)
            self.assertFalse(Path(f"/tmp/.X11-unix/X{service.x_number}").exists())
            self.assertFalse(Path(f"/tmp/.X{service.x_number}-lock").exists())

    def test_nothing_is_offered_where_it_is_turned_off(self):
        with XService("[application]\nx11 = false\n") as service:
            self.assertEqual(service.x_display, "")


    def test_a_confined_application_finds_no_server(self):
        """A mount hides the socket's file from it, and there is no socket without a file."""
        with VirtualService(command=["sleep", "1000"], configuration="[application]\ntrusted = false\n") as service:
            locks = [lock for lock in Path("/tmp").glob(".X*-lock") if lock.read_text().strip() == str(service.process.pid)]
            self.assertEqual(len(locks), 1)
            path = f"/tmp/.X11-unix/{locks[0].name[1:].removesuffix('-lock')}"
            names = {line.split(" ")[-1] for line in Path("/proc/net/unix").read_text().splitlines()}
            self.assertIn(path, names)
            self.assertNotIn("@" + path, names)
            children = Path(f"/proc/{service.process.pid}/task/{service.process.pid}/children").read_text().split()
            variables = [Path(f"/proc/{child}/environ").read_bytes().split(b"\0") for child in children]
            self.assertTrue(any(b"XDG_SESSION_TYPE=wayland" in own for own in variables))
            self.assertFalse(any(name.startswith(b"DISPLAY=") for own in variables for name in own))


class HostileXClientTests(unittest.TestCase):
    """What X clients can do to each other, they cannot do to the service."""

    def setUp(self):
        require_programs("Xwayland")

    def check_answers(self, service: VirtualService, within: float = 5) -> None:
        began = time.monotonic()
        service.status()
        self.assertLess(time.monotonic() - began, within)

    def check_usable(self, service: XService) -> None:
        """A new client gets a window, whichever server that takes."""

        def shown() -> bool:
            try:
                with XClient(service.x_number) as client:
                    client.map(client.window(0, 0, 64, 64, 0x123456))
                    eventually(lambda: colour_at(service, "panel", 600, 700) == (0x12, 0x34, 0x56), "its window is shown", 8)
                    return True
            except (OSError, AssertionError):
                return False

        eventually(shown, "another client gets a window", 40)

    def test_a_grabbed_server_does_not_hold_the_service_up(self):
        with XService() as service:
            with XClient(service.x_number) as client:
                client.sync()
                client.send(36, 0, b"")
                for _ in range(3000):
                    window = client.window(0, 0, 20, 20)
                    client.map(window)
                client.sync()
                for _ in range(10):
                    self.check_answers(service)
                    service.cli("virtual", "touch", "tap", "600", "400")
                    time.sleep(0.2)
            self.check_usable(service)

    def test_floods_of_windows_and_requests_cost_the_flooder(self):
        with XService() as service:
            with XClient(service.x_number) as client:
                windows = [client.window(0, 0, 30, 30, number) for number in range(1500)]
                for window in windows:
                    client.map(window)
                client.sync()
                self.check_answers(service)
                shown = client.window(0, 0, 50, 50)
                client.map(shown)
                for number in range(5000):
                    client.resize(shown, 10 + number % 500, 20)
                client.sync()
                self.check_answers(service)
            self.check_usable(service)

    def test_properties_of_megabytes_and_nonsense(self):
        with XService() as service:
            with XClient(service.x_number) as client:
                window = client.window(0, 0, 50, 50)
                block = os.urandom(200_000)
                names = ("_NET_WM_NAME", "WM_NAME", "WM_CLASS", "WM_PROTOCOLS", "_NET_WM_STATE", "WM_HINTS", "WM_NORMAL_HINTS",
                         "WM_TRANSIENT_FOR", "_NET_WM_WINDOW_TYPE", "_NET_STARTUP_ID", "_NET_WM_PID", "WM_CLIENT_MACHINE")
                for name in names:
                    for size in (8, 32):
                        client.property(window, name, "STRING", size, block[:-len(block) % 4 or None])
                client.map(window)
                for turn in range(40):
                    for name in names:
                        client.property(window, name, "STRING", 8 if turn % 2 else 32, os.urandom(4 * (turn + 1)))
                for _ in range(20):
                    client.property(window, "WM_NAME", "STRING", 8, block, append=True)
                client.sync()
                self.check_answers(service)
            self.check_usable(service)

    def test_made_up_messages_are_taken_or_dropped(self):
        with XService() as service:
            with XClient(service.x_number) as client:
                windows = [client.window(0, 0, 50, 50) for _ in range(5)]
                for window in windows[:3]:
                    client.map(window)
                names = ("WL_SURFACE_ID", "WL_SURFACE_SERIAL", "_NET_WM_STATE", "WM_CHANGE_STATE", "_NET_ACTIVE_WINDOW",
                         "_NET_CLOSE_WINDOW", "WM_PROTOCOLS", "_NET_WM_MOVERESIZE")
                states = [client.atom(name) for name in ("_NET_WM_STATE_FULLSCREEN", "_NET_WM_STATE_HIDDEN", "_NET_WM_PING")]
                for turn in range(600):
                    window = windows[turn % 5] if turn % 7 else turn
                    for name in names:
                        if name != "_NET_CLOSE_WINDOW" or window == turn:
                            client.message(window, name, turn % 60, states[turn % 3], turn, turn)
                client.sync()
                self.check_answers(service)
            self.check_usable(service)

    def test_the_window_managers_end_is_the_servers_end_alone(self):
        with XService() as service:
            with XClient(service.x_number) as client:
                client.sync()
                manager = int(service.x("xprop", "-root", "_NET_SUPPORTING_WM_CHECK").split()[-1], 16)
                # KillClient of the window manager's own window.
                client.send(113, 0, struct.pack("<I", manager))
                try:
                    client.sync()
                except OSError:
                    pass
                self.check_answers(service)
            self.check_usable(service)

    def test_a_stopped_server_does_not_hold_the_service_up(self):
        with XService() as service:
            with XClient(service.x_number) as client:
                client.map(client.window(0, 0, 50, 50))
                service.wait_for_content(*PANEL, "panel")
                server = service.xwayland()
                os.kill(server, signal.SIGSTOP)
                try:
                    for _ in range(30):
                        service.cli("virtual", "pointer", "move", "500", "300")
                        self.check_answers(service)
                    service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
                    service.wait_for("mirroring", lambda status: status["state"] == "mirroring")
                finally:
                    os.kill(server, signal.SIGCONT)
            service.cli("virtual", "unplug", "HDMI-A-1")
            self.check_usable(service)
