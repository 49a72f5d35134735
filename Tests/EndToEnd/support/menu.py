"""A service with a panel menu."""

import unittest

from .virtual_service import VirtualService


class MenuCase(unittest.TestCase):
    panel = "1024x600"

    def start(self, configuration: str = "[menu]\n", panel_command: list[str] | None = None, plug: bool = True) -> None:
        self.service = self.enterContext(
            VirtualService(panel=self.panel, configuration=configuration, panel_command=panel_command))
        self.service.terminal_ready(*map(int, self.panel.split("x")))
        if plug:
            self.service.plug(1920, 1080)
        self.service.wait_until_still()

    def menu(self) -> dict:
        return self.service.status()["menu"]

    def is_open(self) -> bool:
        return self.menu()["entries"] is not None

    def entries(self) -> dict:
        """The open menu's entries by what they do; none while it is closed."""
        return {entry["item"]: entry for entry in self.menu()["entries"] or []}

    def tap(self, place: dict) -> None:
        x, y = place["x"] + place["width"] // 2, place["y"] + place["height"] // 2
        self.service.cli("virtual", "touch", "tap", str(x), str(y))
