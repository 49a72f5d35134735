"""The snapshot as a plane: the panel's CRTC scans out what the external shows, and nobody touches a pixel of it."""

import errno
import time
from dataclasses import replace

from paper import oracles, pictures
from paper.cards.allwinner import A64
from paper.cards.amdgpu import AMDGPU
from paper.cards.i915 import I915
from paper.cards.imx8 import IMX8
from paper.cards.plain import PLAIN
from paper.cards.rk3399 import RK3399, RK3399_LARGE_FIRST
from paper.cards.rk3588 import RK3588
from paper.cards.vc4 import PI4, views
from paper.displays import FULL_HD, ULTRA_HD
from paper.sharing import Sharing
from paper.table import LINEAR, Card, Plane
from support.effort import thorough
from support.waiting import eventually

from .case import PaperCase

HANDLE = '[menu]\nhandle = "always"\n'


class SnapshotPlaneTests(PaperCase):
    def layer(self, status: dict) -> dict | None:
        return next((layer for layer in status["panel"]["layers"] if layer["kind"] == "snapshot"), None)

    def mirroring(self, service, size=(1920, 1080)) -> None:
        service.wait_for("the content is shown", lambda status: status["content"])
        if service.status()["external"] is None:
            name = next(c.name for c in service.bench.device.connectors if c.display is None and c.status != "unknown")
            service.bench.plug(name, FULL_HD if size[0] == 1920 else ULTRA_HD)
        service.wait_for_content(*size, "external")
        service.wait_until_still()

    def on_plane(self, service) -> None:
        service.wait_for("a plane shows the snapshot", lambda status: self.layer(status)["path"] == "plane")

    def composed(self, service, reason: str) -> None:
        expected = {"kind": "snapshot", "path": "composed", "plane": None, "reason": reason}
        service.wait_for(f"the snapshot is drawn because {reason}", lambda status: self.layer(status) == expected)

    def scaled(self, service) -> list:
        with service.bench.lock:
            return pictures.scaled_planes(*service.crtc(service.status()["panel"]["name"]))

    def check_plane(self, card: Card, size=(1920, 1080), kind="overlay") -> None:
        """The snapshot comes by a plane, is the right picture, and costs no byte."""
        with self.running(card) as service:
            self.mirroring(service, size)
            self.on_plane(service)
            oracles.check(service)
            service.check_pictures()
            self.assertEqual([plane.table.kind for plane in self.scaled(service)], [kind])
            self.assertIn(f"plane {self.scaled(service)[0].id}", service.cli("outputs", "--planes"))
            self.assertEqual(service.status()["snapshot"]["path"], "plane")
            before = service.status()["counters"]
            for line in range(8):
                service.draw(f"another line, {line}\r\n")
                service.wait_until_still()
            after = service.status()["counters"]
            self.assertGreater(after["panel"]["frames_presented"], before["panel"]["frames_presented"])
            self.assertEqual(after["panel"]["damaged_pixels"], before["panel"]["damaged_pixels"])
            oracles.check(service)
            self.on_plane(service)

    def test_pi4(self):
        self.check_plane(PI4)

    def test_i915(self):
        self.check_plane(I915)

    def test_amdgpu(self):
        self.check_plane(AMDGPU, (3840, 2160))

    def test_rk3399_with_the_panel_on_the_large_crtc(self):
        self.check_plane(RK3399_LARGE_FIRST)

    def test_the_primary_where_no_overlay_scales(self):
        """Black beside the snapshot is the CRTC's own."""
        self.check_plane(without_overlays(RK3399_LARGE_FIRST), kind="primary")

    def test_a_primary_that_has_to_cover_is_not_used(self):
        card = without_overlays(RK3399_LARGE_FIRST)
        covering = card.having(planes=tuple(replace(plane, anywhere=plane.kind != "primary") for plane in card.planes))
        with self.running(covering) as service:
            self.mirroring(service)
            self.composed(service, "no plane for it")
            oracles.check(service)

    def test_bars_of_a_colour_are_drawn(self):
        configuration = '[controller]\nbar_color = "#204060"\n'
        with self.running(without_overlays(RK3399_LARGE_FIRST), configuration=configuration) as service:
            self.mirroring(service)
            self.composed(service, "no plane for it")
            oracles.check(service)

    @thorough
    def test_the_primary_shows_the_panels_own_picture_again(self):
        """For the menu, a zoom, an unplug, while the panel is off, and once the kernel refuses."""
        with self.running(without_overlays(RK3399_LARGE_FIRST)) as service:
            self.mirroring(service)
            for _ in range(2):
                self.covering(service)
            service.cli("controller", "zoom", "1.5")
            self.on_plane(service)
            oracles.check(service)
            service.cli("controller", "zoom", "1")
            service.cli("blank", "on")
            service.wait_until_still()
            service.cli("blank", "off")
            self.on_plane(service)
            oracles.check(service)
            panel = service.status()["panel"]
            service.bench.plug("HDMI-A-1", None)
            service.wait_for_content(panel["width"], panel["height"], "panel")
            oracles.check(service)
            self.assertEqual(self.scaled(service), [])
        with self.running(without_overlays(RK3399_LARGE_FIRST)) as service:
            self.refusing(service, lambda proposal, plane: plane.id in proposal.touched)

    def test_crtcs_without_an_overlay_compose(self):
        for card in (RK3399, PLAIN):
            with self.subTest(card.name), self.running(card) as service:
                self.mirroring(service)
                self.composed(service, "no plane for it")
                oracles.check(service)

    def test_another_cards_picture_is_composed(self):
        with self.running(*IMX8) as service:
            service.wait_for("the content is shown", lambda status: status["content"])
            service.bench.plug("HDMI-A-1", FULL_HD, service.bench.devices[1])
            service.wait_for_content(1920, 1080, "external")
            self.composed(service, "its picture is on another card's display")
            oracles.check(service)

    def test_overlays_that_do_not_scale_are_not_used(self):
        fixed = PLAIN.having(name="fixed overlays", planes=(*PLAIN.planes, Plane("overlay", (0, 1), ("XR24",), LINEAR)))
        with self.running(fixed) as service:
            self.mirroring(service)
            self.composed(service, "the hardware refused it in a test")
            oracles.check(service)

    def test_more_than_the_scaler_takes_is_composed(self):
        """Four of a 4K picture's pixels for each of the panel's: a scaler of Intel's takes three."""
        with self.running(I915) as service:
            self.mirroring(service, (3840, 2160))
            oracles.check(service)
            self.on_plane(service)
            service.cli("controller", "zoom", "1.5")
            self.on_plane(service)
            oracles.check(service)

    def test_what_covers_the_snapshot_has_it_drawn_in_the_next_frame(self):
        with self.running(PI4) as service:
            self.mirroring(service)
            self.covering(service)

    def covering(self, service) -> None:
        """Has the menu cover the snapshot that a plane shows, and go."""
        self.on_plane(service)
        oracles.check(service)
        service.cli("menu", "show")
        self.composed(service, "something drawn lies in front")
        oracles.check(service)
        self.assertEqual(self.scaled(service), [])
        service.cli("menu", "hide")
        self.on_plane(service)
        oracles.check(service)

    def refusing(self, service, plane_matters) -> None:
        """Has the kernel accept the panel's plane in tests and refuse it in commits, and looks at what comes of it."""
        bench = service.bench
        self.mirroring(service)
        self.on_plane(service)

        def rule(proposal) -> int:
            scaled = [plane for plane in bench.device.planes if proposal.of(plane)["FB_ID"] and pictures.is_scaled(proposal.of(plane))]
            return errno.ENOSPC if any(plane_matters(proposal, plane) for plane in scaled) else 0

        with bench.lock:
            bench.device.faults.commit_rule = rule
            before = self.refused(bench)
        service.draw("a new line\r\n")
        service.wait_for("the snapshot is drawn", lambda status: self.layer(status)["path"] == "composed")
        oracles.check(service)
        for line in range(10):
            service.draw(f"another line, {line}\r\n")
            service.wait_until_still()
        oracles.check(service)
        with bench.lock:
            # Some flips of either display at first; then it is hardly tried again.
            self.assertLess(self.refused(bench) - before, 20)
            bench.device.faults.commit_rule = None
        oracles.check(service)

    def refused(self, bench) -> int:
        return sum("ENOSPC" in line for line in bench.device.history)

    def test_a_frame_that_the_external_shows_at_the_second_attempt(self):
        """The panel's plane shows it as well, and not the one before."""
        with self.running(PI4) as service:
            self.mirroring(service)
            self.on_plane(service)
            for number in (errno.EBUSY, errno.ENOMEM):
                before = service.scanout("DSI-1")
                with service.bench.lock:
                    service.bench.device.faults.fail("ATOMIC", number)
                service.draw("shown\r\n")
                eventually(lambda: (service.scanout("DSI-1") != before).any(), "the panel shows what is drawn")
                oracles.check(service)

    def test_the_handle_has_a_plane_of_its_own(self):
        """It lies above the snapshot, between the two planes of which nothing is drawn."""
        with self.running(PI4, configuration=HANDLE) as service:
            self.mirroring(service)
            self.on_plane(service)
            device, crtc = service.crtc("DSI-1")
            with service.bench.lock:
                kinds = [plane.table.kind for plane in pictures.stack(device, crtc)]
            self.assertEqual(kinds, ["primary", "overlay", "overlay"])
            oracles.check(service)
            self.assertTrue(service.screen("panel")[:, -30:].any(), "the handle is there")
            service.cli("menu", "show")
            self.composed(service, "something drawn lies in front")
            oracles.check(service)
            service.cli("menu", "hide")
            self.on_plane(service)
            oracles.check(service)

    def test_a_handle_without_a_plane_has_all_drawn(self):
        with self.running(I915, configuration=HANDLE) as service:
            self.mirroring(service)
            self.composed(service, "something drawn lies in front")
            oracles.check(service)

    def test_nothing_is_drawn_in_what_the_panel_shows(self):
        """Also where the panel is slower than the external, which does not wait for the panel."""
        for slow in (0.0, 0.07):
            with self.subTest(slow=slow):
                self.check_sharing(PI4, slow)

    def check_sharing(self, card: Card, slow: float) -> None:
        with self.running(card) as service:
            self.mirroring(service)
            self.on_plane(service)
            device, panel = service.crtc("DSI-1")
            _, external = service.crtc("HDMI-A-1")
            with service.bench.lock:
                device.faults.slow_crtcs = {panel.index: slow}
                device.sharing = Sharing()
                before = {crtc.id: device.flips[crtc.id] for crtc in (panel, external)}
            for line in range(150):
                service.draw(f"line {line} of many\r\n")
                time.sleep(0.01)
            with service.bench.lock:
                flips = [device.flips[crtc.id] - before[crtc.id] for crtc in (panel, external)]
                self.assertEqual(device.sharing.mistakes, [])
                self.assertGreater(device.sharing.flips, 5)
                device.faults.slow_crtcs = {}
                device.sharing = None
            if slow:
                self.assertGreater(flips[1], 1.5 * flips[0])
            self.on_plane(service)
            oracles.check(service)

    @thorough
    def test_small_boards(self):
        """What holds for a Pi 4 holds for the others whose panel and external have a card in common."""
        for card in (RK3588, A64):
            with self.subTest(card.name, what="nothing is drawn in what the panel shows"):
                self.check_sharing(card, 0.07)
            with self.subTest(card.name, what="a kernel that begins to refuse"), self.running(card) as service:
                self.refusing(service, lambda proposal, plane: plane.id in proposal.touched)
            with self.subTest(card.name, what="what covers the snapshot"), self.running(card) as service:
                self.mirroring(service)
                self.covering(service)

    def test_a_panel_that_is_off_holds_nothing(self):
        with self.running(PI4) as service:
            self.mirroring(service)
            self.on_plane(service)
            device, panel = service.crtc("DSI-1")
            service.cli("blank", "on")
            eventually(lambda: pictures.scaled_planes(device, panel) == [], "the plane is off")
            for line in range(20):
                service.draw(f"line {line}\r\n")
            service.wait_until_still()
            service.cli("blank", "off")
            self.on_plane(service)
            oracles.check(service)

    def test_a_kernel_that_begins_to_refuse(self):
        with self.running(PI4) as service:
            self.refusing(service, lambda proposal, plane: plane.id in proposal.touched)

    def test_a_kernel_that_refuses_the_external_as_well(self):
        with self.running(PI4) as service:
            self.refusing(service, lambda proposal, plane: True)

    def test_an_external_that_needs_the_bandwidth_has_it(self):
        """The panel's plane gives way, and the external gets its mode."""
        def narrow_bus(proposal) -> int:
            read = sum(view.source[0] * view.source[1] * 4 * refresh for view, refresh in views(proposal))
            return errno.ENOSPC if read > 3_000_000_000 else 0

        with self.running(PI4.having(budget=None, rules=(*PI4.rules, narrow_bus))) as service:
            self.mirroring(service)
            self.on_plane(service)
            service.bench.plug("HDMI-A-1", None)
            service.wait_for_content(800, 480, "panel")
            oracles.check(service)
            service.bench.plug("HDMI-A-1", ULTRA_HD)
            service.wait_for_content(3840, 2160, "external")
            self.composed(service, "the hardware refused it in a test")
            oracles.check(service)

    def test_memory_for_two_buffers_alone(self):
        """What the panel's plane holds on to would leave the external nothing to draw in."""
        frame = 1920 * 1080 * 4
        with self.running(PI4.having(budget=5 * frame // 2 + 4 * 800 * 480 * 4)) as service:
            self.mirroring(service)
            self.composed(service, "there is no memory for more buffers")
            oracles.check(service)

    def test_unplugging_leaves_nothing_of_it(self):
        with self.running(PI4) as service:
            for _ in range(3):
                self.mirroring(service)
                self.on_plane(service)
                service.bench.plug("HDMI-A-1", None)
                service.wait_for_content(800, 480, "panel")
                oracles.check(service)
                eventually(lambda: self.scaled(service) == [], "the plane is off")


def without_overlays(card: Card) -> Card:
    return card.having(planes=tuple(plane for plane in card.planes if plane.kind != "overlay"))
