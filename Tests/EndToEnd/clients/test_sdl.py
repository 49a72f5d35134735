"""The programs that SDL 2 installs to test itself: its automated suites as under sway, the interactive ones through plugs."""

import re
import subprocess
import unittest
from pathlib import Path

from support.clients.stock import Stock, lead_short
from support.effort import RUNS_ALL
from support.requirements import missing, require_programs
from support.sway import Sway
from support.virtual_service import VirtualService

PROGRAMS = Path("/usr/libexec/installed-tests/SDL2")
SETTINGS = {"SDL_VIDEODRIVER": "wayland", "SDL_AUDIODRIVER": "dummy", "LIBGL_ALWAYS_SOFTWARE": "1"}
# The others never see a display; those of sound alone take a minute.
SUITES = ("Clipboard", "Events", "Keyboard", "Main", "Mouse", "Render", "Surface", "SysWM", "Video")
FAILED = re.compile(r">>> Test '(\w+)': Failed")
# Left out is what makes no window under sway either: testime wants a font, testmessage zenity, testnative X, testshape a shaped window.
INTERACTIVE = (
    "checkkeys", "checkkeysthreads", "controllermap", "testcustomcursor", "testdraw2", "testdrawchessboard", "testdropfile",
    "testgamecontroller", "testgeometry", "testgesture", "testgl2", "testgles2", "testhittesting", "testintersections",
    "testjoystick", "testmouse", "testoverlay2", "testrelative", "testrendercopyex", "testrendertarget", "testscale",
    "testshader", "testsprite2", "testspriteminimal", "teststreaming", "testviewport", "testvulkan", "testwm2", "testyuv",
)
# The first ends under sway too within seconds, with a corrupted heap. The second makes Mesa's software EGL write past the end of its own
# buffer when the window shrinks while a larger buffer is free; sway on pixman still holds all of them then.
CRASHES_ITSELF = {"testintersections", "controllermap"}
ENDS_AT_A_CLICK = {"checkkeys", "checkkeysthreads", "testjoystick", "testspriteminimal"}

# `make test-clients` leads all of them.
SAMPLE = {"testdraw2", "testgl2", "testsprite2"}


def setUpModule():
    if not PROGRAMS.exists():
        missing("the package libsdl2-tests is not installed (make setup)")


class AutomatedTests(unittest.TestCase):
    def failures(self, environment: dict[str, str], display: str) -> set[str]:
        """The tests that fail, with one seed for what they try, and "SUITE ends" for a suite that does not come to its end."""
        failed = set()
        for suite in SUITES:
            finished = subprocess.run(
                [PROGRAMS / "testautomation", "--seed", "KAGAMI", "--filter", suite], cwd=PROGRAMS, capture_output=True,
                env=environment | SETTINGS | {"WAYLAND_DISPLAY": display}, stdin=subprocess.DEVNULL, timeout=60)
            text = (finished.stdout + finished.stderr).decode(errors="replace")
            failed |= set(FAILED.findall(text))
            if "Run Summary" not in text:
                failed.add(f"{suite} ends with {finished.returncode}")
        return failed

    def test_no_suite_is_worse_than_under_sway(self):
        require_programs("sway")
        with VirtualService(command=[]) as service:
            here = self.failures(service.environment, service.application_display())
            self.assertIsNone(service.process.poll(), "the service has ended")
        if here:
            with Sway() as sway:
                here -= self.failures(sway.environment, sway.display)
        self.assertFalse(here, "worse than under sway")


class InteractiveTests(unittest.TestCase):
    pass


def leading(name: str):
    stock = Stock(
        (str(PROGRAMS / name),), SETTINGS, folder=str(PROGRAMS), closes=name != "testwm2",
        takes_input=name not in ENDS_AT_A_CLICK, ends_with=(1,) if name == "testshader" else (0,))
    return lambda test: lead_short(stock)


for name in INTERACTIVE:
    if name not in CRASHES_ITSELF and (name in SAMPLE or RUNS_ALL):
        setattr(InteractiveTests, f"test_{name}", leading(name))
