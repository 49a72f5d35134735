"""node_exporter with nothing but its textfile collector."""

import subprocess
import urllib.request
from pathlib import Path

from machine.network import free_port

from .unpacked import unpacked
from .waiting import eventually


def fetch(address: str, path: str) -> str | None:
    """What a local server answers; None while there is none."""
    try:
        with urllib.request.urlopen(f"http://{address}{path}", timeout=10) as reply:
            return reply.read().decode()
    except OSError:
        return None


class NodeExporter:
    """A context in which it serves what the files of a folder say, at `address`."""

    def __init__(self, folder: Path):
        self.program = unpacked("prometheus-node-exporter", "prometheus-node-exporter")
        self.folder = folder
        self.address = f"127.0.0.1:{free_port()}"

    def __enter__(self) -> "NodeExporter":
        self.process = subprocess.Popen(
            [
                self.program, "--collector.disable-defaults", "--collector.textfile",
                f"--collector.textfile.directory={self.folder}", f"--web.listen-address={self.address}",
            ], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        return self

    def __exit__(self, *_) -> None:
        self.process.kill()
        self.process.wait()

    def metrics(self) -> str:
        """What it tells Prometheus."""
        return eventually(lambda: fetch(self.address, "/metrics"), "node_exporter answers")
