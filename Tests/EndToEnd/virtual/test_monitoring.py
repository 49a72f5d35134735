"""Two services under one stock Prometheus, as the page on monitoring says, and the board for Grafana that shows them."""

import unittest

from support.documented_metrics import write_metrics
from support.node_exporter import NodeExporter
from support.prometheus import Prometheus, board_expressions
from support.virtual_service import VirtualService
from support.waiting import eventually


class MonitoringTests(unittest.TestCase):
    def setUp(self):
        self.machines = [self.enterContext(VirtualService()) for _ in range(2)]
        for machine in self.machines:
            (machine.folder / "textfiles").mkdir()
        self.machines[0].plug(1920, 1080)
        self.write()
        exporters = [self.enterContext(NodeExporter(machine.folder / "textfiles")) for machine in self.machines]
        folder = self.machines[0].folder / "prometheus"
        folder.mkdir()
        self.prometheus = self.enterContext(Prometheus(folder, [exporter.address for exporter in exporters]))

    def write(self) -> None:
        for machine in self.machines:
            write_metrics(machine, machine.folder / "textfiles")

    def test_one_prometheus_sees_both_machines(self):
        state = 'kagami_state{kagami_state="mirroring"}'
        eventually(lambda: self.prometheus.values(state) == ["1", "0"], "the first one mirrors", 30)
        self.machines[1].plug(1280, 720)
        self.write()
        eventually(lambda: self.prometheus.values(state) == ["1", "1"], "both mirror", 30)
        width = 'kagami_screen_width_pixels{screen="external"}'
        self.assertEqual(self.prometheus.values(width), ["1920", "1280"])

    def test_each_picture_of_the_board_has_something_to_show(self):
        eventually(lambda: None not in self.prometheus.values("rate(kagami_wakeups_total[1m])"), "two samples of each", 30)
        for title, expression in board_expressions():
            with self.subTest(panel=title, expression=expression):
                self.assertNotIn("$", expression)
                series = eventually(lambda: self.prometheus.series(expression), "there is something", 30)
                self.assertTrue(self.prometheus.speaks_of_all(series), series)
