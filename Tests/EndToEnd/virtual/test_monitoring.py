"""Two services under one stock Prometheus, as the page on monitoring says, and the board for Grafana that shows them."""

import json
import re
import subprocess
import unittest
import urllib.parse

from support.binary import CHECKOUT
from support.documented_metrics import write_metrics
from support.node_exporter import NodeExporter, fetch, free_port
from support.unpacked import unpacked
from support.virtual_service import VirtualService
from support.waiting import eventually

BOARD = CHECKOUT / "data" / "grafana" / "kagami.json"
PAGE = CHECKOUT / "docs" / "monitoring.md"


class Prometheus:
    """A context in which it asks exporters every second, with the configuration of the page besides."""

    def __init__(self, folder, exporters: list[NodeExporter]):
        self.program = unpacked("prometheus", "prometheus")
        self.folder = folder
        self.address = f"127.0.0.1:{free_port()}"
        [documented] = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(), re.DOTALL)
        targets = json.dumps([exporter.address for exporter in exporters])
        self.configuration = re.sub(r"targets: .*", f"targets: {targets}", documented).replace("15s", "1s")

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


class MonitoringTests(unittest.TestCase):
    def setUp(self):
        self.machines = [self.enterContext(VirtualService()) for _ in range(2)]
        for machine in self.machines:
            (machine.folder / "textfiles").mkdir()
        self.machines[0].plug(1920, 1080)
        self.write()
        exporters = [self.enterContext(NodeExporter(machine.folder / "textfiles")) for machine in self.machines]
        self.addresses = [exporter.address for exporter in exporters]
        folder = self.machines[0].folder / "prometheus"
        folder.mkdir()
        self.prometheus = self.enterContext(Prometheus(folder, exporters))

    def write(self) -> None:
        for machine in self.machines:
            write_metrics(machine, machine.folder / "textfiles")

    def values(self, expression: str) -> list[str | None]:
        """The value of an expression for each machine."""
        found = {each["metric"]["instance"]: each["value"][1] for each in self.prometheus.series(expression)}
        return [found.get(address) for address in self.addresses]

    def test_one_prometheus_sees_both_machines(self):
        state = 'kagami_state{kagami_state="mirroring"}'
        eventually(lambda: self.values(state) == ["1", "0"], "the first one mirrors", 30)
        self.machines[1].plug(1280, 720)
        self.write()
        eventually(lambda: self.values(state) == ["1", "1"], "both mirror", 30)
        width = 'kagami_screen_width_pixels{screen="external"}'
        self.assertEqual(self.values(width), ["1920", "1280"])

    def test_each_picture_of_the_board_has_something_to_show(self):
        board = json.loads(BOARD.read_text())
        eventually(lambda: None not in self.values("rate(kagami_wakeups_total[1m])"), "two samples of each", 30)
        for panel in board["panels"]:
            for target in panel["targets"]:
                expression = target["expr"].replace("$instance", ".*").replace("$__rate_interval", "1m")
                with self.subTest(panel=panel["title"], expression=expression):
                    self.assertNotIn("$", expression)
                    series = eventually(lambda: self.prometheus.series(expression), "there is something", 30)
                    # Totals of all machines are one number.
                    seen = {each["metric"].get("instance") for each in series}
                    self.assertIn(seen, [{None}, set(self.addresses)])
