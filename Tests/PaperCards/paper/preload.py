"""The preloaded library, made when it is first wanted."""

import functools
from pathlib import Path

from support.compiled import compiled

SOURCES = Path(__file__).resolve().parents[1] / "preload"


@functools.cache
def library() -> Path:
    """The library's path; made anew where its sources are newer."""
    return compiled("paper.so", sorted(SOURCES.glob("*.[ch]")), lambda folder: ["-shared", "-fPIC", "-ldl"])
