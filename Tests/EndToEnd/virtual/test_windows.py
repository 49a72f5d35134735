"""Going from window to window, and keys that reach the content from the panel application."""

import json
import shutil
import tempfile
import unittest
from pathlib import Path

from support.binary import CHECKOUT
from support.event_viewer import EventViewer
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
