"""The short life of a stock program: start, input, plug, input, unplug, close. It must outlive all but the last."""

import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually

PANEL = (1280, 800)
# Software takes the toolkits long at 4K; sizes beyond that have tests of their own.
EXTERNAL = (1920, 1080)


@dataclass(frozen=True)
class Stock:
    """One program, by what starts it; `{folder}` in a word is the service's own."""

    command: tuple[str, ...]
    environment: dict[str, str] = field(default_factory=dict)
    closes: bool = True
    """Whether it ends when its window is asked to close; some ask back, or have no handler."""

    ends_with: tuple[int, ...] = (0,)
    """The exit statuses that it has when it is closed."""

    takes_input: bool = True
    """False for one that ends at a click or a key, as it should."""

    patience: float = 20
    folder: str | None = None
    """Where it runs, if its files have to be there."""


class StockProgram:
    """A context in which a program runs on a service that hosts nothing else."""

    def __init__(self, stock: Stock):
        self.stock = stock
        self.service = VirtualService(command=[], panel="x".join(map(str, PANEL)))
        self.service.patience = stock.patience

    def __enter__(self) -> "StockProgram":
        service = self.service.__enter__()
        words = [word.replace("{folder}", str(service.folder)) for word in self.stock.command]
        variables = {"WAYLAND_DISPLAY": service.application_display(), "LIBGL_ALWAYS_SOFTWARE": "1"} | self.stock.environment
        self.output = service.folder / "program.log"
        with self.output.open("wb") as log:
            self.process = subprocess.Popen(
                words, env=service.environment | variables, cwd=self.stock.folder or service.folder,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        service.others.append(self.process)
        return self

    def __exit__(self, *arguments) -> None:
        self.service.__exit__(*arguments)

    def check_alive(self, step: str) -> None:
        if (status := self.process.poll()) is not None:
            raise AssertionError(f"{self.stock.command[0]} ended with {status} {step}\n{self.output.read_text(errors='replace')[-1500:]}")
        if (status := self.service.process.poll()) is not None:
            raise AssertionError(f"the service ended with {status} {step}\n{self.service.log()}")

    def wait_on(self, screen: str) -> None:
        """Waits for its window on a screen, at any size that it keeps."""

        def holds(status: dict) -> bool:
            self.check_alive(f"on its way to the {screen}")
            return bool(status["content"]) and status["content"]["on"] == screen

        self.service.wait_for(f"{self.stock.command[0]} is on the {screen}", holds)

    def use(self, step: str) -> None:
        """A finger, a click and a key reach the window's middle, and a second of drawing goes by."""
        drawn = self.service.status()
        commands = () if not self.stock.takes_input else (
            ("touch", "tap", "640", "400"), ("pointer", "move", "600", "380"), ("pointer", "button", "left"), ("key", "tab"))
        for command in commands:
            self.service.cli("virtual", *command)
        self.service.rest(1)
        self.check_alive(f"after input {step}")
        if drawn["content"] and self.service.status()["content"] is None:
            raise AssertionError(f"{self.stock.command[0]} has lost its window {step}")

    def close(self) -> None:
        """Has the service ask the front window to close, as a tool does, and waits for the program's end."""
        finished = subprocess.run(
            ["/usr/bin/python3", "-B", str(Path(__file__).parents[1] / "raw" / "close_windows.py")],
            env=self.service.environment | {"WAYLAND_DISPLAY": self.service.tools}, capture_output=True, text=True, timeout=30)
        if finished.returncode != 0:
            raise AssertionError(f"the windows could not be closed: {finished.stderr}")
        status = eventually(lambda: (self.process.poll(),) if self.process.poll() is not None else None, "it ends when it is closed", self.stock.patience)[0]
        if status not in self.stock.ends_with:
            raise AssertionError(f"{self.stock.command[0]} ended with {status} when it was closed\n{self.output.read_text(errors='replace')[-1500:]}")


def lead_short(stock: Stock) -> None:
    """Raises `AssertionError` with the step at which the program ended or lost its window."""
    require_programs(stock.command[0])
    with StockProgram(stock) as program:
        program.wait_on("panel")
        program.use("on the panel")
        program.service.cli("virtual", "plug", "HDMI-A-1", "x".join(map(str, EXTERNAL)))
        program.wait_on("external")
        program.use("on the external")
        program.service.cli("virtual", "unplug", "HDMI-A-1")
        program.wait_on("panel")
        program.use("at home again")
        if stock.closes:
            program.close()
