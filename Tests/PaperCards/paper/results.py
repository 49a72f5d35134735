"""What was run on which card and came to what: the tests leave a line each, from which `hardware-table` makes its table."""

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

from support.compiled import BUILD

from .table import Card

BUILT = BUILD / "paper-cards"
RESULTS = BUILT / "results.jsonl"


def slug(cards: tuple[Card, ...]) -> str:
    """A name for tests on these cards."""
    return "_and_".join(re.sub(r"[^a-z0-9]+", "_", card.name.lower()).strip("_") for card in cards)


@contextmanager
def recorded(cards: tuple[Card, ...], what: str, count: int = 1) -> Iterator[None]:
    """Writes down whether what is done within, so many times, succeeds."""
    result = "failed"
    try:
        yield
        result = "passed"
    finally:
        BUILT.mkdir(parents=True, exist_ok=True)
        line = {"cards": slug(cards), "what": what, "count": count, "result": result, "date": time.strftime("%Y-%m-%d")}
        with open(RESULTS, "a") as file:
            file.write(json.dumps(line) + "\n")


def latest() -> dict[str, list[dict]]:
    """The last result of each kind, by cards."""
    found: dict[tuple[str, str], dict] = {}
    for line in RESULTS.read_text().splitlines() if RESULTS.exists() else []:
        entry = json.loads(line)
        found[entry["cards"], entry["what"]] = entry
    results: dict[str, list[dict]] = {}
    for (cards, _), entry in found.items():
        results.setdefault(cards, []).append(entry)
    return results
