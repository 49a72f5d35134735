"""The emulated machine, from power on to power off."""

import os
import shutil
import subprocess
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from .agent import Agent
from .board import Board
from .cache import one_of
from .channel import connect
from .disk import make_disk
from .errors import MachineError
from .graphics import CARD, VIRTIO, Graphics
from .head import Head
from .initramfs import write_initramfs
from .kernel import Kernel
from .network import ADDRESS, free_port
from .qemu import BOARD, PC, Platform, Setup, command_line, emulator
from .qmp import Monitor

# Boot takes about ten seconds; a busy computer is given time.
BOOT_TIMEOUT = 240
# A fleet of two, and one of other tests beside it.
MOST_MACHINES = 3
CHECKOUT = Path(__file__).resolve().parents[3]
ORDINARY_USER = "person"


@dataclass(frozen=True)
class Finished:
    """How a program in the guest ended; a negative status is the signal that killed it."""

    status: int
    output: str


class Machine:
    """A context in which the machine runs. There are three at a time on a computer: others wait."""

    def __init__(
        self, graphics: Graphics = VIRTIO, systemd: bool = False, root: Path | None = None, ports: tuple[int, ...] = (),
        backported: bool = False, processors: int = 1, board: Board | None = None, counts: bool = False,
    ):
        """With `systemd` the guest is booted by that, and what it writes outlasts `reboot`. `root` is the image of a system to
        boot then instead of this computer's own. What listens on `ports` of the guest is reached from here, at those of the
        loopback that `ports` of the machine says. `backported` takes the newer kernel of the release's backports. More
        `processors` than one make all of them slow where this computer has few: each waits for locks that another one holds,
        which does not run just then. A `board` is another kind of computer than this one, and brings root and kernel. One that
        `counts` tells programs how many instructions they took, and is slower for it."""
        self.graphics = graphics
        self.systemd = systemd
        self.board = board
        self.root = board.debian.image if board else root
        self.backported = backported
        self.processors = processors
        self.counts = counts
        self.ports = {port: free_port() for port in ports}

    def __enter__(self) -> "Machine":
        emulator(self.platform)
        with ExitStack() as stack:
            stack.enter_context(one_of(MOST_MACHINES, "machine"))
            self.folder = Path(tempfile.mkdtemp(prefix="kagami-machine-"))
            stack.callback(shutil.rmtree, self.folder, ignore_errors=True)
            self.share = self.folder / "share"
            self.share.mkdir()
            self.share.chmod(0o777)
            self.boot(stack)
            self.resources = stack.pop_all()
        return self

    def __exit__(self, *_) -> None:
        self.resources.close()

    @property
    def platform(self) -> Platform:
        return BOARD if self.board else PC

    def boot(self, stack: ExitStack) -> None:
        started = time.monotonic()
        kernel = self.kernel = self.board.kernel if self.board else Kernel.prepare(self.backported)
        initramfs = self.folder / "initramfs"
        write_initramfs(kernel.modules, Path(__file__).parent / "guest" / "init", initramfs, disk=self.systemd, busybox=self.board.busybox if self.board else None)
        layer = make_disk(self.folder / "layer") if self.systemd else None
        setup = Setup(
            kernel.image, kernel.modules, initramfs, CHECKOUT, self.share, self.folder, self.graphics, self.platform, layer, self.root,
            self.processors, self.ports, self.counts)
        log = stack.enter_context(open(self.folder / "qemu.log", "wb"))
        # QEMU ends with this program, however that ends.
        command = ["setpriv", "--pdeathsig", "KILL", *command_line(setup)]
        environment = dict(os.environ, **self.graphics.environment(stack))
        self.process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        stack.callback(self.power_off)
        try:
            self.monitor = Monitor(self.connect("qmp"))
            self.agent = Agent(self.connect("agent"))
            numbers = range(0 if self.graphics.draws_with_gl else self.graphics.heads)
            self.heads = [Head(self.connect(f"head{number}")) for number in numbers]
            self.agent.wait_until_ready(BOOT_TIMEOUT)
        except (MachineError, OSError) as error:
            raise MachineError(f"{error}\n{self.logs()}") from error
        if self.ports:
            self.run(f"device=$(ls /sys/class/net | grep -v '^lo$') && ip address add {ADDRESS} dev $device && ip link set up $device")
        self.boot_seconds = time.monotonic() - started

    def reboot(self) -> float:
        """Has systemd boot the machine again, and returns the seconds until its agent answers again."""
        started = time.monotonic()
        self.agent.expect_restart()
        self.agent.ask("start", command="exec systemctl reboot", user="root", log="/share/reboot.log", environment={})
        try:
            self.agent.wait_until_ready(BOOT_TIMEOUT)
        except MachineError as error:
            raise MachineError(f"{error}\n{self.logs()}") from error
        return time.monotonic() - started

    def connect(self, name: str):
        return connect(self.folder / name, 20, lambda: self.process.poll() is None)

    def power_off(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def run(self, command: str, user: str = "root", timeout: float = 60, **environment: str) -> Finished:
        """Runs a shell command in the guest, in the checkout, to its end."""
        answer = self.agent.ask(
            "run", timeout + 10, command=command, user=user, timeout=timeout, environment=environment
        )
        return Finished(answer["status"], answer["output"])

    def do(self, command: str, timeout: float = 120, **environment: str) -> str:
        """What a command of root's prints, which succeeds."""
        finished = self.run(command, timeout=timeout, **environment)
        if finished.status != 0:
            raise AssertionError(f"{command} ends with {finished.status}\n{finished.output}")
        return finished.output

    def logs(self) -> str:
        """The last lines that the machine has written about itself."""
        lines = []
        for file in [self.folder / "qemu.log", *sorted(self.share.glob("*.log"))]:
            if file.exists():
                lines += [f"{file.name}: {line}" for line in file.read_text(errors="replace").splitlines()[-15:]]
        return "\n".join(lines)

    def dump(self, head: int, path: Path) -> None:
        """Writes what a display shows, as QEMU sees it from outside, as a PPM picture."""
        self.monitor.execute("screendump", filename=str(path), device=CARD, head=head)

    def keep(self, folder: str) -> None:
        """Saves pictures of the displays and the logs for a person to look at."""
        target = Path(folder).resolve()
        target.mkdir(parents=True, exist_ok=True)
        for head in range(len(self.heads)):
            self.dump(head, target / f"head{head}.ppm")
        shutil.copytree(self.share, target / "share", dirs_exist_ok=True)
