"""What a former master of the card left: reset while the service runs, all of it back when it has ended."""

import struct
from contextlib import contextmanager
from dataclasses import replace

from paper import former, oracles
from paper.bench import Bench
from paper.cards.i915 import I915
from paper.cards.msm import MSM
from paper.cards.nouveau import NOUVEAU
from paper.displays import FULL_HD, PANEL, Mode
from paper.service import PaperService
from paper.table import Encoder, Range
from support.effort import thorough

from .boards import BOARDS
from .case import PaperCase

CONSOLE = Mode(1024, 768)


class FormerMasterTests(PaperCase):
    @contextmanager
    def after(self, card, leave, *others):
        """The service on a card on which `leave` has left something; at its end that must be there again."""
        with Bench(card, *others) as bench:
            device = bench.device
            with bench.lock:
                for connector in device.connectors:
                    device.look(connector)
                leave(device)
                before = former.present(device)
                holdings = oracles.Holdings.of(device)
            with PaperService(bench) as service:
                yield service
                self.assertEqual(service.end(), 0, service.log())
            with bench.lock:
                bench.notice_closed()
                after = former.present(device)
                self.assertEqual({k: (before.get(k), after.get(k)) for k in before.keys() | after.keys()
                                  if before.get(k) != after.get(k)}, {}, service.log())
                self.assertEqual(oracles.Holdings.of(device), holdings)
            self.assertEqual(bench.mistakes, [])

    def values(self, service, object) -> dict[str, int]:
        with service.bench.lock:
            return dict(service.bench.device.state[object.id])

    def test_everything_is_reset_and_restored(self):
        def leave(device):
            crtc = device.crtcs[1]
            primary, _, cursor = [plane for plane in device.planes if plane.table.crtcs == (1,)]
            former.leave(device, "eDP-1", crtc, primary, CONSOLE)
            former.leave_plane(device, cursor, crtc, 256, 256)
            former.leave_values(device, primary, {"rotation": 4})
            former.leave_values(device, crtc, {
                "VRR_ENABLED": 1, "GAMMA_LUT": bytes(range(64)), "DEGAMMA_LUT": bytes(64), "CTM": struct.pack("<9Q", *range(9))})
            former.leave_values(device, device.connector("eDP-1"), {
                "max bpc": 12, "Broadcast RGB": 2, "Colorspace": 9, "HDR_OUTPUT_METADATA": bytes(30)})

        with self.after(I915, leave) as service:
            service.terminal_ready()
            oracles.check(service)
            device, crtc = service.crtc("eDP-1")
            connector = self.values(service, device.connector("eDP-1"))
            reset = {name: connector[name] for name in ("max bpc", "Broadcast RGB", "Colorspace", "HDR_OUTPUT_METADATA")}
            self.assertEqual(reset, {"max bpc": 8, "Broadcast RGB": 0, "Colorspace": 0, "HDR_OUTPUT_METADATA": 0})
            state = self.values(service, crtc)
            self.assertEqual([state[n] for n in ("VRR_ENABLED", "GAMMA_LUT", "DEGAMMA_LUT", "CTM")], [0, 0, 0, 0])
            primary = next(plane for plane in device.planes if plane.table.crtcs == (crtc.index,))
            self.assertEqual(self.values(service, primary)["rotation"], 1)

    def test_floating_planes(self):
        """Two planes each on the CRTC that the other would be expected on, and a third in front of one."""
        def leave(device):
            first, second = device.crtcs
            former.leave(device, "DSI-1", first, device.planes[1], PANEL.modes[0])
            former.leave(device, "DP-1", second, device.planes[0], CONSOLE)
            former.leave_plane(device, device.planes[2], first, 64, 64)
            former.leave_values(device, device.planes[1], {"zpos": 5, "rotation": 1})
            former.leave_values(device, device.planes[2], {"zpos": 9})

        with self.after(MSM.with_displays(DP_1=FULL_HD), leave) as service:
            service.wait_for_content(1920, 1080, "external")
            oracles.check(service)
            device, crtc = service.crtc("DSI-1")
            shown = [plane for plane in device.planes if self.values(service, plane)["CRTC_ID"] == crtc.id]
            self.assertEqual(min(self.values(service, plane)["zpos"] for plane in shown), 0)

    def test_both_on_planes_that_must_move(self):
        """The external's only way is through a plane that the panel's CRTC has: nothing moves in one commit."""
        def leave(device):
            first, second = device.crtcs
            former.leave(device, "DSI-1", second, device.planes[0], PANEL.modes[0])
            former.leave_plane(device, device.planes[1], second, 64, 64)

        with self.after(MSM.with_displays(DP_1=FULL_HD), leave) as service:
            service.wait_for_content(1920, 1080, "external")
            oracles.check(service)

    def test_plane_that_only_an_empty_card_gives(self):
        """The panel's CRTC is reached by one plane alone, and that is on another CRTC: it is turned off first."""
        floating, bound, *_ = MSM.planes
        card = replace(MSM, planes=(floating, replace(bound, crtcs=(1,))), encoders=(Encoder("DSI", (0,)), *MSM.encoders[1:]))

        def leave(device):
            former.leave(device, "DP-1", device.crtcs[1], device.planes[0], CONSOLE)

        with self.after(card.with_displays(DP_1=FULL_HD), leave) as service:
            service.wait_for_content(1920, 1080, "external")
            oracles.check(service)
            device, crtc = service.crtc("DSI-1")
            self.assertEqual(self.values(service, device.planes[0])["CRTC_ID"], crtc.id)

    @thorough
    def test_small_boards(self):
        """On the card of the external, all that its planes can be told left otherwise, and two of them on."""
        for board in BOARDS:
            cards = board.having(HDMI_A_1=FULL_HD)
            card = next(card for card in cards if any(connector.name == "HDMI-A-1" for connector in card.connectors))
            with self.subTest(board.name), self.after(
                    card, self.leave_all, *(other for other in cards if other is not card)) as service:
                service.wait_for_content(1920, 1080, "external")
                oracles.check(service)

    def leave_all(self, device):
        connector = device.connector("HDMI-A-1")
        crtc = device.crtcs[device.encoders_of(connector)[0].table.crtcs[0]]
        mine = [plane for plane in device.planes if crtc.index in plane.table.crtcs]
        primary = next(plane for plane in mine if plane.table.kind == "primary")
        former.leave(device, connector.name, crtc, primary, FULL_HD.modes[0])
        # One that reads films alone shows no cursor.
        overlays = [plane for plane in mine if plane.table.kind == "overlay" and {"AR24", "XR24"} & set(plane.table.formats)]
        over = next(iter(overlays), None)
        if over:
            former.leave_plane(device, over, crtc, 256, 256)
        values = {"alpha": 1000, "rotation": 32, "COLOR_ENCODING": 0, "COLOR_RANGE": 1, "pixel blend mode": 1}
        for plane in mine:
            left = {name: value for name, value in values.items() if name in plane.properties}
            if isinstance(plane.table.zpos, Range) and not plane.table.zpos.immutable:
                left["zpos"] = plane.table.zpos.highest
            former.leave_values(device, plane, left)
        left = {"GAMMA_LUT": bytes(range(64)), "CTM": bytes(72)}
        former.leave_values(device, crtc, {name: value for name, value in left.items() if name in crtc.properties})

    def test_without_atomic(self):
        def leave(device):
            former.leave(device, "DVI-I-1", device.crtcs[1], device.planes[1], CONSOLE)
            device.ramps[device.crtcs[1].id] = bytes(range(256)) * 6
            device.ramps[device.crtcs[0].id] = bytes(1536)

        with self.after(NOUVEAU, leave) as service:
            service.terminal_ready(1920, 1080)
            oracles.check(service)
            _, crtc = service.crtc("DVI-I-1")
            with service.bench.lock:
                curve = struct.unpack("<256H", service.bench.device.ramps[crtc.id][:512])
            self.assertEqual((curve[0], curve[-1], list(curve)), (0, 65535, sorted(curve)))
