"""Rules of the configuration for windows, with stock applications."""

import unittest

from support.pictures import keep
from support.raw.commands import picture_client
from support.raw.pattern import channels, pattern
from support.requirements import require_programs
from support.virtual_service import VirtualService

RULES = """
[[window_rule]]
app_id = "clo?k"
fill = false
above = true
focus = false

[[window_rule]]
title = "Slides*"
fullscreen = true
"""


def setUpModule():
    require_programs("foot")


class WindowScaleTests(unittest.TestCase):
    def test_a_window_of_another_scale_is_sharp_and_touched_where_it_is_seen(self):
        rule = '[[window_rule]]\napp_id = "raw-client"\nscale = {}\n'
        with VirtualService(picture_client(), configuration=rule.format(2)) as service:
            service.wait_for_content(1280, 800, "panel")
            picture = channels(pattern(1280, 800))
            service.wait_for("its pixels", lambda _: (service.screen("panel") == picture).all())
            # On a screen of its scale it is as any other.
            service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
            service.wait_for_content(1920, 1080, "external")
            service.wait_for("its pixels", lambda _: (service.screen("external") == channels(pattern(1920, 1080))).all())
            service.configuration.write_text(rule.format(1) + "[menu]\nhandle = \"never\"\n[interface]\nhints = false\n")
            service.cli("config", "reload")
            service.wait_for("its pixels", lambda _: (service.screen("external") == channels(pattern(1920, 1080))).all())


class WindowRuleTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(VirtualService(configuration=RULES))
        self.service.terminal_ready()

    def foot(self, *options: str) -> None:
        self.service.cli("launch", "--", "foot", "--config=/dev/null", *options, "sleep", "1000")

    def share(self, red: int, green: int, blue: int) -> float:
        """How much of the panel has a colour."""
        picture = self.service.screen("panel").astype(int)
        return float((abs(picture - (red, green, blue)).max(axis=2) <= 2).mean())

    def test_a_small_window_stays_above_and_a_titled_one_is_full_screen(self):
        self.foot(
            "--app-id=clock", "--window-size-pixels=300x200", "--override=colors.background=2040a0",
            "--override=csd.preferred=none")
        self.service.wait_for("the clock", lambda _: 0.01 < self.share(0x20, 0x40, 0xA0) < 0.1)
        # The keyboard is the terminal's.
        self.service.cli("virtual", "key", "type", "x")
        self.service.wait_for("what is typed", lambda _: self.service.terminal.typed() == "x")
        self.foot("--app-id=deck", "--title=Slides of today", "--override=colors.background=208020")
        self.service.wait_for("the slides", lambda _: self.share(0x20, 0x80, 0x20) > 0.8)
        self.service.wait_until_still()
        keep(window_rules=self.service.screen("panel"))
        self.assertGreater(self.share(0x20, 0x40, 0xA0), 0.01, "the clock is above the full screen")
        # Without the rules it is one window among others.
        self.service.configuration.write_text("[menu]\nhandle = \"never\"\n[interface]\nhints = false\n")
        self.service.cli("config", "reload")
        self.service.wait_for("no clock above", lambda _: self.share(0x20, 0x40, 0xA0) == 0)
        self.service.cli("windows", "activate", "clock")
        self.service.wait_for("a clock that fills the screen", lambda _: self.share(0x20, 0x40, 0xA0) > 0.8)

    def test_the_rules_are_checked_and_shown(self):
        self.assertRegex(self.service.cli("config", "show"), r"window_rule\[0\]\.app_id +\"?clo\?k")
        bad = self.service.folder / "bad.toml"
        bad.write_text("[[window_rule]]\napp_id = \"a\"\nabove = \"yes\"\n")
        result = self.service.attempt("config", "check", str(bad))
        self.assertEqual(result.status, 1)
        self.assertIn("bad.toml:3:9: above must be true or false", result.error + result.output)
