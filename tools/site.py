"""What mkdocs does not do by itself for the documentation's site.

The site is laid out as the repository, with docs/ at its top: README.md is the site's first page, and what the pages link
to outside of docs/ comes along, so that one link serves the repository and the site.
"""

import posixpath
import re
from collections.abc import Callable
from pathlib import Path

from mkdocs.config.base import Config
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
START = "README.md"

# A fenced block, which is left alone, or the target of an inline link, without its anchor.
FENCE_OR_TARGET = re.compile(r"^ *```.*?^ *```|(?<=\]\()(?![a-z]+:)[^)#\s]+", re.MULTILINE | re.DOTALL)


def repository_path(site_path: str) -> str:
    """Where a file of the site is in the repository."""
    in_docs = posixpath.join("docs", site_path)
    return in_docs if (ROOT / in_docs).exists() else site_path


def with_targets(text: str, path: str, change: Callable[[str], str]) -> str:
    """The Markdown text of the page at a repository path, with each link's target, a repository path too, changed."""

    def replaced(found: re.Match) -> str:
        if found[0].lstrip().startswith("```"):
            return found[0]
        return change(posixpath.normpath(posixpath.join(posixpath.dirname(path), found[0])))

    return FENCE_OR_TARGET.sub(replaced, text)


def outside_docs(pages: list[str]) -> set[str]:
    """The files outside of docs/ that the pages at these repository paths lead to, over any number of links."""
    found: set[str] = set()
    unread = list(pages)
    while unread:
        page = unread.pop()

        def note(target: str) -> str:
            if not target.startswith(("docs/", "..")) and target not in found and (ROOT / target).is_file():
                found.add(target)
                if target.endswith(".md"):
                    unread.append(target)
            return target

        with_targets((ROOT / page).read_text(), page, note)
    return found


def on_files(files: Files, config: Config) -> Files:
    pages = [posixpath.join("docs", page.src_uri) for page in files.documentation_pages()]
    for path in sorted({START} | outside_docs([START, *pages])):
        files.append(File(path, str(ROOT), config["site_dir"], config["use_directory_urls"]))
    return files


def on_page_markdown(markdown: str, page: Page, **_) -> str:
    folder = posixpath.dirname(page.file.src_uri)

    def in_site(target: str) -> str:
        return posixpath.relpath(target.removeprefix("docs/"), folder or ".")

    return with_targets(markdown, repository_path(page.file.src_uri), in_site)
