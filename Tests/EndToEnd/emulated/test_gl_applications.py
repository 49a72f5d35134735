"""Applications that draw with the graphics card: led through use, unplug and plug, with pictures compared.

Each takes half a minute and more in the emulated machine, so there is a sample; with KAGAMI_CASES=all there are all of
them, and `--only` picks one.
"""

from dataclasses import dataclass

import numpy

from machine.keyboard import Keyboard
from machine.machine import ORDINARY_USER
from support.effort import RUNS_ALL
from support.gl_case import GLCase
from support.pictures import Viewport, check_snapshot
from support.requirements import require_programs
from support.waiting import eventually

PROGRAMS = "/checkout/Tests/EndToEnd/clients/programs"
FILM = "--no-config --no-terminal --hwdec=no --no-audio --fs --pause av://lavfi:testsrc2=size=320x180:rate=5"
PAGE = f"file://{PROGRAMS}/page.html"
# Of the programs' windows.
BLUE = (32, 64, 192)


@dataclass(frozen=True)
class Application:
    command: str
    # What has to be installed.
    program: str
    # Whether it draws nothing more by itself, so that both screens can be compared.
    is_still: bool = False
    is_in_sample: bool = False
    # What most of its window is once it has come up; None where it has no such colour.
    background: tuple[int, int, int] | None = None
    # Keys that change what it shows.
    keys: tuple[str, ...] = ()


APPLICATIONS = {
    "weston_simple_egl": Application("weston-simple-egl -f -o", "weston-simple-egl"),
    "weston_simple_dmabuf_egl": Application("weston-simple-dmabuf-egl", "weston-simple-dmabuf-egl"),
    "glmark2": Application(
        "glmark2-es2-wayland --fullscreen --run-forever -b shading:shading=phong:duration=5", "glmark2-es2-wayland",
        is_in_sample=True),
    # The key shows the next frame.
    "mpv": Application(f"mpv --vo=gpu --gpu-context=wayland {FILM}", "mpv", is_still=True, keys=("dot",)),
    "gtk4": Application(
        f"env GSK_RENDERER=gl /usr/bin/python3 -B {PROGRAMS}/gtk4.py /dev/null", "python3", is_still=True, background=BLUE,
        keys=("k", "a")),
    "vkcube": Application("vkcube-wayland", "vkcube-wayland"),
    "chromium": Application(
        "chromium --kiosk --ozone-platform=wayland --no-sandbox --ignore-gpu-blocklist --use-gl=egl --no-first-run "
        f"--disable-background-networking --password-store=basic --user-data-dir=/tmp/chromium {PAGE}", "chromium", is_still=True,
        background=BLUE, keys=("tab", "tab", "k", "a")),
    "firefox": Application(
        f"env MOZ_ENABLE_WAYLAND=1 HOME=/tmp firefox-esr --kiosk --no-remote --profile /tmp/firefox {PAGE}", "firefox-esr",
        is_still=True, background=BLUE, keys=("tab", "tab", "k", "a")),
}


X_CLIENTS = ("xterm -geometry 80x24+40+40 -bg white -fg black", "xclock -update 3600 -geometry 100x100+520+10")


def colours(picture: numpy.ndarray) -> set[int]:
    red, green, blue = (picture[..., channel].astype(int) for channel in range(3))
    return set(numpy.unique(red << 16 | green << 8 | blue).tolist())


class GLApplicationTests(GLCase):
    """Two displays on a card with a true 3D driver; neither is unplugged from outside, so that the guest does so by itself."""

    def lead(self, name: str) -> None:
        application = APPLICATIONS[name]
        require_programs(application.program)
        if "--profile /tmp/firefox" in application.command:
            self.machine.run("mkdir -p /tmp/firefox", ORDINARY_USER)
        external = self.service.status()["external"]["name"]
        # The terminal lies below, and shows wherever the application draws nothing.
        self.terminal = colours(self.screenshot("external"))
        with self.service.client(f"exec {application.command} 2>&1"):
            self.service.wait_for("the application", lambda status: status["content"]["app_id"] != "foot")
            self.check_shown(application, "external", "panel")
            if application.keys:
                self.use(application)
            self.plug(external, "off")
            try:
                self.service.wait_for("the panel alone", lambda status: status["external"] is None)
                self.check_shown(application, "panel")
            finally:
                self.plug(external, "detect")
            self.service.wait_for("both displays again", lambda status: status["state"] == "mirroring")
            self.check_shown(application, "external", "panel")
            self.assertEqual(self.service.status()["renderer"], "gles", self.service.log())

    def use(self, application: Application) -> None:
        """Presses the application's keys, and expects both screens to show what they do, the same on both."""
        before = {screen: self.screenshot(screen) for screen in ("external", "panel")}
        keyboard = Keyboard(self.machine.monitor)
        for key in application.keys:
            keyboard.press(key)
        for screen, picture in before.items():
            eventually(
                lambda: (self.screenshot(screen) != picture).any(axis=-1).sum() > 20,
                f"keys change what {application.program} shows on the {screen}", 60, interval=0.5)
        self.check_shown(application, *before)

    def check_shown(self, application: Application, *screens: str) -> None:
        for screen in screens:
            eventually(
                lambda: self.draws(application, self.screenshot(screen)), f"{application.program} draws on the {screen}", 180,
                interval=0.5)
        if application.is_still and len(screens) == 2:
            status = self.service.wait_until_still()
            check_snapshot(self.screenshot("panel"), self.screenshot("external"), Viewport.of(status))

    def draws(self, application: Application, picture: numpy.ndarray) -> bool:
        if application.background:
            return bool((abs(picture.astype(int) - application.background) <= 2).all(axis=-1).mean() > 0.5)
        return len(colours(picture) - self.terminal) > 20


def leading(name: str):
    def test(self: GLApplicationTests) -> None:
        self.lead(name)

    return test


for name, application in APPLICATIONS.items():
    if application.is_in_sample or RUNS_ALL:
        setattr(GLApplicationTests, f"test_{name}", leading(name))


class GlamorTests(GLCase):
    """Xwayland draws with the card, which its release in Debian 12 does only where it finds `wl_drm`."""

    def test_xwayland_draws_with_the_card(self):
        require_programs("Xwayland", "xclock", "xterm")
        log = self.service.folder / "xwayland.log"
        # One window for all of an X desktop, with a number that the service does not take.
        with self.service.client("exec env WAYLAND_DEBUG=client Xwayland :77 -noreset 2>&1", log.name):
            eventually(lambda: self.machine.run("ls /tmp/.X11-unix/X77").status == 0, "X is up", 60, interval=0.5)
            clients = [self.service.start(f"exec {command}", "x.log", DISPLAY=":77") for command in X_CLIENTS]
            try:
                eventually(lambda: self.shows_terminal(self.screenshot("external")), "an X terminal", 60, interval=0.5)
                status = self.service.wait_until_still()
                check_snapshot(self.screenshot("panel"), self.screenshot("external"), Viewport.of(status))
            except AssertionError:
                print(log.read_text(errors="replace")[-4000:], flush=True)
                raise
            finally:
                for pid in clients:
                    self.machine.agent.ask("signal", pid=pid, number=9)
            said = log.read_text(errors="replace")
        self.assertIn("/dev/dri/renderD128", said)
        # Without glamor, X draws in shared memory, and makes no buffer of the card's.
        self.assertRegex(said, r"wl_drm@\d+\.create_prime_buffer|zwp_linux_buffer_params_v1@\d+\.create")

    def shows_terminal(self, picture: numpy.ndarray) -> bool:
        return bool((picture[60:300, 60:400] == 255).all(axis=-1).mean() > 0.5)
