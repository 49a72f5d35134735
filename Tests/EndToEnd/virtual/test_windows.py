"""Going from window to window, and keys that reach the content from the panel application."""

import json
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from support.binary import CHECKOUT, kagami
from support.event_viewer import EventViewer
from support.raw.commands import picture_client
from support.requirements import require_programs
from support.terminal import Terminal
from support.virtual_service import VirtualService
from support.waiting import eventually


def setUpModule():
    require_programs("foot", "wev")


class WindowTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(VirtualService())
        self.service.terminal_ready()
        self.service.start_viewer()

    def windows(self) -> list[tuple[str, bool]]:
        listed = json.loads(self.service.cli("windows", "list", "--json"))
        return [(window["app_id"], window["keyboard"]) for window in listed]

    def test_alt_tab_goes_to_the_window_used_before(self):
        self.assertEqual(self.windows(), [("wev", True), ("foot", False)])
        self.service.cli("virtual", "key", "leftalt+tab")
        self.assertEqual(self.windows(), [("foot", True), ("wev", False)])
        self.assertEqual(self.service.status()["content"]["app_id"], "foot")
        self.service.cli("virtual", "key", "type", "x")
        eventually(lambda: self.service.terminal.typed() == "x", "the terminal is typed into")
        self.service.cli("virtual", "key", "leftalt+tab")
        self.assertEqual(self.windows()[0], ("wev", True))

    def test_commands_switch_too(self):
        self.service.cli("windows", "next")
        self.assertEqual(self.windows()[0], ("foot", True))
        self.service.cli("windows", "activate", "wev")
        self.assertEqual(self.windows()[0], ("wev", True))
        result = self.service.attempt("windows", "activate", "nobody")
        self.assertEqual(result.status, 1)
        self.assertIn("nobody", result.error)
        self.assertRegex(self.service.cli("windows"), r"content +keyboard +wev")
        self.service.cli("windows", "close", "wev")
        eventually(lambda: self.windows() == [("foot", True)], "the window has closed")
        self.assertIn("no window", self.service.attempt("windows", "close", "wev").error)


class StrangeNameTests(unittest.TestCase):
    def test_a_window_of_any_name_leaves_every_command_working(self):
        name = 'a\x1b[2J\n"\\\u202e\x7f' + 300 * "x"
        client = picture_client("--app-id", name, "--title", "t\x1b\n\r\n" + 1500 * "é")
        with VirtualService(client) as service:
            service.wait_for_content(1280, 800, "panel")
            with tempfile.TemporaryFile() as lines:
                events = subprocess.Popen([kagami(), "events"], env=service.environment, stdout=lines)
                service.others.append(events)
                service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
                service.wait_for_content(1920, 1080, "external")
                window, = json.loads(service.cli("windows", "--json"))
                shown = window["app_id"]
                self.assertTrue(shown.startswith('a\\u{1b}[2J\\u{a}"\\\\u{202e}\\u{7f}xxx'), shown)
                self.assertEqual(len(shown), 256)
                self.assertLessEqual(len(window["title"].encode()), 1024)
                source = f"window:{shown}"
                eventually(lambda: source in service.status()["pip"]["possible"], "the window can be shown")
                for command in ("status", "metrics", "report", "windows", "outputs", "doctor"):
                    text = service.attempt(command).output
                    self.assertNotIn("\x1b", text, command)
                    self.assertIn({"report": "== windows", "metrics": "# EOF"}.get(command, ""), text)
                self.assertIn(shown, service.cli("status"))
                for text in (shown, name):
                    service.cli("windows", "activate", text)
                service.cli("pip", "start", source)
                eventually(lambda: service.status()["pip"]["source"] == source, "the window is shown")

                def told() -> str:
                    lines.seek(0)
                    return lines.read().decode()

                eventually(lambda: f"pip of {source} started" in told(), "the event is told")


class ContentKeyTests(unittest.TestCase):
    def test_a_key_of_the_panel_application_turns_the_contents_page(self):
        folder = Path(tempfile.mkdtemp(prefix="kagami-panel-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        panel = Terminal(folder, checkout=CHECKOUT, background="2040a0")
        viewer = EventViewer(folder, log_name="content.log")
        service = self.enterContext(
            VirtualService(
                command=["sh", "-c", viewer.command()], panel_command=panel.command(),
                configuration='[[content_key]]\nkeys = "meta+right"\nsends = "pagedown"\n'
            )
        )
        eventually(viewer.is_shown, "the content is shown")
        eventually(panel.size, "the panel application's program runs")
        service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
        service.wait_for("the content is on the external", lambda status: status["content"]["on"] == "external")
        service.cli("panel", "show", "application")
        service.wait_until_still()
        service.cli("virtual", "key", "meta+right")
        eventually(lambda: len(viewer.keys()) == 2, "the content hears of a press and a release")
        service.cli("virtual", "key", "type", "n")
        eventually(lambda: panel.typed() == "n", "the panel application has the other keys")
        self.assertEqual(len(viewer.keys()), 2)
