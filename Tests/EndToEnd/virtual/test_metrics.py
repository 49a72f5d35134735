"""`kagami metrics`, as Prometheus' own programs read it."""

import stat
import subprocess
import unittest

from support.documented_metrics import write_metrics
from support.node_exporter import NodeExporter
from support.requirements import missing
from support.unpacked import unpacked
from support.virtual_service import VirtualService


class MetricsTest(unittest.TestCase):
    def test_a_stock_parser_reads_the_state_and_the_counters(self):
        try:
            from prometheus_client.openmetrics.parser import text_string_to_metric_families
        except ImportError:
            missing("python3-prometheus-client is not installed (make setup)")
        with VirtualService() as service:
            service.plug(1920, 1080)
            before = service.status()
            families = {family.name: family for family in text_string_to_metric_families(service.cli("metrics"))}
            after = service.status()

        def sample(name: str, **labels: str) -> float:
            [found] = [each for each in families[name].samples if labels.items() <= each.labels.items()]
            return found.value

        self.assertEqual(families["kagami_frames_presented"].type, "counter")
        self.assertEqual(families["kagami_moved_bytes"].unit, "bytes")
        self.assertEqual(sample("kagami_service", backend="virtual"), 1)
        self.assertEqual(sample("kagami_state", kagami_state="mirroring"), 1)
        self.assertEqual(sum(each.value for each in families["kagami_state"].samples), 1)
        self.assertEqual(sample("kagami_plugs"), before["counters"]["plugs"])
        self.assertEqual(sample("kagami_screen_width_pixels", screen="external"), 1920)
        for screen in ("panel", "external"):
            frames = sample("kagami_frames_presented", screen=screen)
            self.assertLessEqual(before["counters"][screen]["frames_presented"], frames)
            self.assertLessEqual(frames, after["counters"][screen]["frames_presented"])
        self.assertLess(before["counters"]["wakeups"], sample("kagami_wakeups"))

    def test_promtool_has_no_complaint(self):
        promtool = unpacked("prometheus", "promtool")
        with VirtualService() as service:
            text = service.cli("metrics", "--format", "prometheus")
        checked = subprocess.run(
            [promtool, "check", "metrics"], input=text, capture_output=True, text=True, timeout=30
        )
        self.assertEqual((checked.returncode, checked.stdout + checked.stderr), (0, ""))

    def test_the_textfile_collector_takes_what_the_documented_unit_writes(self):
        with VirtualService() as service:
            folder = service.folder / "textfiles"
            folder.mkdir()
            write_metrics(service, folder)
            self.assertEqual(stat.S_IMODE((folder / "kagami.prom").stat().st_mode), 0o644)
            with NodeExporter(folder) as exporter:
                text = exporter.metrics()
        self.assertIn("\nnode_textfile_scrape_error 0\n", text)
        self.assertRegex(text, r"(?m)^kagami_wakeups_total [0-9.e+]+$")
        self.assertIn('\nkagami_state{kagami_state="panel-only"} 1\n', text)
