"""`kagami metrics`, as Prometheus' own programs read it."""

import shlex
import socket
import stat
import subprocess
import unittest
import urllib.request
from pathlib import Path

from support.binary import CHECKOUT, kagami
from support.requirements import missing
from support.unpacked import unpacked
from support.virtual_service import VirtualService
from support.waiting import eventually


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
        exporter = unpacked("prometheus-node-exporter", "prometheus-node-exporter")
        with VirtualService() as service:
            folder = service.folder / "textfiles"
            folder.mkdir()
            (folder / "kagami").symlink_to(kagami())
            environment = service.environment | {
                "STATE_DIRECTORY": str(folder), "PATH": f"{folder}:{service.environment['PATH']}"
            }
            subprocess.run(documented_command(), env=environment, check=True, timeout=30)
            self.assertEqual(stat.S_IMODE((folder / "kagami.prom").stat().st_mode), 0o644)
            text = collected(exporter, folder)
        self.assertIn("\nnode_textfile_scrape_error 0\n", text)
        self.assertRegex(text, r"(?m)^kagami_wakeups_total [0-9.e+]+$")
        self.assertIn('\nkagami_state{kagami_state="panel-only"} 1\n', text)


def documented_command() -> list[str]:
    """The command of the unit that the page shows, as systemd reads it."""
    page = (CHECKOUT / "docs/monitoring.md").read_text().replace("\\\n", " ")
    [line] = [line for line in page.splitlines() if line.startswith("ExecStart=")]
    return shlex.split(line.removeprefix("ExecStart="))


def collected(exporter: Path, folder: Path) -> str:
    """What node_exporter tells Prometheus of the files in a folder."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    process = subprocess.Popen(
        [
            exporter, "--collector.disable-defaults", "--collector.textfile",
            f"--collector.textfile.directory={folder}", f"--web.listen-address={address}"
        ], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )

    def scrape() -> str | None:
        try:
            with urllib.request.urlopen(f"http://{address}/metrics", timeout=10) as reply:
                return reply.read().decode()
        except OSError:
            return None

    try:
        return eventually(scrape, "node_exporter answers")
    finally:
        process.kill()
        process.wait()
