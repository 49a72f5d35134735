"""The guest's keyboard and mouse, moved from outside by QEMU."""

from .qmp import Monitor

# The keys that are typed here, by QEMU's names for them.
NAMES = {" ": "spc", "\n": "ret", "-": "minus", ".": "dot", ",": "comma"}


class Keyboard:
    """Types on the virtio keyboard."""

    def __init__(self, monitor: Monitor):
        self.monitor = monitor

    def type(self, text: str) -> None:
        """Presses and releases the key of each character: small letters, digits and a few others."""
        for character in text:
            self.press(NAMES.get(character, character))

    def press(self, *names: str) -> None:
        """Presses keys together, such as `ctrl`, `alt`, `f2`, and releases them in the opposite order."""
        for is_down, keys in [(True, names), (False, reversed(names))]:
            for name in keys:
                self.send({"type": "key", "data": {"down": is_down, "key": {"type": "qcode", "data": name}}})

    def send(self, *events: dict) -> None:
        self.monitor.execute("input-send-event", events=list(events))
