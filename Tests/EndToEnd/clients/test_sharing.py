"""Chromium shares the screen through Debian's portals and PipeWire, as in a meeting, while displays come and go."""

import http.server
import threading
import unittest
from functools import partial

from support.binary import CHECKOUT
from support.browser import Browser
from support.pictures import keep
from support.portals import FRONT, WLR, start_front, start_portal
from support.requirements import require_programs
from support.sound import SoundSession
from support.virtual_service import VirtualService
from support.waiting import eventually

PAGES = CHECKOUT / "Tests" / "EndToEnd" / "clients" / "programs"
# Films have fewer colours than screens.
TOLERANCE = 6


def setUpModule():
    require_programs("busctl", "chromium", "dbus-daemon", "foot", "pipewire", "wireplumber", str(FRONT), str(WLR))


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class ChromiumSharingTests(unittest.TestCase):
    def setUp(self):
        self.session = self.enterContext(SoundSession())
        self.service = self.enterContext(VirtualService())
        self.service.terminal_ready()
        self.log = start_portal(self.session, self.service)
        start_front(self.session)
        # Only pages of a server may ask for the screen.
        server = self.enterContext(http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=PAGES)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.shutdown)
        self.browser = self.enterContext(
            Browser(
                f"http://127.0.0.1:{server.server_port}/share.html", self.session.folder,
                self.session.environment | {"WAYLAND_DISPLAY": str(self.service.folder / "wayland-0")}))

    def share(self) -> None:
        """Asks for the screen, and agrees once the browser shows what would be shared."""
        self.browser.evaluate("share().then(count => { document.title = `sharing ${count}`; }); 0")
        eventually(lambda: 'changed to "streaming"' in self.log.read_text(), "the browser shows the screen", 20)

        def agreed() -> bool:
            self.service.cli("virtual", "key", "enter")
            return self.browser.evaluate("document.title") == "sharing 1"

        eventually(agreed, "the screen is shared", 20)

    def sees(self, width: int, height: int, color: tuple[int, int, int]) -> bool:
        """Whether the shared film has the screen's size, and its corners the page's colour."""
        seen = self.browser.evaluate("seen()")
        return seen["size"] == [width, height] and all(
            abs(channel - wanted) <= TOLERANCE
            for corner in seen["corners"] for channel, wanted in zip(corner, color, strict=True))

    def check(self, width: int, height: int, color: tuple[int, int, int]) -> None:
        self.browser.evaluate(f"document.body.style.background = 'rgb{color}'")
        try:
            eventually(lambda: self.sees(width, height, color), f"the film shows {width}x{height} in {color}", 20)
        except AssertionError as error:
            log = self.log.read_text()[-3000:]
            raise AssertionError(f"{error}\n{self.browser.evaluate('seen()')}\n{log}") from None
        self.assertEqual(self.browser.evaluate("seen()")["state"], "live")

    def test_a_shared_screen_follows_plugs_and_unplugs(self):
        self.share()
        self.check(1280, 800, (32, 64, 192))
        self.service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
        self.check(1920, 1080, (192, 64, 32))
        # A change that is the page's alone.
        self.check(1920, 1080, (32, 160, 64))
        keep(sharing=self.service.screen("external"))
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        self.check(1280, 800, (192, 160, 32))
        self.service.cli("virtual", "plug", "HDMI-A-1", "1280x1024")
        self.check(1280, 1024, (160, 32, 160))
