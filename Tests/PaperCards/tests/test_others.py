"""Other compositors on the same cards, as a test of the model."""

import unittest

from paper import pictures
from paper.bench import Bench
from paper.cards.allwinner import A64
from paper.cards.amdgpu import AMDGPU
from paper.cards.i915 import I915
from paper.cards.nouveau import NOUVEAU
from paper.cards.plain import PLAIN
from paper.cards.rk3588 import RK3588
from paper.cards.vc4 import PI3
from paper.displays import FULL_HD
from paper.others import Compositor, Sway, Weston
from paper.table import Card
from support.effort import thorough
from support.requirements import require_programs
from support.waiting import eventually


class OtherCompositorTests(unittest.TestCase):
    def setUp(self):
        require_programs("weston", "sway", "umockdev-run")

    def check(self, kind: type[Compositor], card: Card, *names: str):
        """It lights these connectors, flips, draws something, and leaves nothing."""
        with Bench(card.with_displays(HDMI_A_1=FULL_HD)) as bench:
            device = bench.device
            with kind(bench) as compositor:
                for name in names:
                    eventually(lambda: self.flips(bench, name) > 2, f"{name} shows frames\n{compositor.log()}", 15)
                self.check_pictures(bench, kind, compositor, names)
            eventually(lambda: not device.files, "the card is closed")
            with bench.lock:
                self.assertEqual((device.framebuffers, device.memory), ({}, set()))
            self.assertEqual(bench.mistakes, [])

    def flips(self, bench: Bench, name: str) -> int:
        with bench.lock:
            return bench.device.flips.get(bench.device.state[bench.device.connector(name).id]["CRTC_ID"], 0)

    def check_pictures(self, bench: Bench, kind: type[Compositor], compositor: Compositor, names: tuple[str, ...]):
        def is_drawn(name: str) -> bool:
            with bench.lock:
                device = bench.device
                moment = pictures.Moment.of(device, device.objects[device.state[device.connector(name).id]["CRTC_ID"]])
            picture = moment.picture()
            if kind is Sway:
                return bool((picture == Sway.BACKGROUND).all(axis=2).mean() > 0.8)
            return picture.std() > 5

        for name in names:
            eventually(lambda: is_drawn(name), f"{name} is drawn\n{compositor.log()}", 15)

    def test_weston(self):
        self.check(Weston, PLAIN, "eDP-1", "HDMI-A-1")

    def test_weston_before_atomic(self):
        self.check(Weston, NOUVEAU, "DVI-I-1", "HDMI-A-1")

    def test_weston_on_i915(self):
        self.check(Weston, I915, "eDP-1", "HDMI-A-1")

    @thorough
    def test_weston_on_small_boards(self):
        for card, panel in ((PI3, "DSI-1"), (RK3588, "DSI-1"), (A64, "DSI-1")):
            with self.subTest(card.name):
                self.check(Weston, card, panel, "HDMI-A-1")

    def test_sway(self):
        self.check(Sway, PLAIN, "eDP-1", "HDMI-A-1")

    def test_sway_on_amdgpu(self):
        self.check(Sway, AMDGPU, "DP-1", "HDMI-A-1")
