"""kagami-remote and stock VNC viewers."""

import os
import random
import socket
import subprocess
from pathlib import Path

import numpy

from .binary import kagami
from .pictures import load
from .processes import end_process, resident_memory
from .virtual_service import VirtualService
from .waiting import eventually

# VNC's displays are counted from this port.
FIRST_PORT = 5900


def free_port() -> int:
    """A port that gvnccapture can name and on which nobody listens; other tests look for theirs at the same time."""
    for port in random.sample(range(FIRST_PORT + 300, FIRST_PORT + 20_000), 100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port
    raise AssertionError("every port is taken")


class Remote:
    """A context in which kagami-remote runs beside a service."""

    def __init__(self, service: VirtualService, command: str, *arguments: str, port: int | None = None):
        self.service = service
        self.port = port or free_port()
        self.arguments = [command, *arguments]
        if "--listen" not in arguments:
            self.arguments += ["--listen", f"127.0.0.1:{self.port}"]

    def __enter__(self) -> "Remote":
        self.log = open(self.service.folder / f"remote-{self.port}.log", "wb")
        self.process = subprocess.Popen(
            [kagami().with_name("kagami-remote"), *self.arguments], env=self.service.environment, stdout=self.log,
            stderr=subprocess.STDOUT
        )
        eventually(self.is_up, "kagami-remote listens")
        return self

    def __exit__(self, *_) -> None:
        end_process(self.process)
        self.log.close()

    def is_up(self) -> bool:
        text = Path(self.log.name).read_text()
        if self.process.poll() is not None:
            raise AssertionError(f"kagami-remote ended with {self.process.returncode}: {text}")
        return "viewers connect to" in text

    def capture(self) -> numpy.ndarray | None:
        """What a viewer sees that connects now and leaves with its first picture; None if it sees nothing."""
        path = self.service.folder / "capture.png"
        path.unlink(missing_ok=True)
        subprocess.run(
            ["gvnccapture", "--quiet", f"127.0.0.1:{self.port - FIRST_PORT}", str(path)],
            env=self.service.environment, capture_output=True, timeout=30
        )
        return load(path) if path.exists() else None

    def memory(self) -> int:
        """What the process has in memory, in bytes."""
        return resident_memory(self.process.pid)

    def processor_seconds(self) -> float:
        """What the process has used of the processor so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class ViewerScreen:
    """A context with an X server in memory, for viewers that need one."""

    def __init__(self, folder: Path, size: tuple[int, int] = (1400, 1000)):
        self.folder = folder
        self.size = size
        self.viewers: list[subprocess.Popen] = []
        # What else the viewers find in their environment.
        self.variables: dict[str, str] = {}

    def __enter__(self) -> "ViewerScreen":
        self.folder.mkdir(exist_ok=True)
        read, write = os.pipe()
        width, height = self.size
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp", "-ac", "-noreset"],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(write)
        with os.fdopen(read) as number:
            self.display = f":{number.readline().strip()}"
        # No viewer sends where the pointer is before it is moved there.
        self.xdotool("mousemove", *(str(length - 1) for length in self.size))
        return self

    def __exit__(self, *_) -> None:
        for viewer in self.viewers:
            end_process(viewer)
        end_process(self.server)

    @property
    def environment(self) -> dict[str, str]:
        return {"PATH": os.environ["PATH"], "HOME": str(self.folder), "DISPLAY": self.display, "LANG": "C.UTF-8"} | self.variables

    def start(self, *command: str) -> subprocess.Popen:
        viewer = subprocess.Popen(
            command, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL
        )
        self.viewers.append(viewer)
        return viewer

    def tigervnc(self, port: int, *options: str) -> subprocess.Popen:
        """A TigerVNC viewer, which shares the screen with others."""
        return self.start(
            "xtigervncviewer", "-Shared", "-NoJPEG", "-FullscreenSystemKeys=0", "-AlertOnFatalError=0", "-ReconnectOnError=0",
            *options, f"127.0.0.1::{port}"
        )

    def tightvnc(self, port: int, *options: str) -> subprocess.Popen:
        return self.start("xtightvncviewer", "-shared", "-nojpeg", *options, f"127.0.0.1::{port}")

    def remmina(self, port: int) -> subprocess.Popen:
        """Remmina, which begins with a file, and asks nobody anything."""
        folder = self.folder / ".config" / "remmina"
        folder.mkdir(parents=True)
        (folder / "remmina.pref").write_text(
            "[remmina_pref]\nperiodic_news_permitted=false\n[usage_stats]\nperiodic_usage_permitted=false\n")
        profile = self.folder / "kagami.remmina"
        # In a window, at its own size, in all colours and without a loss.
        profile.write_text(
            f"[remmina]\nprotocol=VNC\nname=Kagami\nserver=127.0.0.1:{port}\nviewmode=1\nscale=0\nquality=9\ncolordepth=32\n")
        self.variables |= {"NO_AT_BRIDGE": "1", "GSETTINGS_BACKEND": "memory", "GDK_BACKEND": "x11"}
        return self.start("dbus-run-session", "--", "remmina", "-c", str(profile))

    def xdotool(self, *arguments: str) -> str:
        return subprocess.run(
            ["xdotool", *arguments], env=self.environment, capture_output=True, text=True, timeout=20
        ).stdout

    def focus(self, title: str) -> None:
        """Gives the window with this in its title the keyboard, as no window manager does here."""
        self.xdotool("search", "--onlyvisible", "--name", title, "windowfocus", "--sync")

    def picture(self) -> numpy.ndarray:
        """All of the screen."""
        path = self.folder / "viewers.png"
        subprocess.run(
            ["ffmpeg", "-loglevel", "error", "-y", "-f", "x11grab", "-draw_mouse", "0", "-video_size",
             "x".join(map(str, self.size)), "-i", self.display, "-frames:v", "1", str(path)],
            env=self.environment, check=True, timeout=30
        )
        return load(path)

    def place(self, title: str) -> tuple[int, int, int, int] | None:
        """The place and the size of the newest window with this in its title."""
        found = self.xdotool("search", "--onlyvisible", "--name", title).split()
        if not found:
            return None
        lines = self.xdotool("getwindowgeometry", "--shell", found[-1]).splitlines()
        values = dict(line.split("=") for line in lines if "=" in line)
        # It may have gone meanwhile.
        return tuple(int(values[key]) for key in ("X", "Y", "WIDTH", "HEIGHT")) if "X" in values else None

    def window(self, title: str) -> numpy.ndarray | None:
        """The window's picture."""
        place = self.place(title)
        if place is None:
            return None
        x, y, width, height = place
        return self.picture()[y:y + height, x:x + width]
