"""The tests that GTK 3 and GTK 4 install: what fails here passes nowhere else, or it is a failure of ours."""

import unittest
from concurrent.futures import ThreadPoolExecutor

from support.installed_tests import InstalledTest, installed_tests
from support.requirements import missing, require_programs
from support.sway import Sway
from support.virtual_service import VirtualService

# The programs wait for the compositor a part of the time.
AT_ONCE = 3
SETTINGS = {"GDK_BACKEND": "wayland", "NO_AT_BRIDGE": "1", "GSETTINGS_BACKEND": "memory", "LIBGL_ALWAYS_SOFTWARE": "1"}


class SuiteTests(unittest.TestCase):
    def check(self, suite: str, package: str) -> None:
        require_programs("sway")
        tests = installed_tests(suite)
        if not tests:
            missing(f"the package {package} is not installed (make setup)")
        with VirtualService(command=[]) as service:
            display = service.application_display()
            failed = self.failures(tests, service.environment | {"WAYLAND_DISPLAY": display}, service.folder)
            self.assertIsNone(service.process.poll(), "the service has ended")
        # Some want the system bus or a window of the size they chose, and get neither under sway: only what it does better is a fault here.
        with Sway() as sway:
            again = [test for test in tests if test.name in failed]
            elsewhere = self.failures(again, sway.environment | {"WAYLAND_DISPLAY": sway.display}, sway.folder)
        worse = [
            f"{test}, {point}: {text}" for test, points in failed.items() for point, text in points.items()
            if point not in elsewhere.get(test, {})
        ]
        self.assertFalse(worse, f"{len(worse)} are worse than under sway:\n" + "\n".join(worse))

    def failures(self, tests: list[InstalledTest], environment: dict[str, str], folder) -> dict[str, dict[str, str]]:
        """What fails of each test in which anything does."""
        settings = environment | SETTINGS
        with ThreadPoolExecutor(AT_ONCE) as pool:
            found = pool.map(lambda test: test.failures(settings, folder), tests)
            return {test.name: points for test, points in zip(tests, found) if points}

    def test_gtk3(self):
        self.check("gtk+", "gtk-3-examples")

    def test_gtk4(self):
        self.check("gtk-4.0", "gtk-4-tests")
