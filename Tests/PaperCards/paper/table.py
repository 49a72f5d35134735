"""What a card is: tables that the cards' pages fill in. Nothing here runs."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from . import drm
from .displays import Display

LINEAR = (drm.LINEAR,)
Rule = Callable[["Proposal"], int]  # noqa: F821  paper.proposal's; the rule returns 0 or an errno


@dataclass(frozen=True)
class Enum:
    """A property with named values."""

    choices: dict[str, int]
    value: int = 0
    immutable: bool = False


@dataclass(frozen=True)
class Range:
    lowest: int = 0
    highest: int = 0xFFFFFFFF
    value: int = 0
    immutable: bool = False
    signed: bool = False


@dataclass(frozen=True)
class Bitmask:
    bits: dict[str, int]
    value: int = 1


@dataclass(frozen=True)
class Blob:
    """A property whose value is a blob: these bytes for one that cannot be set, or none."""

    data: bytes = b""
    immutable: bool = False


Property = Enum | Range | Bitmask | Blob

# What the numbers of films mean to a plane, as the kernel names it; drivers begin with high definition's.
FILM_COLOURS = {
    "COLOR_ENCODING": Enum({"ITU-R BT.601 YCbCr": 0, "ITU-R BT.709 YCbCr": 1}, 1),
    "COLOR_RANGE": Enum({"YCbCr limited range": 0, "YCbCr full range": 1}, 0),
}
# The same of drivers that know the colours of ultra high definition as well.
WIDE_FILM_COLOURS = FILM_COLOURS | {
    "COLOR_ENCODING": Enum({"ITU-R BT.601 YCbCr": 0, "ITU-R BT.709 YCbCr": 1, "ITU-R BT.2020 YCbCr": 2}, 1)}


@dataclass(frozen=True)
class CRTC:
    properties: dict[str, Property] = field(default_factory=dict)
    # The length of the gamma ramp of the old interface.
    gamma: int = 256
    # The widest picture it can scan out.
    widest: int = 1 << 15
    highest_clock: int = 1 << 30


@dataclass(frozen=True)
class Encoder:
    kind: str
    # The places of the CRTCs in the card's list.
    crtcs: tuple[int, ...]


@dataclass(frozen=True)
class Plane:
    kind: str  # primary, overlay, cursor
    crtcs: tuple[int, ...]
    formats: tuple[str, ...] = ("XR24", "AR24")
    # None where the driver does not name modifiers.
    modifiers: tuple[int, ...] | None = None
    # How far it shrinks and enlarges, source by destination; 1 and 1 for a plane that does not scale.
    scaling: tuple[float, float] = (1.0, 1.0)
    # What its scaler does where it shrinks: "area" averages all that a pixel covers, as filters of many taps nearly do; "linear"
    # mixes the four pixels about the middle.
    filter: str = "area"
    zpos: Property | None = None
    # Whether it may leave a part of its CRTC's picture uncovered.
    anywhere: bool = True
    damage: bool = False
    properties: dict[str, Property] = field(default_factory=dict)
    # The formats that have modifiers of their own in place of those.
    layouts: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def shows(self, name: str, modifier: int) -> bool:
        """Whether it reads a format in a layout; columns may have any height."""
        return drm.listed(modifier) in self.layouts.get(name, self.modifiers or LINEAR)


@dataclass(frozen=True)
class Connector:
    kind: str
    number: int = 1
    encoders: tuple[int, ...] = (0,)
    # What is plugged in at first.
    display: Display | None = None
    # "connected" and "disconnected" follow the display; "unknown" stays.
    status: str | None = None
    properties: dict[str, Property] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.kind}-{self.number}"


@dataclass(frozen=True)
class Card:
    name: str
    driver: str
    crtcs: tuple[CRTC, ...]
    encoders: tuple[Encoder, ...]
    planes: tuple[Plane, ...]
    connectors: tuple[Connector, ...]
    # On which bus, and where: what udev's path of the card begins with.
    bus: str = "pci"
    slot: str = "0000:00:02.0"
    boot: bool = False
    atomic: bool = True
    # Whether the calls from before atomic commits include page flips.
    page_flips: bool = True
    modifiers: bool = True
    # Whether atomic commits may be shown at once, in the middle of a scan.
    tears: bool = False
    # Whether a CRTC waits for frames, or no longer, only from a modeset on.
    modeset_for_vrr: bool = False
    # Whether flips wait for a vertical blank that is counted.
    vblank: bool = True
    # Whether only what a commit says has changed reaches the display.
    remote: bool = False
    largest: tuple[int, int] = (8192, 8192)
    cursor: tuple[int, int] = (64, 64)
    pitch_alignment: int = 64
    # Bytes of memory that the display can read; None for as much as there is.
    budget: int | None = None
    # Whether it reads only memory that lies in one piece.
    contiguous: bool = False
    # Whether it has displays, which a device that only draws has not, and whether it draws.
    has_displays: bool = True
    draws: bool = False
    # Bits a pixel of dumb buffers that the driver makes.
    depths: tuple[int, ...] = (8, 16, 24, 32)
    # Whether a CRTC may be on with no primary plane.
    bare_crtc: bool = False
    rules: tuple[Rule, ...] = ()
    # Connector properties that all connectors have beside EDID, DPMS, link-status and non-desktop.
    source: str = ""

    def having(self, **changes) -> "Card":
        return replace(self, **changes)

    def having_vrr(self) -> "Card":
        """The card with displays that wait for frames, as far as its connectors know of such."""
        capable = {"vrr_capable": Range(0, 1, 1, immutable=True)}
        return replace(self, connectors=tuple(
            replace(connector, properties=connector.properties | capable) for connector in self.connectors))

    def with_displays(self, **displays: Display | None) -> "Card":
        """The card with other displays plugged in at first: HDMI_A_1=display."""
        named = {name.replace("_", "-"): display for name, display in displays.items()}
        unknown = set(named) - {connector.name for connector in self.connectors}
        if unknown:
            raise KeyError(f"{self.name} has no {unknown}")
        connectors = tuple(
            replace(connector, display=named.get(connector.name, connector.display)) for connector in self.connectors
        )
        return replace(self, connectors=connectors)


def fixed(value: int) -> Range:
    return Range(value, value, value, immutable=True)


def zpos(value: int, lowest: int | None = None, highest: int | None = None) -> Range:
    if lowest is None or highest is None:
        return fixed(value)
    return Range(lowest, highest, value)


ROTATION = Bitmask({"rotate-0": 0, "rotate-90": 1, "rotate-180": 2, "rotate-270": 3, "reflect-x": 4, "reflect-y": 5})
# What newer kernels know of a CRTC: the colour where no plane is, 16 bits each of alpha, red, green and blue. Here an earlier program
# has left it grey.
BACKGROUND = {"BACKGROUND_COLOR": Range(0, 2**64 - 1, 0xFFFF_8000_8000_8000)}
