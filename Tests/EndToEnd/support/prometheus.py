"""A stock Prometheus with the configuration of the page on monitoring, and what the board for Grafana asks of it."""

import json
import re
import subprocess
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

from machine.network import free_port

from .binary import CHECKOUT
from .node_exporter import fetch
from .unpacked import unpacked

BOARD = CHECKOUT / "data" / "grafana" / "kagami.json"
PAGE = CHECKOUT / "docs" / "monitoring.md"


class Prometheus:
    """A context in which it asks exporters every second, with the configuration of the page besides."""

    def __init__(self, folder: Path, exporters: list[str]):
        """`exporters` are their addresses; the files lie in `folder`, which is there."""
        self.program = unpacked("prometheus", "prometheus")
        self.folder = folder
        self.exporters = exporters
        self.address = f"127.0.0.1:{free_port()}"
        [documented] = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(), re.DOTALL)
        self.configuration = re.sub(r"targets: .*", f"targets: {json.dumps(exporters)}", documented).replace("15s", "1s")

    def __enter__(self) -> "Prometheus":
        file = self.folder / "prometheus.yml"
        file.write_text(self.configuration)
        self.process = subprocess.Popen(
            [
                self.program, f"--config.file={file}", f"--storage.tsdb.path={self.folder}/data",
                f"--web.listen-address={self.address}", "--log.level=error",
            ], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        return self

    def __exit__(self, *_) -> None:
        self.process.kill()
        self.process.wait()

    def series(self, expression: str) -> list[dict]:
        """What an expression comes to now; none while nothing answers."""
        text = fetch(self.address, "/api/v1/query?" + urllib.parse.urlencode({"query": expression}))
        return json.loads(text)["data"]["result"] if text else []

    def values(self, expression: str) -> list[str | None]:
        """The value of an expression for each exporter."""
        found = {each["metric"]["instance"]: each["value"][1] for each in self.series(expression)}
        return [found.get(address) for address in self.exporters]

    def speaks_of_all(self, series: list[dict]) -> bool:
        """Whether there is a number of each exporter, or one of all together."""
        seen = {each["metric"].get("instance") for each in series}
        return seen in ({None}, set(self.exporters))


def board_expressions() -> Iterator[tuple[str, str]]:
    """The title of each picture of the board with an expression of it, for all machines."""
    for panel in json.loads(BOARD.read_text())["panels"]:
        for target in panel["targets"]:
            yield panel["title"], target["expr"].replace("$instance", ".*").replace("$__rate_interval", "1m")
