"""Displays: what a connector finds at the other end of the cable."""

from dataclasses import dataclass

from support.edid import edid as base_block

from . import drm

PREFERRED, DRIVER, USERDEF = 8, 64, 32


@dataclass(frozen=True)
class Mode:
    width: int
    height: int
    refresh: int = 60
    preferred: bool = False
    kind: int = DRIVER

    @property
    def totals(self) -> tuple[int, int]:
        return self.width + 160, self.height + 62

    @property
    def clock(self) -> int:
        """Kilohertz."""
        across, down = self.totals
        return across * down * self.refresh // 1000

    def packed(self) -> bytes:
        across, down = self.totals
        return drm.MODE.packing.pack(
            self.clock, self.width, self.width + 48, self.width + 80, across, 0, self.height, self.height + 3,
            self.height + 8, down, 0, self.refresh, 0x5, self.kind | (PREFERRED if self.preferred else 0),
            f"{self.width}x{self.height}".encode(),
        )


@dataclass(frozen=True)
class Display:
    modes: tuple[Mode, ...]
    edid: bytes = b""
    millimetres: tuple[int, int] = (0, 0)

    def garbled(self, seed: int = 1) -> bytes:
        """Its EDID as a bad cable hands it on."""
        return bytes(byte ^ (seed * 37 + index & 0xFF) for index, byte in enumerate(self.edid))


def display(width: int, height: int, *others: tuple[int, int, int], refresh: int = 60,
            millimetres: tuple[int, int] | None = None, edid: bool = True) -> Display:
    """A display whose own mode comes first, and others (width, height, refresh) after it."""
    millimetres = millimetres or (width // 4, height // 4)
    modes = (Mode(width, height, refresh, preferred=True), *(Mode(*other) for other in others))
    tellable = edid and refresh == 60 and modes[0].clock // 10 < 1 << 16 and width < 4096
    return Display(modes, base_block(width, height, millimetres) if tellable else b"", millimetres)


PANEL = display(1280, 800, millimetres=(217, 136))
SMALL_PANEL = display(800, 480, millimetres=(154, 86), edid=False)
FULL_HD = display(1920, 1080, (1280, 720, 60), (1920, 1080, 50), (1024, 768, 60), (640, 480, 60), millimetres=(527, 296))
ULTRA_HD = display(
    3840, 2160, (3840, 2160, 30), (2560, 1440, 60), (1920, 1080, 60), (1280, 720, 60), millimetres=(697, 392))
OLD_MONITOR = display(1024, 768, (800, 600, 60), (640, 480, 60), millimetres=(304, 228))
