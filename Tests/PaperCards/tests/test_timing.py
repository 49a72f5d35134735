"""When the external shows frames: it waits for them, or shows them at once, where that is wanted and possible."""

import errno
import signal
import subprocess
import sys
from pathlib import Path

from paper import oracles
from paper.cards.allwinner import A64
from paper.cards.amdgpu import AMDGPU
from paper.cards.i915 import I915
from paper.cards.nouveau import NOUVEAU
from paper.cards.plain import PLAIN
from paper.cards.rk3588 import RK3588
from paper.displays import FULL_HD, display
from paper.table import Card
from support.effort import thorough
from support.waiting import eventually

from .boards import BOARDS
from .case import PaperCase

CLIENT = Path(__file__).resolve().parents[2] / "EndToEnd" / "support" / "raw" / "paced_client.py"
SLOW_PANEL = display(1280, 800, refresh=10)
REFUSED = "the hardware refused it in a test"


class TimingCase(PaperCase):
    def start(self, service, *options: str) -> subprocess.Popen:
        """A client that fills the screen of the content."""
        environment = service.environment | {"WAYLAND_DISPLAY": service.application_display()}
        process = subprocess.Popen([sys.executable, CLIENT, *options], env=environment, stdout=subprocess.DEVNULL)
        service.others.append(process)
        return process

    def property(self, service, connector: str, name: str) -> int:
        with service.bench.lock:
            device, crtc = service.crtc(connector)
            return device.state[crtc.id][name]

    def next_flips(self, service, connector: str, count: int) -> list[tuple[float, float, int | None]]:
        """The next flips of a connector: when each was asked for, when it happened, and at which blank."""
        with service.bench.lock:
            device, crtc = service.crtc(connector)
            first = device.flips.get(crtc.id, 0)
        eventually(lambda: device.flips[crtc.id] >= first + count, f"{count} flips\n{service.log()}", timeout=30)
        with service.bench.lock:
            return list(device.timings[crtc.id])[-count:]

    def timed(self, service, kind: str, **expected) -> None:
        service.wait_for(f"{kind} is {expected}", lambda status: status["external"][kind] == expected)

    def lost_nothing(self, service) -> None:
        self.assertEqual(service.status()["counters"]["present_failures"], 0, service.log())


class VariableRefreshTests(TimingCase):
    def film(self, service, external: str) -> subprocess.Popen:
        service.wait_for("both are on", lambda status: status["panel"] and status["external"])
        client = self.start(service, "--rate", "40")
        service.wait_for_content(1920, 1080, "external")
        return client

    def test_frames_are_shown_when_the_client_has_them(self):
        for card, external in ((I915, "HDMI-A-1"), (AMDGPU, "HDMI-A-1")):
            card = card.having_vrr().with_displays(HDMI_A_1=FULL_HD)
            with self.subTest(card.name), self.running(
                    card, command=[], configuration='[external]\noutput = "HDMI-A-1"\nvrr = "on"\n') as service:
                self.film(service, external)
                self.timed(service, "vrr", on=True, reason=None)
                self.assertEqual(self.property(service, external, "VRR_ENABLED"), 1)
                self.assertEqual(self.property(service, service.status()["panel"]["name"], "VRR_ENABLED"), 0)
                flips = self.next_flips(service, external, 60)
                at_once = [asked for asked, shown, _ in flips if shown == asked]
                self.assertGreater(len(at_once), 30, f"most flips wait for no blank: {flips}")
                self.assertIn("vrr on", service.cli("outputs"))
                self.lost_nothing(service)

    def test_only_while_a_client_covers_the_screen(self):
        card = I915.having_vrr().with_displays(HDMI_A_1=FULL_HD)
        with self.running(card, command=[], configuration='[external]\nvrr = "full-screen"\n') as service:
            for _ in range(2):
                client = self.film(service, "HDMI-A-1")
                self.timed(service, "vrr", on=True, reason=None)
                client.kill()
                self.timed(service, "vrr", on=False, reason=None)
                self.assertEqual(self.property(service, "HDMI-A-1", "VRR_ENABLED"), 0)
            self.lost_nothing(service)

    def test_rule_for_a_display(self):
        card = I915.having_vrr().with_displays(HDMI_A_1=FULL_HD)
        rule = '[[display]]\nconnector = "HDMI-*"\nvrr = "on"\n'
        with self.running(card, command=[], configuration=rule) as service:
            self.film(service, "HDMI-A-1")
            self.timed(service, "vrr", on=True, reason=None)

    def test_what_is_refused_costs_no_frame(self):
        card = I915.with_displays(HDMI_A_1=FULL_HD)
        configuration = '[external]\nvrr = "on"\n'
        cases = {
            "the display cannot vary its refresh": card, REFUSED: card.having_vrr().having(modeset_for_vrr=True),
            "the driver cannot do that": NOUVEAU.having_vrr().with_displays(HDMI_A_1=FULL_HD),
        }
        for reason, card in cases.items():
            with self.subTest(reason), self.running(card, command=[], configuration=configuration) as service:
                self.film(service, "HDMI-A-1")
                self.timed(service, "vrr", on=False, reason=reason)
                self.next_flips(service, service.status()["external"]["name"], 20)
                self.assertIn(f"vrr off: {reason}", service.cli("outputs"))
                self.lost_nothing(service)

    def test_refusal_that_no_test_foresaw_costs_no_frame(self):
        card = I915.having_vrr().with_displays(HDMI_A_1=FULL_HD)
        with self.running(card, command=[], configuration='[external]\nvrr = "full-screen"\n') as service:
            service.wait_for("both are on", lambda status: status["panel"] and status["external"])
            with service.bench.lock:
                service.bench.device.faults.commit_rule = lambda proposal: errno.EINVAL if any(
                    proposal.of(crtc)["VRR_ENABLED"] for crtc in proposal.device.crtcs) else 0
            self.film(service, "HDMI-A-1")
            self.timed(service, "vrr", on=False, reason=REFUSED)
            self.next_flips(service, "HDMI-A-1", 20)
            self.lost_nothing(service)

    def test_it_survives_what_lights_the_display_anew(self):
        card = I915.having_vrr().with_displays(HDMI_A_1=FULL_HD)
        with self.running(card, configuration='[external]\nvrr = "on"\n') as service:
            service.wait_for_content(1920, 1080, "external")
            self.timed(service, "vrr", on=True, reason=None)
            service.cli("blank", "on")
            eventually(lambda: service.crtc("HDMI-A-1") is None, "it is off")
            service.cli("blank", "off")
            oracles.check_shown(service, "HDMI-A-1")
            self.timed(service, "vrr", on=True, reason=None)
            self.assertEqual(self.property(service, "HDMI-A-1", "VRR_ENABLED"), 1)
            service.bench.plug("HDMI-A-1", None)
            service.wait_for_content(1280, 800, "panel")
            service.bench.plug("HDMI-A-1", FULL_HD)
            service.wait_for_content(1920, 1080, "external")
            service.draw("again")
            self.timed(service, "vrr", on=True, reason=None)
            oracles.check(service)


class TearingTests(TimingCase):
    CONFIGURATION = "[external]\ntearing = true\n"

    def game(self, service) -> subprocess.Popen:
        service.wait_for("both are on", lambda status: status["panel"] and status["external"])
        client = self.start(service, "--rate", "100", "--tearing")
        service.wait_for_content(1920, 1080, "external")
        return client

    def test_frames_are_shown_at_once(self):
        card = AMDGPU.having(tears=True).with_displays(HDMI_A_1=FULL_HD)
        configuration = '[external]\noutput = "HDMI-A-1"\ntearing = true\n'
        with self.running(card, command=[], configuration=configuration) as service:
            client = self.game(service)
            self.timed(service, "tearing", on=True, reason=None)
            flips = self.next_flips(service, "HDMI-A-1", 60)
            self.assertGreater(sum(blank is None for *_, blank in flips), 40, flips)
            panel = self.next_flips(service, service.status()["panel"]["name"], 5)
            self.assertNotIn(None, [blank for *_, blank in panel], "the mirror is as it was")
            self.lost_nothing(service)
            client.kill()
            client.wait()
            self.start(service, "--rate", "40")
            self.timed(service, "tearing", on=False, reason=None)
            self.assertNotIn(None, [blank for *_, blank in self.next_flips(service, "HDMI-A-1", 20)][5:])

    def test_not_unless_it_is_allowed_and_wanted(self):
        card = AMDGPU.having(tears=True).with_displays(HDMI_A_1=FULL_HD)
        with self.running(card, command=[], configuration='[external]\noutput = "HDMI-A-1"\n') as service:
            self.game(service)
            flips = self.next_flips(service, "HDMI-A-1", 30)
            self.assertNotIn(None, [blank for *_, blank in flips])
            self.timed(service, "tearing", on=False, reason=None)

    def test_what_is_refused_costs_no_frame(self):
        card = I915.with_displays(HDMI_A_1=FULL_HD)
        refusing = card.having(tears=True)
        for reason, card in (("the driver cannot do that", card), (REFUSED, refusing)):
            with self.subTest(reason), self.running(card, command=[], configuration=self.CONFIGURATION) as service:
                if card is refusing:
                    with service.bench.lock:
                        service.bench.device.faults.fail(
                            "ATOMIC", 22, count=1 << 30, when=lambda fields: fields.flags & 2)
                self.game(service)
                self.timed(service, "tearing", on=False, reason=reason)
                self.assertNotIn(None, [blank for *_, blank in self.next_flips(service, "HDMI-A-1", 20)])
                self.lost_nothing(service)


class PaceTests(TimingCase):
    """The external's client sets the pace, whatever the panel's rate."""

    def animated(self, service) -> tuple[str, str]:
        service.wait_for("both are on", lambda status: status["panel"] and status["external"])
        self.start(service)
        service.wait_for_content(1920, 1080, "external")
        return service.status()["panel"]["name"], service.status()["external"]["name"]

    def flips(self, service, *connectors: str) -> list[int]:
        with service.bench.lock:
            return [device.flips.get(crtc.id, 0) for device, crtc in map(service.crtc, connectors)]

    def test_external_is_faster_than_the_panel(self):
        """A composed snapshot, and one on a plane that shows the external's own memory."""
        for card in (PLAIN, I915):
            with self.subTest(card.name):
                self.check_slow_panel(card.with_displays(eDP_1=SLOW_PANEL, HDMI_A_1=FULL_HD))

    def check_slow_panel(self, *cards: Card):
        with self.running(*cards, command=[]) as service:
            panel, external = self.animated(service)
            self.next_flips(service, external, 20)
            before = self.flips(service, panel, external)
            self.next_flips(service, external, 120)
            shown = [after - first for after, first in zip(self.flips(service, panel, external), before)]
            self.assertGreater(shown[1], 2 * shown[0], "the panel has one blank for six of the external's")
            self.assertGreater(shown[0], 5, "the panel goes on")
            self.lost_nothing(service)

    def test_panel_whose_flips_are_late(self):
        """While one of the panel's flips is on its way the external goes on; then the panel shows the newest frame."""
        for card in (PLAIN, I915):
            with self.subTest(card.name):
                self.check_late_flips(card.with_displays(HDMI_A_1=FULL_HD))

    def check_late_flips(self, *cards: Card):
        with self.running(*cards, command=[]) as service:
            panel, external = self.animated(service)
            self.next_flips(service, external, 20)
            with service.bench.lock:
                device, crtc = service.crtc(panel)
                device.faults.slow_crtcs[crtc.index] = 1.0
            self.next_flips(service, panel, 1)
            before = self.flips(service, panel, external)
            self.next_flips(service, panel, 2)
            shown = [after - first for after, first in zip(self.flips(service, panel, external), before)]
            self.assertGreater(shown[1], 8 * shown[0], f"{shown}\n{service.log()}")
            with service.bench.lock:
                device.faults.slow_crtcs.clear()
            for client in service.others:
                client.send_signal(signal.SIGSTOP)
            oracles.check_scanout(service)
            for client in service.others:
                client.send_signal(signal.SIGCONT)
            self.lost_nothing(service)

    @thorough
    def test_small_boards(self):
        for board in BOARDS:
            with self.subTest(board.name):
                self.check_late_flips(*board.having(HDMI_A_1=FULL_HD))
        for card in (RK3588, A64):
            with self.subTest(card.name, what="a slow panel"):
                self.check_slow_panel(card.with_displays(DSI_1=SLOW_PANEL, HDMI_A_1=FULL_HD))


class DepthTests(TimingCase):
    def bits(self, service, name: str) -> int:
        with service.bench.lock:
            device = service.bench.device
            return device.state[device.connector(name).id]["max bpc"]

    def test_cables_carry_what_is_wanted(self):
        card = I915.with_displays(HDMI_A_1=FULL_HD)
        for depth in (8, 10):
            with self.subTest(depth), self.running(card, configuration=f"[external]\ndepth = {depth}\n") as service:
                service.wait_for_content(1920, 1080, "external")
                self.assertEqual((self.bits(service, "HDMI-A-1"), self.bits(service, "eDP-1")), (depth, 8))
                oracles.check(service)

    def test_cable_that_cannot_costs_no_mode(self):
        def narrow(proposal) -> int:
            connectors = [proposal.of(connector) for connector in proposal.device.connectors]
            return errno.EINVAL if any(values["CRTC_ID"] and values["max bpc"] > 8 for values in connectors) else 0

        card = I915.having(rules=(*I915.rules, narrow)).with_displays(HDMI_A_1=FULL_HD)
        with self.running(card, configuration="[external]\ndepth = 10\n") as service:
            service.wait_for_content(1920, 1080, "external")
            self.assertEqual(self.bits(service, "HDMI-A-1"), 8)
            oracles.check(service)
