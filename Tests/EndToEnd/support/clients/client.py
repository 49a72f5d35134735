"""What the tests know of one stock client."""

from collections.abc import Callable
from dataclasses import dataclass, field

from .acts import Act
from .looks import Look

FOUR_K = (3840, 2160)


@dataclass(frozen=True)
class Client:
    """One record a client; `{folder}`, `{report}` and `{support}` in its command and environment are filled in."""

    name: str
    command: tuple[str, ...]
    looks: tuple[Look, ...]
    """What its window shows, on every screen and whenever it is left alone."""

    environment: dict[str, str] = field(default_factory=dict)
    app_id: str | None = None
    """None for a client that does not tell."""

    acts: tuple[Act, ...] = ()
    """What is done to it on the panel, each with its effect."""

    acts_away: tuple[Act, ...] | None = None
    """What is done through the controller; the same, if None."""

    knows_size: Callable[[list[dict], int, int], bool] | None = None
    """Whether its own reports tell of the size that it has by now."""

    fixed: tuple[int, int] | None = None
    """The size of one that does not follow its screen; it is centred then."""

    moving: bool = False
    """It draws all the time, so that no two pictures of it are alike."""

    external: tuple[int, int] = FOUR_K
    """Smaller where 4K takes it too long to draw in software."""

    programs: tuple[str, ...] = ()
    """What has to be installed for it; the first word of `command`, if empty."""

    needs: str | None = None
    """A shell command that succeeds where the client's other packages are installed."""

    patience: float = 10
    """Seconds that it may take to draw what is wanted."""

    serves: dict[str, str] = field(default_factory=dict)
    """The pages of a web server that runs beside it, path to file; what is posted there are the client's reports."""

    def size(self, width: int, height: int) -> tuple[int, int]:
        """Its window's size on such a screen."""
        return self.fixed or (width, height)
