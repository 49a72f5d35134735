"""A multi-touch screen made through uinput."""

from evdev import AbsInfo, UInput, ecodes

MAXIMUM = 32767


class TouchScreen:
    """A direct-touch device with slots; positions are whole numbers from 0 to 32767 over the whole screen."""

    def __init__(self, name: str, slots: int = 10, millimetres: tuple[int, int] | None = None):
        """Of 218 mm each way where no size is given."""
        width, height = [round(MAXIMUM / length) for length in millimetres] if millimetres else (150, 150)
        x, y = [AbsInfo(value=0, min=0, max=MAXIMUM, fuzz=0, flat=0, resolution=resolution) for resolution in (width, height)]
        capabilities = {
            ecodes.EV_KEY: [ecodes.BTN_TOUCH],
            ecodes.EV_ABS: [
                (ecodes.ABS_X, x),
                (ecodes.ABS_Y, y),
                (ecodes.ABS_MT_SLOT, AbsInfo(0, 0, slots - 1, 0, 0, 0)),
                (ecodes.ABS_MT_TRACKING_ID, AbsInfo(0, 0, 65535, 0, 0, 0)),
                (ecodes.ABS_MT_POSITION_X, x),
                (ecodes.ABS_MT_POSITION_Y, y),
            ],
        }
        self.device = UInput(capabilities, name=name, phys=name, input_props=[ecodes.INPUT_PROP_DIRECT])
        self.tracking = 0
        self.live: set[int] = set()

    def frame(self, contacts: list) -> None:
        """One report: for each contact `[slot, x, y]`, or `[slot, null, null]` where the finger left."""
        was_touched = bool(self.live)
        for slot, x, y in contacts:
            self.write(ecodes.ABS_MT_SLOT, slot)
            if x is None:
                self.write(ecodes.ABS_MT_TRACKING_ID, -1)
                self.live.discard(slot)
                continue
            if slot not in self.live:
                self.tracking = (self.tracking + 1) & 0xFFFF
                self.write(ecodes.ABS_MT_TRACKING_ID, self.tracking)
                self.live.add(slot)
            self.write(ecodes.ABS_MT_POSITION_X, x)
            self.write(ecodes.ABS_MT_POSITION_Y, y)
            if slot == min(self.live):
                self.write(ecodes.ABS_X, x)
                self.write(ecodes.ABS_Y, y)
        if bool(self.live) != was_touched:
            self.device.write(ecodes.EV_KEY, ecodes.BTN_TOUCH, int(bool(self.live)))
        self.device.syn()

    def write(self, code: int, value: int) -> None:
        self.device.write(ecodes.EV_ABS, code, value)
