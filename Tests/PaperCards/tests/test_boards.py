"""Small boards: what their planes show of films, and what becomes of those that their decoders tile."""

import signal
from collections.abc import Callable

from paper import drm, oracles
from paper.results import recorded
from support.effort import thorough
from support.raw.film import samples, seen

from .boards import BEHIND, BOARDS, Board, Outcome
from .dmabufs import offers
from .film_case import FilmCase, linear

FILM, HIGH_FILM = (1200, 500), (1280, 720)


class BoardTests(FilmCase):
    def shown(self, service, outcome: Outcome) -> None:
        if isinstance(outcome, str):
            self.composed(service, outcome)
            outcome = ("primary",)
        elif outcome == BEHIND:
            self.behind(service)
        else:
            self.on_plane(service)
        service.wait_until_still()
        self.assertEqual(self.planes(service), list(outcome))
        oracles.check_scanout(service, edge=1)

    def playing(self, board: Board, *options: str, **more):
        """The service with a film, on the board's cards."""
        return self.running(*map(linear, board.cards), **self.film(*options) | more)

    def check_film(self, board: Board):
        """With subtitles and without."""
        with recorded(board.cards, "a film with subtitles"), self.playing(board, "--subtitles", "below") as service:
            self.mirroring(service)
            self.shown(service, board.front)
            self.signal(service, signal.SIGALRM)
            self.shown(service, board.film)

    def check_decoded(self, board: Board):
        """Films as decoders leave them in rows, with their own colours, whoever makes them."""
        films = [(FILM, board.decoded)] + [(HIGH_FILM, board.high)] * (board.high != board.decoded)
        for size, outcome in films:
            with recorded(board.cards, "films as decoders leave them"), self.playing(
                    board, "--decoded", "--size", f"{size[0]}x{size[1]}") as service:
                self.mirroring(service)
                for number in range(2):
                    if number:
                        self.signal(service, signal.SIGUSR1)
                    self.shown(service, outcome)
                    self.check_colours(service, seen(*samples(*size, number)))
                self.check_conversions(service, *size)

    def check_memory(self, board: Board):
        """What draws makes memory in many pieces, which a display without an address translation of its own does not read."""
        command = [word.replace("paper", "scattered") for word in self.film()["command"]]
        outcome = "the display's device cannot use its memory" if board.needs_one_piece else board.film
        with self.playing(board, command=command) as service:
            self.mirroring(service)
            self.shown(service, outcome)

    def check_tiled(self, board: Board):
        """Columns are shown as they lie. Nobody is offered what only a plane could read: a player has its decoder write rows."""
        with self.playing(board, *["--columns"] * board.has_columns) as service:
            service.wait_for("the content is shown", lambda status: status["content"])
            offered = offers(service)
            self.assertIn(("NV12", drm.LINEAR), offered)
            self.assertEqual([layout for layout in board.tiled if layout in offered], [])
            if board.has_columns:
                self.mirroring(service)
                self.shown(service, board.decoded)
                self.check_colours(service, seen(*samples(*FILM, 0)))
                self.check_conversions(service, *FILM)


def add_tests() -> None:
    """A test of each kind for each board: one of films everyday, the others where there is time."""

    def add(name: str, check: Callable, is_thorough: bool = True) -> None:
        setattr(BoardTests, name, thorough(check) if is_thorough else check)

    for board in BOARDS:
        add(f"test_film_on_{board.name}", lambda self, board=board: self.check_film(board), is_thorough=False)
        add(f"test_decoded_film_on_{board.name}", lambda self, board=board: self.check_decoded(board))
        add(f"test_memory_in_pieces_on_{board.name}", lambda self, board=board: self.check_memory(board))
        add(f"test_tiled_film_on_{board.name}", lambda self, board=board: self.check_tiled(board))


add_tests()
