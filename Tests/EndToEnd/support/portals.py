"""Debian's portals that share the screen, on a session bus of their own."""

from pathlib import Path

from .binary import CHECKOUT
from .sound import SoundSession
from .virtual_service import VirtualService
from .waiting import eventually

FRONT = Path("/usr/libexec/xdg-desktop-portal")
WLR = Path("/usr/libexec/xdg-desktop-portal-wlr")
WLR_NAME = "org.freedesktop.impl.portal.desktop.wlr"


def start_portal(session: SoundSession, service: VirtualService) -> Path:
    """Starts the portal that copies the screen, as a tool of the service that takes it without a question; returns its log."""
    folder = session.folder / "config" / "xdg-desktop-portal-wlr"
    folder.mkdir(parents=True)
    (folder / "config").write_text("[screencast]\nchooser_type=none\n")
    session.environment |= {
        "WAYLAND_DISPLAY": str(service.folder / service.tools), "XDG_CURRENT_DESKTOP": "kagami",
        "XDG_SESSION_TYPE": "wayland"}
    log = session.folder / "portal.log"
    portal = session.start("sh", "-c", f"exec {WLR} -l DEBUG >{log} 2>&1")
    eventually(lambda: WLR_NAME in session.run("busctl", "--user", "list"), "the portal is on the bus")
    assert portal.poll() is None
    return log


def start_front(session: SoundSession) -> None:
    """Starts the portal that applications ask, which chooses the other one by the project's own file."""
    session.environment["XDG_DESKTOP_PORTAL_DIR"] = str(CHECKOUT / "data" / "portal")
    session.start("sh", "-c", f"exec {FRONT} -v >{session.folder}/front.log 2>&1")
    eventually(
        lambda: "org.freedesktop.portal.Desktop " in session.run("busctl", "--user", "list"), "its front is on the bus")
