"""A card at work: its objects, its state, who has it open and when its pictures change."""

import errno
import itertools
import struct
import time
from collections import deque
from dataclasses import dataclass, field

import numpy

from . import checks, drm, pictures, table
from .displays import Display, Mode
from .faults import Faults
from .objects import Blob, Connector, Definition, Framebuffer, Memory, Object, Refused
from .proposal import Proposal, State
from .sharing import Sharing

POINTER = table.Range(0, 2**64 - 1)
COORDINATE = table.Range(-(2**31), 2**31 - 1, signed=True)
SOURCE = table.Range(0, 2**32 - 1)
FENCE = table.Range(-1, 2**31 - 1, signed=True)
DPMS = table.Enum({"On": 0, "Standby": 1, "Suspend": 2, "Off": 3})
PLANE_TYPES = {"Overlay": 0, "Primary": 1, "Cursor": 2}
# Where the numbers of render nodes begin. The kernel counts those that there are; here each card has one kept for it.
RENDER_MINORS = 128
# What a display without a readable EDID is given.
WITHOUT_EDID = (Mode(1024, 768, 60), Mode(800, 600, 60), Mode(640, 480, 60))


@dataclass(eq=False)
class File:
    """One opening of the card."""

    id: int
    device: "Device"
    # Writes an event to the program; false once it has gone.
    send: object
    through_seat: bool
    # Of the program's end, by which a descriptor is known.
    inode: int
    # Whether it is the node for whoever only draws.
    is_render_node: bool = False
    capabilities: dict[int, int] = field(default_factory=dict)
    handles: dict[int, Memory] = field(default_factory=dict)
    framebuffers: set[int] = field(default_factory=set)
    blobs: set[int] = field(default_factory=set)
    next_handle: int = 1

    @property
    def minor(self) -> int:
        return self.device.render_minor if self.is_render_node else self.device.minor

    @property
    def is_atomic(self) -> bool:
        return bool(self.capabilities.get(drm.CLIENT_ATOMIC))

    @property
    def sees_all_planes(self) -> bool:
        return self.is_atomic or bool(self.capabilities.get(drm.CLIENT_UNIVERSAL_PLANES))

    def add(self, memory: Memory) -> int:
        handle = self.next_handle
        self.next_handle += 1
        self.handles[handle] = memory
        memory.users += 1
        return handle


# How long a display that waits for frames waits for one at most, in refreshes of its mode.
PATIENCE = 2.4


@dataclass
class Beat:
    """A CRTC's vertical blanks."""

    started: float
    period: float
    # The number of the blank at the start.
    first: int = 1
    # Whether the display waits for frames.
    is_variable: bool = False

    @property
    def idle_period(self) -> float:
        """From one blank to the next while nothing is flipped."""
        return self.period * PATIENCE if self.is_variable else self.period

    def count(self, now: float) -> int:
        return self.first + int((now - self.started) / self.idle_period)

    def next(self, now: float) -> tuple[float, int]:
        count = self.count(now)
        last = self.started + (count - self.first) * self.idle_period
        when = last + self.period
        return max(when, now) if self.is_variable else when, count + 1

    def flipped(self, when: float, count: int) -> None:
        """A display that waits for frames counts from the last one on."""
        if self.is_variable:
            self.started, self.first = when, count

    def vary(self, is_variable: bool, now: float) -> None:
        if is_variable != self.is_variable:
            count = self.count(now)
            self.started += (count - self.first) * self.idle_period
            self.first, self.is_variable = count, is_variable


@dataclass(eq=False)
class Flip:
    """A change that is on its way to the screen; `over` is when the kernel is done with it."""

    over: float


class Device:
    """`later(time, function)` runs a function of the model at a time; `announce(device, properties)` sends a uevent."""

    def __init__(self, card: table.Card, minor: int, later, announce):
        self.table, self.minor, self.later, self.announce = card, minor, later, announce
        self.render_minor = RENDER_MINORS + minor
        self.numbers = itertools.count(31)
        self.objects: dict[int, Object] = {}
        self.definitions: dict[int, Definition] = {}
        self.by_name: dict[tuple[str, str], Definition] = {}
        self.state: State = {}
        self.blobs: dict[int, Blob] = {}
        self.framebuffers: dict[int, Framebuffer] = {}
        self.memory: set[Memory] = set()
        self.files: dict[int, File] = {}
        self.master: File | None = None
        self.faults = Faults()
        # Sees to it that what a display shows stays as it is; None while nobody asks, since that reads all of it.
        self.sharing: Sharing | None = None
        self.beats: dict[int, Beat] = {}
        # The pictures of planes that displays keep.
        self.remote: dict[int, object] = {}
        # The ramps of the old interface: the curves of red, green and blue, one after the other.
        self.ramps: dict[int, bytes] = {}
        # CRTCs whose flip has not happened yet.
        self.pending: dict[int, Flip] = {}
        # What was shown how often, and what was refused and why.
        self.flips: dict[int, int] = {}
        # The last flips of a CRTC: when each was asked for, when it happened and at which blank; the blank is none at once.
        self.timings: dict[int, deque[tuple[float, float, int | None]]] = {}
        self.commits = 0
        self.history: deque[str] = deque(maxlen=400)
        self.crtcs = [self.add(drm.CRTC, index, crtc) for index, crtc in enumerate(card.crtcs)]
        self.encoders = [self.add(drm.ENCODER, index, encoder) for index, encoder in enumerate(card.encoders)]
        self.planes = [self.add(drm.PLANE, index, plane) for index, plane in enumerate(card.planes)]
        self.connectors: list[Connector] = []
        self.vanished: list[Connector] = []
        for crtc in self.crtcs:
            self.set_up_crtc(crtc)
        for plane in self.planes:
            self.set_up_plane(plane)
        for connector in card.connectors:
            self.add_connector(connector)

    # MARK: objects

    def add(self, kind: int, index: int, entry: object) -> Object:
        made = Object(next(self.numbers), kind, index, entry)
        self.objects[made.id] = made
        return made

    def define(self, object: Object, name: str, spec: table.Property | str, value: int = 0, atomic: bool = False) -> None:
        key = (name, repr(spec))
        if key not in self.by_name:
            made = Definition(next(self.numbers), name, spec, atomic)
            self.by_name[key] = self.definitions[made.id] = made
        object.properties[name] = self.by_name[key]
        if isinstance(spec, table.Blob) and spec.data:
            value = self.make_blob(spec.data, None).id
        elif not isinstance(spec, (str, table.Blob)) and not value:
            value = spec.value
        self.state.setdefault(object.id, {})[name] = value & 2**64 - 1

    def set_up_crtc(self, crtc: Object) -> None:
        last = max(crtc.table.gamma - 1, 1)
        straight = struct.pack(f"<{crtc.table.gamma}H", *(step * 65535 // last for step in range(crtc.table.gamma)))
        self.ramps[crtc.id] = straight * 3
        self.define(crtc, "ACTIVE", table.Range(0, 1), atomic=True)
        self.define(crtc, "MODE_ID", table.Blob(), atomic=True)
        self.define(crtc, "OUT_FENCE_PTR", POINTER, atomic=True)
        for name, spec in crtc.table.properties.items():
            self.define(crtc, name, spec)

    def set_up_plane(self, plane: Object) -> None:
        entry = plane.table
        self.define(plane, "type", table.Enum(PLANE_TYPES, immutable=True), PLANE_TYPES[entry.kind.capitalize()])
        self.define(plane, "FB_ID", "framebuffer", atomic=True)
        self.define(plane, "IN_FENCE_FD", FENCE, -1, atomic=True)
        self.define(plane, "CRTC_ID", "crtc", atomic=True)
        for name in ("CRTC_X", "CRTC_Y"):
            self.define(plane, name, COORDINATE, atomic=True)
        for name in ("CRTC_W", "CRTC_H"):
            self.define(plane, name, table.Range(0, 2**31 - 1), atomic=True)
        for name in ("SRC_X", "SRC_Y", "SRC_W", "SRC_H"):
            self.define(plane, name, SOURCE, atomic=True)
        if entry.modifiers is not None:
            self.define(plane, "IN_FORMATS", table.Blob(in_formats(entry), immutable=True))
        if entry.damage:
            self.define(plane, "FB_DAMAGE_CLIPS", table.Blob(), atomic=True)
        if entry.zpos is not None:
            self.define(plane, "zpos", entry.zpos)
        for name, spec in entry.properties.items():
            self.define(plane, name, spec)

    def add_connector(self, entry: table.Connector) -> Connector:
        """Adds a connector, as a hub does that was just plugged in."""
        made = Connector(next(self.numbers), drm.CONNECTOR, len(self.connectors), entry, display=entry.display)
        self.objects[made.id] = made
        self.connectors.append(made)
        self.define(made, "EDID", table.Blob(immutable=True))
        self.define(made, "DPMS", DPMS)
        self.define(made, "link-status", table.Enum({"Good": 0, "Bad": 1}))
        self.define(made, "non-desktop", table.Range(0, 1, immutable=True))
        self.define(made, "CRTC_ID", "crtc", atomic=True)
        for name, spec in entry.properties.items():
            self.define(made, name, spec)
        return made

    def remove_connector(self, connector: Connector) -> None:
        """Lets a connector vanish; a CRTC that it is on keeps it findable."""
        connector.registered = False
        connector.display = None
        self.connectors.remove(connector)
        self.vanished.append(connector)
        self.forget_vanished()

    def lose_link(self, connector: Connector) -> None:
        """The driver finds that a display no longer understands what it is sent, and wants a modeset."""
        self.state[connector.id] = self.state[connector.id] | {"link-status": 1}
        self.announce(self, connector)

    def train_links(self, proposal: Proposal) -> None:
        """Links that a modeset wants to be good are trained, which may fail a moment later."""
        for connector in self.connectors:
            if connector.id not in proposal.touched or self.state[connector.id]["link-status"] != 0:
                continue
            if self.state[connector.id]["CRTC_ID"] and self.faults.training_fails(connector.name):
                self.later(time.monotonic() + 0.05, lambda connector=connector: self.lose_link(connector))

    def forget_vanished(self) -> None:
        for connector in [gone for gone in self.vanished if self.state[gone.id]["CRTC_ID"] == 0]:
            self.vanished.remove(connector)
            self.set_edid(connector, b"")
            del self.objects[connector.id], self.state[connector.id]

    def all_connectors(self) -> list[Connector]:
        return self.connectors + self.vanished

    def connector(self, name: str) -> Connector:
        return next(connector for connector in self.connectors if connector.name == name)

    def encoders_of(self, connector: Object) -> list[Object]:
        return [self.encoders[index] for index in connector.table.encoders]

    def find(self, number: int, kind: int) -> Object:
        found = self.objects.get(number)
        if found is None or found.kind != kind:
            raise Refused(errno.ENOENT, f"no such object: {number}")
        return found

    # MARK: displays

    def look(self, connector: Connector) -> None:
        """The driver asks what is plugged in."""
        display: Display | None = connector.display
        connector.seen = display
        connector.status = connector.table.status or ("connected" if display else "disconnected")
        if not connector.registered:
            connector.status = "disconnected"
        self.set_edid(connector, b"" if display is None or self.faults.edid_is_garbled(connector.name) else display.edid)

    def set_edid(self, connector: Connector, data: bytes) -> None:
        present = self.blobs.get(self.state[connector.id]["EDID"])
        if (present.data if present else b"") == data:
            return
        if present:
            del self.blobs[present.id]
        self.state[connector.id]["EDID"] = self.make_blob(data, None).id if data else 0

    def modes(self, connector: Connector) -> tuple[Mode, ...]:
        if connector.seen is None or connector.status == "disconnected":
            return ()
        is_readable = not connector.seen.edid or self.state[connector.id]["EDID"]
        width, height = self.table.largest
        modes = connector.seen.modes if is_readable else WITHOUT_EDID
        return tuple(mode for mode in modes if mode.width <= width and mode.height <= height)

    # MARK: memory

    def make_blob(self, data: bytes, owner: File | None) -> Blob:
        made = Blob(next(self.numbers), data, owner)
        self.blobs[made.id] = made
        return made

    def allocate(self, length: int) -> Memory:
        if self.table.budget is not None and self.used + length > self.table.budget:
            raise Refused(errno.ENOMEM, f"{length} bytes wanted, {self.used} of {self.table.budget} in use")
        made = Memory(length)
        self.memory.add(made)
        return made

    @property
    def used(self) -> int:
        return sum(memory.length for memory in self.memory)

    def release(self, memory: Memory) -> None:
        memory.users -= 1
        if memory.users == 0:
            self.memory.discard(memory)
            memory.close()

    def drop_framebuffer(self, framebuffer: Framebuffer) -> None:
        """Takes a framebuffer off the screen, and with it off the CRTC whose primary plane it was on, and forgets it."""
        proposal = Proposal(self, allow_modeset=True)
        for plane in self.planes:
            if self.state[plane.id]["FB_ID"] != framebuffer.id:
                continue
            crtc = self.objects[self.state[plane.id]["CRTC_ID"]]
            proposal.values(plane).update({"FB_ID": 0, "CRTC_ID": 0})
            if plane.table.kind == "primary" and not self.table.bare_crtc:
                self.turn_off(proposal, crtc)
        if proposal.touched:
            self.history.append(f"framebuffer {framebuffer.id} was removed while it was shown")
            self.apply(proposal)
        del self.framebuffers[framebuffer.id]
        for memory in framebuffer.memory:
            self.release(memory)

    def turn_off(self, proposal: Proposal, crtc: Object) -> None:
        proposal.values(crtc).update({"ACTIVE": 0, "MODE_ID": 0})
        for connector in proposal.connectors_on(crtc):
            proposal.values(connector)["CRTC_ID"] = 0
        for plane in proposal.planes_on(crtc):
            proposal.values(plane).update({"FB_ID": 0, "CRTC_ID": 0})

    # MARK: files

    def close(self, file: File) -> None:
        self.files.pop(file.id, None)
        if self.master is file:
            self.master = None
        for number in list(file.framebuffers):
            self.drop_framebuffer(self.framebuffers[number])
        for memory in file.handles.values():
            self.release(memory)
        for number in file.blobs:
            self.drop_blob(number)

    def drop_blob(self, number: int) -> None:
        """A blob that the state refers to lives on without a name that programs could use; here, with its name."""
        self.blobs[number].owner = None
        self.sweep_blobs()

    def sweep_blobs(self) -> None:
        used = {value for values in self.state.values() for value in values.values()}
        for blob in [blob for blob in self.blobs.values() if blob.owner is None and blob.id not in used]:
            del self.blobs[blob.id]

    # MARK: commits

    def commit(self, proposal: Proposal, file: File, flags: int, user_data: int) -> float | None:
        """Checks a change and makes it; returns when the call is over if that is later."""
        checks.check(proposal)
        crtcs = proposal.crtcs()
        if flags & drm.PAGE_FLIP_EVENT:
            if not crtcs:
                raise Refused(errno.EINVAL, "an event is wanted and no CRTC would send it")
            for crtc in crtcs:
                if not self.state[crtc.id]["ACTIVE"] and not proposal.is_active(crtc):
                    raise Refused(errno.EINVAL, f"an event is wanted of CRTC {crtc.index}, which is off")
        if flags & drm.TEST_ONLY:
            return None
        if flags & drm.NONBLOCK and any(crtc.id in self.pending for crtc in crtcs):
            raise Refused(errno.EBUSY, "a flip is pending")
        self.faults.refuse_commit(proposal)
        # A blocking commit waits for the flip before it. Here it is made at once, and returns after that.
        over = max((self.pending.pop(crtc.id).over for crtc in crtcs if crtc.id in self.pending), default=0.0)
        self.apply(proposal)
        self.commits += 1
        receiver, at_once = file if flags & drm.PAGE_FLIP_EVENT else None, bool(flags & drm.PAGE_FLIP_ASYNC)
        times = [self.schedule(crtc, receiver, user_data, at_once) for crtc in crtcs]
        if flags & drm.NONBLOCK:
            return None
        return max([*times, over], default=None)

    def apply(self, proposal: Proposal) -> None:
        now = time.monotonic()
        modesets = [crtc for crtc in self.crtcs if proposal.needs_modeset(crtc)]
        for crtc in modesets:
            if proposal.is_active(crtc):
                mode = proposal.mode(crtc)
                self.beats[crtc.id] = Beat(now, mode.htotal * mode.vtotal / (mode.clock * 1000))
            else:
                self.beats.pop(crtc.id, None)
                self.pending.pop(crtc.id, None)
        self.state = proposal.new
        for crtc in self.crtcs:
            if crtc.id in self.beats:
                self.beats[crtc.id].vary(self.varies(crtc), now)
        if self.sharing:
            self.sharing.committed(self)
        self.train_links(proposal)
        self.forget_vanished()
        self.sweep_blobs()
        if self.table.remote:
            self.show(proposal, {crtc.id for crtc in modesets})

    def varies(self, crtc: Object) -> bool:
        """Whether a CRTC waits for frames: it is to, and its display can."""
        capable = any(
            self.state[connector.id].get("vrr_capable") for connector in self.connectors
            if self.state[connector.id]["CRTC_ID"] == crtc.id)
        return bool(self.state[crtc.id].get("VRR_ENABLED")) and capable

    def show(self, proposal: Proposal, modesets: set[int]) -> None:
        """Sends what has changed to displays that keep a picture of their own: all of it after a modeset."""
        for plane in self.planes:
            values = self.state[plane.id]
            if plane.id in proposal.touched and values["FB_ID"]:
                clips = None if values["CRTC_ID"] in modesets else checks.damage(proposal, plane)
                self.send_over(self.framebuffers[values["FB_ID"]], clips, plane)

    def send_over(self, framebuffer: Framebuffer, clips: list | None, only: Object | None = None) -> None:
        """Copies damaged parts of a framebuffer to the display; all of it where the plane shows another size."""
        picture = pictures.decode(framebuffer)
        for plane in self.planes if only is None else [only]:
            if self.state[plane.id]["FB_ID"] != framebuffer.id:
                continue
            kept = self.remote.get(plane.id)
            if clips is None or kept is None or kept.shape != picture.shape:
                self.remote[plane.id] = picture.copy()
                continue
            for left, top, right, bottom in clips:
                kept[top:bottom, left:right] = picture[top:bottom, left:right]

    def give_up(self, crtc: Object, flip: "Flip") -> None:
        if self.pending.get(crtc.id) is flip:
            del self.pending[crtc.id]

    def mode_of(self, crtc: Object) -> drm.Fields:
        return drm.MODE.unpack(self.blobs[self.state[crtc.id]["MODE_ID"]].data)

    def source_of(self, plane: Object) -> Framebuffer | numpy.ndarray:
        """What a plane shows, copied: its framebuffer, or what has been sent to a display that keeps a picture of its own."""
        if self.table.remote:
            return self.remote[plane.id].copy()
        return self.framebuffers[self.state[plane.id]["FB_ID"]].copied()

    def schedule(self, crtc: Object, file: File | None, user_data: int, at_once: bool = False) -> float:
        """Lets a flip happen at the next vertical blank, or at once where there is none; returns when."""
        now = time.monotonic()
        beat = self.beats.get(crtc.id)
        when, count = beat.next(now) if beat and self.table.vblank else (now, 0)
        if at_once and beat:
            when, count = now, beat.count(now)
        when += self.faults.delay_of_flip(crtc.index)
        flip = Flip(when)
        if when > now or self.faults.flips_to_stick:
            self.pending[crtc.id] = flip
        if self.faults.pipe_sticks():
            flip.over += self.faults.stuck_seconds
            self.later(flip.over, lambda: self.give_up(crtc, flip))
            return flip.over
        is_lost = self.faults.flip_is_lost()

        def happen() -> None:
            # After a modeset that came between, the kernel sends the event all the same.
            if self.pending.get(crtc.id) is flip:
                del self.pending[crtc.id]
            self.flips[crtc.id] = self.flips.get(crtc.id, 0) + 1
            self.timings.setdefault(crtc.id, deque(maxlen=4000)).append((now, when, None if at_once else count))
            if beat and not at_once:
                beat.flipped(when, count)
            if self.sharing:
                self.sharing.flipped(self, crtc)
            if file and not is_lost:
                second, rest = divmod(when, 1)
                file.send(drm.EVENT.pack(
                    drm.EVENT_FLIP, drm.EVENT.size, user_data, int(second), int(rest * 1e6), count & 0xFFFFFFFF, crtc.id))

        if when <= now:
            happen()
        else:
            self.later(when, happen)
        return when


def in_formats(plane: table.Plane) -> bytes:
    """The IN_FORMATS blob: every modifier with its formats; columns have no height."""
    formats, head = plane.formats, 24
    modifiers = dict.fromkeys(modifier for name in formats for modifier in plane.layouts.get(name, plane.modifiers))
    listed = [
        (sum(1 << index for index, name in enumerate(formats) if plane.shows(name, modifier)), modifier) for modifier in modifiers]
    codes = b"".join(struct.pack("<I", drm.fourcc(name)) for name in formats)
    codes += b"\0" * (-len(codes) % 8)
    entries = b"".join(struct.pack("<QIIQ", mask, 0, 0, modifier) for mask, modifier in listed)
    return struct.pack("<6I", 1, 0, len(formats), head, len(listed), head + len(codes)) + codes + entries
