"""What was on a card before the program came: a console, or a display server that left its settings behind."""

import copy

from .device import Device
from .displays import Mode
from .objects import Framebuffer, Object
from .proposal import Proposal


def leave(device: Device, connector: str, crtc: Object, plane: Object, mode: Mode) -> None:
    """Lights a connector with a picture that belongs to nobody, as the kernel's console does."""
    proposal = Proposal(device, allow_modeset=True)
    blob = device.make_blob(mode.packed(), None)
    proposal.values(crtc).update({"ACTIVE": 1, "MODE_ID": blob.id})
    proposal.values(device.connector(connector))["CRTC_ID"] = crtc.id
    show(device, proposal, plane, crtc, mode.width, mode.height)
    device.apply(proposal)


def leave_plane(device: Device, plane: Object, crtc: Object, width: int, height: int) -> None:
    """Puts a picture on one more plane, such as a cursor."""
    proposal = Proposal(device, allow_modeset=True)
    show(device, proposal, plane, crtc, width, height)
    device.apply(proposal)


def leave_values(device: Device, object: Object, values: dict[str, int | bytes]) -> None:
    """Sets properties; bytes become a blob."""
    proposal = Proposal(device, allow_modeset=True)
    numbers = {
        name: device.make_blob(value, None).id if isinstance(value, bytes) else value for name, value in values.items()}
    proposal.values(object).update(numbers)
    device.apply(proposal)


def show(device: Device, proposal: Proposal, plane: Object, crtc: Object, width: int, height: int) -> None:
    name = next(name for name in ("AR24", "XR24") if name in plane.table.formats)
    memory = device.allocate(4 * width * height)
    memory.users += 1
    framebuffer = Framebuffer(next(device.numbers), width, height, name, None, [memory], [4 * width], [0], None)
    device.framebuffers[framebuffer.id] = framebuffer
    proposal.values(plane).update({
        "FB_ID": framebuffer.id, "CRTC_ID": crtc.id, "SRC_X": 0, "SRC_Y": 0, "SRC_W": width << 16, "SRC_H": height << 16,
        "CRTC_X": 0, "CRTC_Y": 0, "CRTC_W": width, "CRTC_H": height})


def present(device: Device) -> dict:
    """All that programs can set, by kind and place of the object; blobs by what is in them."""
    found = {}
    objects = [("crtc", device.crtcs), ("plane", device.planes), ("connector", device.connectors)]
    for kind, group in objects:
        for object in group:
            for name, value in device.state[object.id].items():
                if name in ("EDID", "IN_FORMATS", "TILE", "FB_DAMAGE_CLIPS", "HOTSPOT_X", "HOTSPOT_Y"):
                    continue
                blob = device.blobs.get(value)
                is_blob = object.properties[name].flags & 0x10
                found[kind, object.index, name] = (blob.data if blob else None) if is_blob else value
    found["ramps"] = copy.copy(device.ramps)
    # Where a plane was that shows nothing is nobody's concern.
    for plane in device.planes:
        if not device.state[plane.id]["FB_ID"]:
            for name in [key for key in found if key[:2] == ("plane", plane.index) and key[2][:4] in ("SRC_", "CRTC")]:
                if name[2] != "CRTC_ID":
                    del found[name]
    return found
