"""The service in the emulated machine, as an ordinary user with a seat, on the graphics card there."""

import json
import shlex
import signal
import tempfile
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

from machine.machine import ORDINARY_USER, Machine

from .binary import in_machine, kagami
from .booted import EXTERNAL_HEAD
from .event_viewer import EventViewer
from .pictures import load
from .service import Finished, Service, plain
from .terminal import Terminal
from .waiting import eventually

# The guest sees the shared folder here.
SHARE = "/share"


class EmulatedService(Service):
    """A context in which `kagami run --backend drm` hosts an application in the guest, foot where no other is named."""

    patience = 60.0
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
            self.start(f"exec {self.kagami} events --json", "events.jsonl")
            eventually(self.is_heard, "events are read", self.patience)
        except AssertionError as error:
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
        display = self.terminal.start()["WAYLAND_DISPLAY"]
        pid = self.start(command, log, WAYLAND_DISPLAY=display)
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

    @cached_property
    def socket(self) -> str:
        """The control socket's path in the guest."""
        return f"/run/user/{self.machine.run(f'id -u {self.user}').output.strip()}/kagami.sock"

    def answers(self) -> bool:
        status = self.machine.agent.ask("wait", pid=self.pid, timeout=0)["status"]
        if status is not None:
            raise AssertionError(f"kagami run ended with {status}")
        return self.attempt("status", "--json").status == 0

    def is_heard(self) -> bool:
        """Whether a client is connected to the control socket: what happens before the reader of events is, nobody sees."""
        connected = f"grep -cE '^\\S+ \\S+ \\S+ \\S+ \\S+ 03 .* {self.socket}$' /proc/net/unix"
        return int(self.machine.run(connected).output) > 0

    def end(self, number: int = signal.SIGTERM, timeout: float = 30) -> int | None:
        """Sends a signal and returns the exit status, or None where the service runs on."""
        self.machine.agent.ask("signal", pid=self.pid, number=int(number))
        return self.machine.agent.ask("wait", timeout + 10, pid=self.pid, timeout=timeout)["status"]

    def attempt(self, *arguments: str) -> Finished:
        result = self.machine.run(shlex.join([self.kagami, *arguments]), self.user)
        return Finished(result.status, result.output, result.output.strip())

    def status(self) -> dict:
        """The same as `kagami status --json` prints, from the socket itself, which is gentler on the guest."""
        answer = self.machine.agent.ask("ask", path=self.socket, line='{"command":"status"}')
        return json.loads(answer["reply"])["status"]

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
        return load(path)
