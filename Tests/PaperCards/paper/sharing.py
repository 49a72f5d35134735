"""Pictures that a display shows of another one's memory: nothing may be drawn there until the display shows something else."""

import zlib
from collections import defaultdict

from . import pictures


class Sharing:
    """Compares the memory of scaled planes when a commit hands it over with what is there when the next flip has happened."""

    def __init__(self):
        # The framebuffers that a plane shows and is about to show, each with what was in it.
        self.kept: dict[int, list] = defaultdict(list)
        self.flips = 0
        self.mistakes: list[str] = []

    def committed(self, device) -> None:
        for plane in device.planes:
            values = device.state[plane.id]
            if not values["FB_ID"] or not pictures.is_scaled(values):
                continue
            framebuffer = device.framebuffers[values["FB_ID"]]
            if not self.kept[plane.id] or self.kept[plane.id][-1][0] is not framebuffer:
                self.kept[plane.id].append((framebuffer, checksum(framebuffer)))

    def flipped(self, device, crtc) -> None:
        """A CRTC shows what was last committed, and no longer what was before."""
        for plane in device.planes:
            kept = self.kept[plane.id]
            present = device.state[plane.id]["CRTC_ID"]
            if crtc.index not in plane.table.crtcs or present not in (0, crtc.id):
                continue
            gone = kept[:-1] if present else kept
            for framebuffer, before in gone:
                self.flips += 1
                if framebuffer.id not in device.framebuffers:
                    self.mistakes.append(f"plane {plane.id} showed framebuffer {framebuffer.id}, which was removed")
                elif checksum(framebuffer) != before:
                    self.mistakes.append(f"plane {plane.id} showed framebuffer {framebuffer.id}, which was drawn in")
            del kept[: len(gone)]


def checksum(framebuffer) -> int:
    return zlib.adler32(framebuffer.memory[0].bytes())
