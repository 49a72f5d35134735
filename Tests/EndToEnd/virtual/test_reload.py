"""The configuration read again while the service runs: by command and by signal, whole or not at all."""

import json
import signal
import time
import unittest

from support.requirements import require_programs
from support.virtual_service import EventStream, VirtualService
from support.waiting import eventually


def setUpModule():
    require_programs("foot")


class MachineTests(unittest.TestCase):
    def test_what_a_provisioning_tool_adds_counts_until_the_user_says_otherwise(self):
        service = self.enterContext(VirtualService(configuration="[external]\nscale = 2\n"))
        service.terminal_ready()
        service.plug(1920, 1080)
        self.assertEqual(service.status()["external"]["scale"], 2)
        fragments = service.folder / "machine" / "config.toml.d"
        fragments.mkdir(parents=True)
        (fragments / "50-fleet.toml").write_text("[panel]\nscale = 1.5\n[external]\nscale = 1.25\n")
        service.cli("config", "reload")
        service.wait_for("the machine's scale", lambda status: status["panel"]["scale"] == 1.5)
        self.assertEqual(service.status()["external"]["scale"], 2)
        self.assertIn("~/machine/config.toml.d/50-fleet.toml:2", service.cli("config", "show"))
        self.assertEqual(
            service.cli("config", "check").splitlines(),
            [f"{fragments}/50-fleet.toml: no errors", f"{service.configuration}: no errors"])
        (fragments / "60-bad.toml").write_text("[panel]\nscale = 0\n")
        self.assertIn(f"{fragments}/60-bad.toml:2:9", service.attempt("config", "reload").error)
        self.assertEqual(service.status()["panel"]["scale"], 1.5)


class ReloadTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(
            VirtualService(configuration='[external]\nscale = 2\n\n[hud]\nheight = 48\n'))
        self.file = self.service.folder / "config" / "kagami" / "config.toml"
        self.service.terminal_ready()

    def values(self) -> dict:
        report = json.loads(self.service.cli("config", "show", "--json"))
        return {entry["key"]: entry for entry in report["values"]}

    def test_show_prints_what_is_in_force_and_from_where(self):
        values = self.values()
        self.assertEqual(values["external.scale"],
                         {"key": "external.scale", "value": 2, "source": "file", "file": str(self.file), "line": 2})
        self.assertEqual(values["hud.height"]["line"], 5)
        self.assertEqual(values["panel.scale"],
                         {"key": "panel.scale", "value": None, "source": "default", "file": None, "line": None})
        lines = self.service.cli("config", "show").splitlines()
        line = next(line for line in lines if line.startswith("hud.height "))
        self.assertEqual(line.split(), ["hud.height", "48", "~/config/kagami/config.toml:5"])

    def test_reload_takes_up_what_changed_and_disturbs_nothing_else(self):
        service = self.service
        service.cli("virtual", "plug", "HDMI-A-1", "3840x2160")
        service.wait_for_content(3840, 2160, "external")
        before = service.wait_until_still()
        with EventStream(service) as stream:
            self.file.write_text('[external]\nscale = 2\n\n[hud]\nheight = 48\nshow = "panel-top"\n')
            service.cli("config", "reload")
            status = service.wait_for("the bar", lambda status: status["hud"])
            self.assertEqual((status["hud"]["place"], status["hud"]["height"]), ("panel-top", 48))
            self.file.write_text('[external]\nscale = 1.5\n')
            service.cli("config", "reload")
            status = service.wait_for("the scale", lambda status: status["external"]["scale"] == 1.5)
            self.assertIsNone(status["hud"])
            time.sleep(0.3)
        # No display was lit anew and nothing moved.
        self.assertEqual([event["type"] for event in stream.events], [])
        self.assertEqual(status["content"]["on"], before["content"]["on"])
        self.assertEqual(self.values()["hud.height"]["source"], "default")

    def test_a_wrong_file_changes_nothing_and_says_so(self):
        self.file.write_text('[external]\nscale = 3\nmood = "good"\n[hud]\nheight = "tall"\n')
        result = self.service.attempt("config", "reload")
        self.assertEqual(result.status, 1)
        self.assertEqual(len(result.error.splitlines()), 1)
        self.assertIn("config.toml:3:1: unknown key mood", result.error)
        self.assertIn("is unchanged", result.error)
        self.assertEqual(self.values()["external.scale"]["value"], 2)
        self.service.process.send_signal(signal.SIGHUP)
        log = self.service.folder / "stderr"
        eventually(lambda: "unknown key mood" in log.read_text(), "the warning in the log")
        self.assertEqual(self.values()["external.scale"]["value"], 2)

    def test_hang_up_reads_the_file_again(self):
        self.file.write_text("[panel]\nscale = 2\n")
        self.service.process.send_signal(signal.SIGHUP)
        self.service.wait_for("the scale", lambda status: status["panel"]["scale"] == 2)
        self.file.unlink()
        self.service.process.send_signal(signal.SIGHUP)
        self.service.wait_for("the default", lambda status: status["panel"]["scale"] == 1)

    def test_what_needs_another_start_is_said(self):
        self.file.write_text('[panel]\ncommand = "foot"\n')
        self.assertIn("panel.command takes effect at the next start", self.service.cli("config", "reload"))

    def test_layout_of_the_keyboard_is_taken_up(self):
        self.file.write_text('[keyboard]\nlayout = "de"\n')
        self.service.cli("config", "reload")
        # What is z on a German keyboard is typed by the key that is y elsewhere.
        self.service.cli("virtual", "key", "y")
        eventually(lambda: self.service.terminal.typed().endswith("z"), "the other letter")

    def test_keys_run_commands(self):
        mark = self.service.folder / "mark"
        self.file.write_text(f'[bindings]\nvolume_up = "sh -c \'echo up >> {mark}\'"\n'
                             f'[[binding]]\nkeys = "meta+t"\ncommand = ["sh", "-c", "echo t >> {mark}"]\n')
        self.service.cli("config", "reload")
        for key, lines in (("volumeup", "up\n"), ("leftmeta+t", "up\nt\n")):
            self.service.cli("virtual", "key", key)
            eventually(lambda: mark.exists() and mark.read_text() == lines, f"what {key} runs")
        # The keys are the service's, and others the terminal's.
        self.service.cli("virtual", "key", "t")
        eventually(lambda: self.service.terminal.typed() == "t", "the letter alone")
        self.file.write_text(f'[kiosk]\nenabled = true\n[[binding]]\nkeys = "meta+t"\ncommand = ["touch", "{mark}-kiosk"]\n')
        self.service.cli("config", "reload")
        self.service.cli("virtual", "key", "leftmeta+t")
        self.service.cli("virtual", "key", "x")
        eventually(lambda: self.service.terminal.typed().endswith("x"), "the letter after it")
        self.assertFalse((self.service.folder / "mark-kiosk").exists())

    def test_layout_of_one_keyboard_is_taken_up(self):
        for layout, typed in (("de", "z"), ("us", "zy"), ("de", "zyz")):
            self.file.write_text(f'[keyboard]\nlayout = "us"\n[[device]]\nname = "Virtual keyboard"\nlayout = "{layout}"\n')
            self.service.cli("config", "reload")
            self.service.cli("virtual", "key", "y")
            eventually(lambda: self.service.terminal.typed().endswith(typed), f"the letters {typed}")
        self.file.write_text('[keyboard]\nlayout = "de"\nvariant = "nowhere"\n')
        self.assertIn("does not compile", self.service.cli("config", "reload"))
        self.file.write_text('[keyboard]\nlayout = "us,nowhere"\n')
        refused = self.service.attempt("config", "reload")
        self.assertEqual((refused.status, len(refused.error.splitlines())), (1, 1))
        self.assertIn('2:10: there is no layout "nowhere"', refused.error)
