"""The service on this computer, on virtual displays, in a folder of its own."""

import json
import os
import shlex
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from kagami import Client, CommandRefused

from .binary import CHECKOUT, kagami
from .event_viewer import EventViewer
from .pictures import read_plain
from .processes import end_process
from .service import CommandFailed, Finished, Service, plain
from .terminal import Terminal
from .waiting import eventually

# One question wakes the service for a connection, a line and an end; one more for what a busy computer splits.
QUESTION_WAKEUPS = 4


class VirtualService(Service):
    """A context in which `kagami run --backend virtual` runs; everything it leaves goes with it."""

    interval = 0.03

    def __init__(
        self, command: list[str] | None = None, panel: str = "1280x800", wait: bool = True, configuration: str = "",
        panel_command: list[str] | None = None, panel_mm: str = "0x0"
    ):
        """Hosts `command`, or foot with the probe in it; `wait` is for the socket to answer.

        `panel_mm` is the panel's size in millimetres: one that does not say it counts as a handheld of 7 inches, whose pixels the
        tests are about. `configuration` is the text of the configuration file, `panel_command` the panel application.
        """
        self.folder = Path(tempfile.mkdtemp(prefix="kagami-virtual-"))
        self.terminal = Terminal(self.folder, checkout=CHECKOUT)
        self.viewer = EventViewer(self.folder)
        self.command = self.terminal.command() if command is None else command
        self.panel = panel
        self.panel_mm = panel_mm
        self.panel_command = panel_command
        self.wait = wait
        self.others: list[subprocess.Popen] = []
        self.configuration = self.folder / "config" / "kagami" / "config.toml"
        self.configuration.parent.mkdir(parents=True)
        self.configuration.write_text(plain(configuration))

    def __enter__(self) -> "VirtualService":
        self.environment = environment(self.folder) | self.variables()
        self.spawn()
        try:
            if self.wait:
                eventually(self.answers, "the service answers", self.patience)
        except AssertionError as error:
            log = self.log()
            self.__exit__()
            raise AssertionError(f"{error}\n{log}") from None
        self.answered = time.monotonic()
        return self

    def spawn(self) -> None:
        """Starts the service, also again in the same folder after it has ended."""
        options = ["run", *self.backend()]
        # The whole tier, by another renderer.
        if renderer := os.environ.get("KAGAMI_RENDERER"):
            options += ["--renderer", renderer]
        if self.panel_command:
            options += ["--panel-command", shlex.join(self.panel_command)]
        hosted = ["--", *self.command] if self.command else []
        with open(self.folder / "stdout", "wb") as output, open(self.folder / "stderr", "wb") as errors:
            self.process = subprocess.Popen(
                [*self.program(), *options, *hosted], env=self.environment, cwd=CHECKOUT, stdin=subprocess.DEVNULL,
                stdout=output, stderr=errors
            )

    def __exit__(self, *_) -> None:
        for other in self.others:
            other.kill()
            other.wait()
        end_process(self.process)
        shutil.rmtree(self.folder, ignore_errors=True)

    def variables(self) -> dict[str, str]:
        """What else the service finds in its environment."""
        return {}

    def program(self) -> list:
        """What the service is started as."""
        return [kagami()]

    def backend(self) -> list[str]:
        """The options that say which displays it has."""
        return ["--backend", "virtual", "--virtual-panel", self.panel, "--virtual-panel-mm", self.panel_mm]

    def answers(self) -> bool:
        if self.process.poll() is not None:
            raise AssertionError(f"kagami run ended with {self.process.returncode}")
        try:
            return bool(self.status())
        except OSError:
            # Nobody listens yet.
            return False

    def status(self) -> dict:
        """The same as `kagami status --json` prints, from the socket itself: tests ask very often."""
        try:
            return Client(self.socket_path).status()
        except OSError:
            if self.process.poll() is None:
                raise
            raise AssertionError(f"kagami run ended with {self.process.returncode}\n{self.log()}") from None

    def log(self) -> str:
        files = [self.folder / name for name in ("stdout", "stderr", "foot.log", "viewer.log")]
        return "\n".join(
            f"--- {file.name}\n{file.read_text(errors='replace')[-2000:]}" for file in files if file.exists()
        )

    def attempt(self, *arguments: str) -> Finished:
        result = subprocess.run(
            [kagami(), *arguments], env=self.environment, cwd=self.folder, capture_output=True, text=True, timeout=30
        )
        return Finished(result.returncode, result.stdout, result.stderr.strip())

    def run_aside(self, *arguments: str) -> subprocess.Popen:
        """A command that goes on while others run; it ends with the service at the latest."""
        aside = subprocess.Popen(
            [kagami(), *arguments], env=self.environment, cwd=self.folder, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL
        )
        self.others.append(aside)
        return aside

    def end(self, number: int = signal.SIGTERM) -> int:
        """Sends a signal and returns the exit status."""
        self.process.send_signal(number)
        return self.process.wait(self.patience)

    def rest(self, seconds: float) -> tuple[dict, dict]:
        """The status before and after a while in which nobody asks anything.

        For what must not happen, or only so often, over a time: no condition can be waited for there. Both questions
        together are at most QUESTION_WAKEUPS between the two answers. A second after its start the service looks whether its
        application has a window: the while begins later.
        """
        time.sleep(max(0, self.answered + 1.5 - time.monotonic()))
        before = self.status()
        time.sleep(seconds)
        return before, self.status()

    @property
    def socket_path(self) -> Path:
        return self.folder / "kagami.sock"

    def screen(self, name: str):
        with os.fdopen(os.memfd_create(name, os.MFD_CLOEXEC), "r+b") as picture:
            try:
                Client(self.socket_path).request("screenshot", files=[picture.fileno()], screen=name, format="ppm")
            except CommandRefused as error:
                raise CommandFailed(f"screenshot {name}: {error}") from None
            picture.seek(0)
            return read_plain(picture)

    def raw_request(self, line: bytes, files: tuple[int, ...] = ()) -> dict:
        """The reply to one line on the control socket, whatever is in it; `files` are descriptors to attach."""
        with self.connect() as channel:
            socket.send_fds(channel, [line], files)
            return json.loads(channel.makefile("rb").readline())

    def connect(self) -> socket.socket:
        """A connection to the control socket."""
        channel = socket.socket(socket.AF_UNIX)
        channel.settimeout(10)
        channel.connect(str(self.socket_path))
        return channel

    def plug(self, width: int = 3840, height: int = 2160, name: str = "HDMI-A-1") -> dict:
        """Plugs in a display, and waits until the content is laid out for it."""
        self.cli("virtual", "plug", name, f"{width}x{height}")
        return self.wait_for_content(width, height, "external")

    def application_display(self) -> str:
        """The name of the applications' socket, for programs that are not hosted."""
        return next(path.name for path in self.folder.glob("wayland-*") if path.is_socket() and not path.name.endswith("tools"))

    def copy(self, text: str) -> None:
        """Puts a text into the clipboard, as a tool does."""
        subprocess.run(
            ["wl-copy"], input=text, env=self.environment | {"WAYLAND_DISPLAY": self.tools}, text=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, check=True, timeout=20
        )

    def pasted(self) -> str:
        """The clipboard's text, as a tool gets it."""
        return subprocess.run(
            ["wl-paste", "--no-newline"], env=self.environment | {"WAYLAND_DISPLAY": self.tools}, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=20
        ).stdout

    def start_viewer(self) -> EventViewer:
        """Starts wev as one more client, which comes to lie on top, and waits until it is there."""
        display = eventually(self.terminal.start, "the terminal's program runs")["WAYLAND_DISPLAY"]
        self.others.append(
            subprocess.Popen(["sh", "-c", self.viewer.command()], env=self.environment | {"WAYLAND_DISPLAY": display})
        )
        eventually(self.viewer.is_shown, "the event viewer is shown")
        return self.viewer

    def terminal_ready(self, width: int = 1280, height: int = 800) -> tuple[int, int]:
        """Waits until the terminal runs, fills the panel and has drawn its text."""
        self.wait_for_content(width, height, "panel")
        size = eventually(self.terminal.size, "the terminal's program runs")
        self.wait_until_still()
        return size


def environment(folder: Path) -> dict[str, str]:
    """A user's session of its own: nothing of the real one is seen or touched."""
    kept = {name: os.environ[name] for name in ("PATH",) if name in os.environ}
    return kept | {
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "SHELL": "/bin/sh",
        "XDG_RUNTIME_DIR": str(folder),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "XDG_CONFIG_HOME": str(folder / "config"),
        # Whatever keyboard this computer has.
        "XKB_DEFAULT_LAYOUT": "us",
        "KAGAMI_SYSTEM_CONFIG": str(folder / "machine"),
    }


class EventStream:
    """Collects the events on the control socket, or on another one; none is missed once it is made."""

    def __init__(self, service: VirtualService, path: Path | None = None):
        self.stream = Client(path or service.socket_path).events()
        self.events: list[dict] = []
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self) -> None:
        for event in self.stream:
            self.events.append(event)

    def of(self, kind: str) -> list[dict]:
        return [event for event in self.events if event["type"] == kind]

    def __enter__(self) -> "EventStream":
        return self

    def __exit__(self, *_) -> None:
        self.stream.close()
        self.thread.join(10)
        self.stream.__exit__()
