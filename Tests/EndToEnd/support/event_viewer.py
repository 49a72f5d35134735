"""The stock event viewer wev, which takes every kind of input that its seat has."""

from pathlib import Path

from .protocol_log import ProtocolLog


class EventViewer(ProtocolLog):
    """Knows wev's command line and reads the protocol log that it leaves in a folder."""

    def __init__(self, folder: Path, seen_as: str | None = None, log_name: str = "viewer.log"):
        """`seen_as` is the folder's path where wev runs."""
        super().__init__(folder / log_name)
        self.log_seen_as = f"{seen_as or folder}/{log_name}"

    def command(self) -> str:
        """A shell command line for a Wayland client on its own."""
        return f"WAYLAND_DEBUG=client exec wev >/dev/null 2>'{self.log_seen_as}'"

    def is_shown(self) -> bool:
        """Whether it has drawn itself."""
        return any(name == "enter" for name, _ in self.events("wl_keyboard"))
