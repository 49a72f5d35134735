"""The kernel's camera without hardware as picture in picture, shown by mpv."""

import unittest

from machine.machine import Machine
from support.booted import machine_at_rest
from support.emulated_service import EmulatedService
from support.pictures import keep
from support.requirements import require_programs
from support.waiting import eventually

SOURCE = "camera:/dev/video0"


def setUpModule():
    require_programs("mpv")
    machine = CameraTests.machine = machine_at_rest()
    # One camera, without the driver's tuners, outputs and overlays.
    loaded = machine.run(
        "modprobe vivid n_devs=1 node_types=0x1 num_inputs=1 input_types=0x0 && udevadm settle && chmod a+rw /dev/video0"
    )
    if loaded.status != 0:
        raise AssertionError(loaded.output)


def tearDownModule():
    CameraTests.machine.run("rmmod vivid")


class CameraTests(unittest.TestCase):
    machine: Machine

    def test_test_pattern_is_shown(self):
        service = self.enterContext(EmulatedService(self.machine, self._testMethodName))
        status = service.wait_for("content", lambda status: status["content"] and status["panel"])
        service.wait_for_content(status["panel"]["width"], status["panel"]["height"], "panel")
        eventually(service.terminal.start, "the terminal's program runs", 60)
        service.cli("pip", "start", SOURCE, "--timeout", "120")
        pip = service.wait_for("the picture", lambda status: status["pip"] and status["pip"]["state"] == "active")["pip"]
        self.assertEqual(pip["source"], SOURCE)
        panel = service.screenshot("panel")
        keep(camera=panel)
        picture = panel[pip["y"] : pip["y"] + pip["height"], pip["x"] : pip["x"] + pip["width"]]
        # The pattern is bars of all colours.
        for channels in ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)):
            bright = [channel in channels for channel in range(3)]
            isolated = ((picture > 128) == bright).all(axis=2)
            self.assertGreater(isolated.mean(), 0.02, f"hardly any of the colour {channels}")
        service.cli("pip", "stop")
        eventually(lambda: self.machine.run("pgrep --exact mpv").status != 0, "the player is gone", 30)
