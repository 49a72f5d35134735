"""A kiosk: the application and nothing else, and a gesture for service staff."""

import time

from support.menu import MenuCase
from support.requirements import require_programs
from support.waiting import eventually


def setUpModule():
    require_programs("foot", "wev")


class KioskTests(MenuCase):
    def hold(self, slots: dict[int, str], down: bool) -> None:
        for slot, x in slots.items():
            self.service.cli("virtual", "touch", *(["down", str(slot), x, "10"] if down else ["up", str(slot)]))

    def test_staff_open_the_menu_with_both_upper_corners_and_nobody_else_can(self):
        self.start(
            configuration="[kiosk]\nenabled = true\nservice_hold_s = 1\n[menu]\nhandle = 'always'\n", plug=False)
        viewer = self.service.start_viewer()
        self.assertIsNone(self.menu()["handle"])
        self.service.cli("virtual", "key", "meta+o")
        self.assertFalse(self.is_open())
        corners = {0: "10", 1: "1014"}
        self.hold(corners, down=True)
        eventually(lambda: len(viewer.touches()) >= 2, "the fingers are the application's at first")
        self.hold(corners, down=False)
        time.sleep(1.5)
        self.assertFalse(self.is_open(), "they did not rest for long enough")
        self.hold(corners, down=True)
        eventually(self.is_open, "the menu is open")
        self.hold(corners, down=False)
        self.assertTrue(self.is_open())
        self.service.cli("menu", "hide")
        self.assertFalse(self.is_open())
