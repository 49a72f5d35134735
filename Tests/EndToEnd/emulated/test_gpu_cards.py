"""Two graphics cards: the panel on one that draws, the external on one that only displays, which goes while in use."""

import unittest

from machine.graphics import VIRTIO_GL
from support.booted import machine_at_rest, shut_down
from support.emulated_service import EmulatedService
from support.pictures import Viewport, check_detail, check_snapshot, load
from support.requirements import require_programs
from support.triangle import shows_triangle
from support.waiting import eventually

SECOND = (1024, 768)
DRIVER = "/sys/bus/pci/drivers/bochs-drm"


class SeveralCardsTests(unittest.TestCase):
    """The second card stays plugged in: QEMU 7.2 itself ends when one is plugged in where another was pulled out."""

    graphics = VIRTIO_GL
    spoils_machine = True

    @classmethod
    def setUpClass(cls):
        require_programs("weston-simple-egl", "Xvfb")
        cls.machine = machine_at_rest(cls.graphics)
        cls.addClassCleanup(shut_down)
        cls.machine.monitor.execute(
            "device_add", driver="bochs-display", id="second", bus="plug", xres=SECOND[0], yres=SECOND[1])
        eventually(lambda: "card1" in cls.machine.run("ls /dev/dri").output, "the second card is there", 60)
        cls.service = cls.enterClassContext(EmulatedService(cls.machine, "cards"))
        status = cls.service.wait_for("an external", lambda status: status["state"] == "mirroring")
        eventually(cls.service.terminal.start, "the terminal's program runs", 60)
        cls.first = {status["panel"]["name"], status["external"]["name"]}

    def setUp(self):
        def other() -> str | None:
            return next((output["name"] for output in self.service.outputs() if output["name"] not in self.first), None)

        self.service.cli("externals", "use", eventually(other, "the second card's display", 60))
        self.service.wait_for_content(*SECOND, "external")

    def screenshot(self, name: str):
        self.service.cli("screenshot", name, f"{self.service.seen_as}/{name}.png")
        return load(self.service.folder / f"{name}.png")

    def check_pictures(self) -> None:
        status = self.service.wait_until_still()
        external, panel = self.screenshot("external"), self.screenshot("panel")
        check_detail(external)
        check_snapshot(panel, external, Viewport.of(status))

    def test_the_external_is_drawn_for_the_card_that_displays_it(self):
        self.check_pictures()
        status = self.service.status()
        self.assertEqual((status["renderer"], status["snapshot"]["path"]), ("gles", "gpu"))

    def test_gl_clients_are_shown_on_both_cards(self):
        with self.service.client("exec weston-simple-egl -f 2>&1"):
            self.service.wait_for("the GL client", lambda status: status["content"]["app_id"] != "foot")
            for name in ("panel", "external"):
                eventually(lambda: shows_triangle(self.screenshot(name)), f"the triangle on the {name}", 60, interval=0.5)

    def test_a_card_that_goes_costs_its_displays_alone(self):
        address = self.machine.run(f"ls {DRIVER} | grep :").output.strip()
        self.machine.run(f"echo {address} >{DRIVER}/unbind")
        self.addCleanup(self.machine.run, f"echo {address} >{DRIVER}/bind && udevadm settle")
        status = self.service.wait_for("the other external", lambda status: (status["external"] or {}).get("name") in self.first)
        self.assertEqual(status["renderer"], "gles")
        self.check_pictures()
        self.assertEqual(len(self.service.terminal.records("start")), 1)
