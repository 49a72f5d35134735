"""The service, of which a call into a library fails, or calls at random."""

import errno
import functools
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from .compiled import compiled
from .service import CommandFailed
from .virtual_service import VirtualService

SOURCE = Path(__file__).resolve().parents[1] / "faults" / "preload" / "faults.c"

NO_MEMORY, FULL = (errno.ENOMEM,), (errno.ENOSPC, errno.EIO)
NO_DESCRIPTORS = (errno.EMFILE, errno.ENFILE)
# A call that reads or writes half of what it was asked to, and errors of OpenGL ES.
SHORT, GL_OUT_OF_MEMORY, GL_CONTEXT_LOST = 0, 0x505, 0x507
NAMES = errno.errorcode | {SHORT: "SHORT", GL_OUT_OF_MEMORY: "GL_OUT_OF_MEMORY", GL_CONTEXT_LOST: "GL_CONTEXT_LOST"}
# What each call may say, by its manual; calls with the same name but for "64" say the same.
ERRORS = {
    "accept4": (*NO_DESCRIPTORS, errno.ECONNABORTED, errno.ENOMEM, errno.EINTR),
    "bind": (errno.EADDRINUSE, errno.EACCES),
    "calloc": NO_MEMORY,
    "connect": (errno.ECONNREFUSED, errno.ENOENT, errno.EAGAIN),
    "dup": NO_DESCRIPTORS,
    "dup3": (*NO_DESCRIPTORS, errno.EBUSY),
    "eglBindAPI": NO_MEMORY,
    "eglCreateContext": NO_MEMORY,
    "eglGetPlatformDisplay": NO_MEMORY,
    "eglInitialize": NO_MEMORY,
    "eglMakeCurrent": NO_MEMORY,
    "epoll_create1": NO_DESCRIPTORS,
    "epoll_ctl": (errno.ENOSPC, errno.ENOMEM),
    "epoll_pwait2": (errno.EINTR, errno.ENOSYS),
    "epoll_wait": (errno.EINTR,),
    "eventfd": (*NO_DESCRIPTORS, errno.ENODEV),
    "fchmod": (errno.EPERM, errno.EIO),
    "fcntl": NO_DESCRIPTORS,
    "fork": (errno.EAGAIN, errno.ENOMEM),
    "fsync": (errno.EIO, errno.ENOSPC, errno.EINTR),
    "ftruncate": (errno.ENOSPC, errno.EINTR),
    "glCheckFramebufferStatus": NO_MEMORY,
    "glCreateProgram": NO_MEMORY,
    "glCreateShader": NO_MEMORY,
    "glGetError": (GL_OUT_OF_MEMORY, GL_CONTEXT_LOST),
    "getrandom": (errno.EINTR, errno.ENOSYS),
    "inotify_add_watch": (errno.ENOSPC, errno.ENOENT),
    "inotify_init1": NO_DESCRIPTORS,
    "ioctl": (errno.EBUSY, errno.EINVAL, errno.ENOMEM, errno.ENODEV),
    "libinput_dispatch": (errno.ENOMEM, errno.EINTR),
    "libinput_resume": (errno.ENODEV,),
    "libinput_udev_assign_seat": NO_MEMORY,
    "libinput_udev_create_context": NO_MEMORY,
    "libseat_close_device": (errno.ENOENT,),
    "libseat_disable_seat": (errno.EIO,),
    "libseat_dispatch": (errno.EPIPE, errno.EINTR),
    "libseat_open_device": (errno.EACCES, errno.ENODEV, errno.EINTR),
    "libseat_open_seat": (errno.ENOENT, errno.EACCES),
    "listen": (errno.EADDRINUSE,),
    "malloc": NO_MEMORY,
    "memfd_create": (*NO_DESCRIPTORS, errno.ENOMEM),
    "mkdir": (errno.EACCES, errno.ENOSPC),
    "mmap": (errno.ENOMEM, errno.EAGAIN),
    "open": (*NO_DESCRIPTORS, errno.EACCES, errno.EINTR, errno.EIO),
    "openat": (*NO_DESCRIPTORS, errno.EACCES, errno.EINTR, errno.EIO),
    "pipe2": NO_DESCRIPTORS,
    "poll": (errno.EINTR, errno.ENOMEM),
    "pread": (errno.EIO, errno.EINTR, SHORT),
    "pwrite": (*FULL, SHORT),
    "read": (errno.EIO, errno.EINTR, errno.EAGAIN, SHORT),
    "recv": (errno.ECONNRESET, errno.EINTR, errno.EAGAIN, SHORT),
    "recvmsg": (errno.ECONNRESET, errno.EINTR, errno.EAGAIN, errno.ENOMEM, SHORT),
    "rename": (errno.ENOSPC, errno.EACCES, errno.EIO),
    "send": (errno.EPIPE, errno.EINTR, errno.EAGAIN, errno.ENOBUFS, SHORT),
    "sendmsg": (errno.EPIPE, errno.EINTR, errno.EAGAIN, errno.ENOBUFS, SHORT),
    "signalfd": NO_DESCRIPTORS,
    "socket": NO_DESCRIPTORS,
    "socketpair": NO_DESCRIPTORS,
    "timerfd_create": NO_DESCRIPTORS,
    "timerfd_settime": (errno.EINVAL,),
    "unlink": (errno.EACCES, errno.ENOENT),
    "write": (errno.EIO, errno.EINTR, errno.EAGAIN, errno.ENOSPC, SHORT),
}


@dataclass(frozen=True)
class Fault:
    """The call that fails: the `number`th of a function from a place, "*" for any, and what `errno` is then."""

    function: str
    place: str
    number: int
    error: int

    def __str__(self) -> str:
        return f"{self.function} {self.place} {self.number} {NAMES[self.error]}"

    @classmethod
    def from_text(cls, text: str) -> "Fault":
        function, place, number, name = text.split()
        return cls(function, place, int(number), {name: error for error, name in NAMES.items()}[name])


@dataclass(frozen=True)
class Place:
    """A place in the code that calls a function, by the names and offsets of its callers."""

    function: str
    place: str
    callers: str

    @property
    def is_libinputs(self) -> bool:
        return self.callers.startswith("libinput.so")

    def faults(self) -> list[Fault]:
        errors = ERRORS[self.function.removesuffix("64")]
        return [Fault(self.function, self.place, number, error) for number in (1, 2, 5, 20) for error in errors]


def faults_at(places: list[Place]) -> list[Fault]:
    """All faults but those by which libinput 1.22 itself ends its program: where it gets no memory of its own, and where it makes its context.
    What makes the context is the caller of what makes the context's loop."""
    makers = [place.callers.split()[1] for place in places if place.is_libinputs and place.function == "epoll_create1"]

    def is_survived(place: Place) -> bool:
        return not place.is_libinputs or place.function != "calloc" and not set(makers) & set(place.callers.split())

    return [fault for place in places if is_survived(place) for fault in place.faults()]


@dataclass(frozen=True)
class RandomFaults:
    """One call in `odds` fails while the service is `troubled`, drawn from a seed; `functions` are those that may, with their errors."""

    seed: int
    odds: int
    functions: tuple[tuple[str, tuple[int, ...]], ...] = tuple(ERRORS.items())


class Faulty:
    """A service, of which one call fails, or calls at random, or none."""

    faults: Fault | RandomFaults | None = None
    folder: Path

    def preload(self) -> dict[str, str]:
        """The variables of the preloaded library."""
        self.switch.write_text("0")
        match self.faults:
            case Fault(function, place, number, error):
                chosen = {"KAGAMI_FAULT": f"{function} {place} {number} {error}"}
            case RandomFaults(seed, odds, functions):
                errors = {name + ending: errors for name, errors in functions for ending in ("", "64")}
                chosen = {
                    "KAGAMI_FAULT_ODDS": f"{seed} {odds} {self.switch}",
                    "KAGAMI_FAULT_ERRORS": ";".join(" ".join([name, *map(str, each)]) for name, each in errors.items()),
                }
            case _:
                chosen = {}
        return {"LD_PRELOAD": str(library()), "KAGAMI_FAULTS": str(self.report)} | chosen

    def status(self) -> dict:
        """The same as ever; the call that fails may be the one that would have answered."""
        try:
            return super().status()
        except OSError:
            return super().status()

    def screen(self, name: str):
        """The same as ever; the call that fails may be one of those that make the picture."""
        try:
            return super().screen(name)
        except (OSError, CommandFailed):
            return super().screen(name)

    @property
    def report(self) -> Path:
        return self.folder / "faults"

    @property
    def switch(self) -> Path:
        return self.folder / "troubled"

    @contextmanager
    def troubled(self) -> Iterator[None]:
        """Calls fail at random meanwhile."""
        self.set_switch("1")
        try:
            yield
        finally:
            self.set_switch("0")

    def set_switch(self, value: str) -> None:
        # In place: the service has mapped the file.
        with open(self.switch, "r+") as file:
            file.write(value)

    def places(self) -> list[Place]:
        """The places that have called so far."""
        lines = [line.split(" ", 2) for line in self.report.read_text().splitlines()]
        return [Place(*line) for line in lines if len(line) == 3]

    def has_failed(self) -> bool:
        return "failed" in self.report.read_text().splitlines()


class FaultyService(Faulty, VirtualService):
    """The service on virtual displays, of which calls fail."""

    def __init__(self, faults: Fault | RandomFaults | None = None, **keys):
        super().__init__(**keys)
        self.faults = faults

    def variables(self) -> dict[str, str]:
        return super().variables() | self.preload()

    def __enter__(self) -> "FaultyService":
        super().__enter__()
        # The command line meets no faults.
        for name in ("LD_PRELOAD", "KAGAMI_FAULTS", "KAGAMI_FAULT", "KAGAMI_FAULT_ODDS", "KAGAMI_FAULT_ERRORS"):
            self.environment.pop(name, None)
        return self


@functools.cache
def library() -> Path:
    """The preloaded library, made when it is first wanted."""
    return compiled("faults.so", [SOURCE], lambda folder: ["-shared", "-fPIC", *headers().split(), "-ldl"])


def headers() -> str:
    """The options with which the libraries' headers are found."""
    return subprocess.run(
        ["pkg-config", "--cflags", "libinput", "libseat", "egl", "glesv2"], check=True, capture_output=True, text=True).stdout
