"""Every card, each as it is and with a display at each of its sockets."""

from paper import oracles
from paper.cards import ALL
from paper.displays import FULL_HD
from paper.results import recorded, slug
from paper.table import Card

from .boards import BY_CARDS, check_snapshot
from .case import PaperCase

# The size of the desktop display that is plugged in.
SIZE = (1920, 1080)


def sockets(cards: tuple[Card, ...]) -> list[tuple[int, str]]:
    """Where something can be plugged in: the card's place and the connector."""
    return [
        (place, connector.name) for place, card in enumerate(cards) for connector in card.connectors
        if connector.display is None and connector.status is None]


class CardTests(PaperCase):
    def check(self, cards: tuple[Card, ...]):
        first = sockets(cards)
        with recorded(cards, "a display at each socket, pictures compared"), self.running(*cards) as service:
            if any(connector.display for card in cards for connector in card.connectors):
                service.wait_for("the content is shown", lambda status: status["content"])
                oracles.check(service)
            size = service.status()["panel"]
            for place, name in first:
                bench = service.bench
                bench.plug(name, FULL_HD, bench.devices[place])
                service.wait_for_content(*SIZE, "external" if size else "panel")
                oracles.check_shown(service, name)
                oracles.check(service)
                if size and slug(cards) in BY_CARDS:
                    check_snapshot(service, BY_CARDS[slug(cards)])
                bench.plug(name, None, bench.devices[place])
                if size:
                    service.wait_for_content(size["width"], size["height"], "panel")
                    oracles.check(service)


def add_tests() -> None:
    """A test for each computer, named after its cards."""
    for cards in ALL:
        setattr(CardTests, f"test_{slug(cards)}", lambda self, cards=cards: self.check(cards))


add_tests()
