"""sway without displays of its own: what a program does there is what it may be expected to do here."""

import io
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy

from .pictures import load
from .processes import end_process
from .virtual_service import environment
from .waiting import eventually

PATIENCE = 20


class Sway:
    """A context in which sway runs in a folder of its own, with one output and, beside the lines of `configuration`, no settings.

    Its output follows no plug; it is for what needs a display and is not told of others.
    """

    def __init__(self, size: str = "1280x800", configuration: str = ""):
        self.size = size
        self.configuration = configuration
        self.folder = Path(tempfile.mkdtemp(prefix="kagami-sway-"))
        self.environment = environment(self.folder)
        self.place = self.folder / "display"

    def __enter__(self) -> "Sway":
        configuration = self.folder / "sway.conf"
        tells = f"exec sh -c 'printf %s \"$DISPLAY\" >{self.place}'\n"
        configuration.write_text(f"output HEADLESS-1 mode {self.size}\n{tells}{self.configuration}")
        # It does not run as root.
        private = ["unshare", "--user", "--map-user=1000", "--map-group=1000"] if os.geteuid() == 0 else []
        settings = {"WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"}
        with (self.folder / "sway.log").open("wb") as log:
            self.process = subprocess.Popen(
                [*private, "sway", "--config", str(configuration)], env=self.environment | settings, cwd=self.folder,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            self.display = eventually(self.socket, "sway has its socket", PATIENCE)
        except AssertionError:
            self.__exit__()
            raise
        return self

    def socket(self) -> str | None:
        """The name of the socket for clients, once it is there."""
        if self.process.poll() is not None:
            raise AssertionError(f"sway ended with {self.process.returncode}\n{(self.folder / 'sway.log').read_text()[-2000:]}")
        return next((path.name for path in self.folder.glob("wayland-*") if path.is_socket()), None)

    def x_display(self) -> str:
        """The name of the display of X programs."""
        return eventually(lambda: self.place.exists() and self.place.read_text(), "sway tells its X display", PATIENCE)

    def picture(self) -> numpy.ndarray:
        """What the output shows; `grim` is required."""
        own = self.environment | {"WAYLAND_DISPLAY": self.display}
        shot = subprocess.run(["grim", "-t", "ppm", "-"], env=own, capture_output=True, check=True, timeout=30)
        return load(io.BytesIO(shot.stdout))

    def __exit__(self, *_) -> None:
        end_process(self.process)
        shutil.rmtree(self.folder, ignore_errors=True)
