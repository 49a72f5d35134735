"""A display tablet with a pen, made through uinput."""

from evdev import AbsInfo, UInput, ecodes

MAXIMUM = 32767
PRESSURE_MAXIMUM = 4095


class Pen:
    """Positions are whole numbers from 0 to 32767 over the whole screen, pressure from 0 to 4095."""

    def __init__(self, name: str):
        place = AbsInfo(value=0, min=0, max=MAXIMUM, fuzz=0, flat=0, resolution=150)
        tilt = AbsInfo(value=0, min=-64, max=63, fuzz=0, flat=0, resolution=57)
        capabilities = {
            ecodes.EV_KEY: [ecodes.BTN_TOOL_PEN, ecodes.BTN_TOUCH, ecodes.BTN_STYLUS, ecodes.BTN_STYLUS2],
            ecodes.EV_ABS: [
                (ecodes.ABS_X, place),
                (ecodes.ABS_Y, place),
                (ecodes.ABS_PRESSURE, AbsInfo(0, 0, PRESSURE_MAXIMUM, 0, 0, 0)),
                (ecodes.ABS_TILT_X, tilt),
                (ecodes.ABS_TILT_Y, tilt),
            ],
        }
        self.device = UInput(capabilities, name=name, phys=name, input_props=[ecodes.INPUT_PROP_DIRECT])

    def frame(self, near: bool, x: int, y: int, pressure: int, button: bool = False) -> None:
        """One report; the tip touches when there is pressure."""
        self.device.write(ecodes.EV_KEY, ecodes.BTN_TOOL_PEN, int(near))
        if near:
            self.device.write(ecodes.EV_ABS, ecodes.ABS_X, x)
            self.device.write(ecodes.EV_ABS, ecodes.ABS_Y, y)
        self.device.write(ecodes.EV_ABS, ecodes.ABS_PRESSURE, pressure)
        self.device.write(ecodes.EV_KEY, ecodes.BTN_TOUCH, int(pressure > 0))
        self.device.write(ecodes.EV_KEY, ecodes.BTN_STYLUS, int(button))
        self.device.syn()
