"""Calls about memory and framebuffers."""

import errno
import os
import struct

from . import drm
from .calls import Caller, call
from .drm import Fields
from .objects import Framebuffer, Memory, Refused

# Bytes of a pixel, by format; what is not here cannot be a framebuffer.
PIXEL_BYTES = {
    "XR24": 4, "AR24": 4, "XB24": 4, "AB24": 4, "RX24": 4, "BX24": 4, "RA24": 4, "BA24": 4, "RG24": 3, "BG24": 3, "RG16": 2,
    "BG16": 2, "XR15": 2, "AR15": 2, "XR30": 4, "AR30": 4, "XB30": 4, "AB30": 4, "C8": 1, "YUYV": 2, "UYVY": 2, "XR12": 2,
    "AR12": 2,
}
# Formats of several planes: a sample's bytes, and the pixels across and down that it stands for.
PLANES = {
    "NV12": ((1, 1, 1), (2, 2, 2)), "YU12": ((1, 1, 1), (1, 2, 2), (1, 2, 2)), "YV12": ((1, 1, 1), (1, 2, 2), (1, 2, 2))}
# What is in the name of a client's memory that does not lie in one piece.
SCATTERED = "scattered"
# The formats of the old ADDFB.
OLD_FORMATS = {(32, 24): "XR24", (32, 32): "AR24", (16, 16): "RG16", (24, 24): "RG24", (16, 15): "XR15", (32, 30): "XR30", (8, 8): "C8"}


def memory_of(caller: Caller, handle: int) -> Memory:
    if handle not in caller.file.handles:
        raise Refused(errno.ENOENT, f"no memory {handle}")
    return caller.file.handles[handle]


@call("CREATE_DUMB")
def create_dumb(caller: Caller, fields: Fields) -> None:
    card = caller.device.table
    if not fields.width or not fields.height or fields.bpp not in card.depths:
        raise Refused(errno.EINVAL, f"a dumb buffer of {fields.width}x{fields.height} at {fields.bpp}")
    pitch = -(-fields.width * fields.bpp // 8 // card.pitch_alignment) * card.pitch_alignment
    length = -(-pitch * fields.height // 4096) * 4096
    fields.handle = caller.file.add(caller.device.allocate(length))
    fields.pitch, fields.size = pitch, length


@call("MAP_DUMB")
def map_dumb(caller: Caller, fields: Fields) -> None:
    memory_of(caller, fields.handle)
    fields.offset = 0x1_0000_0000 + (fields.handle << 32)


def behind(caller: Caller, offset: int, length: int) -> Memory:
    """The memory at an offset of a file."""
    memory = memory_of(caller, (offset - 0x1_0000_0000) >> 32)
    if length > -(-memory.length // 4096) * 4096:
        raise Refused(errno.EINVAL, "more is mapped than there is")
    return memory


@call("DESTROY_DUMB")
def destroy_dumb(caller: Caller, fields: Fields) -> None:
    memory_of(caller, fields.handle)
    caller.device.release(caller.file.handles.pop(fields.handle))


@call("GEM_CLOSE")
def gem_close(caller: Caller, fields: Fields) -> None:
    if fields.handle not in caller.file.handles:
        raise Refused(errno.EINVAL)
    caller.device.release(caller.file.handles.pop(fields.handle))


@call("PRIME_HANDLE_TO_FD")
def prime_handle_to_fd(caller: Caller, fields: Fields) -> None:
    caller.given = memory_of(caller, fields.handle).descriptor


@call("PRIME_FD_TO_HANDLE")
def prime_fd_to_handle(caller: Caller, fields: Fields) -> None:
    if caller.descriptor is None:
        raise Refused(errno.EBADF)
    status = os.fstat(caller.descriptor)
    for handle, memory in caller.file.handles.items():
        known = os.fstat(memory.descriptor)
        if (known.st_dev, known.st_ino) == (status.st_dev, status.st_ino):
            fields.handle = handle
            return
    for memory in caller.device.memory:
        known = os.fstat(memory.descriptor)
        if (known.st_dev, known.st_ino) == (status.st_dev, status.st_ino):
            fields.handle = caller.file.add(memory)
            return
    if status.st_size == 0:
        raise Refused(errno.EINVAL, "that is no buffer")
    if caller.device.table.contiguous and SCATTERED in os.readlink(f"/proc/self/fd/{caller.descriptor}"):
        raise Refused(errno.EINVAL, "memory in several pieces")
    memory = Memory(status.st_size, os.dup(caller.descriptor))
    caller.device.memory.add(memory)
    fields.handle = caller.file.add(memory)


@call("ADDFB2")
def add_fb2(caller: Caller, fields: Fields) -> None:
    if fields.flags & ~drm.WITH_MODIFIERS:
        raise Refused(errno.EINVAL)
    modifier = None
    if fields.flags & drm.WITH_MODIFIERS:
        if not caller.device.table.modifiers:
            raise Refused(errno.EINVAL, "the driver knows no modifiers")
        modifier = struct.unpack("<4Q", fields.modifiers)[0]
    handles, pitches, offsets = (struct.unpack("<4I", fields[name]) for name in ("handles", "pitches", "offsets"))
    planes = list(zip(handles, pitches, offsets))
    fields.fb_id = add(caller, fields.width, fields.height, drm.name_of(fields.format), planes, modifier)


@call("ADDFB")
def add_fb(caller: Caller, fields: Fields) -> None:
    name = OLD_FORMATS.get((fields.bpp, fields.depth))
    if name is None:
        raise Refused(errno.EINVAL)
    fields.fb_id = add(caller, fields.width, fields.height, name, [(fields.handle, fields.pitch, 0)], None)


def add(
    caller: Caller, width: int, height: int, name: str, planes: list[tuple[int, int, int]], modifier: int | None
) -> int:
    """Makes a framebuffer of planes, each a handle with its pitch and its offset."""
    device = caller.device
    kinds = PLANES.get(name) or ((PIXEL_BYTES[name], 1, 1),) if name in PLANES or name in PIXEL_BYTES else ()
    if not any(name in plane.table.formats for plane in device.planes) or not kinds:
        raise Refused(errno.EINVAL, f"no plane has the format {name}")
    if not 0 < width <= device.table.largest[0] or not 0 < height <= device.table.largest[1]:
        raise Refused(errno.EINVAL, f"a framebuffer of {width}x{height}")
    memories = [memory_of(caller, handle) for (handle, _, _), _ in zip(planes, kinds)]
    _, pitches, offsets = (list(part) for part in zip(*planes[: len(kinds)]))
    made = Framebuffer(next(device.numbers), width, height, name, modifier, memories, pitches, offsets, caller.file)
    for memory, pitch, offset, (size, across, down) in zip(memories, pitches, offsets, kinds):
        row, rows = -(-width // across) * size, -(-height // down)
        if pitch < row or end(made.column_height, offset, pitch, row, rows) > memory.length:
            raise Refused(errno.EINVAL, "a framebuffer larger than its memory")
    for memory in memories:
        memory.users += 1
    device.framebuffers[made.id] = made
    caller.file.framebuffers.add(made.id)
    return made.id


def end(column_height: int | None, offset: int, pitch: int, row: int, rows: int) -> int:
    """Where the last row of a plane ends."""
    if column_height is None:
        return offset + pitch * (rows - 1) + row
    length = offset + rows * drm.COLUMN
    if length > column_height * drm.COLUMN:
        raise Refused(errno.EINVAL, "rows beyond their column")
    return (row - 1) // drm.COLUMN * column_height * drm.COLUMN + length


@call("RMFB")
def rm_fb(caller: Caller, fields: Fields) -> None:
    if fields.fb_id not in caller.file.framebuffers:
        raise Refused(errno.ENOENT)
    caller.file.framebuffers.discard(fields.fb_id)
    caller.device.drop_framebuffer(caller.device.framebuffers[fields.fb_id])
