"""Several graphics cards: one that draws and others that only display, with the screens on any of them; one goes while in use."""

import unittest
from pathlib import Path

import numpy

from machine.errors import MachineMissing
from machine.graphics import VIRTIO_GL
from machine.machine import Machine
from machine.vkms import vkms_module
from support.booted import machine_at_rest, shut_down
from support.emulated_service import EmulatedService
from support.pictures import Viewport, check_detail, check_snapshot, load
from support.requirements import missing, require_programs
from support.triangle import shows_triangle
from support.waiting import eventually

SECOND = (1024, 768)
DRIVER = "/sys/bus/pci/drivers/bochs-drm"
SHOWN = "/usr/bin/python3 -B /checkout/Tests/EndToEnd/machine/guest/shown.py"
# The displays of the card that draws, and where the kernel has those that only display.
DRAWING, SPARE = "Virtual-1", "Virtual-2"
BOCHS, VKMS = f"{DRIVER}/*:*", "/sys/devices/platform/vkms"
# The rule of udev's that gives a card to another seat.
OTHER_SEAT = "/run/udev/rules.d/72-other-seat.rules"
FRAMES = 30


def setUpModule():
    """The second card stays plugged in: QEMU 7.2 itself ends when one is plugged in where another was pulled out."""
    require_programs("weston-simple-egl", "Xvfb")
    machine = CardsCase.machine = machine_at_rest(VIRTIO_GL)
    machine.monitor.execute("device_add", driver="bochs-display", id="second", bus="plug", xres=SECOND[0], yres=SECOND[1])
    eventually(lambda: "card1" in machine.run("ls /dev/dri").output, "the second card is there", 60)


def tearDownModule():
    shut_down()


class CardsCase(unittest.TestCase):
    graphics = VIRTIO_GL
    spoils_machine = True
    machine: Machine
    service: EmulatedService

    @classmethod
    def start(cls, configuration: str = "") -> dict:
        """The service, with a terminal in it, and its status once it mirrors."""
        cls.service = cls.enterClassContext(EmulatedService(cls.machine, "cards", configuration))
        status = cls.service.wait_for("an external", lambda status: status["state"] == "mirroring")
        eventually(cls.service.terminal.start, "the terminal's program runs", 60)
        return status

    @classmethod
    def display(cls, device: str) -> tuple[str, str]:
        """A card's file and its display: both may have other numbers each time the card is bound."""
        card, _, name = cls.machine.do(f"ls -d {device}/drm/card*/card*-Virtual-*").strip().rpartition("/")[2].partition("-")
        return f"/dev/dri/{card}", name

    def unbind(self) -> str:
        """Takes the second card away while it is in use, and returns its address."""
        address = self.machine.do(f"ls {DRIVER} | grep :").strip()
        self.machine.do(f"echo {address} >{DRIVER}/unbind")
        return address

    def bind(self, address: str) -> None:
        self.machine.do(f"test -e {DRIVER}/{address} || echo {address} >{DRIVER}/bind; udevadm settle")

    def scanout(self, name: str, card: str) -> numpy.ndarray:
        """What a card's only display is told to show, as the card itself finds it in memory."""
        picture = self.service.folder / f"{name}.ppm"
        self.machine.do(f"{SHOWN} {card} {self.service.seen_as}/{picture.name}")
        return load(picture)

    def check_pictures(self, seen: str | None = None) -> None:
        """Both screens' pictures have to do with each other, and bochs-display shows the one that `seen` names, from outside."""
        status = self.service.wait_until_still()
        pictures = {name: self.service.screenshot(name) for name in ("external", "panel")}
        check_detail(pictures["external"])
        check_snapshot(pictures["panel"], pictures["external"], Viewport.of(status))
        if seen:
            path = Path(self.machine.folder) / "second.ppm"
            self.machine.monitor.execute("screendump", filename=str(path), device="second", head=0)
            numpy.testing.assert_array_equal(load(path), pictures[seen])

    def check_scanout(self, name: str, card: str) -> None:
        """A display of a card that only displays is told to show what the service says."""
        self.service.wait_until_still()
        picture = self.service.screenshot(name)
        eventually(
            lambda: numpy.array_equal(self.scanout(name, card), picture), f"{card} shows the {name}'s picture", 20,
            interval=0.5)

    def check_triangle(self) -> None:
        for name in ("panel", "external"):
            eventually(lambda: shows_triangle(self.service.screenshot(name)), f"the triangle on the {name}", 60, interval=0.5)

    def moved(self) -> tuple[dict, int]:
        """The bytes that are written on each way while a client draws some frames, and the frames of the panel meanwhile."""
        before = self.service.status()["counters"]
        start = before["external"]["frames_presented"]
        after = self.service.wait_for(
            f"{FRAMES} frames", lambda status: status["counters"]["external"]["frames_presented"] >= start + FRAMES)["counters"]
        written = {path: after["bytes"][path]["written"] - before["bytes"][path]["written"] for path in after["bytes"]}
        frames = after["panel"]["frames_presented"] - before["panel"]["frames_presented"]
        print(f"\n{FRAMES} frames, {frames} of the panel: {written}", flush=True)
        return written, frames


class ExternalElsewhereTests(CardsCase):
    """The panel on the card that draws, the external on one that only displays."""

    @classmethod
    def setUpClass(cls):
        cls.start(f'[panel]\noutput = "{DRAWING}"\n[external]\noutput = "{cls.display(BOCHS)[1]}"\nhold_ms = 0\n')

    def setUp(self):
        self.service.wait_for_content(*SECOND, "external")

    def test_the_external_is_drawn_for_the_card_that_displays_it(self):
        self.check_pictures(seen="external")
        status = self.service.status()
        self.assertEqual((status["renderer"], status["snapshot"]["path"]), ("gles", "gpu"))

    def test_gl_clients_are_shown_on_both_cards(self):
        with self.service.client("exec weston-simple-egl -f 2>&1"):
            self.service.wait_for("the GL client", lambda status: status["content"]["app_id"] != "foot")
            self.check_triangle()

    def test_the_externals_card_goes_alone_and_another_display_steps_in(self):
        address = self.unbind()
        self.addCleanup(self.bind, address)
        status = self.service.wait_for("the other external", lambda status: (status["external"] or {}).get("name") == SPARE)
        self.assertEqual(status["renderer"], "gles")
        self.check_pictures()
        self.assertEqual(len(self.service.terminal.records("start")), 1)


class PanelElsewhereTests(CardsCase):
    """The external on the card that draws, the panel on one that only displays."""

    external = (1920, 1080)

    @classmethod
    def setUpClass(cls):
        rules = {"*": "panel", DRAWING: "external", SPARE: "spare"}
        text = "".join(f'[[display]]\nconnector = "{name}"\nrole = "{role}"\n' for name, role in rules.items())
        cls.start(f'{text}[[display]]\nconnector = "{DRAWING}"\nmode = "1920x1080"\n')
        cls.service.wait_for_content(*cls.external, "external")

    def test_frames_as_large_as_the_panel_cross_at_most(self):
        """Whether the external's card shows the client's buffer by itself or a frame that it has drawn."""
        # A window that is not opaque, above the terminal, is drawn; what it shows through is uploaded.
        for options, shown in (("-f -o", "plane"), ("", "composed")):
            with self.subTest(shown), self.service.client(f"exec weston-simple-egl {options} 2>&1"):
                self.service.wait_for("the GL client", lambda status: status["content"]["app_id"] != "foot")
                if shown == "plane":
                    self.check_triangle()
                self.service.wait_for(
                    f"the external is {shown}", lambda status: status["external"]["layers"][0]["path"] == shown)
                written, frames = self.moved()
                self.assertGreater(written["read_back"], 0)
                self.assertLessEqual(written["read_back"], frames * SECOND[0] * SECOND[1] * 4)
                self.assertEqual((written["copied"], written["fused"]), (0, 0))
                if shown == "plane":
                    self.assertEqual(written["uploaded"], 0)

    def test_the_panels_card_goes_alone_and_comes_back(self):
        self.check_pictures(seen="panel")
        address = self.unbind()
        self.addCleanup(self.bind, address)
        self.service.wait_for_content(*self.external, "panel")
        status = self.service.wait_until_still()
        self.assertEqual((status["panel"]["name"], status["external"], status["renderer"]), (DRAWING, None, "gles"))
        check_detail(self.service.screenshot("panel"))
        self.bind(address)
        status = self.service.wait_for("the panel again", lambda status: status["state"] == "mirroring")
        self.assertEqual((status["panel"]["name"], status["external"]["name"]), (self.display(BOCHS)[1], DRAWING))
        self.check_pictures(seen="panel")
        self.assertEqual(len(self.service.terminal.records("start")), 1)


class ThirdCardTests(CardsCase):
    """The displays on two cards that cannot draw; the one that can has none of this seat's."""

    @classmethod
    def setUpClass(cls):
        require_programs("gcc-12", "make")
        try:
            module = vkms_module(cls.machine.kernel)
        except MachineMissing as error:
            missing(f"no vkms: {error}")
        cls.machine.do(f"modprobe -a drm_kms_helper drm_shmem_helper && insmod {module} enable_cursor=1 enable_overlay=1")
        cls.give_away("card0")
        # Mesa could have the processor draw for the others.
        cls.machine.do("chmod a+rw /dev/dri/card*")
        names = {cls.display(device)[1] for device in (VKMS, BOCHS)}
        panel = cls.display(VKMS)[1]
        status = cls.start(f'[panel]\noutput = "{panel}"\n[renderer]\nuse = "gles"\n')
        assert {status["panel"]["name"], status["external"]["name"]} == names, status

    @classmethod
    def give_away(cls, card: str) -> None:
        """Has a card belong to another seat; everyone may draw with its render node."""
        rule = f'SUBSYSTEM=="drm", KERNEL=="{card}", ENV{{ID_SEAT}}="seat-other"'
        again = f"udevadm control --reload && udevadm trigger --action=change /sys/class/drm/{card} && udevadm settle"
        cls.machine.do(f"mkdir -p $(dirname {OTHER_SEAT}) && echo '{rule}' >{OTHER_SEAT} && {again}")

    def test_a_card_without_displays_draws_for_both(self):
        status = self.service.status()
        self.assertEqual((status["renderer"], status["snapshot"]["path"]), ("gles", "gpu"), self.service.log())
        self.assertIn("virgl", status["renderer_remark"])
        self.assertNotIn(DRAWING, {output["name"] for output in self.service.outputs()})
        self.check_pictures(seen="external")
        with self.service.client("exec weston-simple-egl -f -o 2>&1"):
            self.service.wait_for("the GL client", lambda status: status["content"]["app_id"] != "foot")
            self.check_triangle()

    def test_a_card_that_takes_memory_is_told_to_show_the_picture(self):
        """vkms takes the drawing card's memory as rows, and finds none of the picture there: that stays with the host."""
        self.check_scanout("panel", self.display(VKMS)[0])
