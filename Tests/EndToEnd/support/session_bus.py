"""A session bus of its own, and programs on it."""

import subprocess
import tempfile
from pathlib import Path

try:
    from gi.repository import Gio, GLib
except ImportError:
    # Asked for by `require_bus`.
    Gio = None

from .requirements import missing, require_programs
from .virtual_service import VirtualService
from .waiting import eventually


def require_bus() -> None:
    require_programs("dbus-daemon")
    if Gio is None:
        missing("python3-gi is not installed (make setup)")


class SessionBus:
    """A context in which a message bus runs."""

    def __enter__(self) -> "SessionBus":
        self.folder = Path(tempfile.mkdtemp(prefix="kagami-bus-"))
        path = self.folder / "bus"
        self.address = f"unix:path={path}"
        self.process = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={self.address}"], stdin=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        eventually(path.exists, "the session bus is there")
        return self

    def __exit__(self, *_) -> None:
        self.process.kill()
        self.process.wait()
        subprocess.run(["rm", "-r", self.folder], check=False)

    def program(self) -> "BusProgram":
        return BusProgram(self.address)


class BusService(VirtualService):
    """A service that finds the bus."""

    def __init__(self, bus: SessionBus, configuration: str, **arguments):
        super().__init__(configuration=configuration, **arguments)
        self.bus = bus

    def variables(self) -> dict[str, str]:
        return {"DBUS_SESSION_BUS_ADDRESS": self.bus.address}


class BusProgram:
    """A connection to the bus; it is there until it leaves."""

    def __init__(self, address: str):
        flags = Gio.DBusConnectionFlags
        self.connection = Gio.DBusConnection.new_for_address_sync(
            address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)
        self.connection.set_exit_on_close(False)

    def call(self, name: str, path: str, interface: str, member: str, types: str = "()", *values) -> tuple:
        """The answer's values; raises RefusedByBus where it is an error."""
        try:
            answer = self.connection.call_sync(
                name, path, interface, member, GLib.Variant(types, values), None, Gio.DBusCallFlags.NO_AUTO_START, 10_000,
                None)
        except GLib.Error as error:
            raise RefusedByBus(error.message) from None
        return answer.unpack()

    def owns(self, name: str) -> bool:
        return self.call("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "NameHasOwner", "(s)", name)[0]

    def take(self, name: str) -> None:
        """Becomes the name's owner."""
        self.call("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "RequestName", "(su)", name, 0)

    def collect(self, interface: str, member: str) -> list[tuple]:
        """A list that gets each such signal's values when `pump` is called."""
        heard: list[tuple] = []
        self.connection.signal_subscribe(
            None, interface, member, None, None, Gio.DBusSignalFlags.NONE,
            lambda *signal: heard.append((signal[2], *signal[5].unpack())))
        return heard

    def pump(self) -> None:
        while GLib.MainContext.default().iteration(False):
            pass

    def leave(self) -> None:
        self.connection.close_sync(None)


class RefusedByBus(Exception):
    """A call came back with an error."""
