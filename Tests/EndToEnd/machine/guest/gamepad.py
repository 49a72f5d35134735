"""A game pad, made through uinput."""

import time

from evdev import AbsInfo, UInput, ecodes

REACH = 32767
STICKS = [ecodes.ABS_X, ecodes.ABS_Y, ecodes.ABS_RX, ecodes.ABS_RY]
BUTTONS = [ecodes.BTN_SOUTH, ecodes.BTN_EAST, ecodes.BTN_NORTH, ecodes.BTN_WEST, ecodes.BTN_START, ecodes.BTN_MODE]


class GamePad:
    def __init__(self, name: str, is_keyboard: bool = False):
        """A pad may have a key of a keyboard as well."""
        stick = AbsInfo(value=0, min=-REACH - 1, max=REACH, fuzz=16, flat=128, resolution=0)
        axes = [(code, stick) for code in STICKS]
        keys = [ecodes.KEY_RECORD] if is_keyboard else []
        self.device = UInput({ecodes.EV_KEY: BUTTONS + keys, ecodes.EV_ABS: axes}, name=name, phys=name)

    def press(self) -> None:
        """Presses a button and lets it go."""
        for value in 1, 0:
            self.device.write(ecodes.EV_KEY, ecodes.BTN_SOUTH, value)
            self.device.syn()

    def shake(self, share: float, seconds: float) -> None:
        """Moves a stick to and fro all the time, by this share of its reach, 250 times a second."""
        end, sign = time.monotonic() + seconds, 1
        while time.monotonic() < end:
            sign = -sign
            self.device.write(ecodes.EV_ABS, ecodes.ABS_X, round(sign * share * REACH))
            self.device.syn()
            time.sleep(0.004)
