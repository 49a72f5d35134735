"""A panel of a fleet: an emulated machine with Kagami's package, SSH, and the monitoring that the documentation shows."""

import json
import re
import shutil
from pathlib import Path

from machine.machine import Machine

from .binary import CHECKOUT
from .booted import EXTERNAL_HEAD
from .secure_shell import PORT, SecureShell
from .unpacked import unpacked
from .waiting import eventually

EXPORTER_PORT = 9100
PORTS = (PORT, EXPORTER_PORT)
# The role's own default.
USER = "kiosk"
DOCUMENTED_UNIT = re.compile(r"`/etc/systemd/system/(\S+)`:\n\n```ini\n(.*?)```", re.DOTALL)


class FleetPanel:
    """One of the machines, whose service runs from its unit with an external plugged in."""

    def __init__(self, machine: Machine, package: Path, external: tuple[int, int]):
        self.machine = machine
        self.exporter = f"127.0.0.1:{machine.ports[EXPORTER_PORT]}"
        shutil.copy(package, machine.share / "kagami.deb")
        # An index of all man pages, which a trigger makes, takes the machine a minute.
        machine.do("dpkg --no-triggers --install /share/kagami.deb")
        machine.do(f"useradd --create-home --shell /bin/sh {USER}")
        self.shell = SecureShell(machine)
        machine.do(f"systemctl start kagami@{USER}")
        for head in machine.heads[EXTERNAL_HEAD:]:
            head.unplug()
        machine.heads[EXTERNAL_HEAD].plug(*external)
        eventually(lambda: self.content() == ("foot", "external"), "the terminal is on the external", 120, interval=1)

    def status(self) -> dict:
        """As the documentation has it read from elsewhere."""
        return json.loads(self.shell.run(USER, "kagami status --json"))

    def content(self) -> tuple[str | None, str] | None:
        content = self.status()["content"]
        return content and (content["app_id"], content["on"])

    def start_monitoring(self) -> None:
        """The units of the page on monitoring, and node_exporter on what they write."""
        runtime = f"/run/user/{self.machine.do(f'id -u {USER}').strip()}"
        units = DOCUMENTED_UNIT.findall((CHECKOUT / "docs/monitoring.md").read_text())
        for name, text in units:
            (self.machine.share / name).write_text(text.replace("/run/user/1000", runtime))
            self.machine.do(f"cp /share/{name} /etc/systemd/system/")
        timers = " ".join(name for name, _ in units if name.endswith(".timer"))
        self.machine.do(f"systemctl daemon-reload && systemctl enable --now {timers}")
        program = unpacked("prometheus-node-exporter", "prometheus-node-exporter")
        self.machine.do(
            f"systemd-run --quiet --unit prometheus-node-exporter {program} --collector.disable-defaults --collector.textfile"
            f" --collector.textfile.directory=/var/lib/kagami-metrics --web.listen-address=:{EXPORTER_PORT}")
