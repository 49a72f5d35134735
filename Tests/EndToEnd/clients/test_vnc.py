"""The screen shared by wayvnc, seen and used by a stock VNC viewer, which another Kagami hosts."""

import subprocess
import unittest

import numpy

from support.pictures import load
from support.remote import FIRST_PORT, free_port
from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually

CYCLES = 20
HD = (1920, 1080)


def setUpModule():
    require_programs("foot", "wayvnc", "gvnccapture", "gvncviewer", "grim", "wtype")


class VNCTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(VirtualService())
        self.service.terminal_ready()
        self.port = free_port()
        self.display = self.port - FIRST_PORT
        self.log = open(self.service.folder / "wayvnc.log", "wb")
        self.addCleanup(self.log.close)
        self.server = self.start_server()
        self.addCleanup(self.stop_server)

    def start_server(self, *options: str) -> subprocess.Popen:
        return subprocess.Popen(
            ["wayvnc", *options, "127.0.0.1", str(self.port)],
            env=self.service.environment | {"WAYLAND_DISPLAY": self.service.tools}, cwd=self.service.folder,
            stdout=self.log, stderr=subprocess.STDOUT
        )

    def stop_server(self) -> None:
        self.server.terminate()
        self.server.wait(10)

    def capture(self) -> numpy.ndarray | None:
        """What a viewer sees that connects now; None if it cannot."""
        path = self.service.folder / "capture.png"
        path.unlink(missing_ok=True)
        subprocess.run(
            ["gvnccapture", "--quiet", f"127.0.0.1:{self.display}", str(path)], env=self.service.environment,
            capture_output=True, timeout=30
        )
        return load(path) if path.exists() else None

    def wait_until_viewers_see(self, screen: str) -> None:
        """Until a viewer sees every pixel of the screen; wayvnc shows grey until it has its first picture."""

        def same():
            self.assertIsNone(self.server.poll(), "wayvnc has ended")
            return numpy.array_equal(self.capture(), self.service.screen(screen))

        eventually(same, f"viewers see the {screen}", timeout=20)

    def plug(self) -> None:
        self.service.cli("virtual", "plug", "HDMI-A-1", "x".join(map(str, HD)))
        self.service.wait_for_content(*HD, "external")

    def unplug(self) -> None:
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        self.service.wait_for_content(1280, 800, "panel")

    def test_viewers_see_the_screen_that_the_application_is_on(self):
        self.wait_until_viewers_see("panel")
        self.plug()
        self.service.wait_until_still()
        self.wait_until_viewers_see("external")
        self.unplug()
        for _ in range(CYCLES):
            # wayvnc 0.5 asks for two copies at once, and ends, if the screen changes its size while something on it moves.
            self.service.wait_until_still()
            self.plug()
            self.service.wait_until_still()
            self.unplug()
        self.service.wait_until_still()
        self.wait_until_viewers_see("panel")

    def test_viewers_see_the_display_that_is_named(self):
        self.plug()
        self.service.wait_until_still()
        for options, screen in ((("-o", "DSI-1"), "panel"), (("-o", "HDMI-A-1"), "external"), ((), "external")):
            with self.subTest(options):
                self.stop_server()
                self.server = self.start_server(*options)
                self.wait_until_viewers_see(screen)

    def test_viewers_see_what_goes_on_without_a_display(self):
        self.wait_until_viewers_see("panel")
        self.service.cli("virtual", "unplug", "DSI-1")
        self.service.wait_for("no display is there", lambda status: status["state"] == "no-output")
        before = self.capture()
        tools = self.service.environment | {"WAYLAND_DISPLAY": self.service.tools}
        subprocess.run(["wtype", "on"], env=tools, check=True, timeout=20)
        eventually(lambda: self.service.terminal.typed() == "on", "the text has arrived")
        eventually(lambda: not numpy.array_equal(self.capture(), before), "viewers see it", timeout=20)
        # The display serves alone, in the panel's place.
        self.service.cli("virtual", "plug", "HDMI-A-1", "x".join(map(str, HD)))
        self.service.wait_for_content(*HD, "panel")
        self.service.wait_until_still()
        # The viewer's own pointer is on the screen, and in no copy.
        subprocess.run(["grim", "screen.png"], env=tools, cwd=self.service.folder, check=True, timeout=20)
        shown = load(self.service.folder / "screen.png")
        eventually(lambda: numpy.array_equal(self.capture(), shown), "viewers see the display", timeout=20)

    def test_a_viewer_types_and_stays_while_displays_come_and_go(self):
        self.wait_until_viewers_see("panel")
        command = ["sh", "-c", f"exec gvncviewer 127.0.0.1:{self.display} 2>$XDG_RUNTIME_DIR/viewer.log"]
        viewer = self.enterContext(VirtualService(command=["env", "GDK_BACKEND=wayland", *command]))
        viewer.wait_for("the viewer's window", lambda status: status["content"])
        self.type_in(viewer, "on the panel,")
        self.plug()
        self.type_in(viewer, "on the external,")
        self.unplug()
        self.type_in(viewer, "at home")
        self.assertEqual(self.service.terminal.typed(), "on the panel,on the external,at home")

    def type_in(self, viewer: VirtualService, text: str) -> None:
        """Types in the viewer, by its own Kagami, what has to reach the terminal in the other one."""
        viewer.wait_until_still()
        viewer.cli("virtual", "pointer", "move", "640", "500")
        viewer.cli("virtual", "pointer", "button", "left")
        viewer.cli("virtual", "key", "type", text)
        eventually(lambda: self.service.terminal.typed().endswith(text), f"{text!r} has arrived", timeout=20)
