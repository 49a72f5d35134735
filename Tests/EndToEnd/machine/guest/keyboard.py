"""A keyboard with lights for its locks, made through uinput."""

from evdev import UInput, ecodes

LIGHTS = {ecodes.LED_NUML: "num", ecodes.LED_CAPSL: "caps", ecodes.LED_SCROLLL: "scroll"}


class LitKeyboard:
    def __init__(self, name: str):
        keys = [code for code in range(ecodes.KEY_ESC, ecodes.KEY_F12 + 1)]
        self.device = UInput({ecodes.EV_KEY: keys, ecodes.EV_LED: list(LIGHTS)}, name=name, phys=name)

    def press(self, code: int) -> None:
        """Presses a key and lets it go."""
        for value in 1, 0:
            self.device.write(ecodes.EV_KEY, code, value)
            self.device.syn()

    def lights(self) -> list[str]:
        """The lights that are on."""
        return sorted(LIGHTS[code] for code in self.device.device.leds() if code in LIGHTS)
