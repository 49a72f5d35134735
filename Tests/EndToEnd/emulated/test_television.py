"""A television over HDMI-CEC: the kernel's driver without hardware has both ends of a cable, and its stock tools play one."""

import signal
import unittest
from pathlib import Path

from machine.machine import Machine
from support.booted import EXTERNAL_HEAD, machine_at_rest
from support.emulated_service import EmulatedService
from support.requirements import require_programs
from support.waiting import eventually

EXTERNAL = (1920, 1080)
TELEVISION, OURS = "/dev/cec0", "/dev/cec1"
# One cable from an output to an input, without the driver's cameras and tuners.
CABLE = "modprobe vivid n_devs=1 node_types=0x101 num_inputs=1 input_types=0x3 num_outputs=1 output_types=0x1"
TURNED_ON = ["IMAGE_VIEW_ON", "ACTIVE_SOURCE"]


def setUpModule():
    require_programs("cec-ctl")
    machine = TelevisionTests.machine = machine_at_rest()
    loaded = machine.run(
        f"{CABLE} && udevadm settle && chmod a+rw {OURS} && cec-ctl --device {TELEVISION} --tv --osd-name Television"
    )
    if loaded.status != 0:
        raise AssertionError(loaded.output)


def tearDownModule():
    TelevisionTests.machine.run("rmmod vivid")


class TelevisionTests(unittest.TestCase):
    machine: Machine

    def setUp(self):
        self.heard = Path(self.machine.share) / f"{self._testMethodName}.cec"
        log = f"/share/{self.heard.name}"
        monitor = self.machine.agent.ask(
            "start", command=f"exec cec-ctl --device {TELEVISION} --monitor", user="root", log=log, environment={}
        )["pid"]
        self.addCleanup(self.machine.agent.ask, "signal", pid=monitor, number=int(signal.SIGKILL))
        eventually(lambda: "Initial Event" in self.heard.read_text(), "the monitor listens", 60)

    def service(self, configuration: str) -> EmulatedService:
        configuration = f'[cec]\ndevice = "{OURS}"\n{configuration}'
        service = self.enterContext(EmulatedService(self.machine, self._testMethodName, configuration))
        self.addCleanup(self.machine.heads[EXTERNAL_HEAD].unplug)
        service.wait_for("the panel", lambda status: status["content"] and status["panel"])
        eventually(service.terminal.start, "the terminal's program runs", 60)
        return service

    def plug(self, service: EmulatedService) -> None:
        self.machine.heads[EXTERNAL_HEAD].plug(*EXTERNAL)
        service.wait_for_content(*EXTERNAL, "external")

    def messages(self) -> list[str]:
        """The names of what the player has told the television so far, without what its kernel says by itself."""
        lines = self.heard.read_text().splitlines()
        names = [line.rpartition(": ")[2].split(" ")[0] for line in lines if "Received from Playback" in line]
        return [name for name in names if name in (*TURNED_ON, "STANDBY", "INACTIVE_SOURCE", "USER_CONTROL_PRESSED")]

    def expect(self, *names: str) -> None:
        eventually(lambda: self.messages() == list(names), f"{names} of {self.heard.read_text()}", 60)

    def test_television_goes_on_and_to_sleep_with_the_screens(self):
        service = self.service("standby = true\n")
        self.assertEqual(self.messages(), [])
        self.plug(service)
        self.expect(*TURNED_ON)
        service.cli("blank", "on")
        self.expect(*TURNED_ON, "STANDBY")
        service.cli("blank", "off")
        self.expect(*TURNED_ON, "STANDBY", *TURNED_ON)
        self.assertEqual(service.end(), 0, service.log())
        self.expect(*TURNED_ON, "STANDBY", *TURNED_ON, "INACTIVE_SOURCE")

    def test_keys_of_the_remote_control_reach_the_application(self):
        service = self.service("turn_on = false\nstandby = true\n")
        self.plug(service)
        with service.viewer() as viewer:

            def press() -> bool:
                command = f"cec-ctl --device {TELEVISION} --to 4 --user-control-pressed ui-cmd=up --user-control-released"
                self.machine.run(command)
                return any(name == "key" for name, _ in viewer.events("wl_keyboard"))

            eventually(press, "a key", 60, interval=1)
        # The television was left as it was: it shows something else, and so nobody puts it to sleep.
        service.cli("blank", "on")
        service.cli("blank", "off")
        self.assertEqual(self.messages(), [])
