"""The calls that programs make on a card, by their kernel names: each gets the caller's structure and changes it."""

import errno
import os
import struct
from collections.abc import Callable

from . import drm
from .device import File
from .drm import Fields
from .objects import Refused

# A call's result: none for 0, or the time at which it is over.
Handler = Callable[["Caller", Fields], float | None]  # noqa: F821
HANDLERS: dict[str, Handler] = {}


def call(name: str):
    def register(function: Handler) -> Handler:
        HANDLERS[name] = function
        return function

    return register


class Caller:
    """A program in the middle of a call: its file and its memory."""

    def __init__(self, file: File, read, descriptor: int | None = None, pid: int | None = None):
        self.file, self.device = file, file.device
        self.read_pieces = read
        self.descriptor = descriptor
        self.pid = pid or os.getpid()
        self.given: int | None = None
        self.written: list[tuple[int, bytes]] = []

    def read(self, *pieces: tuple[int, int]) -> list[bytes]:
        return self.read_pieces(list(pieces)) if pieces else []

    def read_one(self, address: int, length: int) -> bytes:
        return self.read((address, length))[0] if length else b""

    def has_fence(self, descriptor: int) -> bool:
        """Whether a descriptor of the program's is a sync_file."""
        try:
            return os.readlink(f"/proc/{self.pid}/fd/{descriptor}") == "anon_inode:sync_file"
        except OSError:
            return False

    def write(self, address: int, data: bytes) -> None:
        if address and data:
            self.written.append((address, data))

    def fill(self, address: int, room: int, values: list[int], packing: str = "I") -> int:
        """Writes a list where the caller has room for all of it, and returns how long it is."""
        if values and room >= len(values):
            self.write(address, struct.pack(f"<{len(values)}{packing}", *values))
        return len(values)


def answer(caller: Caller, name: str, fields: Fields) -> float | None:
    device = caller.device
    if caller.file.is_render_node and name not in drm.OF_DRAWING:
        raise Refused(errno.EACCES, f"{name} is not for render nodes")
    if not device.table.has_displays and name not in drm.WITHOUT_DISPLAYS:
        raise Refused(errno.EOPNOTSUPP, f"{name} on a device without displays")
    if name in drm.OF_MASTER and device.master is not caller.file:
        raise Refused(errno.EACCES, f"{name} is for the master")
    device.faults.check(name, fields)
    handler = HANDLERS.get(name)
    if handler is None:
        raise Refused(errno.EINVAL, f"the model has no {name}")
    return handler(caller, fields)


# MARK: the card


@call("VERSION")
def version(caller: Caller, fields: Fields) -> None:
    fields.major, fields.minor, fields.patch = 1, 0, 0
    for kind, text in (("name", caller.device.table.driver), ("date", "20260101"), ("desc", "paper card")):
        data = text.encode()
        caller.write(fields[kind], data[: fields[f"{kind}_len"]])
        fields[f"{kind}_len"] = len(data)


@call("GET_CAP")
def get_cap(caller: Caller, fields: Fields) -> None:
    card = caller.device.table
    if not card.has_displays and fields.capability not in (drm.CAP_PRIME, drm.CAP_TIMESTAMP_MONOTONIC):
        raise Refused(errno.EOPNOTSUPP)
    capabilities = {
        drm.CAP_DUMB_BUFFER: 1, drm.CAP_PREFERRED_DEPTH: 24, drm.CAP_PREFER_SHADOW: 0, drm.CAP_PRIME: 3,
        drm.CAP_TIMESTAMP_MONOTONIC: 1, drm.CAP_ASYNC_PAGE_FLIP: 0, drm.CAP_CURSOR_WIDTH: card.cursor[0],
        drm.CAP_CURSOR_HEIGHT: card.cursor[1], drm.CAP_ADDFB2_MODIFIERS: int(card.modifiers), drm.CAP_CRTC_IN_VBLANK_EVENT: 1,
        2: 1, 0x11: 0, 0x13: 0, 0x14: 0, drm.CAP_ATOMIC_ASYNC_PAGE_FLIP: int(card.tears),
    }
    if fields.capability not in capabilities:
        raise Refused(errno.EINVAL)
    fields.value = capabilities[fields.capability]


@call("SET_CLIENT_CAP")
def set_client_cap(caller: Caller, fields: Fields) -> None:
    if not caller.device.table.has_displays:
        raise Refused(errno.EOPNOTSUPP)
    if fields.capability == drm.CLIENT_ATOMIC and not caller.device.table.atomic:
        raise Refused(errno.EOPNOTSUPP)
    if fields.capability == drm.CLIENT_WRITEBACK and not caller.file.is_atomic:
        raise Refused(errno.EINVAL)
    if not 1 <= fields.capability <= 5:
        raise Refused(errno.EINVAL)
    caller.file.capabilities[fields.capability] = fields.value


@call("SET_MASTER")
def set_master(caller: Caller, fields: Fields) -> None:
    device = caller.device
    if device.master not in (None, caller.file):
        raise Refused(errno.EBUSY)
    device.master = caller.file


@call("DROP_MASTER")
def drop_master(caller: Caller, fields: Fields) -> None:
    if caller.device.master is not caller.file:
        raise Refused(errno.EINVAL)
    caller.device.master = None


@call("GET_MAGIC")
def get_magic(caller: Caller, fields: Fields) -> None:
    fields.magic = caller.file.id


@call("AUTH_MAGIC")
def auth_magic(caller: Caller, fields: Fields) -> None:
    """Lets another opening of the card make buffers, which on primary nodes needs the master's word."""
    if fields.magic not in caller.device.files:
        raise Refused(errno.EINVAL)


# MARK: objects


@call("GETRESOURCES")
def get_resources(caller: Caller, fields: Fields) -> None:
    device = caller.device
    lists = {
        "fbs": sorted(caller.file.framebuffers), "crtcs": [crtc.id for crtc in device.crtcs],
        "connectors": [connector.id for connector in device.connectors], "encoders": [e.id for e in device.encoders],
    }
    for name, numbers in lists.items():
        fields[f"count_{name}"] = caller.fill(fields[name], fields[f"count_{name}"], numbers)
    fields.min_width, fields.min_height = 0, 0
    fields.max_width, fields.max_height = device.table.largest


@call("GETPLANERESOURCES")
def get_plane_resources(caller: Caller, fields: Fields) -> None:
    planes = [p.id for p in caller.device.planes if caller.file.sees_all_planes or p.table.kind == "overlay"]
    fields.count_planes = caller.fill(fields.planes, fields.count_planes, planes)


@call("GETPLANE")
def get_plane(caller: Caller, fields: Fields) -> None:
    device = caller.device
    plane = device.find(fields.plane_id, drm.PLANE)
    fields.crtc_id, fields.fb_id = device.state[plane.id]["CRTC_ID"], device.state[plane.id]["FB_ID"]
    fields.possible_crtcs = sum(1 << index for index in plane.table.crtcs)
    fields.gamma_size = 0
    fields.count_formats = caller.fill(
        fields.formats, fields.count_formats, [drm.fourcc(name) for name in plane.table.formats])


@call("GETENCODER")
def get_encoder(caller: Caller, fields: Fields) -> None:
    device = caller.device
    encoder = device.find(fields.encoder_id, drm.ENCODER)
    on = [c for c in device.all_connectors() if encoder in device.encoders_of(c) and device.state[c.id]["CRTC_ID"]]
    fields.encoder_type = drm.ENCODER_TYPES.index(encoder.table.kind)
    fields.crtc_id = device.state[on[0].id]["CRTC_ID"] if on else 0
    fields.possible_crtcs = sum(1 << index for index in encoder.table.crtcs)
    fields.possible_clones = 1 << encoder.index


@call("GETCONNECTOR")
def get_connector(caller: Caller, fields: Fields) -> float | None:
    device = caller.device
    connector = device.find(fields.connector_id, drm.CONNECTOR)
    over = None
    if fields.count_modes == 0 and device.master is caller.file:
        # A caller with no room for modes wants the driver to look; the one that comes back with room does not.
        device.look(connector)
        over = device.faults.end_of_probe()
    modes = device.modes(connector)
    encoders = device.encoders_of(connector)
    state = device.state[connector.id]
    if modes and fields.count_modes >= len(modes):
        caller.write(fields.modes, b"".join(mode.packed() for mode in modes))
    fields.count_modes = len(modes)
    fields.count_encoders = caller.fill(fields.encoders, fields.count_encoders, [encoder.id for encoder in encoders])
    fields.count_props = fill_properties(caller, fields, connector)
    crtc = device.objects.get(state["CRTC_ID"])
    fields.encoder_id = next((e.id for e in encoders if crtc and crtc.index in e.table.crtcs), 0)
    fields.connector_type = drm.CONNECTOR_TYPES.index(connector.table.kind)
    fields.connector_type_id = connector.table.number
    fields.connection = drm.CONNECTIONS[connector.status]
    fields.mm_width, fields.mm_height = connector.seen.millimetres if connector.seen else (0, 0)
    fields.subpixel = 1
    return over


def fill_properties(caller: Caller, fields: Fields, object) -> int:
    shown = [
        definition for definition in object.properties.values()
        if caller.file.is_atomic or not definition.flags & drm.ATOMIC_FLAG]
    values = caller.device.state[object.id]
    if fields.count_props >= len(shown):
        caller.fill(fields.props, fields.count_props, [definition.id for definition in shown])
        caller.fill(fields["values"], fields.count_props, [values[definition.name] for definition in shown], "Q")
    return len(shown)


@call("GETCRTC")
def get_crtc(caller: Caller, fields: Fields) -> None:
    device = caller.device
    crtc = device.find(fields.crtc_id, drm.CRTC)
    state = device.state[crtc.id]
    fields.fb_id, fields.x, fields.y = 0, 0, 0
    for plane in device.planes:
        if plane.table.kind == "primary" and device.state[plane.id]["CRTC_ID"] == crtc.id:
            values = device.state[plane.id]
            fields.fb_id, fields.x, fields.y = values["FB_ID"], values["SRC_X"] >> 16, values["SRC_Y"] >> 16
    fields.gamma_size = crtc.table.gamma
    fields.mode_valid = int(state["MODE_ID"] != 0)
    fields.mode = device.blobs[state["MODE_ID"]].data if fields.mode_valid else bytes(drm.MODE.size)


# MARK: properties


@call("OBJ_GETPROPERTIES")
def obj_get_properties(caller: Caller, fields: Fields) -> None:
    object = caller.device.objects.get(fields.obj_id)
    if object is None or fields.obj_type not in (drm.ANY, object.kind):
        raise Refused(errno.ENOENT)
    if not object.properties:
        raise Refused(errno.EINVAL)
    fields.count_props = fill_properties(caller, fields, object)


@call("GETPROPERTY")
def get_property(caller: Caller, fields: Fields) -> None:
    definition = caller.device.definitions.get(fields.prop_id)
    if definition is None:
        raise Refused(errno.ENOENT)
    fields.flags, fields.name = definition.flags, definition.name.encode()
    fields.count_values = caller.fill(fields["values"], fields.count_values, definition.values, "Q")
    choices = definition.choices
    if choices and fields.count_enums >= len(choices):
        caller.write(fields.enums, b"".join(struct.pack("<Q32s", value, name.encode()) for name, value in choices.items()))
    fields.count_enums = len(choices)


@call("GETPROPBLOB")
def get_prop_blob(caller: Caller, fields: Fields) -> None:
    blob = caller.device.blobs.get(fields.blob_id)
    if blob is None:
        raise Refused(errno.ENOENT)
    if fields.length == len(blob.data):
        caller.write(fields.data, blob.data)
    fields.length = len(blob.data)


@call("CREATEPROPBLOB")
def create_prop_blob(caller: Caller, fields: Fields) -> None:
    if not 0 < fields.length < 1 << 16:
        raise Refused(errno.EINVAL)
    blob = caller.device.make_blob(caller.read_one(fields.data, fields.length), caller.file)
    caller.file.blobs.add(blob.id)
    fields.blob_id = blob.id


@call("DESTROYPROPBLOB")
def destroy_prop_blob(caller: Caller, fields: Fields) -> None:
    blob = caller.device.blobs.get(fields.blob_id)
    if blob is None:
        raise Refused(errno.ENOENT)
    if blob.owner is not caller.file:
        raise Refused(errno.EPERM)
    caller.file.blobs.discard(blob.id)
    caller.device.drop_blob(blob.id)


