"""Other compositors on a bench: the model is not made for one program."""

import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

from support.virtual_service import environment

from .bench import Bench
from .launcher import Launcher


class Compositor:
    """A context in which a compositor runs on a bench, in a folder of its own."""

    def __init__(self, bench: Bench):
        self.bench = bench
        self.folder = Path(tempfile.mkdtemp(prefix="paper-others-"))
        self.folder.chmod(0o700)

    def command(self) -> list[str]:
        raise NotImplementedError

    def variables(self) -> dict[str, str]:
        return {}

    def descriptors(self) -> tuple[int, ...]:
        return ()

    def __enter__(self) -> "Compositor":
        variables = self.bench.environment | self.variables()
        settings = [f"{name}={value}" for name, value in variables.items()]
        with open(self.folder / "log", "wb") as log:
            self.process = subprocess.Popen(
                self.command_line(settings), env=environment(self.folder), cwd=self.folder, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, pass_fds=self.descriptors(), start_new_session=True)
        return self

    def command_line(self, settings: list[str]) -> list[str]:
        return ["env", *settings, *self.command()]

    def __exit__(self, *_) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def wayland_socket(self) -> str | None:
        """The name of the socket for clients, once it is there."""
        names = [path.name for path in self.folder.glob("wayland-*") if path.is_socket()]
        return names[0] if names else None

    def log(self) -> str:
        return (self.folder / "log").read_text(errors="replace")[-3000:]


class Weston(Compositor):
    def __enter__(self) -> "Weston":
        self.launcher = Launcher(self.bench).__enter__()
        return super().__enter__()

    def __exit__(self, *_) -> None:
        super().__exit__()
        self.launcher.__exit__()

    def command(self) -> list[str]:
        return ["weston", "--backend=drm-backend.so", "--use-pixman", "--continue-without-input"]

    def variables(self) -> dict[str, str]:
        return self.launcher.environment

    def descriptors(self) -> tuple[int, ...]:
        return self.launcher.descriptors


class Sway(Compositor):
    """As nobody in particular: sway does not run as root."""

    BACKGROUND = (255, 128, 0)

    def command_line(self, settings: list[str]) -> list[str]:
        private = ["unshare", "--user", "--map-user=1000", "--map-group=1000"] if os.geteuid() == 0 else []
        return [*private, *super().command_line(settings)]

    def command(self) -> list[str]:
        configuration = self.folder / "sway"
        configuration.write_text("output * bg #ff8000 solid_color\n")
        return ["sway", "--config", str(configuration)]

    def variables(self) -> dict[str, str]:
        return {"WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_BACKENDS": "drm,libinput"}
