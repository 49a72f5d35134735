"""The service in the emulated machine, as an ordinary user with a seat, on the graphics card there."""

import json
import shlex
import signal
import tempfile
from contextlib import contextmanager
from pathlib import Path

from machine.errors import MachineError
from machine.machine import ORDINARY_USER, Machine

from .binary import in_machine, kagami
from .booted import EXTERNAL_HEAD
from .event_viewer import EventViewer
from .pictures import load_plain
from .service import Finished, Service, plain
from .terminal import Terminal
from .waiting import eventually

# The guest sees the shared folder here.
SHARE = "/share"
RAW_CLIENTS = "/checkout/Tests/EndToEnd/support/raw"


class EmulatedService(Service):
    """A context in which `kagami run --backend drm` hosts an application in the guest, foot where no other is named."""

    patience = 60.0
    # Each question takes time of the guest, in which it could do what is waited for.
    interval = 0.2
    # A frame of a large display takes the guest some tenths of a second.
    quiet = 0.6
    user = ORDINARY_USER

    def __init__(self, machine: Machine, name: str, configuration: str = "", program: str | None = None, application: list[str] | None = None):
        """`name` begins that of a folder in the machine's share, for what the service and its application write. `program` is
        kagami in the guest, by default the program under test."""
        self.machine = machine
        self.kagami = program or in_machine(kagami())
        self.configuration = plain(configuration)
        self.folder = Path(tempfile.mkdtemp(prefix=f"{name}-", dir=machine.share))
        self.folder.chmod(0o777)
        self.seen_as = f"{SHARE}/{self.folder.name}"
        self.viewers = 0
        # The graphics card's heads that show the screens.
        self.heads = {"panel": 0, "external": EXTERNAL_HEAD}
        self.terminal = Terminal(self.folder, self.seen_as, checkout="/checkout")
        self.application = self.terminal.command() if application is None else application

    def __enter__(self) -> "EmulatedService":
        (self.folder / "config.toml").write_text(self.configuration)
        options = ["--backend", "drm", "--config", f"{self.seen_as}/config.toml"]
        hosted = ["--", *self.application] if self.application else []
        run = shlex.join([self.kagami, "run", *options, *hosted])
        self.pid = self.start(f"exec {run}", "service.log")
        try:
            eventually(self.answers, "the service answers", self.patience, interval=0.3)
            self.follow_events()
        except (AssertionError, MachineError) as error:
            log = self.log()
            self.__exit__()
            raise AssertionError(f"{error}\n{log}") from None
        return self

    def __exit__(self, *_) -> None:
        if self.end(signal.SIGTERM, timeout=15) is None:
            self.end(signal.SIGKILL, timeout=15)

    def start(self, command: str, log: str, **environment: str) -> int:
        """Starts a shell command in the guest whose output goes to a file of the folder, and returns its pid."""
        answer = self.machine.agent.ask(
            "start", command=command, user=self.user, log=f"{self.seen_as}/{log}", environment=environment
        )
        return answer["pid"]

    @contextmanager
    def client(self, command: str, log: str = "client.log"):
        """A context in which one more Wayland client runs, on top of the terminal; it is killed at the end."""
        with self.on_top(self.start(command, log, WAYLAND_DISPLAY=self.terminal.start()["WAYLAND_DISPLAY"])):
            yield

    @contextmanager
    def raw_client(self, name: str, options: str = "", log: str = "client.log"):
        """The same for one of the clients in `support/raw`."""
        with self.on_top(self.start_raw_client(name, options, log)):
            yield

    def start_raw_client(self, name: str, options: str = "", log: str = "client.log") -> int:
        """Starts one of the clients in `support/raw`, whose output goes to a file of the folder, and returns its pid."""
        answer = self.machine.agent.ask(
            "start-script", script=f"{RAW_CLIENTS}/{name}.py", arguments=options.split(), user=self.user,
            log=f"{self.seen_as}/{log}", environment={"WAYLAND_DISPLAY": self.terminal.start()["WAYLAND_DISPLAY"]}
        )
        return answer["pid"]

    @contextmanager
    def on_top(self, pid: int):
        """A context in which a client runs on top of the terminal."""
        try:
            yield
        finally:
            self.machine.agent.ask("signal", pid=pid, number=int(signal.SIGKILL))
            self.wait_for("the terminal again", lambda status: status["content"]["app_id"] == "foot")

    @contextmanager
    def viewer(self):
        """A context in which wev lies on top and takes the input; gives what it saw."""
        self.viewers += 1
        viewer = EventViewer(self.folder, self.seen_as, f"viewer-{self.viewers}.log")
        with self.client(viewer.command()):
            eventually(viewer.is_shown, "the event viewer is shown", self.patience)
            yield viewer

    def answers(self) -> bool:
        status = self.machine.agent.ask("wait", pid=self.pid, timeout=0)["status"]
        if status is not None:
            raise AssertionError(f"kagami run ended with {status}")
        try:
            return bool(self.status())
        except MachineError:
            # Nobody listens yet.
            return False

    def end(self, number: int = signal.SIGTERM, timeout: float = 30) -> int | None:
        """Sends a signal and returns the exit status, or None where the service runs on."""
        self.machine.agent.ask("signal", pid=self.pid, number=int(number))
        return self.machine.agent.ask("wait", timeout + 10, pid=self.pid, timeout=timeout)["status"]

    def attempt(self, *arguments: str) -> Finished:
        result = self.machine.run(shlex.join([self.kagami, *arguments]), self.user)
        return Finished(result.status, result.output, result.output.strip())

    def status(self) -> dict:
        """The same as `kagami status --json` prints."""
        return self.control("ask", command="status")["reply"]["status"]

    def screenshot(self, name: str):
        """What the service says that a screen shows; `screen` is what is seen from outside."""
        file = f"{name}.ppm"
        self.control("take-picture", screen=name, file=f"{self.seen_as}/{file}")
        return load_plain(self.folder / file)

    def follow_events(self) -> None:
        """Has `events` begin: those from now on."""
        self.control("follow-events", file=f"{self.seen_as}/events.jsonl")

    def control(self, operation: str, **arguments: str) -> dict:
        """Has the guest's agent ask on the control socket: a program of its own that asks takes the guest seconds."""
        return self.machine.agent.ask(f"control.{operation}", self.patience, user=self.user, **arguments)

    def log(self) -> str:
        files = [self.folder / name for name in ("service.log", "foot.log")]
        return "\n".join(
            f"--- {file.name}\n{file.read_text(errors='replace')[-2000:]}" for file in files if file.exists()
        )

    def events(self, kind: str) -> list[dict]:
        """The events of one kind so far."""
        lines = (self.folder / "events.jsonl").read_text().rpartition("\n")[0].splitlines()
        return [event for event in map(json.loads, lines) if event["type"] == kind]

    def screen(self, name: str):
        return self.dump(self.heads[name])

    def dump(self, head: int):
        """What a display shows, seen from outside the guest."""
        path = Path(self.machine.folder) / f"head{head}.ppm"
        self.machine.dump(head, path)
        return load_plain(path)
