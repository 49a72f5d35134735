"""Small boards, and what each comes to: what planes of theirs show, and why what they do not is drawn."""

from dataclasses import dataclass

from paper import drm, pictures
from paper.cards.allwinner import A64, H6_WITH_USB_PANEL
from paper.cards.imx8mp import IMX8MP
from paper.cards.meson import COMPRESSED, MESON_WITH_USB_PANEL
from paper.cards.rk3588 import RK3588
from paper.cards.vc4 import PI3, PI4_COMPUTER, PI5
from paper.displays import Display
from paper.results import slug
from paper.service import PaperService
from paper.table import Card

# The kinds of the planes, from the back to the front, or the reason.
Outcome = tuple[str, ...] | str

REFUSED = "the hardware refused it in a test"
IN_FRONT = "something drawn lies in front"
OTHER_CARD = "its picture is on another card's display"
NO_FORMAT = "the plane lacks its pixel format"
NO_COLOURS = "the plane lacks its colour encoding"

# Layouts in which decoders leave films: those of the kernel's drm_fourcc.h.
ALLWINNER_TILES, VIVANTE_TILES, SPARSE_AFBC = 0x0900000000000001, 0x0600000000000001, 0x0800000000000041


@dataclass(frozen=True)
class Board:
    cards: tuple[Card, ...]
    panel: str
    # An external of 1920x1080 on the panel.
    snapshot: Outcome
    # A film of 1200x500 on that, in colours, as decoded, and one of high definition as decoded.
    film: Outcome
    decoded: Outcome
    high: Outcome
    # The first of them with subtitles.
    front: Outcome
    # How the board's decoder lays films out otherwise than in rows, and nobody is offered: format and modifier.
    tiled: tuple[tuple[str, int], ...]
    # Whether it also leaves them in columns, which planes read.
    has_columns: bool = False
    # Whether displays read only what lies in one piece.
    needs_one_piece: bool = False
    # Whether the external shows frames of ten bits a colour.
    is_deep: bool = False

    @property
    def name(self) -> str:
        return slug(self.cards)

    def having(self, **displays: Display) -> tuple[Card, ...]:
        """The cards with other displays, as `Card.with_displays` has them."""
        return tuple(card.with_displays(**{
            name: display for name, display in displays.items()
            if name.replace("_", "-") in {connector.name for connector in card.connectors}}) for card in self.cards)


PRIMARY, BOTH = ("primary",), ("primary", "overlay")
# The film lies behind what is drawn.
BEHIND = ("overlay", "primary")

TEN_BITS = (("P030", drm.COLUMNS),)

BOARDS = (
    Board((PI3,), "DSI-1", REFUSED, PRIMARY, PRIMARY, PRIMARY, BOTH, TEN_BITS, has_columns=True, needs_one_piece=True),
    Board(PI4_COMPUTER, "DSI-1", ("overlay",), PRIMARY, PRIMARY, PRIMARY, BOTH, TEN_BITS, has_columns=True, needs_one_piece=True,
          is_deep=True),
    Board(PI5, "DSI-1", OTHER_CARD, PRIMARY, PRIMARY, PRIMARY, BOTH, TEN_BITS, has_columns=True, is_deep=True),
    Board((RK3588,), "DSI-1", ("overlay",), PRIMARY, BOTH, NO_COLOURS, BOTH, (("YU08", SPARSE_AFBC), ("NV12", SPARSE_AFBC))),
    Board(IMX8MP, "LVDS-1", OTHER_CARD, REFUSED, NO_FORMAT, NO_FORMAT, IN_FRONT, (("NV12", VIVANTE_TILES),), needs_one_piece=True),
    Board((A64,), "DSI-1", ("overlay",), PRIMARY, BOTH, BOTH, BEHIND, (("NV12", ALLWINNER_TILES),), needs_one_piece=True),
    Board(H6_WITH_USB_PANEL, "DVI-I-1", OTHER_CARD, PRIMARY, BOTH, BOTH, BOTH, (("NV12", ALLWINNER_TILES),)),
    Board(MESON_WITH_USB_PANEL, "DVI-I-1", OTHER_CARD, REFUSED, BEHIND, NO_COLOURS, IN_FRONT, (("YU08", COMPRESSED),),
          needs_one_piece=True),
)
BY_CARDS = {board.name: board for board in BOARDS}


def check_snapshot(service: PaperService, board: Board) -> None:
    """The panel shows the external as the table says."""

    def is_so(status: dict) -> bool:
        layer = next((layer for layer in status["panel"]["layers"] if layer["kind"] == "snapshot"), None)
        if isinstance(board.snapshot, str):
            return layer is not None and (layer["path"], layer["reason"]) == ("composed", board.snapshot)
        with service.bench.lock:
            planes = pictures.scaled_planes(*service.crtc(board.panel))
            return layer is not None and layer["path"] == "plane" and tuple(plane.table.kind for plane in planes) == board.snapshot

    service.wait_for(f"the snapshot: {board.snapshot}", is_so)
