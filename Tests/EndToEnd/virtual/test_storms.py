"""Storms: random operations on displays, devices and stock clients, and on every command, with what must hold after each of them."""

import json
import os
import signal
import socket
import statistics
import subprocess
import time
import unittest
from collections import Counter, deque
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from support.effort import cases
from support.faults import GL_CONTEXT_LOST, FaultyService, RandomFaults
from support.processes import open_descriptors, resident_memory
from support.raw.vnc_viewer import RawViewer
from support.remote import Remote
from support.requirements import require_programs
from support.storm import SEED, Operation, Storm, is_laid_out, operations
from support.virtual_service import VirtualService
from support.waiting import eventually
from support.web_page import WebPage

from .test_lock import Lock

OPERATIONS = operations(usual=cases(600, 2_000), torture=100_000)
# After so many operations all is let go, and the service has to be as it was at its start.
CALM = min(500, OPERATIONS // 4)
# What is learnt and filled once is there after so many operations.
WARM = 1_000
# From the first half of what comes after that to the last half, in what the service holds at rest.
MOST_GROWTH = 1.25

PANEL = (640, 400)
# Pairs of the same shape, so that a display can take the place of a like one, and one that lies on its side.
SIZES = ((640, 480), (800, 600), (1024, 768), (1280, 720), (600, 1024))
CONNECTORS = ("HDMI-A-1", "DP-1", "DP-2", "VGA-1")
# Connectors that were never there, or have no name of a connector.
NO_CONNECTORS = ("DP-77", "", "x" * 300, "HDMI-A-1\n", "../DSI-1")
FINGERS = range(4)
LEFT_META, LEFT_ALT, LEFT_SHIFT, LEFT_CTRL, TAB, ESC, F4 = 125, 56, 42, 29, 15, 1, 62
LETTERS = (16, 30, 37, 38, 44, 49, 50, 25, 22, 35, 33, 24)  # q a k l z n m p u h f o
KEYS = (*LETTERS, LEFT_META, LEFT_ALT, LEFT_SHIFT, LEFT_CTRL, TAB, ESC, F4, 57, 103, 108, 28)
BUTTONS, PEN_BUTTONS = (272, 273, 274), (331, 332)
# A stock client lives beside the content; no more of them at a time, for this computer's sake.
PROGRAMS = (
    ["foot", "--config=/dev/null", "sleep", "1000"], ["weston-simple-shm"], ["weston-flower"], ["wev"],
    ["xclock"], ["xeyes"], ["weston-subsurfaces"], ["weston-simple-touch"])
MOST_PROGRAMS = 3

CONFIGURATION = """
[application]
restart = "always"
restart_limit = 100
restart_window_s = 1
restart_delay_ms = 0
[panel]
restart = "always"
restart_limit = 100
restart_window_s = 1
restart_delay_ms = 0
[screen_keyboard]
command = ["wvkbd-mobintl", "-L", "120", "-l", "simple", "--landscape-layers", "simple"]
[[display]]
connector = "DP-2"
command = ["foot", "--config=/dev/null", "--app-id=own", "sleep", "1000000"]
[pip]
animation_ms = 0
start_timeout_ms = 100
restore_timeout_ms = 100
"""


def setUpModule():
    require_programs("foot", "swaylock", "wev", "wlr-randr", "wvkbd-mobintl", "Xwayland", *{words[0] for words in PROGRAMS})


class VirtualStorm(Storm):
    """A storm on virtual displays."""

    longest_burst = 12
    letter_patience = 20

    def __init__(self, service: VirtualService, seed: int):
        super().__init__(service, seed)
        self.channel = service.connect()
        # What the service still has to come to for calm.
        self.restless: list[str] = []
        self.unanswered: deque[tuple[str, bool]] = deque()
        self.replies = self.channel.makefile("rb")
        # Connections whose replies nobody waits for, with the displays that are plugged in only while they last.
        self.asides: list[socket.socket] = []
        self.displays: dict[str, tuple[int, int]] = {}
        self.borrowed: dict[str, socket.socket] = {}
        self.fingers: set[int] = set()
        self.keys: set[int] = set()
        self.buttons: set[int] = set()
        self.pen_buttons: set[int] = set()
        self.pen = "away"
        self.is_gesturing = False
        self.programs: list[int] = []
        self.locker: Lock | None = None
        self.is_locked = False
        self.remote: Remote | None = None
        self.viewers = ExitStack()
        self.web: WebPage | None = None
        self.cookie = ""
        self.browsers = ExitStack()
        self.look()

    def check(self) -> None:
        self.look()
        self.has_lost_locker()
        if broken := self.broken():
            raise AssertionError(f"{broken}: {self.shown()}")
        # A display counts from the turn after its plug on.
        if self.unsettled():
            self.await_status("the service has settled", lambda _: not self.unsettled())

    def shown(self) -> dict:
        """The status without what is counted."""
        return {key: value for key, value in self.status.items() if key not in {"counters", "application", "sockets"}}

    def broken(self) -> list[str]:
        """What of the status cannot be at any time."""
        status, external, pip = self.status, self.status["external"], self.status["pip"]
        on = (status["content"] or {}).get("on")
        kept = {
            "there is a panel": status["panel"] is not None,
            "it mirrors with an external": (status["state"] == "mirroring") == (external is not None),
            # The content's, or a display with an application of its own, which needs no other display.
            "a controller is of an external": status["controlled"] or status["viewport"] is None and status["controller"] is None,
            "content is where a screen is": on != "external" or external is not None,
            "an active picture has a place": pip is None or not pip["active"] or None not in (pip["source"], pip["x"]),
            "only an external is frozen": not status["frozen"] or external is not None,
            "it is locked as long as asked": status["locked"] == self.is_locked,
            "a locker runs": status["locker"] == (None if not self.is_locked else "running" if self.locker else "lost"),
        }
        return [what for what, holds in kept.items() if not holds]

    def unsettled(self) -> list[str]:
        """What of the outputs does not fit what is plugged in and what the status says."""
        connected = {output["name"] for output in self.outputs if output["connected"]}
        kept = {
            "what was plugged in is there": connected == {"DSI-1", *self.displays, *self.borrowed},
            "what is frozen or black is there": {*self.status["frozen_outputs"], *self.status["blank_outputs"]} <= connected,
        }
        for role in ("panel", "external"):
            names = [output["name"] for output in self.outputs if output["role"] == role]
            shown = [screen["name"] for screen in [self.status[role]] if screen]
            # An external that is not used for the moment keeps its role.
            kept[f"one display is the {role} of the status"] = names == shown or self.status["state"] == "disabled" and not shown
        return [what for what, holds in kept.items() if not holds]

    # MARK: Coming to rest

    def calm_down(self) -> None:
        self.say("calm")
        while self.fingers:
            self.finger_up()
        while self.keys:
            self.key_up()
        for button in sorted(self.buttons):
            self.do("virtual.pointer", action="button", button=button, pressed=False)
        self.buttons.clear()
        if self.is_gesturing:
            self.do("virtual.gesture", action="end")
            self.is_gesturing = False
        self.do("virtual.pointer", action="finger-scroll", dx=0, dy=0)
        self.take_pen_away()
        for channel in (*self.asides, *self.borrowed.values()):
            channel.close()
        self.asides.clear()
        self.borrowed.clear()
        if self.remote:
            self.end_remote()
        if self.web:
            self.end_web()
        while self.is_locked:
            if self.locker is None:
                self.lock()
            self.unlock()
        while self.displays:
            self.unplug()
        for process in self.programs:
            self.signal(process, signal.SIGKILL)
        self.programs.clear()
        self.write_configuration("")
        self.do("config.reload")
        self.do("outputs.forget", all=True)
        self.do("externals.arrange", arrangement="copy")
        self.do("externals.use", name="auto")
        self.do("mirror", enabled=True)
        self.do("blank", extent=None)
        self.do("menu.hide")
        self.do("pip", action="auto", enabled=False)
        self.do("pip", action="stop")
        self.do("hud", action="hide")
        self.do("present", tool=None)
        self.do("present.clear")
        self.do("present.timer", action="reset")
        self.do("controller.mode", mode="direct")
        self.do("keyboard.show", show="never")
        self.do("panel.show", foreground="content")
        self.await_status("all is as it was at the start", self.is_calm)
        # Of another size than those that the storm has had refused.
        self.do("virtual.plug", name="HDMI-A-1", width=1152, height=864)
        self.await_status("the content is on the external", lambda status: is_laid_out(status, "external", 1152, 864))
        self.type_a_letter()
        self.do("virtual.unplug", name="HDMI-A-1")
        self.await_status("the content has come home", self.is_calm)

    def is_calm(self, status: dict) -> bool:
        panel = status["panel"]
        kept = {
            "the panel is alone": status["state"] == "panel-only",
            "the content is on the panel": is_laid_out(status, "panel", *PANEL),
            "the panel lies as it did": (panel["width"], panel["height"], panel["transform"], panel["scale"]) == (*PANEL, "normal", 1),
            "no picture in picture": not (status["pip"] or {}).get("source"),
            "nothing is black or frozen": not (status["blank"] or status["blank_outputs"] or status["frozen_outputs"]),
            "no bar, marks or timer": (status["hud"], status["presenter"], status["timer"]) == (None, None, None),
            "the programs are gone": self.windows_shown() == ["foot", "panel"],
        }
        self.restless = [what for what, holds in kept.items() if not holds]
        return not self.restless

    def windows_shown(self) -> list[str]:
        self.ask("windows")
        return sorted(window["app_id"] or "" for window in self.answer()["windows"])

    def press(self, letter: str) -> None:
        for pressed in (True, False):
            self.do("virtual.key", code={"x": 45, "y": 21, "z": 44, "w": 17}[letter], pressed=pressed)

    def close(self) -> None:
        self.viewers.close()
        self.browsers.close()
        for server in (self.remote, self.web):
            if server:
                server.__exit__()
        self.replies.close()
        for channel in (self.channel, *self.asides, *self.borrowed.values()):
            channel.close()

    def await_status(self, what: str, holds: Callable[[dict], bool]) -> None:
        try:
            eventually(lambda: holds(self.look()), what, self.service.patience)
        except AssertionError as error:
            raise AssertionError(f"{error}: {[*self.unsettled(), *self.restless]}, {self.shown()}") from None

    # MARK: Asking

    def ask(self, command: str, files: tuple[int, ...] = (), has_to_succeed: bool = False, **values) -> None:
        """Asks for something whose reply is looked at later."""
        line = json.dumps({"command": command, **values})
        if command not in ("status", "outputs", "windows"):
            self.say(line[:300])
        data = line.encode() + b"\n"
        sent = socket.send_fds(self.channel, [data], files) if files else 0
        self.channel.sendall(data[sent:])
        self.unanswered.append((line[:300], has_to_succeed))

    def do(self, command: str, **values) -> None:
        """Asks for something that has to succeed."""
        self.ask(command, has_to_succeed=True, **values)

    def answer(self) -> dict:
        """The last reply. Each is one line of JSON, and a refusal has one line that says why."""
        reply = {}
        while self.unanswered:
            line, has_to_succeed = self.unanswered.popleft()
            data = self.replies.readline()
            if not data.endswith(b"\n"):
                raise AssertionError(f"no reply to {line}: {data!r}")
            reply = json.loads(data)
            if not reply["ok"]:
                self.counts["refused"] += 1
                if has_to_succeed or not reply["error"] or "\n" in reply["error"]:
                    raise AssertionError(f"{line} is refused: {reply['error']!r}")
        return reply

    def look(self) -> dict:
        """The status once all is done that was asked for."""
        self.ask("outputs")
        self.outputs = self.answer()["outputs"]
        self.ask("status")
        self.status = self.answer()["status"]
        return self.status

    def ask_aside(self, command: str, **values) -> None:
        """Asks on a connection of its own, for what may take its time."""
        self.say("aside " + json.dumps({"command": command, **values}))
        channel = self.service.connect()
        channel.sendall(json.dumps({"command": command, **values}).encode() + b"\n")
        self.asides.append(channel)

    def point(self) -> dict:
        """A place on the panel, whichever way it lies now."""
        screen = self.status["panel"]
        return {side: round(self.random.random() * screen[length], 1) for side, length in (("x", "width"), ("y", "height"))}

    # MARK: Displays

    def free(self) -> list[str]:
        return [name for name in CONNECTORS if name not in self.displays and name not in self.borrowed]

    def plug(self) -> None:
        name, (width, height) = self.pick(self.free()), self.pick(SIZES)
        self.do("virtual.plug", name=name, width=width, height=height, refresh_mhz=self.pick((60_000, 50_000, 144_000)))
        self.displays[name] = (width, height)

    def unplug(self) -> None:
        name = self.pick(self.displays)
        self.do("virtual.unplug", name=name)
        del self.displays[name]

    def swap(self) -> None:
        """Another display at once, where one was."""
        name = self.pick(self.displays)
        self.do("virtual.unplug", name=name)
        self.displays[name] = self.pick(SIZES)
        self.do("virtual.plug", name=name, width=self.displays[name][0], height=self.displays[name][1])

    def borrow(self) -> None:
        """A display that lasts as long as its connection, as that of a viewer."""
        name, (width, height) = self.pick(self.free()), self.pick(SIZES)
        self.say(f"borrow {name} {width}x{height}")
        channel = self.service.connect()
        request = {"command": "virtual.plug", "name": name, "width": width, "height": height, "while_connected": True}
        self.answer()
        channel.sendall(json.dumps(request).encode() + b"\n")
        with channel.makefile("rb") as lines:
            reply = json.loads(lines.readline())
        if not reply["ok"]:
            raise AssertionError(f"refused: {reply}")
        self.borrowed[name] = channel

    def give_back(self) -> None:
        name = self.pick(self.borrowed)
        self.say(f"give back {name}")
        self.borrowed.pop(name).close()
        self.await_status(f"{name} is gone", lambda _: not any(output["name"] == name and output["connected"] for output in self.outputs))

    def arrange(self) -> None:
        self.ask("externals.arrange", arrangement=self.pick(("copy", "span", "each", "one")))

    def choose(self) -> None:
        command = self.pick(("use", "copy", "controller", "control", "spare"))
        name = self.pick((*CONNECTORS, "DSI-1", *NO_CONNECTORS, *(("auto",) if command == "use" else ())))
        self.ask(f"externals.{command}", name=name)

    def refuse_mode(self) -> None:
        name, (width, height) = self.pick(CONNECTORS), self.pick(SIZES)
        # Never for good: what is plugged in at the end has to be shown.
        self.ask("virtual.refuse", name=name, width=width, height=height, tries=self.random.randint(1, 3))

    def mirror(self) -> None:
        self.ask("mirror", enabled=self.random.random() < 0.7)

    def configure(self) -> None:
        """Other settings of displays: rotations, scales, modes."""
        turns = ("normal", "90", "180", "270", "flipped", "flipped-90")
        self.answer()
        self.write_configuration(
            f'[external]\nhold_ms = {self.pick((0, 0, 50))}\ntransform = "{self.pick(turns)}"\nscale = {self.pick((1, 1.5, 2))}\n'
            f'policy = "{self.pick(("largest", "first"))}"\narrange = "{self.pick(("copy", "span", "each", "one"))}"\n'
            f'[controller]\nlong_press = "{self.pick(("application", "aim", "right-click"))}"\n'
            f'[pip]\nanimation_ms = {self.pick((0, 40))}\nauto_start = {self.pick(("true", "false"))}\n'
            f'[menu]\nhandle = "{self.pick(("never", "always"))}"\n[pointer]\nhide = "{self.pick(("touch", "never"))}"\n')
        self.ask("config.reload")

    def write_configuration(self, changes: str) -> None:
        """The service's configuration with these keys in it, in place of those of the same sections and names."""
        sections: dict[str, dict[str, str]] = {}
        for line in (self.service.text + changes).splitlines():
            if line.startswith("["):
                section = sections.setdefault(line, {})
            elif line:
                key, value = line.split(" = ", 1)
                section[key] = value
        text = "\n".join(f"{name}\n" + "\n".join(f"{key} = {value}" for key, value in keys.items()) for name, keys in sections.items())
        self.service.configuration.write_text(text)
        self.say("configuration: " + changes.replace("\n", " "))

    def set_output(self) -> None:
        """What a stock tool sets by hand."""
        options = self.pick((
            ["--scale", self.pick(("1", "1.5", "2"))], ["--transform", self.pick(("normal", "90", "180", "flipped-270"))],
            ["--mode", "640x480"], ["--preferred"]))
        words = ["wlr-randr", "--output", self.pick((*CONNECTORS, "DSI-1")), *options]
        self.say(" ".join(words))
        environment = self.service.environment | {"WAYLAND_DISPLAY": self.service.tools}
        # It fails where the display is not there, or the session is locked.
        self.answer()
        subprocess.run(words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=20)
        self.look()

    # MARK: Devices

    def finger_down(self) -> None:
        finger = self.pick(set(FINGERS) - self.fingers)
        self.do("virtual.touch", action="down", id=finger, **self.point())
        self.fingers.add(finger)

    def finger_move(self) -> None:
        self.do("virtual.touch", action="move", id=self.pick(self.fingers), **self.point())

    def finger_up(self) -> None:
        finger = self.pick(self.fingers)
        self.do("virtual.touch", action=self.pick(("up", "up", "up", "cancel")), id=finger)
        self.fingers.remove(finger)

    def key_down(self) -> None:
        key = self.pick(set(KEYS) - self.keys)
        self.do("virtual.key", code=key, pressed=True)
        self.keys.add(key)

    def key_up(self) -> None:
        key = self.pick(self.keys)
        self.do("virtual.key", code=key, pressed=False)
        self.keys.remove(key)

    def press_shortcut(self) -> None:
        """Keys that the service itself takes: windows, picture in picture, modes, freezing, the menu."""
        held = self.pick((LEFT_META, LEFT_ALT))
        keys = [key for key in (held, TAB if held == LEFT_ALT else self.pick(LETTERS)) if key not in self.keys]
        for pressed, order in ((True, keys), (False, keys[::-1])):
            for key in order:
                self.do("virtual.key", code=key, pressed=pressed)

    def mouse_move(self) -> None:
        if self.random.random() < 0.5:
            self.do("virtual.pointer", action="move", **self.point())
        else:
            self.do("virtual.pointer", action="motion", dx=self.random.uniform(-200, 200), dy=self.random.uniform(-200, 200))

    def mouse_button(self) -> None:
        button = self.pick(BUTTONS)
        self.do("virtual.pointer", action="button", button=button, pressed=button not in self.buttons)
        self.buttons ^= {button}

    def mouse_scroll(self) -> None:
        action, amount = self.pick(("scroll", "finger-scroll")), self.random.randint(-3, 3)
        self.do("virtual.pointer", action=action, dx=0, dy=amount)

    def gesture(self) -> None:
        if not self.is_gesturing:
            self.do("virtual.gesture", action="begin", kind=self.pick(("swipe", "pinch", "hold")), fingers=self.random.randint(2, 4))
        elif self.random.random() < 0.6:
            self.do("virtual.gesture", action="update", dx=self.random.uniform(-9, 9), dy=1, scale=self.random.uniform(0.5, 2))
            return
        else:
            self.do("virtual.gesture", action=self.pick(("end", "cancel")))
        self.is_gesturing = not self.is_gesturing

    def pen_step(self) -> None:
        """A pen that comes and goes as it likes, with its tip or a button down."""
        if self.pen == "away":
            self.do("virtual.pen", action="near", tool=self.pick(("pen", "eraser")), **self.point())
            self.pen = "near"
            return
        match self.pick(("move", "move", "tip", "button", "away")):
            case "move": self.do("virtual.pen", action="move", pressure=0.5, **self.point())
            case "tip" if self.pen == "near":
                self.do("virtual.pen", action="down", pressure=0.5, **self.point())
                self.pen = "down"
            case "tip":
                self.do("virtual.pen", action="up")
                self.pen = "near"
            case "button":
                button = self.pick(PEN_BUTTONS)
                self.do("virtual.pen", action="button", button=button, pressed=button not in self.pen_buttons)
                self.pen_buttons ^= {button}
            case "away": self.take_pen_away()

    def take_pen_away(self) -> None:
        if self.pen != "away":
            self.do("virtual.pen", action="away")
        self.pen = "away"
        self.pen_buttons.clear()

    def replay(self) -> None:
        """Devices of a recording, which go with their connection and hold what they hold."""
        events = [
            {"type": "touch-down", "device": 1, "time_us": 0, "slot": 0, "x": self.random.random(), "y": self.random.random()},
            {"type": "key", "device": 2, "time_us": 1, "code": self.pick(LETTERS), "pressed": True},
            {"type": "pointer-button", "device": 3, "time_us": 2, "button": 272, "pressed": True},
            {"type": "touch-up", "device": 1, "time_us": 3, "slot": 0},
        ]
        self.ask_aside("input.inject", events=self.random.sample(events, self.random.randint(1, len(events))))

    # MARK: What the service shows

    def controller(self) -> None:
        match self.pick(("mode", "zoom", "region", "window")):
            case "mode": self.ask("controller.mode", mode=self.pick(("direct", "trackpad", "view", "keys")))
            case "zoom": self.ask("controller.zoom", factor=self.pick((1, 1.5, 3, 1000)))
            case "region": self.ask("controller.region", x=self.random.randint(0, 900), y=0, width=self.random.randint(1, 900), height=90)
            case "window": self.ask("controller.region", app_id=self.pick(("foot", "nobody")))

    def pip(self) -> None:
        source = self.pick(("external", "content", "hud", "window:foot", "window:nobody"))
        match self.pick(("start", "toggle", "swap", "stop", "restore", "place", "auto")):
            case "start": self.ask_aside("pip", action="start", source=source)
            case "toggle": self.ask_aside("pip", action="toggle", source=source)
            case "swap": self.ask_aside("pip", action="swap", source=source)
            case "stop": self.ask_aside("pip", action="stop")
            case "restore": self.ask_aside("pip", action="restore")
            case "place":
                self.ask("pip", **self.pick((
                    {"action": "move", "corner": "top-left"}, {"action": "size", "width": 200, "height": 100}, {"action": "hide"},
                    {"action": "show"}, {"action": "pause"}, {"action": "resume"}, {"action": "on-demand"}, {"action": "refresh"})))
            case "auto": self.ask("pip", action="auto", enabled=self.random.random() < 0.5)

    def hud(self) -> None:
        place = self.pick(("pip", "panel-top", "panel-bottom", "external-top", "external-bottom"))
        self.ask("hud", **self.pick((
            {"action": "show", "place": place}, {"action": "hide"},
            {"action": "set", "values": {"viewers": self.random.randint(0, 99), "text": "Evening"}})))

    def menu(self) -> None:
        self.ask(self.pick(("menu.show", "menu.hide")))

    def question(self) -> None:
        self.ask_aside("ask", text="Start?", seconds=self.random.randint(1, 3))

    def keyboard(self) -> None:
        self.ask("keyboard.show", show=self.pick(("auto", "always", "never")))

    def present(self) -> None:
        match self.pick(("tool", "tool", "undo", "clear", "timer", "next")):
            case "tool": self.ask("present", tool=self.pick(("laser", "highlight", "spotlight", "pen", None)))
            case "undo": self.ask("present.undo")
            case "clear": self.ask("present.clear")
            case "timer": self.ask("present.timer", action=self.pick(("start", "stop", "reset")))
            case "next": self.ask(self.pick(("present.next", "present.previous")))

    def cover(self) -> None:
        """Black, frozen, or another application's screens."""
        name, enabled = self.pick((*CONNECTORS, "DSI-1")), self.random.random() < 0.5
        match self.pick(("blank", "blank.output", "freeze", "freeze.output", "panel.show", "overscan")):
            case "blank": self.ask("blank", extent=self.pick(("all", "external", None, None)))
            case "freeze": self.ask("freeze", enabled=enabled)
            case "panel.show": self.ask("panel.show", foreground=self.pick(("content", "application")))
            case "overscan": self.ask("overscan", percent=self.random.randint(0, 10))
            case command: self.ask(command, name=name, enabled=enabled)

    def screenshot(self) -> None:
        with os.fdopen(os.memfd_create("screenshot", os.MFD_CLOEXEC), "r+b") as picture:
            self.ask("screenshot", screen=self.pick(("panel", "external")), files=(picture.fileno(),))

    def lose_renderer(self) -> None:
        """The device that draws forgets all; until it is back, the processor draws."""
        self.say("the renderer is lost")
        with self.service.troubled():
            self.screenshot()
            self.look()

    def windows(self) -> None:
        match self.pick(("list", "next", "activate", "close")):
            case "list": self.ask("windows")
            case "next": self.ask("windows.next")
            case action: self.ask(f"windows.{action}", app_id=self.pick(("foot", "panel", "wev", "nobody")))

    # MARK: Programs

    def launch(self) -> None:
        self.ask("launch", words=self.pick(PROGRAMS), place=self.pick(("content", "content", "application")))
        # It is refused while the session is locked.
        if process := self.answer().get("pid"):
            self.programs.append(process)

    def launch_nothing(self) -> None:
        self.ask("launch", words=self.pick((["no-such-program"], ["/"], ["true"], [], ["sh", "-c", "kill -9 $$"])))

    def end_program(self) -> None:
        self.programs.remove(process := self.pick(self.programs))
        self.signal(process, self.pick((signal.SIGTERM, signal.SIGKILL)))

    def kill_application(self) -> None:
        """The hosted application dies, and is started again."""
        if self.status["application"] and (process := self.status["application"]["pid"]):
            self.signal(process, signal.SIGKILL)

    def restart(self) -> None:
        self.ask("restart")

    def signal(self, process: int, number: int) -> None:
        """A signal to a process of the service, unless it has ended by itself."""
        self.say(f"signal {number} to {process}")
        if self.belongs(process):
            os.kill(process, number)

    def belongs(self, process: int) -> bool:
        try:
            return f"XDG_RUNTIME_DIR={self.service.folder}\0".encode() in Path(f"/proc/{process}/environ").read_bytes()
        except OSError:
            return False

    def lock(self) -> None:
        self.say("lock")
        self.locker = Lock(self.service)
        self.await_status("the session is locked", lambda status: status["locker"] == "running")
        self.is_locked = True
        # swaylock 1.7 crashes at a key that comes before it has set up its loop.
        eventually(self.locker.is_ready, "the locker has the lock", self.service.patience)

    def unlock(self) -> None:
        self.say("unlock")
        self.answer()
        if not self.has_lost_locker():
            self.locker.unlock()
            self.is_locked = False
            self.forget_locker()

    def kill_locker(self) -> None:
        self.say("kill the locker")
        self.locker.die()
        self.forget_locker()
        self.await_status("the locker is missed", lambda status: status["locker"] == "lost")

    def has_lost_locker(self) -> bool:
        """Whether the locker has crashed, a fault of its own now and then where outputs come and go; one that was told of a mistake
        exits instead, and should not have been."""
        if self.locker is None or self.locker.process.poll() != -signal.SIGSEGV:
            return False
        self.say("the locker has crashed")
        self.counts["lockers that crashed"] += 1
        self.forget_locker()
        self.await_status("the locker is missed", lambda status: status["locker"] == "lost")
        return True

    def forget_locker(self) -> None:
        self.service.others.remove(self.locker.process)
        self.locker = None

    # MARK: Connections and viewers

    def listen(self) -> None:
        """Somebody who subscribes, and reads nothing."""
        self.ask_aside(self.pick(("events", "events", "input.record")))

    def hang_up(self) -> None:
        self.say("hang up")
        self.asides.pop(self.random.randrange(len(self.asides))).close()

    def start_remote(self) -> None:
        self.say("start kagami-remote")
        self.remote = Remote(self.service, "view", "DSI-1").__enter__()

    def view(self) -> None:
        self.say("a viewer comes")
        try:
            self.viewers.enter_context(RawViewer(self.remote.port))
        except (OSError, EOFError):
            # There is nothing to be seen while the session is locked.
            self.counts["viewers turned away"] += 1

    def end_remote(self) -> None:
        self.say("end kagami-remote")
        self.end_server(self.remote, self.viewers)
        self.remote = None

    def start_web(self) -> None:
        self.say("start kagami web")
        self.web = WebPage(self.service).__enter__()
        self.cookie = self.web.enter()

    def browse(self) -> None:
        """A browser that looks, or does something, and stays until the page ends or leaves at once."""
        path, kind = self.pick((("/control", "kagami-control"), ("/screen/DSI-1", "kagami-screen"), ("/screen/DP-1", "kagami-screen")))
        self.say(f"a browser opens {path}")
        browser = self.web.open(path, kind, Cookie=self.cookie)
        if path == "/control" and browser.status == 101:
            command = self.pick(("menu.show", "status", "outputs", "windows.next"))
            browser.send(json.dumps({"command": command}).encode() + b"\n")
        if self.random.random() < 0.5:
            browser.close()
        else:
            self.browsers.callback(browser.close)

    def end_web(self) -> None:
        self.say("end kagami web")
        self.end_server(self.web, self.browsers)
        self.web = None

    def end_server(self, server: Remote | WebPage, clients: ExitStack) -> None:
        clients.close()
        if self.random.random() < 0.3:
            server.process.kill()
        server.__exit__()

    def odd_request(self) -> None:
        """A request as no program of the project's makes it: a key is missing, or has a value of another kind."""
        request = dict(self.pick(REQUESTS))
        key = self.pick(sorted(request))
        if self.random.random() < 0.2 and key != "command":
            del request[key]
        else:
            request[key] = self.pick(ODD_VALUES)
        self.ask(**{"command": "", **request})
        # What was set by hand may be forgotten, and with it the way that the panel lies.
        self.look()


ODD_VALUES = (
    None, True, -1, 0, 7, 2**31, 2**63, -2**63, 1e308, -1e308, 0.1, "", "x" * 5000, "\0", "é\n", "all", [], [[]], {}, {"x": 1},
    ["a", None])
# Requests that are right; none of them waits for its reply, refuses a mode for good or ends what the storm counts on.
REQUESTS = (
    {"command": "controller.mode", "mode": "view"}, {"command": "controller.zoom", "factor": 2, "x": 10, "y": 10},
    {"command": "controller.region", "x": 0, "y": 0, "width": 10, "height": 10}, {"command": "mirror", "enabled": True},
    {"command": "externals.use", "name": "DP-1"}, {"command": "externals.arrange", "arrangement": "span"},
    {"command": "present", "tool": "pen", "color": "#ff0000", "width": 3}, {"command": "present.timer", "action": "start", "minutes": 3},
    {"command": "panel.show", "foreground": "content"}, {"command": "blank", "extent": "external"},
    {"command": "blank.output", "name": "DP-1", "enabled": True}, {"command": "freeze", "enabled": True},
    {"command": "freeze.output", "name": "DP-1", "enabled": True}, {"command": "brightness", "percent": 30},
    {"command": "overscan", "percent": 2}, {"command": "windows.activate", "app_id": "foot"}, {"command": "outputs"},
    {"command": "outputs.forget", "name": "DP-1"}, {"command": "config.show"}, {"command": "metrics"}, {"command": "hints.reset"},
    {"command": "screenshot", "screen": "panel"}, {"command": "keyboard.show", "show": "auto"},
    {"command": "pip", "action": "size", "width": 100, "height": 100}, {"command": "pip", "action": "skip", "seconds": 3},
    {"command": "pip", "action": "control", "source": "hud"}, {"command": "pip", "action": "acknowledge", "number": 1},
    {"command": "hud", "action": "show", "place": "panel-top", "width": 300, "height": 40},
    {"command": "hud", "action": "set", "values": {"viewers": 1, "comment": "hello", "author": "mika"}},
    {"command": "virtual.touch", "action": "move", "id": 9, "x": 1, "y": 1},
    {"command": "virtual.pointer", "action": "motion", "dx": 1, "dy": 1},
    {"command": "virtual.gesture", "action": "update", "dx": 1, "dy": 1, "scale": 1, "rotation": 1},
    {"command": "virtual.key", "code": 99}, {"command": "virtual.unplug", "name": "DP-99"},
    {"command": "input.inject", "events": [{"type": "key", "device": 9, "time_us": 0, "code": 30, "pressed": False}]},
)

TABLE = (
    # Fingers, keys, mouse and pen, held for as long as it comes.
    Operation(14, VirtualStorm.finger_down, lambda storm: len(storm.fingers) < len(FINGERS)),
    Operation(20, VirtualStorm.finger_move, lambda storm: storm.fingers),
    Operation(12, VirtualStorm.finger_up, lambda storm: storm.fingers),
    Operation(10, VirtualStorm.key_down, lambda storm: len(storm.keys) < 4),
    Operation(12, VirtualStorm.key_up, lambda storm: storm.keys),
    Operation(4, VirtualStorm.press_shortcut),
    Operation(12, VirtualStorm.mouse_move),
    Operation(8, VirtualStorm.mouse_button),
    Operation(4, VirtualStorm.mouse_scroll),
    Operation(4, VirtualStorm.gesture),
    Operation(10, VirtualStorm.pen_step),
    Operation(3, VirtualStorm.replay),
    # Displays.
    Operation(6, VirtualStorm.plug, VirtualStorm.free),
    Operation(5, VirtualStorm.unplug, lambda storm: storm.displays),
    Operation(2, VirtualStorm.swap, lambda storm: storm.displays),
    Operation(2, VirtualStorm.borrow, VirtualStorm.free),
    Operation(3, VirtualStorm.give_back, lambda storm: storm.borrowed),
    Operation(2, VirtualStorm.arrange),
    Operation(3, VirtualStorm.choose),
    Operation(1, VirtualStorm.refuse_mode),
    Operation(2, VirtualStorm.mirror),
    Operation(1, VirtualStorm.configure),
    Operation(1, VirtualStorm.set_output),
    # What the service shows.
    Operation(4, VirtualStorm.controller),
    Operation(6, VirtualStorm.pip),
    Operation(3, VirtualStorm.hud),
    Operation(3, VirtualStorm.menu),
    Operation(1, VirtualStorm.question, lambda storm: len(storm.asides) < 20),
    Operation(2, VirtualStorm.keyboard),
    Operation(4, VirtualStorm.present),
    Operation(5, VirtualStorm.cover),
    Operation(1, VirtualStorm.screenshot),
    Operation(2, VirtualStorm.windows),
    # Programs that come and go. These last long, and are rare for that.
    Operation(1, VirtualStorm.launch, lambda storm: len(storm.programs) < MOST_PROGRAMS),
    Operation(1, VirtualStorm.launch_nothing),
    Operation(1, VirtualStorm.end_program, lambda storm: storm.programs),
    Operation(1, VirtualStorm.kill_application),
    Operation(1, VirtualStorm.restart),
    Operation(1, VirtualStorm.lock, lambda storm: storm.locker is None),
    Operation(4, VirtualStorm.unlock, lambda storm: storm.locker),
    Operation(1, VirtualStorm.kill_locker, lambda storm: storm.locker),
    # Connections and viewers.
    Operation(3, VirtualStorm.listen, lambda storm: len(storm.asides) < 20),
    Operation(8, VirtualStorm.hang_up, lambda storm: storm.asides),
    Operation(1, VirtualStorm.start_remote, lambda storm: storm.remote is None and not storm.is_locked),
    Operation(2, VirtualStorm.view, lambda storm: storm.remote),
    Operation(1, VirtualStorm.end_remote, lambda storm: storm.remote),
    Operation(1, VirtualStorm.start_web, lambda storm: storm.web is None),
    Operation(3, VirtualStorm.browse, lambda storm: storm.web),
    Operation(1, VirtualStorm.end_web, lambda storm: storm.web),
    Operation(12, VirtualStorm.odd_request),
)


class StormService(VirtualService):
    """Two applications that come back whenever they end, and an on-screen keyboard."""

    patience = 60.0
    settings = CONFIGURATION

    def __init__(self):
        super().__init__(
            panel="{}x{}".format(*PANEL), configuration=self.settings,
            panel_command=["foot", "--config=/dev/null", "--app-id=panel", "sleep", "1000000"])
        self.text = self.configuration.read_text()


class GraphicsStormService(FaultyService, StormService):
    """The same, drawn with OpenGL ES, whose context is lost while the service is `troubled`."""

    settings = CONFIGURATION + '[renderer]\nuse = "gles"\n'

    def __init__(self):
        super().__init__(RandomFaults(SEED, 1, (("glGetError", (GL_CONTEXT_LOST,)),)))

    def preload(self) -> dict[str, str]:
        # Nobody asks for the places, and to find them costs much.
        return {name: value for name, value in super().preload().items() if name != "KAGAMI_FAULTS"}


@dataclass(frozen=True)
class Holdings:
    """What the service has while nothing happens: resident memory in bytes, and descriptors."""

    memory: int
    descriptors: int

    @staticmethod
    def of(process: int) -> "Holdings":
        return Holdings(resident_memory(process), open_descriptors(process))


class StormTests(unittest.TestCase):
    service, operations, table = StormService, OPERATIONS, TABLE

    def test_storm(self):
        service = self.enterContext(self.service())
        service.wait_for("the application is shown", lambda status: status["content"] and status["panel_application"])
        storm = VirtualStorm(service, SEED)
        self.addCleanup(storm.close)
        held: list[tuple[int, Holdings]] = []
        started = time.monotonic()
        try:
            for done in storm.spells(self.operations, min(CALM, self.operations // 2), self.table):
                held.append((done, Holdings.of(service.process.pid)))
                self.check_log(service, done)
            self.check_devices(storm)
        except (AssertionError, OSError, ValueError) as error:
            ended = f"; the service has ended with {service.process.returncode}" if service.process.poll() is not None else ""
            raise AssertionError(
                f"seed {SEED}, after {sum(storm.counts.values())} operations{ended}: {error}\nthe last ones:\n"
                + "\n".join(storm.last) + f"\n{service.log()}") from error
        seconds = time.monotonic() - started
        print(f"\nseed {SEED}: {self.operations} operations in {seconds:.0f} s: {dict(storm.counts.most_common())}", flush=True)
        self.check_holdings(held)
        self.assertEqual(service.end(), 0)

    def check_log(self, service: VirtualService, done: int) -> None:
        lines = (service.folder / "stderr").read_text(errors="replace").splitlines()
        faults = [line for line in lines if "[error kagami" in line or "[critical kagami" in line]
        if faults or len(lines) > 500 + 2 * done:
            kinds = Counter(line.split("[")[0][:60] for line in lines)
            raise AssertionError(f"{len(lines)} lines after {done} operations, faults {faults[:5]}: {kinds.most_common(8)}")

    def check_devices(self, storm: VirtualStorm) -> None:
        """A tap is one finger that comes and goes: none is down from before."""
        viewer = storm.service.start_viewer()
        for action in ("down", "up"):
            storm.do("virtual.touch", action=action, id=0, **({"x": 300, "y": 200} if action == "down" else {}))
        eventually(lambda: [touch.kind for touch in viewer.touches()][-2:] == ["down", "up"], "the tap has arrived", 20)
        self.assertEqual(len(viewer.touches()), 2, viewer.touches())

    def check_holdings(self, held: list[tuple[int, Holdings]]) -> None:
        """Flat once all is warm: the medians of the first and the last half of what comes then."""
        late = [holdings for done, holdings in held if done > WARM]
        half = len(late) // 2
        if half == 0:
            return
        first, last = late[:half], late[-half:]
        for what in ("memory", "descriptors"):
            before, after = (statistics.median(getattr(holdings, what) for holdings in part) for part in (first, last))
            print(f"{what}: {before:.0f}, then {after:.0f}, {after / before:.3f} times", flush=True)
            # An X server comes and goes, and has six descriptors.
            self.assertLessEqual(after / before, MOST_GROWTH, f"{what} of {held}")


class GraphicsStormTests(StormTests):
    """The renderer is lost among all else, and comes back."""

    service, operations = GraphicsStormService, OPERATIONS // 4
    table = (*TABLE, Operation(30, VirtualStorm.lose_renderer))

    def check_log(self, service: GraphicsStormService, done: int) -> None:
        super().check_log(service, done)
        self.assertIn("drawing with the processor", (service.folder / "stderr").read_text(errors="replace"))


if __name__ == "__main__":
    unittest.main()
