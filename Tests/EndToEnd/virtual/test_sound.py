"""Sound goes to the external's sink and back, with a stock PipeWire and player."""

import time
import unittest

from support.requirements import require_programs
from support.sound import SoundSession
from support.virtual_service import VirtualService
from support.waiting import eventually

RULE = "[sound]\nsink = 'HDMI*'\n"


def setUpModule():
    require_programs("foot", "pipewire", "wireplumber", "pw-dump", "pw-metadata", "pw-cat", "pw-link", "wpctl", "dbus-daemon")


class SoundService(VirtualService):
    def __init__(self, sound: SoundSession, configuration: str):
        super().__init__(configuration=configuration)
        self.sound = sound

    def variables(self) -> dict[str, str]:
        return super().variables() | self.sound.runtime


class SoundTests(unittest.TestCase):
    def setUp(self):
        self.sound = self.enterContext(SoundSession())
        self.sound.add_sink("built-in", "Speakers", 1000)
        self.sound.add_sink("hdmi", "HDMI Television", 600)
        eventually(lambda: self.sound.default() == "built-in", "sound goes to the speakers")

    def start(self, configuration: str = RULE) -> None:
        self.service = self.enterContext(SoundService(self.sound, configuration))
        self.service.terminal_ready()

    def status(self) -> dict | None:
        return self.service.status()["sound"]

    def test_it_follows_the_external_and_nothing_stops_playing(self):
        player = self.sound.play()
        eventually(lambda: self.sound.plays_on() == {"built-in"}, "the player plays on the speakers")
        self.start()
        self.assertIsNone(self.status())
        self.service.plug(1920, 1080)
        eventually(lambda: self.sound.default() == "hdmi", "the external's sink is the default")
        eventually(lambda: self.sound.plays_on() == {"hdmi"}, "the player plays on the external")
        self.assertEqual(self.status(), {"sink": "hdmi", "description": "HDMI Television"})
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        eventually(lambda: self.sound.plays_on() == {"built-in"}, "the player plays on the speakers again")
        eventually(lambda: self.sound.chosen() is None, "PipeWire chooses by itself, as before")
        self.assertEqual(self.sound.default(), "built-in")
        self.assertIsNone(self.status())
        self.assertIsNone(player.poll())

    def test_the_users_choice_comes_back_also_at_the_services_end(self):
        self.sound.add_sink("headphones", "Headphones", 500)
        self.sound.choose("headphones")
        self.start()
        for _ in range(2):
            self.service.plug(1920, 1080)
            eventually(lambda: self.sound.chosen() == "hdmi", "sound goes to the external")
            self.service.cli("virtual", "unplug", "HDMI-A-1")
            eventually(lambda: self.sound.chosen() == "headphones", "and back")
        self.service.plug(1920, 1080)
        eventually(lambda: self.sound.chosen() == "hdmi", "sound goes to the external")
        self.assertEqual(self.service.end(), 0)
        eventually(lambda: self.sound.chosen() == "headphones", "and back")

    def plug(self, name: str) -> None:
        self.service.cli("virtual", "plug", name, "1920x1080")
        eventually(lambda: self.sound.default() == "hdmi", "sound goes to the external")

    def unplug(self, name: str) -> None:
        self.service.cli("virtual", "unplug", name)
        eventually(lambda: self.sound.default() == "built-in", "sound goes to the speakers")

    def remembered(self, name: str) -> int | None:
        settings = next(output for output in self.service.outputs() if output["name"] == name)["remembered"]
        return settings and settings["volume"]

    def test_each_display_has_its_volume_on_the_same_sink(self):
        television, projector = "HDMI-A-1", "HDMI-A-2"
        self.start("[external]\nhold_ms = 0\n" + RULE)
        self.plug(television)
        self.assertIsNone(self.remembered(television))
        self.sound.set_volume("hdmi", 0.4)
        eventually(lambda: self.remembered(television) == 40, "the television's volume is remembered")
        self.unplug(television)
        self.sound.set_volume("hdmi", 0.8)
        self.plug(projector)
        self.assertIsNone(self.remembered(projector))
        self.sound.set_volume("hdmi", 0.6)
        eventually(lambda: self.remembered(projector) == 60, "the projector's volume is remembered")
        self.unplug(projector)
        self.plug(television)
        eventually(lambda: self.sound.volume("hdmi") == 0.4, "the television is as loud as it was")
        self.unplug(television)
        self.plug(projector)
        eventually(lambda: self.sound.volume("hdmi") == 0.6, "and so is the projector")
        self.assertEqual(self.remembered(projector), 60)
        self.assertEqual(self.sound.volume("built-in"), 1)
        self.service.cli("outputs", "forget", projector)
        self.assertIsNone(self.remembered(projector))
        self.unplug(projector)
        self.sound.set_volume("hdmi", 0.9)
        self.plug(projector)
        self.sound.set_volume("hdmi", 0.91)
        eventually(lambda: self.remembered(projector) == 91, "a display that was forgotten begins anew")

    def test_a_choice_by_hand_meanwhile_stays(self):
        self.start()
        self.service.plug(1920, 1080)
        eventually(lambda: self.sound.chosen() == "hdmi", "sound goes to the external")
        self.sound.choose("built-in")
        eventually(lambda: self.status() is None, "the service leaves it alone")
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        self.service.wait_for("home", lambda status: status["state"] == "panel-only")
        time.sleep(0.5)
        self.assertEqual(self.sound.chosen(), "built-in")

    def test_a_sink_that_comes_later_is_taken_and_one_that_goes_is_left(self):
        self.sound.remove_sink("hdmi")
        self.start()
        self.service.plug(1920, 1080)
        self.service.wait_for("mirroring", lambda status: status["state"] == "mirroring")
        self.sound.add_sink("hdmi", "HDMI Television", 600)
        eventually(lambda: self.sound.default() == "hdmi", "sound goes to the external")
        self.sound.remove_sink("hdmi")
        eventually(lambda: self.sound.default() == "built-in", "sound goes to the speakers")
        eventually(lambda: self.sound.chosen() is None, "no choice is left behind")

    def test_off_and_on_by_configuration(self):
        self.start(RULE + "follow = false\n")
        self.service.plug(1920, 1080)
        self.service.wait_for("mirroring", lambda status: status["state"] == "mirroring")
        time.sleep(0.5)
        self.assertEqual(self.sound.default(), "built-in")
        self.service.configuration.write_text("[[display]]\nconnector = 'HDMI-*'\nsink = 'hdmi'\n")
        self.service.cli("config", "reload")
        eventually(lambda: self.sound.default() == "hdmi", "sound goes to the external")
        self.service.configuration.write_text("[sound]\nfollow = false\n")
        self.service.cli("config", "reload")
        eventually(lambda: self.sound.default() == "built-in", "sound goes back")
