"""The stock terminal foot as hosted application, with a program in it that writes down what reaches it."""

import json
from pathlib import Path

PROBE = Path("Tests/EndToEnd/support/terminal_probe.py")


class Terminal:
    """Knows foot's command line and reads what its probe leaves in a folder."""

    def __init__(
        self, folder: Path, seen_as: str | None = None, checkout: str | Path = ".",
        background: str = "242424"
    ):
        """`background` is the colour behind the text, as six digits."""
        self.folder = folder
        self.background = background
        self.seen_as = seen_as or str(folder)
        self.checkout = checkout

    def command(self) -> list[str]:
        """A shell command line for `kagami run --`; `exec` keeps foot the hosted process itself."""
        folder = self.seen_as
        foot = (
            "exec foot --config=/dev/null --override=font='DejaVu Sans Mono:pixelsize=16' --override=dpi-aware=no "
            f"--override=colors.background={self.background} "
            f"/usr/bin/python3 -B '{self.checkout}/{PROBE}' '{folder}/probe.jsonl' 2>'{folder}/foot.log'"
        )
        return ["sh", "-c", foot]

    def records(self, kind: str) -> list[dict]:
        path = self.folder / "probe.jsonl"
        if not path.exists():
            return []
        whole_lines = path.read_text().rpartition("\n")[0].splitlines()
        return [record for record in map(json.loads, whole_lines) if record["type"] == kind]

    def size(self) -> tuple[int, int] | None:
        """The columns and rows that programs in the terminal see by now."""
        sizes = self.records("size")
        return (sizes[-1]["columns"], sizes[-1]["rows"]) if sizes else None

    def start(self) -> dict | None:
        """The probe's process and environment."""
        starts = self.records("start")
        return starts[0] if starts else None

    def typed(self) -> str:
        return "".join(record["text"] for record in self.records("input"))
