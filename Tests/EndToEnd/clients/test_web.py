"""The page of `kagami web`: in Chromium, as a phone and as a large window, and against those who are not let in."""

import base64
import io
import json
import os
import shutil
import signal
import socket
import struct
import tempfile
import time
import unittest
from pathlib import Path

import numpy

from support.binary import CHECKOUT, kagami
from support.browser import HeadlessBrowser
from support.pictures import keep, load
from support.processes import resident_memory
from support.requirements import missing, require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually
from support.web_page import SecurePage, WebPage

PHONE = (360, 780)
LARGE = (1920, 1080)
PANEL = (1280, 800)
LIGHT, DARK = (245, 244, 241), (20, 22, 26)
# What a finger needs, in pixels of the page.
LEAST_TARGET = 44
MOST_MEMORY = 40 << 20
MOST_TEXT = 1 << 20
# Characters of several keyboards and of none.
ANY_TEXT = "Gr\u00fc\u00dfe, caf\u00e9 ~ \u3042\u6f22 \U0001f600!"
# On average, of 255: pictures come as JPEG.
MOST_DIFFERENCE = 4
PROGRAMS = Path(__file__).resolve().parent / "programs"


def setUpModule():
    require_programs("chromium", "foot", "openssl", "wev")


def require_remote() -> None:
    """What serves the displays' pictures, and what draws them."""
    if not (kagami().parent / "kagami-remote").exists():
        missing("kagami-remote is not built (make build)")
    if not Path("/usr/share/novnc/core/rfb.js").exists():
        missing("novnc is not installed (make setup)")


class PageCase(unittest.TestCase):
    options: tuple[str, ...] = ()

    def setUp(self):
        self.service = self.enterContext(VirtualService())
        self.service.terminal_ready()
        self.page = self.enterContext(WebPage(self.service, *self.options))


class BrowserCase(PageCase):
    def start(self, language: str = "en") -> HeadlessBrowser:
        """A browser that knows nothing of any other."""
        folder = Path(tempfile.mkdtemp(dir=self.service.folder))
        return self.enterContext(HeadlessBrowser(self.page.address, folder, self.service.environment, f"--accept-lang={language}"))

    def open(self, size: tuple[int, int] = LARGE, touch: bool = False, language: str = "en") -> HeadlessBrowser:
        browser = self.start(language)
        browser.resize(*size, touch)
        eventually(lambda: browser.evaluate("document.body.classList.contains('live')"), "the page is live", 20)
        eventually(lambda: browser.evaluate(f"{self.surface} !== null"), "the panel takes input")
        return browser

    surface = "document.querySelector('.panel .surface:not([hidden])')"

    def at_rest(self, browser: HeadlessBrowser, script: str) -> list:
        """What a script says of places, once it has said the same three times: news of the service move what is below them."""
        said: list[list] = []

        def probe() -> list | None:
            said.append(browser.evaluate(script))
            return said[-1] if said[-3:] == [said[-1]] * 3 else None

        return eventually(probe, "the page is at rest")

    def place(self, browser: HeadlessBrowser, x: float, y: float) -> dict[str, float]:
        """Where a pixel of the panel is in the window."""
        area = self.at_rest(
            browser,
            f"(() => {{ const area = {self.surface}.getBoundingClientRect(); return [area.x, area.y, area.width, area.height] }})()")
        return {"x": area[0] + x * area[2] / PANEL[0], "y": area[1] + y * area[3] / PANEL[1]}

    def click(self, browser: HeadlessBrowser, selector: str) -> None:
        """As with a mouse, where the element is."""
        x, y = self.at_rest(
            browser,
            f"(() => {{ const element = document.querySelector({json.dumps(selector)}); element.scrollIntoView({{block: 'center'}});"
            " const area = element.getBoundingClientRect(); return [area.x + area.width / 2, area.y + area.height / 2] })()")
        for kind in ("mousePressed", "mouseReleased"):
            browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def text(self, browser: HeadlessBrowser, selector: str) -> str:
        return browser.evaluate(f"document.querySelector({json.dumps(selector)}).innerText")


class BrowserTests(BrowserCase):
    def test_fingers_on_a_phone_reach_the_application(self):
        viewer = self.service.start_viewer()
        browser = self.open(PHONE, touch=True)

        def touch(kind: str, *points: tuple[int, float, float]) -> None:
            browser.call(
                "Input.dispatchTouchEvent", type=kind,
                touchPoints=[{"id": finger, **self.place(browser, x, y)} for finger, x, y in points])

        touch("touchStart", (0, 200, 300))
        touch("touchStart", (0, 200, 300), (1, 900, 500))
        touch("touchMove", (0, 400, 300), (1, 900, 500))
        touch("touchEnd", (0, 400, 300))
        touch("touchEnd")
        touches = eventually(lambda: viewer.touches() if len(viewer.touches()) >= 5 else None, "the touches")
        # One of the page's pixels is four of the panel's.
        self.assertEqual([(touch.kind, touch.finger) for touch in touches][:2], [("down", 0), ("down", 1)])
        for touch, place in zip(touches, [(200, 300), (900, 500), (400, 300)]):
            self.assertAlmostEqual(touch.x, place[0], delta=4)
            self.assertAlmostEqual(touch.y, place[1], delta=4)
        self.assertEqual([touch.kind for touch in touches[2:]], ["motion", "up", "up"])

    def test_a_phone_is_the_panel_of_a_machine_without_one(self):
        self.service.cli("virtual", "unplug", "DSI-1")
        self.service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
        self.service.wait_for_content(1920, 1080, "panel")
        self.service.cli("virtual", "plug", "DSI-9", "x".join(map(str, PANEL)))
        self.service.wait_for_content(1920, 1080, "external")
        viewer = self.service.start_viewer()
        browser = self.open(PHONE, touch=True)
        # The snapshot is two thirds as large as the external, below a bar of 40 pixels.
        for kind, points in (("touchStart", [{"id": 0, **self.place(browser, 640, 400)}]), ("touchEnd", [])):
            browser.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)
        touches = eventually(lambda: viewer.touches() if len(viewer.touches()) >= 2 else None, "the touch")
        self.assertAlmostEqual(touches[0].x, 960, delta=6)
        self.assertAlmostEqual(touches[0].y, 540, delta=6)

    def test_a_mouse_and_keys_reach_the_application(self):
        browser = self.open()
        viewer = self.service.start_viewer()
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            browser.call(
                "Input.dispatchMouseEvent", type=kind, **self.place(browser, 640, 400), clickCount=1,
                button="none" if kind == "mouseMoved" else "left")
        eventually(lambda: len([1 for name, _ in viewer.events("wl_pointer") if name == "button"]) == 2, "a click")
        for kind in ("keyDown", "keyUp"):
            browser.call("Input.dispatchKeyEvent", type=kind, code="KeyK", key="k", windowsVirtualKeyCode=75)
        eventually(lambda: len([1 for name, _ in viewer.events("wl_keyboard") if name == "key"]) == 2, "the key")

    def test_a_pen_has_pressure_and_tilt(self):
        recording = self.service.folder / "recording.jsonl"
        self.service.run_aside("input", "record", str(recording))
        eventually(recording.exists, "the recording has begun")
        browser = self.open()

        def pen(kind: str, x: float, force: float) -> None:
            browser.call(
                "Input.dispatchMouseEvent", type=kind, **self.place(browser, x, 300), pointerType="pen", force=force, tiltX=20,
                tiltY=-10, button="none" if kind == "mouseMoved" else "left", buttons=int(force > 0), clickCount=1)

        pen("mouseMoved", 300, 0)
        pen("mousePressed", 300, 0.5)
        pen("mouseMoved", 500, 0.75)
        pen("mouseReleased", 500, 0)

        def steps() -> list[dict]:
            lines = recording.read_text().rpartition("\n")[0].splitlines()
            return [line["tool"] for line in map(json.loads, lines) if line["type"] == "tool"]

        eventually(lambda: "up" in [step["step"] for step in steps()], f"the pen is up: {steps()}")
        done = steps()
        self.assertEqual(done[0]["step"], "near")
        down = next(step for step in done if step["step"] == "down")
        self.assertAlmostEqual(down["axes"]["pressure"], 0.5, delta=0.01)
        self.assertAlmostEqual(down["axes"]["tiltX"], 20, delta=0.1)
        last = [step for step in done if step["step"] == "motion"][-1]
        self.assertAlmostEqual(last["position"]["x"] * PANEL[0], 500, delta=2)

    def test_displays_are_plugged_in_and_unplugged(self):
        browser = self.open()
        browser.evaluate("document.getElementById('plug-size').value = '1280x720'")
        self.click(browser, "#plug button")
        self.service.wait_for_content(1280, 720, "external")
        eventually(lambda: browser.evaluate("document.querySelectorAll('.screen').length") == 2, "both screens are shown")
        self.assertEqual(self.text(browser, "#state-text"), "On the external")
        eventually(lambda: "HDMI-A-1 plugged in" in self.text(browser, "#event-list"), "the event is shown")
        self.click(browser, "#display-list [aria-label='Unplug HDMI-A-1']")
        self.service.wait_for_content(*PANEL, "panel")
        eventually(lambda: browser.evaluate("document.querySelectorAll('.screen').length") == 1, "one screen is left")
        self.click(browser, "#display-list [aria-label='Unplug DSI-1']")
        eventually(lambda: "No display" in self.text(browser, "#screens"), "the page says so")
        self.assertEqual(browser.evaluate("document.querySelectorAll('.screen').length"), 0)

    def roles(self) -> dict[str, str | None]:
        return {output["name"]: output["role"] for output in self.service.outputs() if output["connected"]}

    def test_several_externals_are_arranged(self):
        self.service.plug(1920, 1080)
        browser = self.open()
        shown = "!document.getElementById('arrangement').hidden"
        eventually(lambda: browser.evaluate("document.querySelectorAll('#display-list li').length") == 2, "both displays are listed")
        self.assertFalse(browser.evaluate(shown))
        self.assertEqual(browser.evaluate("document.querySelectorAll('#display-list select').length"), 0)
        self.service.cli("virtual", "plug", "DP-1", "1280x720")
        eventually(lambda: browser.evaluate(shown), "the page offers arrangements")

        def becomes(external: str | None, other: str, what: str) -> None:
            wanted = {"DSI-1": "panel", "HDMI-A-1": external, "DP-1": other}
            eventually(lambda: self.roles() == wanted, what)
            # The page says the same.
            script = "Object.fromEntries([...document.querySelectorAll('#display-list select')].map(e => [e.dataset.control, e.value]))"
            eventually(
                lambda: browser.evaluate(script) == {"role HDMI-A-1": external, "role DP-1": other}, f"the page shows that {what}")

        def pressed() -> list[str]:
            return browser.evaluate("[...document.querySelectorAll('[data-arrangement][aria-pressed=true]')].map(e => e.dataset.arrangement)")

        becomes("external", "copy", "there are copies")
        self.assertEqual(pressed(), ["copy"])
        for arrangement, role in (("span", "part"), ("one", "spare"), ("copy", "copy")):
            self.click(browser, f"[data-arrangement={arrangement}]")
            becomes("external", role, f"the arrangement is {arrangement}")
            eventually(lambda: pressed() == [arrangement], "the page shows the arrangement")

        def use(name: str, role: str) -> None:
            """Chooses by keys: the letter that the option begins with."""
            browser.evaluate(f"document.querySelector('[data-control=\"role {name}\"]').focus()")
            letter = {"external": "e", "copy": "c", "spare": "n"}[role]
            for kind in ("keyDown", "keyUp"):
                browser.call(
                    "Input.dispatchKeyEvent", type=kind, code=f"Key{letter.upper()}", key=letter, windowsVirtualKeyCode=ord(letter.upper()),
                    **({"text": letter} if kind == "keyDown" else {}))

        use("DP-1", "spare")
        becomes("external", "spare", "one is spare")
        use("DP-1", "copy")
        becomes("external", "copy", "it shows a copy again")
        use("DP-1", "external")
        becomes("copy", "external", "the other is the external")
        self.assertEqual(browser.evaluate("document.activeElement.dataset.control"), "role DP-1")
        use("DP-1", "spare")
        becomes("external", "spare", "the first is the external again")

    def test_what_the_page_offers_happens(self):
        self.service.plug(1920, 1080)
        browser = self.open()

        def offer(selector: str, what: str, holds) -> None:
            self.click(browser, selector)
            self.service.wait_for(what, holds)

        offer("[data-tool=laser]", "the laser", lambda status: status["presenter"] and status["presenter"]["tool"] == "laser")
        eventually(
            lambda: browser.evaluate("document.querySelector('[data-tool=laser]').getAttribute('aria-pressed')") == "true",
            "the page shows the tool")
        offer("[data-tool=laser]", "no tool", lambda status: not status["presenter"] or status["presenter"]["tool"] is None)
        offer("#timer-start", "the timer", lambda status: status["timer"] and status["timer"]["duration_s"] == 1200)
        eventually(lambda: not browser.evaluate("document.getElementById('timer-stop').disabled"), "the timer can be stopped")
        offer("#timer-stop", "no timer", lambda status: status["timer"] is None)
        offer("#hud-toggle", "the bar", lambda status: status["hud"] and status["hud"]["place"] == "panel-top")
        eventually(lambda: self.text(browser, "#hud-toggle") == "Hide", "the bar can be hidden")
        offer("#hud-toggle", "no bar", lambda status: status["hud"] is None)
        eventually(lambda: not browser.evaluate("document.getElementById('pip-toggle').disabled"), "a picture is possible")
        offer("#pip-toggle", "picture in picture", lambda status: status["pip"]["state"] == "active")
        eventually(lambda: self.text(browser, "#pip-toggle") == "Stop", "it can be stopped")
        offer("#pip-toggle", "no picture", lambda status: status["pip"]["state"] == "possible")
        offer("[data-mode=trackpad]", "the mode", lambda status: status["controller"]["mode"] == "trackpad")
        offer("#freeze", "frozen", lambda status: status["frozen"])
        offer("#freeze", "live", lambda status: not status["frozen"])
        offer("#mirror", "the external is not used", lambda status: status["state"] == "disabled")

    def test_keys_alone_do_everything(self):
        browser = self.open()

        def key(code: str, key: str, number: int, modifiers: int = 0) -> None:
            for kind in ("keyDown", "keyUp"):
                browser.call(
                    "Input.dispatchKeyEvent", type=kind, code=code, key=key, windowsVirtualKeyCode=number, modifiers=modifiers,
                    **({"text": "\r"} if key == "Enter" and kind == "keyDown" else {}))

        def focus() -> str:
            return browser.evaluate("document.activeElement.className + '#' + document.activeElement.id")

        reached = []
        for _ in range(60):
            key("Tab", "Tab", 9)
            reached.append(focus())
            if reached[-1].startswith("surface"):
                break
        self.assertIn("skip#", reached)
        self.assertTrue(reached[-1].startswith("surface"), reached)
        self.assertEqual(self.service.terminal.typed(), "")
        key("Enter", "Enter", 13)
        for letter in "abc":
            key(f"Key{letter.upper()}", letter, ord(letter.upper()))
        key("Tab", "Tab", 9)
        eventually(lambda: self.service.terminal.typed().startswith("abc"), "the text has arrived")
        key("Escape", "Escape", 27, modifiers=8)
        key("KeyD", "d", 68)
        key("Tab", "Tab", 9)
        self.assertFalse(focus().startswith("surface"))
        self.assertNotIn("d", self.service.terminal.typed())
        # And on to the last of the controls.
        for _ in range(60):
            if "invite" in (browser.evaluate("JSON.stringify(document.activeElement.dataset)") or ""):
                break
            key("Tab", "Tab", 9)
        else:
            self.fail("Tab does not reach the end of the page")
        key("Enter", "Enter", 13)
        eventually(lambda: browser.evaluate("!document.getElementById('invitation').hidden"), "the invitation")
        self.assertIn("Only this machine", self.text(browser, "#invitation-text"))

    def test_texts_are_typed(self):
        browser = self.open(PHONE, touch=True)
        # foot leaves out what crosses its own word on where its cursor is.
        self.service.wait_until_still()
        browser.evaluate("document.getElementById('type-text').value = 'Hello, {World}~ 1+1'")
        browser.evaluate("document.getElementById('type').requestSubmit()")
        eventually(lambda: self.service.terminal.typed() == "Hello, {World}~ 1+1", "the text has arrived")

    def test_texts_of_any_characters_are_typed(self):
        require_remote()
        browser = self.open(PHONE, touch=True)
        self.service.wait_until_still()
        self.click(browser, "#type-text")
        browser.call("Input.insertText", text=ANY_TEXT)
        self.click(browser, "#type button")
        # The key waits for the text before it.
        self.click(browser, "[data-key='28']")
        eventually(lambda: len(self.service.terminal.typed()) > len(ANY_TEXT), "the text has arrived, and Enter after it", 20)
        self.assertEqual(self.service.terminal.typed(), ANY_TEXT + "\n")
        self.assertEqual(self.text(browser, "#notice"), "")

    def test_without_the_program_for_texts_a_keyboard_of_the_us_types(self):
        # Installed alone: a program finds others beside itself.
        programs, shared = self.service.folder / "bin", self.service.folder / "share/kagami"
        programs.mkdir()
        shared.mkdir(parents=True)
        for name in ("kagami", "kagami-web"):
            shutil.copy(kagami().with_name(name), programs / name)
        (shared / "web").symlink_to(CHECKOUT / "data/web")
        with WebPage(self.service, environment={"PATH": str(programs)}, program=programs / "kagami") as self.page:
            browser = self.open()
            browser.evaluate("document.getElementById('type-text').value = 'a\u00e4b'")
            browser.evaluate("document.getElementById('type').requestSubmit()")
            eventually(lambda: self.service.terminal.typed() == "ab", "what the keyboard has has arrived")
            eventually(lambda: self.text(browser, "#notice") == "These characters are not on the keyboard: \u00e4", "the page says so")

    def test_the_clipboard_goes_both_ways(self):
        require_remote()
        browser = self.open()
        field = "document.getElementById('clipboard-text').value"
        # Without leave to use the browser's own clipboard there is the field.
        browser.call("Browser.setPermission", permission={"name": "clipboard-write"}, setting="denied")
        self.service.copy(ANY_TEXT)
        self.click(browser, "#clipboard-out")
        eventually(lambda: browser.evaluate(field) == ANY_TEXT, "the page has the panel's text", 20)
        eventually(lambda: "Copy it from the field" in self.text(browser, "#notice"), "the page says where it is")
        self.click(browser, "#clipboard-text")
        browser.call("Input.insertText", text="more ")
        wanted = browser.evaluate(field)
        self.assertIn("more ", wanted)
        self.click(browser, "#clipboard-in")
        eventually(lambda: self.service.pasted() == wanted, "the panel has the page's text")
        # With leave, the text goes to the other programs of the device, and comes from them.
        for name in ("clipboard-write", "clipboard-read"):
            browser.call("Browser.setPermission", permission={"name": name}, setting="granted")
        self.service.copy("out")
        self.click(browser, "#clipboard-out")
        eventually(lambda: browser.evaluate("navigator.clipboard.readText()", waits=True) == "out", "the device has the panel's text")
        browser.evaluate("navigator.clipboard.writeText('in')", waits=True)
        browser.evaluate(f"{field} = ''")
        self.click(browser, "#clipboard-in")
        eventually(lambda: self.service.pasted() == "in", "the panel has the device's text")
        # It stays when the page goes.
        browser.call("Page.navigate", url="about:blank")
        eventually(lambda: browser.evaluate("location.href") == "about:blank", "the page is gone")
        self.assertEqual(self.service.pasted(), "in")

    def test_it_fits_phones_and_large_windows_in_light_and_in_dark(self):
        self.service.plug(1920, 1080)
        self.service.cli("virtual", "plug", "DP-1", "1280x720")
        for language, title in (("en", "External"), ("ja", "外部画面")):
            with self.subTest(language=language), WebPage(self.service) as self.page:
                self.look(language, title)

    def look(self, language: str, title: str) -> None:
        browser = self.open(language=language)
        self.assertEqual(browser.evaluate("document.documentElement.lang"), language)
        for size, touch in ((PHONE, True), (LARGE, False)):
            for scheme, ground in (("light", LIGHT), ("dark", DARK)):
                browser.resize(*size, touch)
                browser.use_colours(scheme)
                eventually(lambda: browser.evaluate("innerWidth") == size[0], "the window has its size")
                path = self.service.folder / "page.png"
                browser.screenshot(path)
                picture = load(path)
                self.assertEqual(tuple(picture[4, 4][:3]), ground)
                self.assert_layout(browser, size, title)

    def assert_layout(self, browser: HeadlessBrowser, size: tuple[int, int], title: str) -> None:
        self.assertLessEqual(browser.evaluate("document.documentElement.scrollWidth"), size[0])
        small = browser.evaluate(
            "[...document.querySelectorAll('button, select, input:not([type=checkbox])')].map(element => [element.outerHTML, "
            "element.getBoundingClientRect()]).filter(([_, area]) => area.width && "
            f"(area.width < {LEAST_TARGET} || area.height < {LEAST_TARGET} - 0.1)).map(([html]) => html)")
        self.assertEqual(small, [])
        empty = browser.evaluate("[...document.querySelectorAll('[data-text]')].filter(e => !e.textContent).map(e => e.dataset.text)")
        self.assertEqual(empty, [])
        roles = browser.evaluate(
            "[...document.querySelectorAll('.screen')].map(e => [e.querySelector('.role').textContent, e.getBoundingClientRect().y])")
        self.assertIn(title, [role for role, _ in roles])
        places = [place for _, place in roles]
        if size == LARGE:
            self.assertEqual(len(set(places)), 1, roles)
        else:
            # The panel is the first.
            self.assertNotEqual(min(roles, key=lambda role: role[1])[0], title)

    def test_a_second_browser_needs_an_invitation(self):
        self.open()
        stranger = self.start()
        eventually(lambda: "kagami web has printed" in self.text(stranger, "#notice"), "the stranger is told", 20)
        self.assertEqual(stranger.evaluate("document.querySelectorAll('.screen').length"), 0)


class PictureTests(PageCase):
    """What the displays show, in the page."""

    def setUp(self):
        require_remote()
        super().setUp()
        folder = Path(tempfile.mkdtemp(dir=self.service.folder))
        self.browser = self.enterContext(HeadlessBrowser(self.page.address, folder, self.service.environment, "--accept-lang=en"))
        self.browser.resize(*LARGE)

    def shown(self, output: str) -> numpy.ndarray | None:
        """The page's picture of a display."""
        canvas = f"document.querySelector('[data-output=\"{output}\"] .picture canvas')"
        data = self.browser.evaluate(f"{canvas}?.toDataURL('image/png')")
        # Before its first picture it has no size.
        if not data or not data.startswith("data:image/png;base64,"):
            return None
        return load(io.BytesIO(base64.b64decode(data.split(",")[1])))

    def wait_for_picture(self, output: str, screen: str) -> None:
        def difference() -> float | None:
            shown, real = self.shown(output), self.service.screen(screen)
            if shown is None or shown.shape != real.shape:
                return None
            return float(numpy.abs(shown.astype(int) - real.astype(int)).mean())

        def same() -> bool:
            found = difference()
            return found is not None and found < MOST_DIFFERENCE

        eventually(same, f"the page shows {output}", 20)

    def servers(self) -> list[int]:
        """The processes that serve pictures."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                if parent == self.page.process.pid and b"view" in (folder / "cmdline").read_bytes():
                    found.append(int(folder.name))
            except OSError:
                continue
        return found

    def test_the_page_shows_what_the_displays_show(self):
        self.wait_for_picture("DSI-1", "panel")
        self.service.cli("virtual", "key", "type", "hello")
        eventually(lambda: self.service.terminal.typed() == "hello", "the text has arrived")
        self.wait_for_picture("DSI-1", "panel")
        self.service.plug(1920, 1080)
        self.wait_for_picture("HDMI-A-1", "external")
        # The controller, beside it.
        self.wait_for_picture("DSI-1", "panel")
        self.service.cli("virtual", "touch", "tap", "640", "400")
        self.service.cli("present", "laser")
        self.wait_for_picture("DSI-1", "panel")
        self.wait_for_picture("HDMI-A-1", "external")
        self.service.cli("virtual", "unplug", "HDMI-A-1")
        self.service.wait_for_content(*PANEL, "panel")
        self.wait_for_picture("DSI-1", "panel")

    def test_pictures_are_made_while_somebody_looks(self):
        self.wait_for_picture("DSI-1", "panel")
        self.assertEqual(len(self.servers()), 1)
        self.browser.call("Page.navigate", url="about:blank")
        eventually(lambda: not self.servers(), "nothing serves pictures", 20)

    def test_pictures_return_when_their_server_dies(self):
        self.wait_for_picture("DSI-1", "panel")
        os.kill(self.servers()[0], signal.SIGKILL)
        eventually(lambda: self.shown("DSI-1") is None, "the picture is gone")
        self.wait_for_picture("DSI-1", "panel")

    def test_nothing_is_left_of_a_page_that_was_killed(self):
        self.wait_for_picture("DSI-1", "panel")
        [server] = self.servers()
        self.page.process.kill()
        eventually(lambda: not Path(f"/proc/{server}").exists(), "nothing serves pictures")

    def test_a_viewer_that_stalls_costs_itself_alone(self):
        address = self.browser.evaluate("fetch('/invitation/view').then(reply => reply.json()).then(reply => reply.address)", waits=True)
        cookie = self.page.enter(address.split("#")[1])
        self.wait_for_picture("DSI-1", "panel")
        stalled = self.page.open("/screen/DSI-1", "kagami-screen", Cookie=cookie)
        self.assertEqual(stalled.receive()[1], b"RFB 003.008\n")
        # It orders pictures, and reads none: version, no security, shared, then updates without end.
        stalled.send(b"RFB 003.008\n", opcode=2)
        stalled.send(b"\x01", opcode=2)
        stalled.send(b"\x01", opcode=2)
        update = struct.pack(">BBHHHH", 3, 0, 0, 0, *PANEL)
        for _ in range(200):
            stalled.send(update, opcode=2)
        self.service.cli("virtual", "key", "type", "hello")
        eventually(lambda: self.service.terminal.typed() == "hello", "the text has arrived")
        self.wait_for_picture("DSI-1", "panel")


class DrawingTests(BrowserCase):
    """A phone draws on an external of 3840x2160, in Xournal++."""

    external = (3840, 2160)
    # The program's window without its bars and its pages' edges.
    paper = (slice(300, 2000), slice(800, 3600))

    def setUp(self):
        require_programs("xournalpp")
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="kagami-web-")))
        (folder / "xournalpp").mkdir()
        # Fingers draw, too.
        (folder / "xournalpp" / "settings.xml").write_text(
            '<?xml version="1.0"?><settings><property name="touchDrawing" value="true"/></settings>')
        self.service = self.enterContext(VirtualService(command=[
            "env", "GDK_BACKEND=wayland", "GSETTINGS_BACKEND=memory", "NO_AT_BRIDGE=1", f"XDG_CONFIG_HOME={folder}", "xournalpp"]))
        self.service.plug(*self.external)
        eventually(lambda: "xournalpp" in (self.service.status()["content"]["app_id"] or ""), "the program is there", 30)
        # Its first page comes later than its window.
        eventually(lambda: (self.sheet() == 255).all(axis=2).mean() > 0.9, "the paper is there", 30)
        self.service.wait_until_still()
        self.page = self.enterContext(WebPage(self.service))
        self.browser = self.open(PHONE, touch=True)
        # The controller shows the external's whole width below a bar of 40 rows.
        self.scale = self.external[0] / PANEL[0]
        self.before = self.sheet()

    def sheet(self) -> numpy.ndarray:
        return self.service.screen("external")[self.paper]

    def on_panel(self, x: float, y: float) -> dict[str, float]:
        """Where a pixel of the external is in the phone's window."""
        return self.place(self.browser, x / self.scale, y / self.scale + 40)

    def drawn(self) -> numpy.ndarray:
        """The places of the external that have changed, as rows of x and y, once there are some and no more come."""
        def changed() -> numpy.ndarray:
            rows, columns = numpy.nonzero(numpy.abs(self.sheet().astype(int) - self.before).max(axis=2) > 60)
            return numpy.stack([columns + self.paper[1].start, rows + self.paper[0].start], axis=1)

        eventually(lambda: len(changed()) > 0, "something is drawn", 20)
        self.service.wait_until_still()
        return changed()

    def assert_line(self, points: numpy.ndarray, start: tuple[int, int], end: tuple[int, int], width: float) -> None:
        """Everything drawn is on the line, and the line is drawn from its start to its end."""
        start, end = numpy.array(start), numpy.array(end)
        length = numpy.linalg.norm(end - start)
        along = (points - start) @ (end - start) / length
        across = numpy.abs((points - start) @ numpy.array([start[1] - end[1], end[0] - start[0]]) / length)
        # Pixels of the phone's window are eleven of the external's.
        self.assertLess(across.max(), width)
        self.assertAlmostEqual(along.min(), 0, delta=width)
        self.assertAlmostEqual(along.max(), length, delta=width)
        covered = numpy.histogram(along, bins=50, range=(0, length))[0]
        self.assertTrue((covered > 0).all(), covered)

    def test_a_finger_draws_where_it_is(self):
        start, end = (1200, 600), (3000, 1500)
        steps = [(start[0] + (end[0] - start[0]) * step / 30, start[1] + (end[1] - start[1]) * step / 30) for step in range(31)]
        for index, (x, y) in enumerate(steps):
            self.browser.call(
                "Input.dispatchTouchEvent", type="touchMove" if index else "touchStart", touchPoints=[{"id": 0, **self.on_panel(x, y)}])
        self.browser.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        points = self.drawn()
        keep(web_drawing=self.service.screen("external"))
        self.assert_line(points, start, end, 16)

    def pen(self, kind: str, x: float, y: float, force: float) -> None:
        self.browser.call(
            "Input.dispatchMouseEvent", type=kind, **self.on_panel(x, y), pointerType="pen", force=force,
            button="none" if kind == "mouseMoved" and not force else "left", buttons=int(force > 0), clickCount=1)

    def test_a_pen_draws_as_hard_as_it_presses(self):
        for y, force in ((700, 0.15), (1400, 0.9)):
            self.pen("mouseMoved", 1200, y, 0)
            self.pen("mousePressed", 1200, y, force)
            for x in range(1300, 3001, 100):
                self.pen("mouseMoved", x, y, force)
            self.pen("mouseReleased", 3000, y, 0)
        points = self.drawn()
        keep(web_pen=self.service.screen("external"))
        soft, hard = points[points[:, 1] < 1050], points[points[:, 1] > 1050]
        self.assert_line(soft, (1200, 700), (3000, 700), 24)
        self.assert_line(hard, (1200, 1400), (3000, 1400), 24)
        self.assertGreater(len(hard), 2 * len(soft))


class StrangerTests(PageCase):
    def refused(self, status: int, path: str = "/", **headers: str) -> None:
        self.assertEqual(self.page.ask(path, **headers).status, status, (path, headers))

    def test_foreign_names_get_nothing(self):
        self.refused(403, Host="example.org")
        self.refused(403, Host=f"127.0.0.1.example.org:{self.page.port}")
        self.assertEqual(self.page.ask("/", Host="localhost").status, 200)

    def test_a_token_is_good_for_one_browser(self):
        cookie = self.page.enter()
        self.refused(403, "/enter", Authorization=f"Bearer {self.page.token}")
        self.refused(403, "/enter", Authorization="Bearer ")
        self.refused(401, "/self")
        self.refused(401, "/self", Cookie=cookie[:-1] + "x")
        self.assertEqual(self.page.ask("/self", Cookie=cookie).body, b'{"access":"full"}')

    def test_only_files_of_the_page_are_served(self):
        for path in ("/../debian/control", "//etc/passwd", "/novnc/../../../etc/passwd", "/index.html/", "/icon"):
            self.assertNotEqual(self.page.ask(path).status, 200, path)
        self.assertIn("frame-ancestors 'none'", self.page.ask("/").headers["content-security-policy"])

    def test_sockets_are_for_this_page_alone(self):
        cookie = self.page.enter()
        for what, headers in {
            "no cookie": {}, "another page": {"Cookie": cookie, "Origin": "http://example.org"},
            "another port": {"Cookie": cookie, "Origin": f"http://127.0.0.1:{self.page.port + 1}"},
            "a sandbox": {"Cookie": cookie, "Origin": "null"},
            "another name": {"Cookie": cookie, "Host": "example.org", "Origin": "http://example.org"},
        }.items():
            for path, kind in (("/control", "kagami-control"), ("/screen/DSI-1", "kagami-screen"), ("/text", "kagami-text")):
                self.assertNotEqual(self.page.open(path, kind, **headers).status, 101, what)
        for path, kind in (("/control", "kagami-local"), ("/control", "http"), ("/control", "kagami-screen"), ("/other", "kagami-control")):
            self.assertNotEqual(self.page.open(path, kind, Cookie=cookie).status, 101, (path, kind))
        self.assertEqual(self.page.open("/control", "kagami-control", Cookie=cookie).status, 101)

    def test_viewers_see_and_change_nothing(self):
        cookie = self.page.enter()
        address = json.loads(self.page.ask("/invitation/view", Cookie=cookie).body)["address"]
        viewer = self.page.enter(address.split("#")[1])
        self.assertEqual(self.page.ask("/self", Cookie=viewer).body, b'{"access":"view"}')
        self.refused(401, "/invitation/full", Cookie=viewer)
        self.assertNotEqual(self.page.open("/text", "kagami-text", Cookie=viewer).status, 101)
        channel = self.page.open("/control", "kagami-control", Cookie=viewer)
        channel.send(b'{"command":"status"}\n')
        self.assertTrue(json.loads(channel.receive()[1])["ok"])
        channel.send(b'{"command":"virtual.plug","name":"HDMI-A-1","width":1920,"height":1080}\n')
        self.assertEqual(channel.ending(), (1008, "virtual.plug is not allowed"))
        self.assertEqual(self.service.status()["state"], "panel-only")

    def test_no_page_starts_programs_or_sends_rubbish(self):
        cookie = self.page.enter()
        for line, reason in (
            (b'{"command":"launch","words":["touch","/tmp/x"]}', "launch is not allowed"),
            (b'{"command":"input.record"}', "input.record is not allowed"), (b"rubbish", "bad request: not JSON"),
            (b'{"command":"virtual.touch","action":"up","id":0}', "finger 0 is not down"),
        ):
            channel = self.page.open("/control", "kagami-control", Cookie=cookie)
            channel.send(line)
            self.assertEqual(channel.ending(), (1008, reason))

    def test_long_texts_are_copied_whole_and_longer_ones_refused(self):
        require_remote()
        channel = self.page.open("/text", "kagami-text", Cookie=self.page.enter())

        def ask(**request: str) -> dict:
            channel.send(json.dumps(request).encode() + b"\n")
            received = b""
            while not received.endswith(b"\n"):
                received += channel.receive()[1]
            return json.loads(received)

        # Each character takes six bytes on the way.
        text = "\1" * MOST_TEXT
        self.assertEqual(ask(command="copy", text=text), {"ok": True})
        self.assertEqual(self.service.pasted(), text)
        self.assertEqual(ask(command="paste"), {"ok": True, "text": text})
        self.assertEqual(ask(command="copy", text=text + "x"), {"error": "the text is longer than 1 MiB", "ok": False})
        # A line without an end is read no further than that.
        piece = bytes(1 << 16)
        self.flood(channel.channel, b"\x81\xff" + struct.pack(">Q", len(piece)) + bytes(4) + piece)
        self.assertEqual(self.service.pasted(), text)
        self.assertLess(resident_memory(self.page.process.pid), MOST_MEMORY)

    def test_what_a_page_holds_is_released_when_it_goes(self):
        viewer = self.service.start_viewer()
        cookie = self.page.enter()
        channel = self.page.open("/control", "kagami-control", Cookie=cookie)
        channel.send(b'{"command":"virtual.touch","action":"down","id":0,"x":100,"y":100}\n')
        channel.send(b'{"command":"virtual.key","code":42,"pressed":true}\n')
        eventually(lambda: [touch.kind for touch in viewer.touches()] == ["down"], "the finger is down")
        channel.close()
        eventually(lambda: "cancel" in [name for name, _ in viewer.events("wl_touch")], "the finger is gone")
        eventually(lambda: len([1 for name, _ in viewer.events("wl_keyboard") if name == "key"]) == 2, "the key is up")

    def assert_serves(self, cookie: str) -> None:
        self.assertEqual(self.page.ask("/self", Cookie=cookie).status, 200)
        self.assertLess(resident_memory(self.page.process.pid), MOST_MEMORY)

    def flood(self, channel: socket.socket, piece: bytes, megabytes: int = 64) -> None:
        """Sends as much as is taken, for at most three seconds."""
        channel.settimeout(3)
        try:
            for _ in range(megabytes * (1 << 20) // len(piece)):
                channel.sendall(piece)
        except OSError:
            pass

    def test_floods_cost_the_flooder_alone(self):
        cookie = self.page.enter()
        # A head without an end, and many heads' worth of a body.
        for beginning in (b"GET / HTTP/1.1\r\nX: ", b"GET /", b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999\r\n\r\n"):
            with self.page.connect() as channel:
                channel.sendall(beginning)
                self.flood(channel, b"x" * 65536)
                self.assert_serves(cookie)
        # A frame of all the bytes there are.
        channel = self.page.open("/control", "kagami-control", Cookie=cookie)
        channel.channel.sendall(b"\x81\xff" + b"\x3f" + b"\xff" * 7 + bytes(4))
        self.flood(channel.channel, b"x" * 65536)
        self.assert_serves(cookie)
        # More requests than anybody's hands can send, by one who never reads an answer.
        channel = self.page.open("/control", "kagami-control", Cookie=cookie)
        line = b'{"command":"status"}\n'
        frame = bytes([0x81, 0x80 | len(line)]) + bytes(4) + line
        self.flood(channel.channel, frame * 1000)
        self.assert_serves(cookie)
        other = self.page.open("/control", "kagami-control", Cookie=cookie)
        other.send(line)
        self.assertTrue(json.loads(other.receive()[1])["ok"])

    def test_connections_are_limited_for_each_address(self):
        cookie = self.page.enter()
        idle = [self.page.connect() for _ in range(100)]
        try:
            time.sleep(0.5)
            closed = 0
            for channel in idle:
                channel.setblocking(False)
                try:
                    closed += channel.recv(1) == b""
                except BlockingIOError:
                    pass
                except ConnectionResetError:
                    closed += 1
            self.assertGreaterEqual(closed, 30)
            # Someone from another address gets in.
            with socket.socket() as channel:
                channel.bind(("127.0.0.2", 0))
                channel.settimeout(10)
                channel.connect(("127.0.0.1", self.page.port))
                self.assertEqual(self.page.ask("/self", channel=channel, Cookie=cookie).status, 200)
        finally:
            for channel in idle:
                channel.close()

    def test_it_ends_when_it_is_asked_to(self):
        self.page.process.send_signal(signal.SIGTERM)
        self.assertEqual(self.page.process.wait(10), 0)
        self.assertEqual([path.name for path in self.service.folder.glob("kagami-web-*")], [])


class ToolkitTests(unittest.TestCase):
    """Texts that the page types arrive whole in programs other than a terminal."""

    def type_into(self, name: str, **variables: str) -> None:
        require_remote()
        require_programs("/usr/bin/python3")
        report = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="kagami-web-"))) / "report"
        words = [f"{key}={value}" for key, value in variables.items()]
        service = self.enterContext(VirtualService(command=[
            "env", "GDK_BACKEND=wayland", "GSETTINGS_BACKEND=memory", *words, "/usr/bin/python3", "-B", str(PROGRAMS / f"{name}.py"),
            str(report)]))

        def reports(kind: str) -> list[dict]:
            return [entry for entry in map(json.loads, report.read_text().splitlines()) if entry["type"] == kind]

        eventually(lambda: report.exists() and reports("size"), "the window is shown", 30)
        service.wait_until_still()
        page = self.enterContext(WebPage(service))
        channel = page.open("/text", "kagami-text", Cookie=page.enter())
        channel.send(json.dumps({"command": "type", "text": ANY_TEXT}).encode() + b"\n")
        self.assertEqual(json.loads(channel.receive()[1]), {"ok": True})
        eventually(lambda: reports("text")[-1:] and reports("text")[-1]["text"] == ANY_TEXT, f"the text has arrived: {report.read_text()}", 20)

    def test_gtk_3(self):
        self.type_into("gtk3", NO_AT_BRIDGE="1")

    def test_gtk_4(self):
        self.type_into("gtk4", GTK_A11Y="none", GSK_RENDERER="cairo")


class AddressTests(unittest.TestCase):
    def test_other_machines_are_not_served_in_clear_by_accident(self):
        with VirtualService(command=[]) as service:
            result = service.attempt("web", "--listen", "0.0.0.0:0")
            self.assertEqual(result.status, 64)
            self.assertIn("--insecure", result.error)
            self.assertEqual(len(result.error.splitlines()), 1)

    def test_other_machines_are_served_by_tls(self):
        with VirtualService(command=[]) as service:
            with SecurePage(service) as page:
                self.assertTrue(page.address.startswith("https://"))
                reply = page.ask("/enter", Authorization=f"Bearer {page.token}")
                self.assertEqual(reply.status, 200)
                self.assertTrue(reply.headers["set-cookie"].endswith("; Secure"))
                channel = page.open("/control", "kagami-control", Cookie=reply.headers["set-cookie"].split(";")[0])
                channel.send(b'{"command":"status"}\n')
                self.assertTrue(json.loads(channel.receive()[1])["ok"])
                # Nothing is said in clear.
                self.assertNotEqual(page.ask("/", channel=WebPage.connect(page)).status, 200)

    def test_a_proxy_has_another_address(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        proxy = "https://kagami.example.org"
        with VirtualService(command=[]) as service, WebPage(service, "--listen", f"127.0.0.1:{port}", "--address", proxy) as page:
            self.assertEqual(page.address, f"{proxy}/#{page.token}")
            self.assertEqual(page.ask("/", Host="example.org").status, 403)
            reply = page.ask("/enter", Host="kagami.example.org", Authorization=f"Bearer {page.token}")
            self.assertTrue(reply.headers["set-cookie"].endswith("; Secure"))
            channel = page.open(
                "/control", "kagami-control", Host="kagami.example.org", Origin=proxy,
                Cookie=reply.headers["set-cookie"].split(";")[0])
            self.assertEqual(channel.status, 101)

    def test_a_taken_port_is_one_line(self):
        with VirtualService(command=[]) as service, WebPage(service) as page:
            result = service.attempt("web", "--listen", f"127.0.0.1:{page.port}")
            self.assertEqual(result.status, 1)
            self.assertEqual(len(result.error.splitlines()), 1, result.error)
