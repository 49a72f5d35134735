"""The service, of which one call of the C library fails."""

import errno
import functools
from dataclasses import dataclass
from pathlib import Path

from .compiled import compiled
from .virtual_service import VirtualService

SOURCE = Path(__file__).resolve().parents[1] / "faults" / "preload" / "faults.c"

NO_MEMORY, FULL = (errno.ENOMEM,), (errno.ENOSPC, errno.EIO)
NO_DESCRIPTORS = (errno.EMFILE, errno.ENFILE)
# What each call may say, by its manual; calls with the same name but for "64" say the same.
ERRORS = {
    "accept4": (*NO_DESCRIPTORS, errno.ECONNABORTED, errno.ENOMEM, errno.EINTR),
    "bind": (errno.EADDRINUSE, errno.EACCES),
    "calloc": NO_MEMORY,
    "connect": (errno.ECONNREFUSED, errno.ENOENT, errno.EAGAIN),
    "dup": NO_DESCRIPTORS,
    "dup3": (*NO_DESCRIPTORS, errno.EBUSY),
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
    "getrandom": (errno.EINTR, errno.ENOSYS),
    "inotify_add_watch": (errno.ENOSPC, errno.ENOENT),
    "inotify_init1": NO_DESCRIPTORS,
    "listen": (errno.EADDRINUSE,),
    "malloc": NO_MEMORY,
    "memfd_create": (*NO_DESCRIPTORS, errno.ENOMEM),
    "mkdir": (errno.EACCES, errno.ENOSPC),
    "mmap": (errno.ENOMEM, errno.EAGAIN),
    "open": (*NO_DESCRIPTORS, errno.EACCES, errno.EINTR, errno.EIO),
    "openat": (*NO_DESCRIPTORS, errno.EACCES, errno.EINTR, errno.EIO),
    "pipe2": NO_DESCRIPTORS,
    "poll": (errno.EINTR, errno.ENOMEM),
    "pread": (errno.EIO, errno.EINTR),
    "pwrite": FULL,
    "read": (errno.EIO, errno.EINTR, errno.EAGAIN),
    "recv": (errno.ECONNRESET, errno.EINTR, errno.EAGAIN),
    "recvmsg": (errno.ECONNRESET, errno.EINTR, errno.EAGAIN, errno.ENOMEM),
    "rename": (errno.ENOSPC, errno.EACCES, errno.EIO),
    "send": (errno.EPIPE, errno.EINTR, errno.EAGAIN, errno.ENOBUFS),
    "sendmsg": (errno.EPIPE, errno.EINTR, errno.EAGAIN, errno.ENOBUFS),
    "signalfd": NO_DESCRIPTORS,
    "socket": NO_DESCRIPTORS,
    "socketpair": NO_DESCRIPTORS,
    "timerfd_create": NO_DESCRIPTORS,
    "timerfd_settime": (errno.EINVAL,),
    "unlink": (errno.EACCES, errno.ENOENT),
    "write": (errno.EIO, errno.EINTR, errno.EAGAIN, errno.ENOSPC),
}


@dataclass(frozen=True)
class Fault:
    """The call that fails: the `number`th of a function from a place, "*" for any, and what `errno` is then."""

    function: str
    place: str
    number: int
    error: int

    def __str__(self) -> str:
        return f"{self.function} {self.place} {self.number} {errno.errorcode[self.error]}"

    @classmethod
    def from_text(cls, text: str) -> "Fault":
        function, place, number, name = text.split()
        return cls(function, place, int(number), getattr(errno, name))


@dataclass(frozen=True)
class Place:
    """A place in the code that calls a function, by the names and offsets of its callers."""

    function: str
    place: str
    callers: str

    def faults(self) -> list[Fault]:
        errors = ERRORS[self.function.removesuffix("64")]
        return [Fault(self.function, self.place, number, error) for number in (1, 2, 5, 20) for error in errors]


class FaultyService(VirtualService):
    """The service, of which a call fails; none fails without a fault."""

    def __init__(self, fault: Fault | None = None, **keys):
        super().__init__(**keys)
        self.fault = fault

    def variables(self) -> dict[str, str]:
        fault = {"KAGAMI_FAULT": f"{self.fault.function} {self.fault.place} {self.fault.number} {self.fault.error}"} if self.fault else {}
        return super().variables() | {"LD_PRELOAD": str(library()), "KAGAMI_FAULTS": str(self.report)} | fault

    @property
    def report(self) -> Path:
        return self.folder / "faults"

    def __enter__(self) -> "FaultyService":
        super().__enter__()
        # The command line meets no faults.
        for name in ("LD_PRELOAD", "KAGAMI_FAULTS", "KAGAMI_FAULT"):
            self.environment.pop(name, None)
        return self

    def status(self) -> dict:
        """The same as ever; the call that fails may be the one that would have answered."""
        try:
            return super().status()
        except OSError:
            return super().status()

    def places(self) -> list[Place]:
        """The places that have called so far."""
        lines = [line.split(" ", 2) for line in self.report.read_text().splitlines()]
        return [Place(*line) for line in lines if len(line) == 3]

    def has_failed(self) -> bool:
        return "failed" in self.report.read_text().splitlines()


@functools.cache
def library() -> Path:
    """The preloaded library, made when it is first wanted."""
    return compiled("faults.so", [SOURCE], lambda folder: ["-shared", "-fPIC", "-ldl"])
