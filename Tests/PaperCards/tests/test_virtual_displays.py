"""Virtual displays and devices beside a card's."""

import numpy

from paper import oracles
from paper.cards.vc4 import PI4
from support.remote import Remote, ViewerScreen
from support.requirements import require_programs
from support.service import CommandFailed
from support.waiting import eventually

from .case import PaperCase


class VirtualDisplayTests(PaperCase):
    def test_a_virtual_display_is_an_external_like_any_other(self):
        with self.running(PI4) as service:
            service.wait_for_content(800, 480, "panel")
            service.cli("virtual", "plug", "HDMI-A-9", "1920x1080")
            status = service.wait_for_content(1920, 1080, "external")
            self.assertEqual((status["backend"], status["external"]["name"]), ("drm", "HDMI-A-9"))
            service.check_pictures()
            oracles.check_shown(service, status["panel"]["name"])
            oracles.check_screen(service, "panel", status["panel"]["name"])
            with self.assertRaisesRegex(CommandFailed, "a card's connector"):
                service.cli("virtual", "plug", status["panel"]["name"], "1920x1080")
            service.cli("virtual", "unplug", "HDMI-A-9")
            service.wait_for_content(800, 480, "panel")
            oracles.check(service)

    def test_a_viewer_is_an_external_like_any_other(self):
        require_programs("xtigervncviewer", "Xvfb", "xdotool", "ffmpeg")
        with self.running(PI4) as service:
            service.wait_for_content(800, 480, "panel")
            with Remote(service, "display", "--size", "1024x768") as remote, ViewerScreen(service.folder / "desk") as desk:
                viewer = desk.tigervnc(remote.port)
                service.wait_for_content(1024, 768, "external")
                service.wait_until_still()

                def same():
                    return numpy.array_equal(desk.window("Kagami"), service.screen("external"))

                eventually(same, "the viewer shows the external", timeout=20, interval=0.2)
                oracles.check_screen(service, "panel", service.status()["panel"]["name"])
                viewer.terminate()
                service.wait_for_content(800, 480, "panel")
                oracles.check(service)
                desk.tigervnc(remote.port)
                service.wait_for_content(1024, 768, "external")
                remote.process.kill()
                service.wait_for_content(800, 480, "panel")
