"""The switch below a laptop's lid, made through uinput."""

from evdev import UInput, ecodes


class Lid:
    def __init__(self, name: str):
        self.device = UInput({ecodes.EV_SW: [ecodes.SW_LID]}, name=name, phys=name)

    def move(self, closed: bool) -> None:
        self.device.write(ecodes.EV_SW, ecodes.SW_LID, int(closed))
        self.device.syn()
