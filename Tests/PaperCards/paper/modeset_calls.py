"""Calls that change what is shown: the atomic one, and those from before it."""

import errno
import struct
import time

from . import checks, drm
from .calls import Caller, call
from .drm import Fields
from .objects import Object, Refused
from .proposal import Proposal

KNOWN_FLAGS = drm.PAGE_FLIP_EVENT | drm.PAGE_FLIP_ASYNC | drm.TEST_ONLY | drm.NONBLOCK | drm.ALLOW_MODESET


@call("ATOMIC")
def atomic(caller: Caller, fields: Fields) -> float | None:
    device, flags = caller.device, fields.flags
    if not caller.file.is_atomic or not device.table.atomic:
        raise Refused(errno.EINVAL, "atomic commits were not asked for")
    if flags & ~KNOWN_FLAGS or fields.reserved:
        raise Refused(errno.EINVAL, "unknown flags")
    if flags & drm.PAGE_FLIP_ASYNC and not device.table.tears:
        raise Refused(errno.EINVAL, "the driver makes no atomic commit at once")
    if flags & drm.TEST_ONLY and flags & drm.PAGE_FLIP_EVENT:
        raise Refused(errno.EINVAL, "a test sends no event")
    proposal = Proposal(device, bool(flags & drm.ALLOW_MODESET))
    for object, property, value in changes(caller, fields):
        set_value(caller, proposal, object, property, value)
    if flags & drm.PAGE_FLIP_ASYNC:
        checks.check_tearing(proposal)
    return device.commit(proposal, caller.file, flags, fields.user_data)


def changes(caller: Caller, fields: Fields) -> list[tuple[int, int, int]]:
    count = fields.count_objs
    if not count:
        return []
    first, second = caller.read((fields.objs, 4 * count), (fields.count_props, 4 * count))
    objects, counts = struct.unpack(f"<{count}I", first), struct.unpack(f"<{count}I", second)
    total = sum(counts)
    if not total:
        return []
    first, second = caller.read((fields.props, 4 * total), (fields["values"], 8 * total))
    owners = [object for object, number in zip(objects, counts) for _ in range(number)]
    return list(zip(owners, struct.unpack(f"<{total}I", first), struct.unpack(f"<{total}Q", second)))


def set_value(caller: Caller, proposal: Proposal, number: int, property: int, value: int) -> None:
    device = proposal.device
    object, definition = device.objects.get(number), device.definitions.get(property)
    if object is None or definition is None or object.properties.get(definition.name) is not definition:
        raise Refused(errno.ENOENT, f"object {number} has no property {property}")
    if not definition.takes(value):
        raise Refused(errno.EINVAL, f"{definition.name} cannot be {value}")
    if definition.name == "IN_FENCE_FD" and value != 2**64 - 1:
        if not caller.has_fence(value):
            raise Refused(errno.EINVAL, f"descriptor {value} is no fence")
        # The model's pictures are complete when they are committed; a fence is of one commit alone.
        value = 2**64 - 1
    if definition.flags & drm.BLOB_FLAG and value and value not in device.blobs:
        raise Refused(errno.EINVAL, f"{definition.name}: there is no blob {value}")
    if definition.name == "MODE_ID" and value and len(device.blobs[value].data) != drm.MODE.size:
        raise Refused(errno.EINVAL, "a blob that is no mode")
    if definition.spec == "crtc" and value and (value not in device.objects or device.objects[value].kind != drm.CRTC):
        raise Refused(errno.EINVAL, f"there is no CRTC {value}")
    if definition.spec == "framebuffer" and value and value not in device.framebuffers:
        raise Refused(errno.EINVAL, f"there is no framebuffer {value}")
    proposal.values(object)[definition.name] = value


# MARK: before atomic commits


def primary_of(device, crtc: Object) -> Object:
    """The primary plane of a CRTC, as old programs use it without knowing."""
    primaries = [plane for plane in device.planes if plane.table.kind == "primary"]
    mine = [plane for plane in primaries if device.state[plane.id]["CRTC_ID"] == crtc.id]
    return (mine or [plane for plane in primaries if crtc.index in plane.table.crtcs])[0]


def show(proposal: Proposal, plane: Object, crtc: Object, framebuffer: int, x: int, y: int, size: tuple[int, int]) -> None:
    proposal.values(plane).update({
        "FB_ID": framebuffer, "CRTC_ID": crtc.id, "SRC_X": x << 16, "SRC_Y": y << 16, "SRC_W": size[0] << 16,
        "SRC_H": size[1] << 16, "CRTC_X": 0, "CRTC_Y": 0, "CRTC_W": size[0], "CRTC_H": size[1]})
    if "FB_DAMAGE_CLIPS" in proposal.of(plane):
        proposal.values(plane)["FB_DAMAGE_CLIPS"] = 0


@call("SETCRTC")
def set_crtc(caller: Caller, fields: Fields) -> float | None:
    device = caller.device
    crtc = device.find(fields.crtc_id, drm.CRTC)
    proposal = Proposal(device, allow_modeset=True)
    if not fields.mode_valid:
        if fields.count_connectors:
            raise Refused(errno.EINVAL)
        device.turn_off(proposal, crtc)
        return device.commit(proposal, caller.file, 0, 0)
    number = fields.fb_id
    primary = primary_of(device, crtc)
    if number == 0xFFFFFFFF:
        number = device.state[primary.id]["FB_ID"]
    if number not in device.framebuffers:
        raise Refused(errno.ENOENT, f"there is no framebuffer {number}")
    if not fields.count_connectors:
        raise Refused(errno.EINVAL, "a mode and no connector")
    wanted = struct.unpack(f"<{fields.count_connectors}I", caller.read_one(fields.connectors, 4 * fields.count_connectors))
    mode = drm.MODE.unpack(fields.mode)
    for connector in proposal.connectors_on(crtc):
        if connector.id not in wanted:
            proposal.values(connector)["CRTC_ID"] = 0
    for connector in wanted:
        proposal.values(device.find(connector, drm.CONNECTOR))["CRTC_ID"] = crtc.id
    for other in device.crtcs:
        # What feeds a connector no longer is turned off, as by the old helpers.
        if other is not crtc and proposal.of(other)["MODE_ID"] and not proposal.connectors_on(other):
            device.turn_off(proposal, other)
    blob = device.make_blob(fields.mode, None)
    proposal.values(crtc).update({"ACTIVE": 1, "MODE_ID": blob.id})
    show(proposal, primary, crtc, number, fields.x, fields.y, (mode.hdisplay, mode.vdisplay))
    try:
        return device.commit(proposal, caller.file, 0, 0)
    finally:
        device.sweep_blobs()


@call("PAGE_FLIP")
def page_flip(caller: Caller, fields: Fields) -> float | None:
    device = caller.device
    crtc = device.find(fields.crtc_id, drm.CRTC)
    if not device.table.page_flips:
        raise Refused(errno.EINVAL, "the driver has no page flips")
    if fields.flags & ~drm.PAGE_FLIP_EVENT:
        raise Refused(errno.EINVAL)
    if fields.fb_id not in device.framebuffers:
        raise Refused(errno.ENOENT)
    if crtc.id in device.pending:
        raise Refused(errno.EBUSY)
    primary = primary_of(device, crtc)
    present = device.framebuffers.get(device.state[primary.id]["FB_ID"])
    wanted = device.framebuffers[fields.fb_id]
    if present is None or device.state[primary.id]["CRTC_ID"] != crtc.id:
        raise Refused(errno.EBUSY, "nothing is shown yet")
    if present.format != wanted.format:
        raise Refused(errno.EINVAL, "a flip to another format")
    proposal = Proposal(device, allow_modeset=False)
    proposal.values(primary)["FB_ID"] = wanted.id
    return device.commit(proposal, caller.file, drm.NONBLOCK | fields.flags, fields.user_data)


@call("DIRTYFB")
def dirty_fb(caller: Caller, fields: Fields) -> None:
    device = caller.device
    if fields.fb_id not in caller.file.framebuffers:
        raise Refused(errno.ENOENT)
    if not device.table.remote:
        raise Refused(errno.ENOSYS)
    clips = None
    if fields.count_clips:
        words = struct.unpack(f"<{4 * fields.count_clips}H", caller.read_one(fields.clips, 8 * fields.count_clips))
        clips = [words[at : at + 4] for at in range(0, len(words), 4)]
    device.send_over(device.framebuffers[fields.fb_id], clips)


@call("SETPLANE")
def set_plane(caller: Caller, fields: Fields) -> float | None:
    device = caller.device
    plane = device.find(fields.plane_id, drm.PLANE)
    proposal = Proposal(device, allow_modeset=False)
    if fields.fb_id == 0:
        proposal.values(plane).update({"FB_ID": 0, "CRTC_ID": 0})
    else:
        proposal.values(plane).update({
            "FB_ID": fields.fb_id, "CRTC_ID": fields.crtc_id, "CRTC_X": fields.crtc_x & 2**64 - 1,
            "CRTC_Y": fields.crtc_y & 2**64 - 1, "CRTC_W": fields.crtc_w, "CRTC_H": fields.crtc_h, "SRC_X": fields.src_x,
            "SRC_Y": fields.src_y, "SRC_W": fields.src_w, "SRC_H": fields.src_h})
    return device.commit(proposal, caller.file, 0, 0)


@call("CURSOR")
@call("CURSOR2")
def cursor(caller: Caller, fields: Fields) -> float | None:
    device = caller.device
    crtc = device.find(fields.crtc_id, drm.CRTC)
    planes = [p for p in device.planes if p.table.kind == "cursor" and crtc.index in p.table.crtcs]
    if not planes:
        raise Refused(errno.ENXIO, "no cursor plane")
    plane = planes[0]
    proposal = Proposal(device, allow_modeset=False)
    values = proposal.values(plane)
    if fields.flags & 1:
        made = None
        if fields.handle:
            from .memory_calls import add

            pitch = -(-fields.width * 4 // device.table.pitch_alignment) * device.table.pitch_alignment
            made = add(caller, fields.width, fields.height, "AR24", fields.handle, pitch, 0, None)
        size = (fields.width, fields.height)
        values.update({
            "FB_ID": made or 0, "CRTC_ID": crtc.id if made else 0, "SRC_X": 0, "SRC_Y": 0, "SRC_W": size[0] << 16,
            "SRC_H": size[1] << 16, "CRTC_W": size[0], "CRTC_H": size[1]})
    if fields.flags & 2:
        values.update({"CRTC_X": fields.x & 2**64 - 1, "CRTC_Y": fields.y & 2**64 - 1})
    old = device.framebuffers.get(device.state[plane.id]["FB_ID"])
    over = device.commit(proposal, caller.file, 0, 0)
    if fields.flags & 1 and old and old.id in caller.file.framebuffers:
        caller.file.framebuffers.discard(old.id)
        device.drop_framebuffer(old)
    return over


def crtc_of_ramp(caller: Caller, fields: Fields) -> Object:
    crtc = caller.device.find(fields.crtc_id, drm.CRTC)
    if not crtc.table.gamma:
        raise Refused(errno.ENOSYS, "the CRTC has no gamma ramp")
    if fields.gamma_size != crtc.table.gamma:
        raise Refused(errno.EINVAL)
    return crtc


@call("SETGAMMA")
def set_gamma(caller: Caller, fields: Fields) -> None:
    crtc = crtc_of_ramp(caller, fields)
    length = 2 * fields.gamma_size
    curves = caller.read((fields.red, length), (fields.green, length), (fields.blue, length))
    caller.device.ramps[crtc.id] = b"".join(curves)


@call("GETGAMMA")
def get_gamma(caller: Caller, fields: Fields) -> None:
    crtc = crtc_of_ramp(caller, fields)
    length = 2 * fields.gamma_size
    curves = caller.device.ramps[crtc.id]
    for place, name in enumerate(("red", "green", "blue")):
        caller.write(fields[name], curves[place * length : (place + 1) * length])


@call("SETPROPERTY")
@call("OBJ_SETPROPERTY")
def set_property(caller: Caller, fields: Fields) -> float | None:
    device = caller.device
    proposal = Proposal(device, allow_modeset=True)
    definition = device.definitions.get(fields.prop_id)
    if definition and definition.atomic and not caller.file.is_atomic:
        raise Refused(errno.EINVAL)
    object = device.objects.get(fields.obj_id)
    if definition and definition.name == "DPMS" and object and object.properties.get("DPMS") is definition:
        proposal.values(object)["DPMS"] = fields.value
        crtc = device.objects.get(proposal.of(object)["CRTC_ID"])
        if crtc:
            proposal.values(crtc)["ACTIVE"] = int(fields.value == 0)
    else:
        set_value(caller, proposal, fields.obj_id, fields.prop_id, fields.value)
    return device.commit(proposal, caller.file, 0, 0)


# MARK: vertical blanks


def beat(caller: Caller, crtc: Object):
    found = caller.device.beats.get(crtc.id)
    if not caller.device.table.vblank:
        raise Refused(errno.EOPNOTSUPP, "the driver counts no vertical blanks")
    if found is None:
        raise Refused(errno.EINVAL, "the CRTC is off")
    return found


@call("WAIT_VBLANK")
def wait_vblank(caller: Caller, fields: Fields) -> float | None:
    device = caller.device
    pipe = fields.type >> 1 & 0x1F or int(bool(fields.type & 0x20000000))
    if pipe >= len(device.crtcs):
        raise Refused(errno.EINVAL)
    found = beat(caller, device.crtcs[pipe])
    now = time.monotonic()
    present = found.count(now)
    ahead = fields.sequence if fields.type & 1 else (fields.sequence - present) & 0xFFFFFFFF
    ahead = ahead if ahead < 1 << 31 else 0
    when = found.started + (present - found.first + ahead) * found.period
    sequence, user_data = (present + ahead) & 0xFFFFFFFF, fields.signal & 2**64 - 1
    second, rest = divmod(when, 1)
    fields.type, fields.sequence = fields.type, sequence
    if fields.type & 0x04000000:
        event = drm.EVENT.pack(
            drm.EVENT_VBLANK, drm.EVENT.size, user_data, int(second), int(rest * 1e6), sequence, device.crtcs[pipe].id)
        device.later(max(when, now), lambda: caller.file.send(event))
        return None
    fields.signal, fields.usec = int(second), int(rest * 1e6)
    return when if ahead else None


@call("CRTC_GET_SEQUENCE")
def crtc_get_sequence(caller: Caller, fields: Fields) -> None:
    crtc = caller.device.find(fields.crtc_id, drm.CRTC)
    found = beat(caller, crtc)
    count = found.count(time.monotonic())
    fields.active, fields.sequence = 1, count
    fields.sequence_ns = int((found.started + (count - found.first) * found.idle_period) * 1e9)


@call("CRTC_QUEUE_SEQUENCE")
def crtc_queue_sequence(caller: Caller, fields: Fields) -> None:
    device = caller.device
    found = beat(caller, device.find(fields.crtc_id, drm.CRTC))
    now = time.monotonic()
    present = found.count(now)
    wanted = present + fields.sequence if fields.flags & 1 else fields.sequence
    if fields.flags & 2 and wanted <= present:
        wanted = present + 1
    when, user_data = found.started + (wanted - found.first) * found.period, fields.user_data
    fields.sequence = wanted
    event = drm.SEQUENCE_EVENT.pack(drm.EVENT_SEQUENCE, drm.SEQUENCE_EVENT.size, user_data, int(when * 1e9), wanted)
    device.later(max(when, now), lambda: caller.file.send(event))
