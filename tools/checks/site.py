"""The documentation's site: it builds, and no link in it is broken."""

import os
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

from .shell import ROOT, run
from .tally import Tally

SITE = ROOT / ".build" / "site"


class Page(HTMLParser):
    """A page's anchors, and what it refers to."""

    def __init__(self, text: str):
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        # Scripts, style sheets and pictures: what a browser fetches without being asked.
        self.parts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.anchors |= {attributes[name] for name in ("id", "name") if name in attributes}
        if "src" in attributes:
            self.parts.append(attributes["src"])
        if "href" in attributes:
            (self.parts if tag == "link" else self.links).append(attributes["href"])


def faults(site: Path) -> Iterator[str]:
    """A line for each broken link, each part fetched from elsewhere, and each page that no page leads to."""
    pages = {path: Page(path.read_text()) for path in sorted(site.rglob("*.html"))}
    reached = {site / "index.html", site / "404.html"}
    for path, page in pages.items():
        name = path.relative_to(site)
        for link in page.links + page.parts:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                # Links may lead elsewhere; parts may not, but for those that are in the page itself (data:).
                if parts.netloc and link in page.parts:
                    yield f"{name} fetches {link}"
                continue
            target = site / unquote(parts.path)[1:] if parts.path.startswith("/") else path.parent / unquote(parts.path)
            target = (target if parts.path else path).resolve()
            if target.is_dir():
                target /= "index.html"
            if not target.is_relative_to(site.resolve()) or not target.is_file():
                yield f"{name} links to {link}, which is not there"
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                yield f"{name} links to {link}, which has no such anchor"
            if target != path:
                reached.add(target)
    yield from (f"no page leads to {path.relative_to(site)}" for path in pages if path not in reached)


def site(is_asked_for: bool = False) -> Tally:
    """Builds the site in .build/site and checks it; without mkdocs that is skipped, unless the site itself is asked for."""
    if find_spec("mkdocs") is None:
        if is_asked_for or os.environ.get("CI", "").lower() in {"true", "1"}:
            return Tally.failure("the site needs mkdocs (make setup)")
        return Tally(skipped=1, notes=["skipped: the site: mkdocs is not installed"])
    if run(sys.executable, "-B", "-m", "mkdocs", "build", "--strict", "--quiet").status != 0:
        return Tally.failure("the site does not build")
    found = list(faults(SITE.resolve()))
    return Tally(passed=1 if found else 2, failed=1 if found else 0, notes=[f"failed: {fault}" for fault in found])
