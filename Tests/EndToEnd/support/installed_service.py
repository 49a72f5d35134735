"""Kagami from its package, as a unit of a machine that systemd has booted."""

from machine.machine import Machine

from .emulated_service import EmulatedService
from .waiting import eventually

UNIT = "kagami@kagami.service"
# From a repository that apt knows to the application on the panel. Nobody is there to answer what packages would ask at a terminal.
INSTALLATION = ["apt-get update", "apt-get install --yes kagami"]
COMMANDS = [*INSTALLATION, "systemctl enable --now kagami@kagami"]
UNATTENDED = {"timeout": 900, "DEBIAN_FRONTEND": "noninteractive"}
# bubblewrap's own processes, users, network and files: what sandboxes of applications are made from.
SANDBOX = "bwrap --unshare-all --ro-bind / / --dev /dev --proc /proc --tmpfs /tmp true"


class InstalledService(EmulatedService):
    """Runs the stock terminal on the first virtual terminal, in a session of the account for kiosks."""

    patience = 90.0
    user = "kagami"

    def __init__(self, machine: Machine):
        super().__init__(machine, "unit", '[hooks]\nsleep = "sleep 1"\n[idle]\nhint_after_s = 3\n', program="/usr/bin/kagami")

    def do(self, command: str) -> str:
        """What a command of root's prints, which succeeds."""
        return self.machine.do(command)

    def configure(self) -> None:
        """Names the application, as the administrator does: a script, which tries a sandbox first."""
        lines = [
            "umask 0",
            f"{SANDBOX} >{self.seen_as}/sandbox 2>&1; echo $? >>{self.seen_as}/sandbox",
            self.terminal.command()[-1],
        ]
        (self.folder / "application").write_text("\n".join(lines) + "\n")
        (self.folder / "config.toml").write_text(self.configuration)
        self.do(f"install -D -m 0644 {self.seen_as}/config.toml /etc/kagami/config.toml")
        self.do(f"echo 'KAGAMI_APPLICATION=\"sh {self.seen_as}/application\"' >/etc/default/kagami")

    def property(self, name: str) -> str:
        """One of the unit's properties, by systemd's name for it."""
        return self.do(f"systemctl show --value --property {name} {UNIT}").strip()

    def expect_start(self) -> None:
        """Has `wait_until_up` wait for the next terminal."""
        (self.folder / "probe.jsonl").unlink(missing_ok=True)

    def start_unit(self) -> None:
        self.expect_start()
        self.do(f"systemctl start {UNIT}")
        self.wait_until_up()

    def wait_until_up(self) -> None:
        """Waits for the unit, which reports itself ready, and for the terminal's program."""
        eventually(self.is_active, "the unit is active", self.patience, interval=0.5)
        eventually(self.terminal.size, "the terminal's program runs", self.patience)

    def is_active(self) -> bool:
        state = self.property("ActiveState")
        if state == "failed":
            raise AssertionError(f"the unit has failed\n{self.log()}")
        return state == "active"

    def log(self) -> str:
        return self.machine.run(f"journalctl --no-pager --boot --lines 60 --unit {UNIT}").output
