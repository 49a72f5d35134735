"""The bench: cards at work, and the socket at which the preloaded library of a program reaches them.

One thread runs the model. Tests change and read it within `with bench.lock`, or through the functions here, which do.
"""

import errno
import heapq
import itertools
import os
import select
import shutil
import socket
import struct
import tempfile
import threading
import time
from pathlib import Path

from . import memory_calls, modeset_calls
from .calls import Caller, answer
from .device import Device, File
from .displays import Display
from .drm import CALLS, Fields
from .objects import Connector, Refused
from .preload import library
from .seat import Seat
from .sysfs import Sysfs
from .table import Card

REQUEST = struct.Struct("<2I3Q")
REPLY = struct.Struct("<2Iq2Q")
PIECE = struct.Struct("<2Q")
OPEN, IOCTL, MMAP, DATA, SEAT = 1, 2, 3, 4, 5
DONE, READ = 1, 2
LARGEST = 1 << 17
DRM_MAJOR = 226


class Bench:
    """A context in which programs with `environment` find these cards."""

    def __init__(self, *cards: Card):
        self.folder = Path(tempfile.mkdtemp(prefix="paper-cards-"))
        self.sysfs = Sysfs()
        self.lock = threading.RLock()
        self.devices: list[Device] = []
        self.paths: dict[Device, str] = {}
        self.files: dict[int, tuple[File, socket.socket]] = {}
        self.file_numbers = itertools.count(1)
        self.minors = itertools.count(0)
        self.timers: list[tuple[float, int, object]] = []
        self.order = itertools.count()
        self.seat = Seat(self)
        self.poll = select.epoll()
        self.connections: dict[int, socket.socket] = {}
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.listener.bind(str(self.folder / "socket"))
        self.listener.listen(16)
        self.waker, self.woken = socket.socketpair()
        self.poll.register(self.listener, select.EPOLLIN)
        self.poll.register(self.woken, select.EPOLLIN)
        self.is_over = False
        # What went wrong in the model itself: the bench's own mistakes.
        self.mistakes: list[BaseException] = []
        for card in cards:
            self.add_card(card)
        self.thread = threading.Thread(target=self.run, name="paper cards", daemon=True)

    def __enter__(self) -> "Bench":
        self.thread.start()
        return self

    def __exit__(self, *_) -> None:
        self.is_over = True
        self.wake()
        self.thread.join(5)
        for connection in [*self.connections.values(), *(end for _, end in self.files.values())]:
            connection.close()
        with self.lock:
            for file, _ in list(self.files.values()):
                file.device.close(file)
        for closable in (self.listener, self.waker, self.woken, self.poll, self.sysfs):
            closable.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def environment(self) -> dict[str, str]:
        return {
            "LD_PRELOAD": f"{library()}:libumockdev-preload.so.0", "PAPER_CARDS": str(self.folder / "socket"),
            "UMOCKDEV_DIR": str(self.sysfs.root),
        }

    @property
    def device(self) -> Device:
        return self.devices[0]

    # MARK: cards and displays

    def add_card(self, card: Card, announce: bool = False) -> Device:
        with self.lock:
            minor = next(self.minors)
            device = Device(card, minor, self.later, self.announce)
            self.devices.append(device)
            root = f"pci0000:00/{card.slot}" if card.bus == "pci" else f"{card.bus}/{card.slot}"
            if f"/devices/{root}" not in self.sysfs.properties:
                facts = {"boot_vga": str(int(card.boot)), "vendor": "0x1af4", "device": "0x1050"} if card.bus == "pci" else {}
                self.sysfs.add(root, card.bus, facts, {"DRIVER": card.driver, "PCI_SLOT_NAME": card.slot})
            path = self.sysfs.add(
                f"{root}/drm/card{minor}", "drm", {"dev": f"{DRM_MAJOR}:{minor}"}, self.properties(device))
            self.paths[device] = path
            if card.draws:
                number = device.render_minor
                node = self.properties(device) | {"MINOR": str(number), "DEVNAME": f"/dev/dri/renderD{number}"}
                self.sysfs.add(f"{root}/drm/renderD{number}", "drm", {"dev": f"{DRM_MAJOR}:{number}"}, node)
            if announce:
                self.sysfs.event(path, "add", "drm", self.properties(device))
            return device

    def remove_card(self, device: Device) -> None:
        """Pulls the card out: its files are of no use any more."""
        with self.lock:
            self.devices.remove(device)
            for number, (file, end) in list(self.files.items()):
                if file.device is device:
                    self.hang_up(number)
            self.sysfs.remove(self.paths[device])
            if device.table.draws:
                self.sysfs.remove(self.paths[device].replace(f"card{device.minor}", f"renderD{device.render_minor}"))
            self.sysfs.event(self.paths.pop(device), "remove", "drm", self.properties(device))
        self.wake()

    def properties(self, device: Device) -> dict[str, str]:
        return {
            "MAJOR": str(DRM_MAJOR), "MINOR": str(device.minor), "DEVNAME": f"/dev/dri/card{device.minor}",
            "DEVTYPE": "drm_minor"}

    def plug(self, name: str, display: Display | None, device: Device | None = None, announce: bool = True) -> None:
        """Plugs a display in, or with none pulls the cable out."""
        with self.lock:
            device = device or self.holder(name)
            connector = device.connector(name)
            connector.display = display
            if announce:
                self.announce(device, connector)

    def holder(self, name: str) -> Device:
        """The first card with a connector of this name."""
        return next(device for device in self.devices if any(connector.name == name for connector in device.connectors))

    def announce(self, device: Device, connector: Connector | None = None) -> None:
        """The uevent of a hotplug; drivers name the connector where they know which."""
        more = {"HOTPLUG": "1"} | ({"CONNECTOR": str(connector.id)} if connector else {})
        if device in self.paths:
            self.sysfs.event(self.paths[device], "change", "drm", self.properties(device), **more)

    # MARK: the model's thread

    def later(self, when: float, function) -> None:
        heapq.heappush(self.timers, (when, next(self.order), function))
        self.wake()

    def wake(self) -> None:
        if threading.current_thread() is not getattr(self, "thread", None):
            self.waker.send(b"!")

    def run(self) -> None:
        while not self.is_over:
            delay = max(0.0, self.timers[0][0] - time.monotonic()) if self.timers else None
            for descriptor, _ in self.poll.poll(delay):
                with self.lock:
                    try:
                        self.serve(descriptor)
                    except Exception as mistake:  # noqa: BLE001  shown at the test's end; the others are still served
                        self.mistakes.append(mistake)
            with self.lock:
                while self.timers and self.timers[0][0] <= time.monotonic():
                    heapq.heappop(self.timers)[2]()

    def serve(self, descriptor: int) -> None:
        if descriptor == self.woken.fileno():
            self.woken.recv(4096)
        elif descriptor == self.listener.fileno():
            connection, _ = self.listener.accept()
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * LARGEST)
            self.connections[connection.fileno()] = connection
            self.poll.register(connection, select.EPOLLIN)
        elif descriptor in self.connections:
            self.hear(self.connections[descriptor])
        else:
            # The event may be of a file that was closed since, whose number an open one has now.
            self.notice_closed()

    def hang_up(self, number: int) -> None:
        """The file's last descriptor has been closed, or its card is gone."""
        file, end = self.files.pop(number)
        self.poll.unregister(end)
        end.close()
        file.device.close(file)

    def forget(self, connection: socket.socket) -> None:
        self.poll.unregister(connection)
        del self.connections[connection.fileno()]
        self.seat.lost(connection)
        connection.close()

    def hear(self, connection: socket.socket) -> None:
        try:
            data, descriptors, _, _ = socket.recv_fds(connection, LARGEST, 1)
        except OSError:
            data, descriptors = b"", []
        if not data:
            self.forget(connection)
            return
        if self.seat.is_at(connection):
            self.seat.hear(data)
            return
        kind, pid, first, second, third = REQUEST.unpack(data[: REQUEST.size])
        payload = data[REQUEST.size :]
        # Whatever was closed before this call was made is closed before it is answered.
        self.notice_closed()
        try:
            match kind:
                case 1:
                    self.open(connection, payload.decode(), bool(second))
                case 2:
                    self.ioctl(connection, pid, first, second, third, payload, descriptors)
                case 3:
                    self.map(connection, first, second, third)
                case 5:
                    self.seat.opened(connection)
                case 6:
                    self.which(connection, first)
        except Refused as refusal:
            self.reply(connection, -refusal.number)
        except Exception:
            self.reply(connection, -errno.EIO)
            raise
        finally:
            for descriptor in descriptors:
                os.close(descriptor)

    def notice_closed(self) -> None:
        ends = {end.fileno(): number for number, (_, end) in self.files.items()}
        poll = select.poll()
        for descriptor in ends:
            poll.register(descriptor, 0)
        for descriptor, events in poll.poll(0):
            if events & (select.POLLHUP | select.POLLERR):
                self.hang_up(ends[descriptor])

    def reply(self, connection: socket.socket, result: int, written=(), given: int | None = None, file: int = 0, minor: int = 0) -> None:
        body = b"".join(PIECE.pack(address, len(data)) + data for address, data in written)
        message = REPLY.pack(DONE, len(written), result, file, minor) + body
        try:
            socket.send_fds(connection, [message], [] if given is None else [given])
        except OSError:
            # The program has ended meanwhile.
            pass

    # MARK: calls

    def open(self, connection: socket.socket, path: str, through_seat: bool) -> None:
        number, end = self.opened(path, through_seat)
        self.reply(connection, 0, given=end.fileno(), file=number, minor=self.file(number).minor)
        end.close()

    def which(self, connection: socket.socket, inode: int) -> None:
        for number, file in ((number, file) for number, (file, _) in self.files.items()):
            if file.inode == inode:
                self.reply(connection, 0, file=number, minor=file.minor)
                return
        raise Refused(errno.ENOTTY)

    def opened(self, path: str, through_seat: bool) -> tuple[int, socket.socket]:
        """Opens a card's file: its number, and the end of the pair that a program gets as its descriptor."""
        nodes = {f"/dev/dri/card{device.minor}": device for device in self.devices}
        drawing = {f"/dev/dri/renderD{device.render_minor}": device for device in self.devices if device.table.draws}
        device = (nodes | drawing).get(path)
        if device is None:
            raise Refused(errno.ENOENT)
        device.faults.check("OPEN", Fields())
        mine, theirs = socket.socketpair()
        mine.setblocking(False)
        theirs.setblocking(False)
        number = next(self.file_numbers)

        def send(data: bytes) -> None:
            try:
                mine.send(data)
            except OSError:
                pass

        file = File(number, device, send, through_seat, os.fstat(theirs.fileno()).st_ino, path in drawing)
        device.files[number] = file
        self.files[number] = (file, mine)
        self.poll.register(mine, select.EPOLLHUP)
        if path in nodes and device.master is None and (not through_seat or self.seat.is_active):
            device.master = file
        return number, theirs

    def file(self, number: int) -> File:
        if number not in self.files:
            raise Refused(errno.ENODEV)
        return self.files[number][0]

    def ioctl(
        self, connection: socket.socket, pid: int, number: int, request: int, argument: int, payload: bytes,
        descriptors: list[int],
    ) -> None:
        file = self.file(number)
        name, layout = CALLS.get(request & 0xFF, (f"{request & 0xFF:#x}", None))
        caller = Caller(file, lambda pieces: self.read(connection, pieces), descriptors[0] if descriptors else None, pid)
        # A structure that has grown since is longer than the caller's: the rest is zero.
        fields = layout.unpack(payload.ljust(layout.size, b"\0")) if layout else Fields()
        try:
            over = answer(caller, name, fields)
        except Refused as refusal:
            file.device.history.append(f"{name}: {errno.errorcode.get(refusal.number)} {refusal.reason}")
            raise
        file.device.history.append(name)
        if layout:
            caller.write(argument, layout.pack(fields)[: len(payload)])

        def finish() -> None:
            self.reply(connection, 0, caller.written, caller.given)

        if over is not None and over > time.monotonic():
            self.later(over, finish)
        else:
            finish()

    def read(self, connection: socket.socket, pieces: list[tuple[int, int]]) -> list[bytes]:
        """Bytes of the caller's memory."""
        body = b"".join(PIECE.pack(*piece) for piece in pieces)
        connection.send(REPLY.pack(READ, len(pieces), 0, 0, 0) + body)
        data = connection.recv(LARGEST)[REQUEST.size :]
        if len(data) != sum(length for _, length in pieces):
            raise Refused(errno.EFAULT)
        parts = []
        for _, length in pieces:
            parts.append(data[:length])
            data = data[length:]
        return parts

    def map(self, connection: socket.socket, number: int, offset: int, length: int) -> None:
        caller = Caller(self.file(number), None)
        caller.device.faults.check("MMAP", Fields())
        memory = memory_calls.behind(caller, offset, length)
        self.reply(connection, memory.offset, given=memory.descriptor)


# Registered by being imported.
assert modeset_calls
