"""A change of a card's state before it is made: the view that checks and rules have of it."""

from . import drm
from .objects import Framebuffer, Object

State = dict[int, dict[str, int]]


def signed(value: int, bits: int = 64) -> int:
    return value - (1 << bits) if value >= 1 << bits - 1 else value


class Proposal:
    """The state as it is, and as it would be."""

    def __init__(self, device, allow_modeset: bool):
        self.device = device
        self.old: State = device.state
        self.new: State = dict(device.state)
        self.touched: set[int] = set()
        self.allow_modeset = allow_modeset
        # Lists of damage by plane.
        self.blobs = device.blobs

    def values(self, object: Object) -> dict[str, int]:
        """An object's values, to be changed."""
        if object.id not in self.touched:
            self.new[object.id] = dict(self.new[object.id])
            self.touched.add(object.id)
            # These are of one commit alone.
            passing = {"FB_DAMAGE_CLIPS": 0, "IN_FENCE_FD": 2**64 - 1, "OUT_FENCE_PTR": 0}
            self.new[object.id].update({name: value for name, value in passing.items() if name in object.properties})
        return self.new[object.id]

    def of(self, object: Object) -> dict[str, int]:
        return self.new[object.id]

    # What the card would do.

    def mode(self, crtc: Object) -> drm.Fields | None:
        return self.mode_in(self.new, crtc)

    def mode_in(self, state: State, crtc: Object) -> drm.Fields | None:
        blob = self.blobs.get(state[crtc.id]["MODE_ID"])
        return drm.MODE.unpack(blob.data) if blob and len(blob.data) == drm.MODE.size else None

    def is_active(self, crtc: Object) -> bool:
        return bool(self.new[crtc.id]["ACTIVE"])

    def active_crtcs(self) -> list[Object]:
        return [crtc for crtc in self.device.crtcs if self.is_active(crtc)]

    def connectors_on(self, crtc: Object, state: State | None = None) -> list[Object]:
        state = self.new if state is None else state
        return [c for c in self.device.all_connectors() if c.id in state and state[c.id]["CRTC_ID"] == crtc.id]

    def planes_on(self, crtc: Object, state: State | None = None) -> list[Object]:
        state = self.new if state is None else state
        return [plane for plane in self.device.planes if state[plane.id]["CRTC_ID"] == crtc.id]

    def framebuffer(self, plane: Object) -> Framebuffer | None:
        return self.device.framebuffers.get(self.new[plane.id]["FB_ID"])

    def source(self, plane: Object) -> tuple[float, float, float, float]:
        values = self.new[plane.id]
        return tuple(values[name] / 65536 for name in ("SRC_X", "SRC_Y", "SRC_W", "SRC_H"))

    def destination(self, plane: Object) -> tuple[int, int, int, int]:
        values = self.new[plane.id]
        return (
            signed(values["CRTC_X"] & 0xFFFFFFFF, 32), signed(values["CRTC_Y"] & 0xFFFFFFFF, 32), values["CRTC_W"], values["CRTC_H"])

    # What changes.

    def crtcs(self) -> list[Object]:
        """The CRTCs that the change is about: by themselves, by a connector or by a plane."""
        found = set()
        for number in self.touched:
            object = self.device.objects.get(number)
            if object.kind == drm.CRTC:
                found.add(number)
            else:
                found |= {self.old.get(number, {}).get("CRTC_ID", 0), self.new[number]["CRTC_ID"]}
        return [crtc for crtc in self.device.crtcs if crtc.id in found]

    def needs_modeset(self, crtc: Object) -> bool:
        old, new = self.old[crtc.id], self.new[crtc.id]
        if old["ACTIVE"] != new["ACTIVE"] or self.mode_in(self.old, crtc) != self.mode(crtc):
            return True
        if self.device.table.modeset_for_vrr and old.get("VRR_ENABLED") != new.get("VRR_ENABLED"):
            return True
        return {c.id for c in self.connectors_on(crtc, self.old)} != {c.id for c in self.connectors_on(crtc)}
