"""The stock tools of X, operation by operation: under Kagami, and under sway where sway does the same."""

import re
import struct
import subprocess
import unittest
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from support.requirements import require_programs
from support.sway import Sway
from support.virtual_service import VirtualService
from support.waiting import eventually
from support.x_client import XClient
from support.x_service import PANEL, XService

TOOLS = ("wmctrl", "xdotool", "xprop", "xwininfo", "xlsclients", "xkill", "xev", "xterm", "xclock")


class Desk:
    """Two terminals, a clock, and a window with a dialog, on an X display."""

    def __init__(self, display: str, environment: dict[str, str], folder: Path):
        self.display = display
        self.environment = {name: value for name, value in environment.items() if name != "WAYLAND_DISPLAY"} | {"DISPLAY": display}
        self.folder = folder
        self.processes: dict[str, subprocess.Popen] = {}
        self.windows: dict[str, str] = {}

    def __enter__(self) -> "Desk":
        self.client = XClient(int(self.display.removeprefix(":"))).__enter__()
        self.start("clock", "xclock")
        self.start("other", "xterm", "-T", "other", "-e", "sleep", "1000")
        owner = self.client.window(0, 0, 300, 200, 0x204060)
        self.client.map(owner)
        dialog = self.client.window(0, 0, 320, 240, 0x10A020)
        self.client.property(dialog, "WM_TRANSIENT_FOR", "WINDOW", 32, struct.pack("<I", owner))
        kind = struct.pack("<I", self.client.atom("_NET_WM_WINDOW_TYPE_DIALOG"))
        self.client.property(dialog, "_NET_WM_WINDOW_TYPE", "ATOM", 32, kind)
        self.client.map(dialog)
        self.client.sync()
        self.windows["dialog"] = str(dialog)
        self.await_listed("dialog")
        self.start("terminal", "xterm", "-T", "one terminal", "-e", "sh", "-c", f"cat >{self.folder / 'typed'}")
        eventually(lambda: self.run("xdotool getactivewindow") == self.windows["terminal"], "the last terminal is in use")
        return self

    def __exit__(self, *_) -> None:
        self.client.__exit__()
        for process in self.processes.values():
            process.kill()
            process.wait()

    def start(self, name: str, *command: str) -> None:
        """Starts a program, and waits for its window."""
        before = self.listed()
        with open(self.folder / "programs.log", "ab") as log:
            self.processes[name] = subprocess.Popen(
                command, env=self.environment, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.windows[name] = str(eventually(lambda: self.listed() - before, f"the {name} is listed", 20).pop())
        self.await_listed(name)

    def await_listed(self, name: str) -> None:
        eventually(lambda: int(self.windows[name]) in self.listed(), f"the {name} is listed", 20)

    def listed(self) -> set[int]:
        return {int(word, 16) for word in re.findall(r"0x[0-9a-f]+", self.run("xprop -root _NET_CLIENT_LIST"))} - {0}

    def run(self, command: str) -> str:
        """What a tool prints; names in braces are windows."""
        words = [word.format(**self.windows) for word in command.split()]
        found = subprocess.run(words, env=self.environment, cwd=self.folder, capture_output=True, text=True, timeout=20)
        return (found.stdout + found.stderr).strip()

    def size(self, name: str) -> tuple[int, int]:
        return tuple(map(int, re.search(r"Geometry: (\d+)x(\d+)", self.run(f"xdotool getwindowgeometry {{{name}}}")).groups()))

    def middle(self, name: str) -> tuple[int, int]:
        x, y = map(int, re.search(r"Position: (-?\d+),(-?\d+)", self.run(f"xdotool getwindowgeometry {{{name}}}")).groups())
        width, height = self.size(name)
        return x + width // 2, y + height // 2


Check = Callable[[Desk], bool]


@dataclass(frozen=True)
class Operation:
    """A tool's command, and what holds soon afterwards."""

    command: str
    holds: Check
    in_sway: bool = True
    """Whether sway does the same; where it does not, Kagami does as EWMH says."""


def prints(command: str, pattern: str) -> Check:
    """The command prints this; names in braces are windows."""
    return lambda desk: bool(re.search(pattern.format(**desk.windows), desk.run(command)))


def asks(command: str, pattern: str, in_sway: bool = True) -> Operation:
    """An operation that only asks."""
    return Operation("true", prints(command, pattern), in_sway)


def active(name: str) -> Check:
    return lambda desk: desk.run("xdotool getactivewindow") == desk.windows[name]


def has_state(state: str, name: str = "terminal", expected: bool = True) -> Check:
    return lambda desk: (f"_NET_WM_STATE_{state}" in desk.run(f"xprop -id {{{name}}} _NET_WM_STATE")) == expected


def ended(name: str) -> Check:
    return lambda desk: desk.processes[name].poll() is not None and int(desk.windows[name]) not in desk.listed()


OPERATIONS = (
    asks("wmctrl -m", "Name: (Kagami|wlroots wm)"),
    asks("wmctrl -l -x", r"(?s)(?=.*xclock\.XClock)(?=.*xterm\.XTerm)"),
    asks("wmctrl -d", r"^0 +\*", in_sway=False),
    asks("xdotool get_num_desktops", "^1$", in_sway=False),
    asks("xdotool getwindowname {terminal}", "^one terminal$"),
    asks("xdotool getdisplaygeometry", "^{0} {1}$".format(*PANEL)),
    asks("xdotool search --onlyvisible --name one.terminal", "^{terminal}$"),
    asks("xlsclients", "xclock"),
    asks("xwininfo -id {terminal}", "Map State: IsViewable"),
    Operation("true", lambda desk: desk.run("xdotool getwindowpid {terminal}") == str(desk.processes["terminal"].pid)),
    Operation("true", lambda desk: desk.run("xdotool getwindowfocus") == desk.windows["terminal"]),

    # The window in use, and the keyboard with it.
    Operation("wmctrl -i -a {other}", active("other")),
    Operation("xdotool windowactivate {clock}", active("clock")),
    Operation("xdotool windowactivate {terminal}", active("terminal")),
    Operation("xdotool windowfocus {other}", lambda desk: desk.run("xdotool getwindowfocus") == desk.windows["terminal"]),
    Operation("xdotool type words", active("terminal")),
    Operation("xdotool key Return", lambda desk: (desk.folder / "typed").read_text() == "words\n"),

    # States.
    Operation("wmctrl -i -r {terminal} -b add,fullscreen", lambda desk: has_state("FULLSCREEN")(desk) and desk.size("terminal") == PANEL),
    Operation("wmctrl -i -r {terminal} -b toggle,fullscreen", has_state("FULLSCREEN", expected=False)),
    Operation("wmctrl -i -r {dialog} -b add,modal", has_state("MODAL", "dialog")),
    Operation("wmctrl -i -r {dialog} -b remove,modal", has_state("MODAL", "dialog", expected=False), in_sway=False),
    Operation("true", has_state("FOCUSED")),
    Operation("xdotool set_window --name another {terminal}", prints("xdotool getwindowname {terminal}", "^another$")),
    Operation("xprop -id {terminal} -f KAGAMI 8s -set KAGAMI some", prints("xprop -id {terminal} KAGAMI", '"some"')),

    # Sizes: a dialog's are its own, and it stays where it is; a window that fills the screen goes on doing so.
    Operation("xdotool windowsize {dialog} 500 300", lambda desk: desk.size("dialog") == (500, 300)),
    Operation("wmctrl -i -r {dialog} -e 0,10,20,400,260", lambda desk: desk.size("dialog") == (400, 260)),
    Operation("xdotool windowmove {dialog} 5 5", lambda desk: desk.middle("dialog") == (PANEL[0] // 2, PANEL[1] // 2), in_sway=False),
    Operation("xdotool windowsize {terminal} 500 300", lambda desk: desk.size("terminal") == PANEL, in_sway=False),

    # Mapping, and the end.
    Operation("xdotool windowunmap {terminal}", lambda desk: int(desk.windows["terminal"]) not in desk.listed()),
    asks("xprop -id {terminal} WM_STATE", "Withdrawn"),
    Operation("true", has_state("FOCUSED", expected=False)),
    Operation("xdotool windowmap {terminal}", active("terminal")),
    asks("xprop -id {terminal} WM_STATE", "Normal"),
    Operation("wmctrl -i -c {terminal}", ended("terminal"), in_sway=False),
    Operation("xdotool windowclose {clock}", lambda desk: int(desk.windows["clock"]) not in desk.listed()),
    Operation("xkill -id {other}", ended("other")),
)


class XToolTests(unittest.TestCase):
    def setUp(self):
        require_programs("Xwayland", *TOOLS)

    def lead(self, desk: Desk, operations: tuple[Operation, ...]) -> None:
        for operation in operations:
            with self.subTest(operation.command):
                desk.run(operation.command)
                eventually(lambda: operation.holds(desk), f"the effect of {operation.command}")

    def test_tools_under_kagami(self):
        with XService() as service, Desk(service.x_display, service.environment, service.folder) as desk:
            self.lead(desk, OPERATIONS)

    def test_the_same_tools_under_sway(self):
        require_programs("sway")
        with Sway(configuration="focus_on_window_activation focus\ndefault_border none\n") as sway:
            environment = sway.environment | {"WAYLAND_DISPLAY": sway.display}
            with Desk(sway.x_display(), environment, sway.folder) as desk:
                self.lead(desk, tuple(operation for operation in OPERATIONS if operation.in_sway))

    def test_xev_sees_what_happens_to_a_window(self):
        with XService() as service:
            seen = service.folder / "program.log"
            service.start("stdbuf", "-oL", "xev", "-event", "structure", "-event", "keyboard", "-event", "button", "-event", "focus")
            service.wait_for("xev is there", lambda status: status["content"])

            def sees(pattern: str) -> None:
                eventually(lambda: re.search(pattern, seen.read_text(errors="replace")), f"xev sees {pattern}")

            sees("MapNotify event")
            sees("FocusIn event")
            service.cli("virtual", "pointer", "move", "600", "500")
            service.cli("virtual", "pointer", "button", "left")
            sees(r"ButtonPress event(?s:.{0,200})root:\(600,500\)")
            service.cli("virtual", "key", "k")
            sees(r"KeyPress event(?s:.{0,200})keysym 0x6b, k")
            service.plug(3840, 2160)
            sees(r"ConfigureNotify event(?s:.{0,200})\(0,0\), width 3840, height 2160")
            service.cli("virtual", "unplug", "HDMI-A-1")
            sees(r"width 3840(?s:.*)\(0,0\), width 1280, height 800")


if __name__ == "__main__":
    unittest.main()
