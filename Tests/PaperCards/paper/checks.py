"""What the kernel refuses whatever the card is, in the order of its checks: properties, routing, planes, then the driver."""

import errno

from . import drm
from .objects import Object, Refused
from .proposal import Proposal


def check(proposal: Proposal) -> None:
    device = proposal.device
    touched = [device.objects[number] for number in sorted(proposal.touched)]
    for object in touched:
        if object.kind == drm.PLANE:
            check_plane(proposal, object)
    for crtc in device.crtcs:
        check_crtc(proposal, crtc)
    for connector in [object for object in touched if object.kind == drm.CONNECTOR]:
        check_routing(proposal, connector)
    check_encoders(proposal)
    for crtc in proposal.crtcs():
        if proposal.needs_modeset(crtc) and not proposal.allow_modeset:
            raise Refused(errno.EINVAL, f"CRTC {crtc.index} needs a modeset and the commit allows none")
        for plane in proposal.planes_on(crtc):
            check_place(proposal, plane, crtc)
        check_primary(proposal, crtc)
    check_driver(proposal)


def check_tearing(proposal: Proposal) -> None:
    """At once, nothing changes but framebuffers of primary planes, for others that are alike."""
    device = proposal.device
    for number in proposal.touched:
        object, old, new = device.objects[number], proposal.old[number], proposal.new[number]
        # Damage and fences are of one commit alone, and need not be as before.
        changed = {name for name, value in new.items() if value != old[name]} - {"FB_DAMAGE_CLIPS", "IN_FENCE_FD"}
        is_primary = object.kind == drm.PLANE and object.table.kind == "primary"
        if changed - ({"FB_ID"} if is_primary else set()):
            raise Refused(errno.EINVAL, f"{', '.join(sorted(changed))} of object {number} would change at once")
        if not is_primary:
            continue
        shown, wanted = (device.framebuffers.get(values["FB_ID"]) for values in (old, new))
        if shown is None or wanted is None or (shown.format, shown.modifier, shown.pitches) != (
                wanted.format, wanted.modifier, wanted.pitches):
            raise Refused(errno.EINVAL, f"plane {number} would change its layout at once")


def check_crtc(proposal: Proposal, crtc: Object) -> None:
    values = proposal.of(crtc)
    enabled = values["MODE_ID"] != 0
    if values["ACTIVE"] and not enabled:
        raise Refused(errno.EINVAL, f"CRTC {crtc.index} is active without a mode")
    if not values["ACTIVE"] and crtc.id not in proposal.touched and not enabled:
        return
    mode = proposal.mode(crtc)
    if enabled and not plausible(mode):
        raise Refused(errno.EINVAL, f"CRTC {crtc.index}: not a mode")
    if enabled != bool(proposal.connectors_on(crtc)):
        raise Refused(errno.EINVAL, f"CRTC {crtc.index} has {'no' if enabled else 'a'} connector and is {'en' if enabled else 'dis'}abled")


def plausible(mode: drm.Fields | None) -> bool:
    return mode is not None and mode.clock > 0 and (
        0 < mode.hdisplay <= mode.hsync_start <= mode.hsync_end <= mode.htotal
        and 0 < mode.vdisplay <= mode.vsync_start <= mode.vsync_end <= mode.vtotal)


def check_routing(proposal: Proposal, connector: Object) -> None:
    """A connector that has vanished may be turned off, and nothing else; one that is there needs an encoder."""
    crtc = proposal.device.objects.get(proposal.of(connector)["CRTC_ID"])
    if crtc is None:
        return
    if not connector.registered and proposal.is_active(crtc):
        raise Refused(errno.EINVAL, f"{connector.name} has vanished")
    if not any(crtc.index in encoder.table.crtcs for encoder in proposal.device.encoders_of(connector)):
        raise Refused(errno.EINVAL, f"no encoder leads from CRTC {crtc.index} to {connector.name}")


def check_encoders(proposal: Proposal) -> None:
    """Each connector that is on has an encoder of its own."""
    taken: dict[int, Object] = {}

    def place(wanting: list[Object]) -> bool:
        if not wanting:
            return True
        connector, rest = wanting[0], wanting[1:]
        crtc = proposal.device.objects[proposal.of(connector)["CRTC_ID"]]
        for encoder in proposal.device.encoders_of(connector):
            if crtc.index in encoder.table.crtcs and encoder.id not in taken:
                taken[encoder.id] = connector
                if place(rest):
                    return True
                del taken[encoder.id]
        return False

    # One that has vanished holds its encoder for as long as it is on.
    wanting = [c for c in proposal.device.all_connectors() if proposal.of(c)["CRTC_ID"]]
    if not place(wanting):
        raise Refused(errno.EINVAL, "two connectors want one encoder")


def check_plane(proposal: Proposal, plane: Object) -> None:
    """The plane by itself."""
    values = proposal.of(plane)
    crtc, framebuffer = proposal.device.objects.get(values["CRTC_ID"]), proposal.framebuffer(plane)
    if (crtc is None) != (framebuffer is None):
        raise Refused(errno.EINVAL, f"plane {plane.id} has a CRTC or a framebuffer, not both")
    if crtc is None:
        return
    if crtc.index not in plane.table.crtcs:
        raise Refused(errno.EINVAL, f"plane {plane.id} does not go to CRTC {crtc.index}")
    check_pixels(plane, framebuffer)
    x, y, width, height = proposal.destination(plane)
    if not (-0x80000000 <= x <= 0x7FFFFFFF - width and -0x80000000 <= y <= 0x7FFFFFFF - height):
        raise Refused(errno.ERANGE, f"plane {plane.id}: coordinates out of range")
    left, top, across, down = proposal.source(plane)
    if left < 0 or top < 0 or left + across > framebuffer.width or top + down > framebuffer.height:
        raise Refused(errno.ENOSPC, f"plane {plane.id} reads beyond its framebuffer")
    check_damage(proposal, plane, framebuffer)
    old = proposal.old[plane.id]["CRTC_ID"]
    if old and old != crtc.id:
        raise Refused(errno.EINVAL, f"plane {plane.id} moves between CRTCs in one commit")


def check_pixels(plane: Object, framebuffer) -> None:
    if framebuffer.format not in plane.table.formats:
        raise Refused(errno.EINVAL, f"plane {plane.id} has no format {framebuffer.format}")
    if framebuffer.modifier is not None and not plane.table.shows(framebuffer.format, framebuffer.modifier):
        raise Refused(errno.EINVAL, f"plane {plane.id} has no modifier {framebuffer.modifier:#x}")


def check_damage(proposal: Proposal, plane: Object, framebuffer) -> None:
    for left, top, right, bottom in damage(proposal, plane) or []:
        if not (0 <= left < right <= framebuffer.width and 0 <= top < bottom <= framebuffer.height):
            raise Refused(errno.EINVAL, f"plane {plane.id}: damage {left, top, right, bottom} is not inside its framebuffer")


def damage(proposal: Proposal, plane: Object) -> list[tuple[int, int, int, int]] | None:
    """What has changed, as the commit says; None for all of it."""
    blob = proposal.blobs.get(proposal.of(plane).get("FB_DAMAGE_CLIPS", 0))
    if blob is None:
        return None
    words = memoryview(blob.data).cast("i")
    if len(words) % 4:
        raise Refused(errno.EINVAL, "damage is not a list of rectangles")
    return [tuple(words[at : at + 4]) for at in range(0, len(words), 4)]


def check_place(proposal: Proposal, plane: Object, crtc: Object) -> None:
    """The plane on its CRTC."""
    mode = proposal.mode(crtc)
    if mode is None:
        raise Refused(errno.EINVAL, f"plane {plane.id} is on a CRTC that is off")
    x, y, width, height = proposal.destination(plane)
    _, _, across, down = proposal.source(plane)
    if not width or not height or not across or not down:
        # Nothing of it can be seen: allowed, as by the kernel's helpers.
        return
    smallest, largest = plane.table.scaling
    for ratio in (across / width, down / height):
        if not 1 / largest - 1e-6 <= ratio <= 1 / smallest + 1e-6:
            raise Refused(errno.ERANGE, f"plane {plane.id} cannot scale by {1 / ratio:.3f}")
    if not plane.table.anywhere and (x, y, width, height) != (0, 0, mode.hdisplay, mode.vdisplay):
        raise Refused(errno.EINVAL, f"plane {plane.id} must cover its CRTC")


def check_primary(proposal: Proposal, crtc: Object) -> None:
    if proposal.device.table.bare_crtc or not proposal.is_active(crtc):
        return
    if not any(plane.table.kind == "primary" for plane in proposal.planes_on(crtc)):
        raise Refused(errno.EINVAL, f"CRTC {crtc.index} is on and has no primary plane")


def check_driver(proposal: Proposal) -> None:
    for crtc in proposal.active_crtcs():
        mode = proposal.mode(crtc)
        if mode.hdisplay > crtc.table.widest or mode.clock > crtc.table.highest_clock:
            raise Refused(errno.EINVAL, f"CRTC {crtc.index} has no mode {mode.hdisplay}x{mode.vdisplay} of {mode.clock} kHz")
    for rule in proposal.device.table.rules:
        number = rule(proposal)
        if number:
            raise Refused(number, f"the card's rule {rule.__name__}")
