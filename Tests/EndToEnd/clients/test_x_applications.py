"""Applications for X on a panel, on an external of 4K through the panel's controller, on the panel again, and on the external again."""

import json
import math
import os
import re
import shutil
import subprocess
import time
import unittest
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy

from support.clients.hosted import PICTURES
from support.clients.looks import Area, Colour, Look, near
from support.effort import RUNS_ALL
from support.pictures import Viewport, check_snapshot
from support.requirements import require_programs
from support.waiting import eventually
from support.x_programs import compile_swing
from support.x_service import FOUR_K, PANEL, XService

BLUE, GREEN, MAGENTA = (32, 64, 192), (16, 160, 32), (240, 0, 240)


@dataclass(frozen=True)
class Application:
    name: str
    app_id: str
    command: tuple[str, ...]
    """`{folder}` in a word is the service's own."""

    use: Callable[["Session"], None]
    """What a user does on the external, through the controller."""

    environment: dict[str, str] = field(default_factory=dict)
    prepare: Callable[[Path], None] = lambda folder: None
    scale: int = 1
    patience: float = 30


class Session(XService):
    """A context in which the application runs on the panel."""

    def __init__(self, application: Application):
        super().__init__(f"[external]\nhold_ms = 0\nscale = {application.scale}\n")
        self.application = application
        self.patience = application.patience

    def __enter__(self) -> "Session":
        super().__enter__()
        try:
            self.application.prepare(self.folder)
            words = [word.format(folder=self.folder) for word in self.application.command]
            software = {"LIBGL_ALWAYS_SOFTWARE": "1", "NO_AT_BRIDGE": "1", "_JAVA_AWT_WM_NONREPARENTING": "1"}
            self.program = super().start(*words, **software | self.application.environment)
            self.wait_for(
                f"{self.application.name} is there",
                lambda status: status["content"] and status["content"]["app_id"] == self.application.app_id)
        except BaseException:
            self.__exit__()
            raise
        return self

    def log(self) -> str:
        file = self.folder / "program.log"
        return super().log() + ("\n--- program.log\n" + file.read_text(errors="replace")[-1500:] if file.exists() else "")

    # What is there.

    def window(self) -> int:
        """The number of the application's largest window."""
        found = self.x("xprop", "-root", "_NET_CLIENT_LIST")
        return max((self.frame(int(word, 16))[2], int(word, 16)) for word in re.findall(r"0x[0-9a-f]+", found))[1]

    def frame(self, window: int) -> tuple[int, ...]:
        """Left, top, width and height of an X window, in X's pixels."""
        text = self.x("xwininfo", "-id", str(window))
        names = ("Absolute upper-left X", "Absolute upper-left Y", "Width", "Height")
        return tuple(int(found[1]) if (found := re.search(rf"{name}: +(-?\d+)", text)) else 0 for name in names)

    def unmanaged(self) -> list[tuple[int, ...]]:
        """The frames of the menus and the like that are shown."""
        tree = re.findall(r"^     (0x[0-9a-f]+) ", self.x("xwininfo", "-root", "-tree"), re.MULTILINE)
        texts = {window: self.x("xwininfo", "-id", window) for window in tree}
        return [
            self.frame(int(window, 16)) for window, text in texts.items()
            if "IsViewable" in text and "Override Redirect State: yes" in text and "Class: InputOutput" in text]

    def shows(self, what: str, *looks: Look) -> None:
        """Waits until the external shows what it has to."""
        seen: list[str | None] = []

        def right() -> bool:
            picture = self.screen("external")
            seen[:] = [complaint for look in looks if (complaint := look(picture))]
            return not seen

        try:
            eventually(right, what, self.patience, 0.2)
        except AssertionError as error:
            self.keep("wrong")
            raise AssertionError(f"{self.application.name}: {error}; {seen}\n{self.log()}") from None

    def keep(self, step: str) -> None:
        """Saves what the screens show, for a person to look at."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        for name in ("panel", "external"):
            if self.status()[name]:
                self.cli("screenshot", name, str(PICTURES / f"x-{self.application.name}-{step}-{name}.png"))

    def check_panel(self) -> None:
        """Waits until the controller shows the external's every pixel: an application may draw between the two pictures."""
        wrong: list[AssertionError] = []

        def same() -> bool:
            try:
                check_snapshot(self.screen("panel"), self.screen("external"), Viewport.of(self.status()))
                return True
            except AssertionError as error:
                wrong[:] = [error]
                return False

        try:
            eventually(same, "the controller shows the external", self.patience, 0.2)
        except AssertionError as error:
            self.keep("wrong")
            raise AssertionError(f"{self.application.name}: {error}; {wrong}") from None

    # What a user does, at pixels of the external.

    def place(self, x: float, y: float) -> tuple[str, str]:
        viewport = self.status()["viewport"]
        return tuple(f"{viewport[axis] + (value + 0.5) * viewport['scale']:.3f}" for axis, value in (("x", x), ("y", y)))

    def tap(self, x: float, y: float) -> None:
        self.cli("virtual", "touch", "tap", *self.place(x, y))

    def drag(self, *points: tuple[float, float]) -> None:
        self.cli("virtual", "touch", "down", "0", *self.place(*points[0]))
        for point in points[1:]:
            self.cli("virtual", "touch", "move", "0", *self.place(*point))
        self.cli("virtual", "touch", "up", "0")

    def key(self, *words: str) -> None:
        self.cli("virtual", "key", *words)

    def opens_menu(self, x: float, y: float) -> tuple[int, ...]:
        """Taps there, and returns the frame of the menu that this opens."""
        before = self.unmanaged()
        self.tap(x, y)
        return eventually(lambda: [frame for frame in self.unmanaged() if frame not in before], "a menu opens", self.patience)[0]


def lead(application: Application) -> None:
    """Raises `AssertionError` with the step at which the application is not as it has to be."""
    with Session(application) as session:
        session.wait_for_content(*PANEL, "panel")
        window = session.window()

        def arrives(screen: str, size: tuple[int, int]) -> None:
            session.wait_for_content(*size, screen)
            eventually(lambda: session.frame(window) == (0, 0, *size), f"X's window fills the {screen}", session.patience)
            assert session.program.poll() is None, session.log()

        arrives("panel", PANEL)
        session.keep("1-panel")
        session.plug(*FOUR_K)
        arrives("external", FOUR_K)
        session.check_panel()
        session.keep("2-external")
        application.use(session)
        session.check_panel()
        session.keep("3-used")
        session.cli("virtual", "unplug", "HDMI-A-1")
        arrives("panel", PANEL)
        session.keep("4-home")
        session.plug(*FOUR_K)
        arrives("external", FOUR_K)
        session.check_panel()


# MARK: What is done with each application

def use_swing(session: Session) -> None:
    """A menu's entries, a modal dialog in the middle, a press at its place, and typed text."""
    reports = lambda kind: [one for line in (session.folder / "report").read_text().splitlines() if (one := json.loads(line))["type"] == kind]
    choose = lambda entry: (lambda frame: session.tap(frame[0] + 60, frame[1] + 22 + 41 * entry))(session.opens_menu(30, 10))
    choose(0)
    session.shows("green", Colour(GREEN, 0.99, Area(0, 40, 3840, 2100)))
    choose(2)
    session.shows("a dialog in the middle", Colour(MAGENTA, 0.999, Area(-200, -150, 200, 150, x=0.5, y=0.5), tolerance=0))
    session.keep("dialog")
    magenta = int(near(session.screen("external"), MAGENTA, 0).sum())
    assert magenta < 400 * 300 + 10, f"{magenta} pixels of the dialog"
    session.tap(1920, 1000)
    session.shows("the dialog is gone", Colour(MAGENTA, 0, most=0))
    session.tap(3000, 1700)
    press = eventually(lambda: reports("press"), "a press is reported")[-1]
    assert abs(press["x"] - 3000) < 4 and abs(press["y"] - 1700) < 4, press
    session.key("type", "words")
    eventually(lambda: reports("text")[-1:] and reports("text")[-1]["text"] == "words", "the text is typed")
    assert (reports("size")[-1]["width"], reports("size")[-1]["height"]) == FOUR_K


def use_xclock(session: Session) -> None:
    """The dial is an oval that fills the screen, and its hands move."""
    half = numpy.array(FOUR_K) / 2
    dial = session.screen("external")
    for hour in range(12):
        for part in (0.84, 0.87):
            angle = math.pi / 6 * hour
            x, y = (half * (1 + part * numpy.array((math.sin(angle), -math.cos(angle))))).round().astype(int)
            assert (dial[y - 3 : y + 4, x - 3 : x + 4].max(axis=2) < 64).any(), f"no mark of {hour} hours at {x}, {y}"

    def moved() -> bool:
        rows, columns = numpy.nonzero((session.screen("external") != dial).any(axis=2))
        return len(rows) > 1000 and float(numpy.hypot(columns / half[0] - 1, rows / half[1] - 1).max()) < 0.9

    eventually(moved, "a hand moves", session.patience, 0.2)


def use_vlc(session: Session) -> None:
    """A film is opened by its name in a dialog that a menu opens, and stays at its last picture."""
    left, top, *_ = session.opens_menu(25, 10)
    session.keep("menu")
    before = session.x("xprop", "-root", "_NET_CLIENT_LIST")
    session.tap(left + 60, top + 12)
    eventually(lambda: session.x("xprop", "-root", "_NET_CLIENT_LIST") != before, "a dialog opens", session.patience)
    session.keep("dialog")
    session.key("type", str(session.folder / "film.mkv"))
    session.key("enter")
    # On a busy computer, VLC leaves one of its own windows at the film's size at times: less than all of the picture is seen.
    session.shows("the film", Colour(MAGENTA, 0.9, Area(80, 40, 300, 180)))


def use_gimp(session: Session) -> None:
    """A new image by a menu and a dialog, and a stroke on it by finger."""
    left, top, *_ = session.opens_menu(20, 14)
    session.keep("menu")
    before = session.x("xprop", "-root", "_NET_CLIENT_LIST")
    # GTK ignores the press on an entry for half a second after the menu was opened.
    time.sleep(0.6)
    session.tap(left + 50, top + 14)
    eventually(lambda: session.x("xprop", "-root", "_NET_CLIENT_LIST") != before, "a dialog opens", session.patience)
    session.wait_until_still()
    session.keep("dialog")
    session.key("enter")
    white = Area(-400, -300, 400, 300, x=0.5, y=0.5)
    session.shows("a white image", Colour((255, 255, 255), 0.99, white))
    session.key("p")
    session.drag(*((1700 + 40 * step, 1000 + 20 * step) for step in range(11)))
    session.shows("a stroke where the finger went", *(
        Colour((0, 0, 0), 0.9, Area(x - 4, y - 4, x + 4, y + 4)) for x, y in ((1780, 1040), (1900, 1100), (2020, 1160))))


def use_chromium(session: Session) -> None:
    """A choice from a list, which is a window of its own, and typed text."""
    title = lambda: session.status()["content"]["title"] or ""
    eventually(lambda: "ready" in title(), "the page is there", session.patience)
    green = numpy.argwhere(near(session.screen("external"), GREEN, 8))
    y, x = green[len(green) // 2]
    left, top, width, height = session.opens_menu(x, y)
    session.keep("menu")
    session.tap(left + width / 2, top + height * 5 / 6)
    eventually(lambda: "chosen three" in title(), "the third is chosen", session.patience)
    session.key("tab")
    session.key("type", "words")
    eventually(lambda: "typed words" in title(), "the text is typed", session.patience)


def use_notepad(session: Session) -> None:
    """Text, and a dialog that a menu opens."""
    dark = lambda: int((session.screen("external")[22:45, 4:200].max(axis=2) < 100).sum())
    before = dark()
    session.key("type", "words on a page")
    eventually(lambda: dark() > before + 60, "text is shown", session.patience)
    left, top, *_ = session.opens_menu(15, 10)
    session.keep("menu")
    session.tap(left + 30, top + 63)
    eventually(lambda: session.x("wmctrl", "-l").count("Save"), "a dialog opens", session.patience)
    session.keep("dialog")
    session.key("esc")
    eventually(lambda: not session.x("wmctrl", "-l").count("Save"), "the dialog is gone", session.patience)


def use_krita(session: Session) -> None:
    """A new image by a menu and a dialog, and a stroke on it by finger."""
    left, top, *_ = session.opens_menu(20, 12)
    session.keep("menu")
    session.tap(left + 60, top + 14)
    eventually(lambda: "Create new document" in session.x("wmctrl", "-l"), "a dialog opens", session.patience)
    session.wait_until_still()
    session.keep("dialog")
    session.key("enter")
    session.shows("a white image", Colour((255, 255, 255), 0.99, Area(-300, -300, 300, 300, x=0.5, y=0.5)))
    session.drag(*((1700 + 40 * step, 1000 + 20 * step) for step in range(11)))
    session.shows("a stroke where the finger went", *(
        Colour((0, 0, 0), 0.5, Area(x - 4, y - 4, x + 4, y + 4)) for x, y in ((1780, 1040), (1900, 1100), (2020, 1160))))


def use_blender(session: Session) -> None:
    """A menu, which Blender draws in its own window."""
    session.shows("the whole scene", Colour((57, 57, 57), 0.3, Area(0, 1000, 3000, 2000), tolerance=16))
    dark = Area(60, 80, 160, 400)
    session.shows("no menu yet", Colour((24, 24, 24), 0, dark, most=0.2, tolerance=6))
    session.tap(55, 12)
    session.shows("the menu", Colour((24, 24, 24), 0.5, dark, tolerance=6))
    session.keep("menu")
    session.key("esc")
    session.shows("no menu any more", Colour((24, 24, 24), 0, dark, most=0.2, tolerance=6))


# MARK: The applications

def make_film(folder: Path) -> None:
    subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=0xf000f0:size=320x180:rate=5", "-t", "1", "-c:v", "ffv1", str(folder / "film.mkv")],
        check=True, timeout=60)
    # VLC will not run as root, as whom continuous integration runs: a copy asks for another number than the user's.
    program = Path(shutil.which("vlc")).read_bytes()
    (folder / "vlc").write_bytes(program if os.geteuid() else program.replace(b"geteuid", b"getppid"))
    (folder / "vlc").chmod(0o755)


def write_page(folder: Path) -> None:
    (folder / "page.html").write_text(
        "<!doctype html><title>ready</title><body style='margin:0'>"
        "<select style='font-size:60px;width:600px;height:120px;background:#10a020;color:#10a020' onchange='document.title = \"chosen \" + value'>"
        "<option>one<option>two<option>three</select><br><input oninput='document.title = \"typed \" + value'>")


XCLOCK = Application("xclock", "XClock", ("xclock", "-update", "5"), use_xclock)
SWING = Application(
    "swing", "Swing", ("java", "-cp", "{folder}", "Swing", "{folder}/report"), use_swing, prepare=compile_swing)
SWING_AT_TWO = Application(
    "swing-at-2", "Swing", SWING.command, use_swing, prepare=compile_swing, scale=2)
VLC = Application(
    "vlc", "vlc",
    ("{folder}/vlc", "--no-audio", "--no-qt-privacy-ask", "--no-video-title-show", "--play-and-pause", "--no-qt-video-autoresize", "--vout=xcb_x11"),
    use_vlc, {"QT_QPA_PLATFORM": "xcb"}, make_film)
GIMP = Application("gimp", "Gimp", ("gimp", "--no-splash", "--no-fonts"), use_gimp)
GIMP_AT_TWO = Application("gimp-at-2", "Gimp", GIMP.command, use_gimp, scale=2, patience=60)
CHROMIUM = Application(
    "chromium-x", "Chromium",
    ("chromium", "--no-sandbox", "--ozone-platform=x11", "--disable-gpu", "--no-first-run", "--user-data-dir={folder}/chromium", "file://{folder}/page.html"),
    use_chromium, prepare=write_page)
KRITA = Application("krita", "krita", ("krita", "--nosplash"), use_krita, {"QT_QPA_PLATFORM": "xcb"}, patience=150)
BLENDER = Application(
    "blender", "Blender",
    ("blender", "--factory-startup", "--python-expr", "import bpy; bpy.context.preferences.view.show_splash = False"),
    use_blender, patience=150)
NOTEPAD = Application("notepad", "notepad.exe", ("wine", "notepad"), use_notepad, {"WINEDEBUG": "-all"}, patience=90)

SAMPLE = (XCLOCK, SWING, SWING_AT_TWO, VLC, GIMP)
# `make test-clients` leads all of them that are installed.
OTHERS = (CHROMIUM, GIMP_AT_TWO, KRITA, BLENDER, NOTEPAD)


class XApplicationTests(unittest.TestCase):
    pass


def leading(application: Application) -> Callable[[unittest.TestCase], None]:
    def test(case: unittest.TestCase) -> None:
        require_programs("Xwayland", "xprop", "xwininfo", "wmctrl", application.command[0].replace("{folder}/", ""))
        if application.prepare is compile_swing:
            require_programs("ecj")
        lead(application)
    return test


for each in SAMPLE + (OTHERS if RUNS_ALL else ()):
    setattr(XApplicationTests, f"test_{each.name.replace('-', '_')}", leading(each))


if __name__ == "__main__":
    unittest.main()
