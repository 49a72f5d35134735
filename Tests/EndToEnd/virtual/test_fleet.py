"""The Ansible role of the documentation, applied to two services at once."""

import re
import subprocess
import unittest

from support.ansible import ANSIBLE, play
from support.binary import CHECKOUT, kagami
from support.effort import thorough
from support.requirements import require_programs
from support.settings import setting
from support.virtual_service import VirtualService
from support.waiting import eventually

PAGE = CHECKOUT / "docs" / "tasks" / "fleet.md"


def setUpModule():
    require_programs("foot", "ansible-playbook")


class FleetTests(unittest.TestCase):
    def setUp(self):
        self.panels = [self.enterContext(VirtualService(configuration="[kiosk]\nenabled = false\n")) for _ in range(2)]
        for panel in self.panels:
            panel.terminal_ready()

    def play(self, *options: str) -> subprocess.CompletedProcess:
        """The example, for both panels; each is a host whose settings are in the folder of its service."""
        hosts = [
            f"panel-{number} kagami_system_config={panel.folder}/machine"
            f" kagami_reload='[\"{kagami()}\", \"config\", \"reload\", \"--socket\", \"{panel.socket_path}\"]'"
            for number, panel in enumerate(self.panels)
        ]
        return play(
            self.panels[0].folder, hosts, "--connection", "local", "--extra-vars",
            f"kagami_program={kagami()} ansible_python_interpreter=/usr/bin/python3", *options)

    @thorough
    def test_both_have_the_settings_of_the_play_and_a_mistake_changes_nothing(self):
        for panel in self.panels:
            panel.plug(1920, 1080)
        played = self.play()
        self.assertEqual(played.returncode, 0, played.stdout)
        for panel in self.panels:
            panel.wait_for("the scale of the play", lambda status: status["external"]["scale"] == 1.5)
            self.assertEqual(self.setting(panel, "external.scale"), ["1.5", "~/machine/config.toml.d/50-fleet.toml:2"])
            self.assertEqual(self.setting(panel, "kiosk.enabled"), ["true", "~/machine/mandatory.toml.d/50-fleet.toml:2"])
        again = self.play()
        self.assertEqual(again.stdout.count("changed=0"), 2, again.stdout)
        wrong = self.play("--extra-vars", '{"kagami_settings": "[external]\\nscale = 99\\n"}')
        self.assertNotEqual(wrong.returncode, 0)
        self.assertRegex(wrong.stdout, r":2:9: scale must be")
        for panel in self.panels:
            self.assertEqual(panel.status()["external"]["scale"], 1.5)
        freed = self.play("--extra-vars", "kagami_mandatory_settings=''")
        self.assertEqual(freed.returncode, 0, freed.stdout)
        for panel in self.panels:
            eventually(lambda: self.setting(panel, "kiosk.enabled")[0] == "false", "the user's own setting holds again")

    def setting(self, panel: VirtualService, key: str) -> list[str]:
        """A value and where it was read."""
        return setting(panel.cli("config", "show"), key)

    def test_the_page_shows_the_example(self):
        shown = re.search(r"^```yaml\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
        self.assertEqual(shown.group(1), (ANSIBLE / "fleet.yml").read_text().partition("\n")[2])
