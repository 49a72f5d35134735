"""The status bar: fed over the socket, docked to the screens, drawn with as little work as its changes allow."""

import json
import os
import signal
import struct
import subprocess
import tempfile
import time
import unittest
import zlib
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import numpy
from PIL import Image

from support.binary import kagami
from support.effort import thorough
from support.pip import ROUNDING
from support.requirements import require_programs
from support.virtual_service import QUESTION_WAKEUPS, VirtualService
from support.waiting import eventually

# The ground of the layouts that are built in.
GROUND = (0x16, 0x1C, 0x24)
# A clock's row in the bar made for 40 pixels, with room to spare.
CLOCK_PIXELS = 140 * 40


def empty_scans(side: int, length: int) -> bytes:
    """A progressive JPEG file of about this many bytes whose last scan, a few bytes for all of it, comes again and again."""
    file = BytesIO()
    Image.new("RGB", (side, side)).save(file, "JPEG", progressive=True)
    whole = file.getvalue()
    scan = whole[whole.rindex(b"\xff\xda") : -2]
    return whole[:-2] + scan * ((length - len(whole)) // len(scan)) + whole[-2:]


def text_bombs(count: int) -> bytes:
    """A PNG file with compressed texts of nearly 8 MB each."""
    file = BytesIO()
    Image.new("RGB", (8, 8)).save(file, "PNG")
    whole = file.getvalue()
    body = b"zTXtname\0\0" + zlib.compress(b"a" * 7_900_000, 9)
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    # Behind the head, which has 8 and 25 bytes.
    return whole[:33] + chunk * count + whole[33:]


def setUpModule():
    require_programs("foot")


class BarTests(unittest.TestCase):
    panel = "1280x800"

    def setUp(self):
        self.service = self.enterContext(VirtualService(command=[], panel=self.panel, configuration=self.configuration()))

    def configuration(self) -> str:
        return ""

    def bar(self, height: int = 40, width: int = 1280, screen: str = "panel") -> numpy.ndarray:
        """The docked bar's pixels at the top of a screen, once nothing is drawn any more."""
        self.service.wait_until_still()
        picture = self.service.screen(screen)
        left = (picture.shape[1] - width) // 2
        return picture[:height, left : left + width]

    def feed(self, text: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [kagami(), "hud", "feed"], env=self.service.environment, input=text.encode(), capture_output=True,
            timeout=60
        )

    def seconds_of_status(self) -> float:
        """The longest of some replies."""
        longest = 0.0
        for _ in range(5):
            started = time.monotonic()
            self.service.status()
            longest = max(longest, time.monotonic() - started)
        return longest

    def watch_the_clock(self) -> tuple[int, int, int]:
        """What three ticks cost: draws of the bar, pixels of the panel, wake-ups of the service."""
        drawn = self.service.wait_until_still()["hud"]["draws"]
        self.service.wait_for("the clock ticks", lambda status: status["hud"]["draws"] > drawn)
        # From just after one tick to well before the next but three.
        before, after = self.service.rest(3.5)
        draws = after["hud"]["draws"] - before["hud"]["draws"]
        self.assertIn(draws, (3, 4))
        painted = after["counters"]["panel"]["damaged_pixels"] - before["counters"]["panel"]["damaged_pixels"]
        self.assertGreater(painted, 0)
        return draws, painted, after["counters"]["wakeups"] - before["counters"]["wakeups"]


class DockedTests(BarTests):
    def test_bar_covers_its_edge_and_nothing_else(self):
        self.service.cli("hud", "show", "--as", "panel-top")
        self.service.wait_until_still()
        picture = self.service.screen("panel")
        self.assertEqual(tuple(picture[0, 0]), GROUND)
        self.assertEqual(tuple(picture[39, 1279]), GROUND)
        self.assertFalse(picture[40:].any())
        status = self.service.status()["hud"]
        self.assertEqual((status["place"], status["width"], status["height"]), ("panel-top", 1280, 40))
        self.service.cli("hud", "show", "--as", "panel-bottom", "--size", "600x48")
        self.service.wait_until_still()
        picture = self.service.screen("panel")
        self.assertFalse(picture[:752].any())
        self.assertEqual(tuple(picture[799, 340]), GROUND)
        self.assertFalse(picture[752:, :340].any() or picture[752:, 940:].any())
        self.service.cli("hud", "hide")
        self.service.wait_until_still()
        self.assertFalse(self.service.screen("panel").any())
        self.assertIsNone(self.service.status()["hud"])

    def test_each_value_changes_the_picture(self):
        self.service.cli("hud", "show", "--as", "panel-top", "--size", "200x200")
        before = self.bar(200, 200)
        for change in [
            ("--comment", "こんばんは 🎉", "--author", "mika"), ("--viewers", "1284"), ("--gifts", "57"),
            ("--start", "now"), ("--microphone", "on"), ("--microphone", "off"), ("--text", "Evening stream"),
            ("--avatar", self.picture("avatar.png", (200, 30, 30))),
            ("--background", self.picture("ground.jpg", (30, 30, 200))), ("--start", "none"), ("--clear-comments",),
        ]:
            self.service.cli("hud", "set", *change)
            eventually(lambda: (self.top_left(200, 200) != before).any(), f"{change} is drawn")
            before = self.bar(200, 200)
        # The avatar is a red disc at the top left, the ground is bluish where nothing else is.
        red, green, blue = (int(channel) for channel in before[25, 25])
        self.assertGreater(red, 150)
        self.assertLess(max(green, blue), 90)
        self.assertGreater(int(before[2, 150][2]), int(before[2, 150][0]) + 40)

    def top_left(self, height: int, width: int) -> numpy.ndarray:
        left = (1280 - width) // 2
        return self.service.screen("panel")[:height, left : left + width]

    def test_bar_is_as_large_as_its_screen_asks_for(self):
        self.service.cli("hud", "show", "--as", "external-top")
        for plug, height in [("1920x1080", 40), ("3840x2160", 80)]:
            self.service.cli("virtual", "plug", "HDMI-A-1", plug)
            self.service.wait_for("the bar", lambda status: (status["hud"] or {}).get("height") == height)
            # Letters of a text are as high as two thirds of the bar.
            before = self.bar(height, int(plug.split("x")[0]), "external")
            self.service.cli("hud", "set", "--text", f"|{plug}|")
            changed = (self.bar(height, int(plug.split("x")[0]), "external") != before).any(axis=2).any(axis=1)
            self.assertGreaterEqual(changed.sum(), height * 0.55)
            self.service.cli("hud", "set", "--text", "")
            self.service.cli("virtual", "unplug", "HDMI-A-1")

    def test_what_was_never_set_is_absent(self):
        self.service.cli("hud", "show", "--as", "panel-top")
        # Nothing but the outline of a person on the left.
        self.assertTrue((self.bar()[:, 60:] == GROUND).all())
        self.service.cli("hud", "set", "--viewers", "0")
        self.assertFalse((self.bar()[:, 60:] == GROUND).all())

    def test_microphone_that_is_off_is_a_red_disc_with_a_slash(self):
        self.service.cli("hud", "show", "--as", "panel-top")
        self.service.cli("hud", "set", "--microphone", "off")
        bar = self.bar().astype(int)
        red = (bar[:, :, 0] > 190) & (bar[:, :, 1] < 70) & (bar[:, :, 2] < 70)
        rows, columns = numpy.nonzero(red)
        self.assertGreater(red.sum(), 300)
        self.assertGreaterEqual(min(numpy.ptp(rows), numpy.ptp(columns)), 30)
        # The slash in its middle is white.
        self.assertGreater(bar[(rows.min() + rows.max()) // 2, (columns.min() + columns.max()) // 2].min(), 180)
        self.service.cli("hud", "set", "--microphone", "on")
        bar = self.bar().astype(int)
        self.assertFalse(((bar[:, :, 0] > 190) & (bar[:, :, 1] < 70)).any())

    def test_gift_is_shown_with_its_picture_and_counted(self):
        self.service.cli("hud", "show", "--as", "panel-top", "--size", "400x400")
        rose = self.picture("rose.png", (20, 230, 40))
        before = self.bar(400, 400)
        self.service.cli("hud", "set", "--gift", "rose", "--gift-picture", rose, "--gift-count", "3", "--author", "mika")
        bar = self.bar(400, 400).astype(int)
        green = (bar[:, :, 1] > 200) & (bar[:, :, 0] < 60)
        self.assertGreater(green.sum(), 200)
        self.assertEqual(self.service.status()["hud"]["comments"], 1)
        self.assertEqual(self.feed('{"gift":{"name":"cake"}}').returncode, 0)
        self.assertEqual(self.service.status()["hud"]["comments"], 2)
        self.assertFalse((bar == before).all())
        missing_name = self.service.attempt("hud", "set", "--gift-count", "3")
        self.assertEqual(missing_name.status, 64)

    def picture(self, name: str, color: tuple[int, int, int]) -> str:
        Image.new("RGB", (64, 48), color).save(self.service.folder / name)
        return name

    def test_finger_scrolls_back_through_the_comments(self):
        self.service.cli("hud", "show", "--as", "panel-top", "--size", "200x200")
        for number in range(20):
            self.service.cli("hud", "set", "--author", "mika", "--comment", f"comment {number}")
        newest = self.bar(200, 200).copy()
        for step in [("down", 0, 640, 100), ("move", 0, 640, 150), ("move", 0, 640, 700), ("up", 0)]:
            self.service.cli("virtual", "touch", *map(str, step))
        oldest = self.bar(200, 200).copy()
        self.assertTrue((oldest != newest).any())
        self.service.cli("hud", "set", "--author", "mika", "--comment", "one more")
        # The clock is absent, so that nothing but the count of newer ones in the lower right corner changes.
        changed = numpy.argwhere((self.bar(200, 200) != oldest).any(axis=2))
        self.assertGreater(changed[:, 0].min(initial=200), 120)
        self.service.cli("virtual", "touch", "tap", "640", "100")
        newest = self.bar(200, 200).copy()
        self.assertTrue((newest[:120] != oldest[:120]).any())

    def test_comment_fades_after_its_time_and_a_pinned_one_stays(self):
        self.service.configuration.write_text("[hud]\ncomment_seconds = 3\n")
        self.service.cli("config", "reload")
        self.service.cli("hud", "show", "--as", "panel-top", "--size", "200x200")
        self.service.cli("hud", "set", "--pin", "stays", "--author", "mika")
        pinned = self.bar(200, 200).copy()
        self.service.cli("hud", "set", "--comment", "goes", "--author", "mika")
        self.assertTrue((self.top_left(200, 200) != pinned).any())
        eventually(lambda: (self.top_left(200, 200) == pinned).all(), "the comment is gone")

    def test_bar_on_the_external_comes_and_goes_with_it(self):
        note = self.service.cli("hud", "show", "--as", "external-top")
        self.assertIn("external is off", note)
        for _ in range(2):
            self.service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
            self.service.wait_for("mirroring", lambda status: status["state"] == "mirroring")
            self.assertEqual(tuple(self.bar(width=1920, screen="external")[0, 0]), GROUND)
            self.service.cli("virtual", "unplug", "HDMI-A-1")
            self.service.wait_for("panel only", lambda status: status["state"] == "panel-only")
            self.assertFalse(self.bar().any())

    def test_clock_costs_its_own_pixels_and_a_wakeup_or_two_a_second(self):
        self.service.cli("hud", "set", "--comment", "hello", "--elapsed", "01:02:03")
        self.service.cli("hud", "show", "--as", "panel-top")
        # A busy computer may split wake-ups, but joins none.
        for _ in range(3):
            draws, painted, wakeups = self.watch_the_clock()
            self.assertLessEqual(painted, draws * CLOCK_PIXELS)
            # One for the second and one for the display's blank.
            allowed = 2 * draws + QUESTION_WAKEUPS
            if wakeups <= allowed:
                return
        self.fail(f"{wakeups} wake-ups for {draws} seconds, more than {allowed}")

    def test_bar_at_rest_costs_nothing(self):
        self.service.cli("hud", "set", "--comment", "hello", "--viewers", "3")
        self.service.cli("hud", "show", "--as", "panel-top")
        self.service.wait_until_still()
        # Longer than a second: whatever ticks shows itself.
        before, after = self.service.rest(1.2)
        self.assertEqual(after["hud"]["draws"], before["hud"]["draws"])
        self.assertLessEqual(after["counters"]["wakeups"] - before["counters"]["wakeups"], QUESTION_WAKEUPS)


class ReservedEdgeTests(unittest.TestCase):
    def test_application_and_controller_leave_the_edge_free(self):
        service = self.enterContext(VirtualService())
        service.terminal_ready()
        service.cli("hud", "show", "--as", "panel-top")
        service.wait_for_content(1280, 760, "panel")
        service.wait_until_still()
        picture = service.screen("panel")
        self.assertEqual(tuple(picture[39, 1279]), GROUND)
        self.assertTrue(picture[40:].any())
        service.cli("virtual", "plug", "HDMI-A-1", "3840x2160")
        service.wait_for_content(3840, 2160, "external")
        viewport = service.wait_until_still()["viewport"]
        self.assertGreaterEqual(viewport["y"], 40)
        self.assertLessEqual(viewport["y"] + viewport["height"], 800)
        service.cli("hud", "show", "--as", "external-bottom", "--size", "3840x60")
        service.wait_for_content(3840, 2100, "external")
        service.cli("hud", "hide")
        service.wait_for_content(3840, 2160, "external")
        service.cli("virtual", "unplug", "HDMI-A-1")
        service.wait_for_content(1280, 800, "panel")


class PictureInPictureTests(BarTests):
    def shown(self, width: int, height: int) -> dict:
        """Where the bar is as picture in picture, once it has this size and rests."""
        self.service.wait_for(
            f"a bar of {width}x{height}",
            lambda status: status["pip"] and status["pip"]["state"] == "active"
            and (status["pip"]["width"], status["pip"]["height"]) == (width, height),
        )
        return self.service.wait_until_still()["pip"]

    def test_bar_is_drawn_at_the_pictures_own_size(self):
        self.service.cli("hud", "set", "--comment", "こんばんは 🎉", "--author", "mika", "--viewers", "1284")
        for width, height in [(320, 180), (200, 200), (480, 270)]:
            self.service.cli("hud", "show", "--as", "panel-top", "--size", f"{width}x{height}")
            docked = self.bar(height, width)
            self.service.cli("hud", "show", "--as", "pip", "--size", f"{width}x{height}")
            place = self.shown(width, height)
            picture = self.service.screen("panel")
            inside = picture[place["y"] : place["y"] + height, place["x"] : place["x"] + width]
            # Not scaled: the very pixels of the docked bar, which has gone. The edge is the picture's own.
            kept = slice(ROUNDING, -ROUNDING)
            self.assertTrue((inside == docked)[kept, kept].all(), (width, height))
            self.assertFalse(picture[:40].any())
            self.assertEqual(self.service.status()["hud"]["place"], "pip")
        self.service.cli("hud", "hide")
        self.service.wait_until_still()
        self.assertFalse(self.service.screen("panel").any())
        self.assertIsNone(self.service.status()["hud"])

    def test_docking_ends_the_picture(self):
        self.service.cli("hud", "show", "--as", "pip", "--size", "320x180")
        self.shown(320, 180)
        self.service.cli("hud", "show", "--as", "panel-top")
        self.service.wait_for("no picture", lambda status: status["pip"]["state"] == "possible")
        self.service.wait_until_still()
        picture = self.service.screen("panel")
        self.assertEqual(tuple(picture[0, 0]), GROUND)
        self.assertFalse(picture[40:].any())

    def test_clock_costs_its_own_pixels(self):
        self.service.cli("hud", "show", "--as", "pip", "--size", "320x180")
        self.shown(320, 180)
        self.service.cli("hud", "set", "--elapsed", "01:02:03")
        draws, painted, _ = self.watch_the_clock()
        # The card's clock takes what the avatar leaves of its row.
        self.assertLessEqual(painted, draws * 260 * 40)


class FeedTests(BarTests):
    def setUp(self):
        super().setUp()
        self.service.cli("hud", "show", "--as", "panel-top")

    def test_lines_are_taken_in_order(self):
        result = self.feed(
            '{"comment":{"author":"a","text":"one"}}\n\n{"viewers":3,"gift":2}\r\n{"comment":{"author":"b","text":"2"}}'
        )
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertEqual(self.service.status()["hud"]["comments"], 2)

    def test_wrong_lines_are_told_by_number_and_change_nothing(self):
        self.feed('{"viewers":3}')
        before = self.bar()
        lines = [
            "not JSON", "[1]", '{"viewers":"many"}', '{"viewers":-1}', '{"vewers":1}', '{"viewers":1e999}',
            '{"text":"%s"}' % ("x" * 3000), '{"comment":{"text":"no author"}}', '{"viewers":9,"avatar":"/nowhere.png"}',
            '{"viewers":9,"background":"/etc/passwd"}', '{"start":"tomorrow"}', '{"text":"%s"}' % ("x" * 100_000),
            '{"text":"\\ud800"}', '{"elapsed":-5}', "\udcff".encode("utf-8", "surrogateescape").decode("latin-1"),
        ]
        result = self.feed("\n".join(lines) + "\n")
        self.assertEqual(result.returncode, 1)
        errors = result.stderr.decode().splitlines()
        told = [error.split(":")[1].strip() for error in errors]
        self.assertEqual(told, [f"line {number}" for number in range(1, len(lines) + 1)], errors)
        self.assertTrue((self.bar() == before).all())

    def test_good_lines_among_wrong_ones_are_taken(self):
        result = self.feed('oops\n{"comment":{"author":"a","text":"taken"}}\noops')
        self.assertEqual(result.returncode, 1)
        self.assertEqual(self.service.status()["hud"]["comments"], 1)

    def test_flood_is_drawn_now_and_then_and_bounded(self):
        line = '{"comment":{"author":"flood","text":"%d 洪水"},"viewers":%d}\n'
        started = time.monotonic()
        before = self.service.status()
        result = self.feed("".join(line % (number, number) for number in range(20_000)))
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        # The service answers others meanwhile and afterwards.
        after = self.service.status()
        seconds = time.monotonic() - started
        self.assertEqual(after["hud"]["comments"], 50)
        self.assertLessEqual(after["hud"]["draws"] - before["hud"]["draws"], seconds * 31 + 3)


class BadInputTests(BarTests):
    def test_bad_pictures_get_an_error_line_and_change_nothing(self):
        self.service.cli("hud", "show", "--as", "panel-top")
        self.service.cli("hud", "set", "--comment", "hello", "--viewers", "3")
        before = self.bar()
        folder = self.service.folder
        (folder / "text.png").write_text("no picture")
        (folder / "empty.png").write_bytes(b"")
        Image.new("RGB", (8192, 4200)).save(folder / "giant.png")
        Image.effect_noise((200, 200), 50).convert("RGB").save(folder / "whole.png")
        Image.effect_noise((200, 200), 50).convert("RGB").save(folder / "whole.jpg")
        for kind in ("png", "jpg"):
            (folder / f"cut.{kind}").write_bytes((folder / f"whole.{kind}").read_bytes()[:2000])
        Image.new("RGB", (8, 8)).save(folder / "other.gif")
        for name in [
            "text.png", "empty.png", "giant.png", "cut.png", "cut.jpg", "other.gif", "missing.png", "/dev/zero", "/"
        ]:
            for option in ("--avatar", "--background"):
                result = self.service.attempt("hud", "set", "--viewers", "99", option, name)
                self.assertEqual(result.status, 1, (name, result))
                self.assertEqual(len(result.error.splitlines()), 1, result.error)
                self.assertIn("picture", result.error)
        self.assertTrue((self.bar() == before).all())

    def test_picture_larger_than_any_screen_is_taken(self):
        self.service.cli("hud", "show", "--as", "panel-top")
        before = self.bar()
        Image.new("RGB", (8192, 4096), (30, 30, 200)).save(self.service.folder / "large.jpg")
        self.service.cli("hud", "set", "--background", "large.jpg")
        after = self.bar()
        self.assertTrue((after != before).any())
        self.assertGreater(int(after[1, 5][2]), int(after[1, 5][0]) + 40)

    def test_pictures_of_several_commands_come_in_their_order(self):
        self.service.cli("hud", "show", "--as", "panel-top", "--size", "200x200")
        for name, color in [("red", (200, 30, 30)), ("blue", (30, 30, 200))]:
            Image.new("RGB", (1500, 1500), color).save(self.service.folder / f"{name}.png")
        paths = [str(self.service.folder / name) for name in ["red.png", "blue.png"] * 5]
        result = self.feed("".join(json.dumps({"background": path}) + "\n" for path in paths))
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        red, _, blue = (int(channel) for channel in self.bar(200, 200)[2, 150])
        self.assertGreater(blue, red + 40)

    def test_decoder_has_no_rights_but_to_calculate(self):
        picture = self.service.folder / "scans.jpg"
        picture.write_bytes(empty_scans(2048, 360_000))
        self.assert_has_no_rights(picture)

    def test_nor_has_the_one_that_draws_icons(self):
        drawing = self.service.folder / "slow.svg"
        drawing.write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><filter id="f">'
            '<feTurbulence baseFrequency="0.1" numOctaves="10000000"/></filter>'
            '<rect width="8" height="8" filter="url(#f)"/></svg>'
        )
        self.assert_has_no_rights(drawing, "--icon")

    def assert_has_no_rights(self, picture: Path, *options: str) -> None:
        reading, writing = os.pipe()
        with open(picture, "rb") as file:
            # The descriptors take the places that the service gives them.
            script = f'exec 3<"$1" 4>&{writing} 9</dev/null; exec "${{@:2}}"'
            command = [kagami(), "decode-picture", *options]
            decoder = subprocess.Popen(["bash", "-c", script, "bash", picture, *command], pass_fds=[writing])
        os.close(writing)
        try:
            process = Path("/proc") / str(decoder.pid)
            eventually(lambda: "Seccomp:\t2" in (process / "status").read_text(), "the decoder has given its rights up")
            for thread in (process / "task").iterdir():
                self.assertIn("Seccomp:\t2", (thread / "status").read_text())
            self.assertIn("NoNewPrivs:\t1", (process / "status").read_text())
            limits = {line[:26].strip(): line[26:].split() for line in (process / "limits").read_text().splitlines()}
            for name in ["Max file size", "Max open files", "Max processes", "Max core file size"]:
                self.assertEqual(limits[name][:2], ["0", "0"], name)
            self.assertLessEqual(int(limits["Max cpu time"][1]), 10)
            self.assertLess(int(limits["Max address space"][1]), 4 << 30)
            if os.geteuid() == 0:
                self.assertEqual(sorted(os.listdir(process / "fd")), ["0", "1", "2", "3", "4"])
            # Nobody looks after the decoder here: it ends by itself.
            self.assertEqual(-decoder.wait(60), signal.SIGXCPU)
            self.assertEqual(os.read(reading, 100), b"")
        finally:
            decoder.kill()
            os.close(reading)

    def test_bad_requests_get_an_error_line_and_change_nothing(self):
        before = self.service.status()["hud"]
        for request in [
            {}, {"action": "dance"}, {"action": "show"}, {"action": "show", "place": "ceiling"},
            {"action": "show", "place": "panel-top", "height": 0}, {"action": "set"},
            {"action": "show", "place": "panel-top", "width": 99999}, {"action": "set", "values": 3},
            {"action": "set", "values": {"avatar": "relative.png"}}, {"action": "set", "values": {"text": "x" * 2049}},
            {"action": "set", "values": {"gift": 10**12}}, {"action": "set", "values": {"avatar": "\0"}},
        ]:
            reply = self.service.raw_request(json.dumps({"command": "hud"} | request).encode() + b"\n")
            self.assertFalse(reply["ok"], request)
            self.assertEqual(len(reply["error"].splitlines()), 1)
        self.assertEqual(self.service.status()["hud"], before)


class LayoutCase(BarTests):
    """A layout of its own, in a file that may change."""

    layout = '[bar]\nshow = "text"\nbackground = "%s"\nfont_size = 20\n'

    def configuration(self) -> str:
        path = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="kagami-layout-"))) / "layout.toml"
        path.write_text(self.layout % "#204060")
        self.file = path
        return f'[hud]\nlayout = "{path}"\nshow = "panel-top"\nheight = 60\n'

    def wait_for_error(self, words: str):
        self.service.wait_for("the error is told", lambda status: words in (status["hud"]["layout_error"] or ""))


class LayoutTests(LayoutCase):
    def test_layout_is_taken_up_and_again_when_it_changes(self):
        self.assertEqual(tuple(self.bar(60)[59, 0]), (0x20, 0x40, 0x60))
        replacement = self.file.with_suffix(".new")
        replacement.write_text(self.layout % "#602040")
        replacement.rename(self.file)
        eventually(lambda: tuple(self.bar(60)[59, 0]) == (0x60, 0x20, 0x40), "the new layout is drawn")
        # One that is wrong is told of, and the one before stays.
        self.file.write_text('[bar]\nshow = "text"\nbackground = "blue"\n')
        status = self.service.wait_for("the error is told", lambda status: status["hud"]["layout_error"])
        self.assertIn("layout.toml:3:14: background must be a colour", status["hud"]["layout_error"])
        self.assertEqual(tuple(self.bar(60)[59, 0]), (0x60, 0x20, 0x40))
        self.file.write_text(self.layout % "#206040")
        self.service.wait_for("the error is gone", lambda status: status["hud"]["layout_error"] is None)
        eventually(lambda: tuple(self.bar(60)[59, 0]) == (0x20, 0x60, 0x40), "the mended layout is drawn")


class HeavyPictureTests(BarTests):
    # Measures how soon the service answers.
    alone = True

    @thorough
    def test_pictures_made_to_hold_the_service_up_cost_nobody_else_anything(self):
        self.service.cli("hud", "show", "--as", "panel-top")
        before = self.bar()
        usual = self.seconds_of_status()
        (self.service.folder / "scans.jpg").write_bytes(empty_scans(2048, 360_000))
        (self.service.folder / "texts.png").write_bytes(text_bombs(200))
        with ThreadPoolExecutor() as pool:
            for name, reasons in [("scans.jpg", ("takes too long",)), ("texts.png", ("takes too long", "memory"))]:
                with self.subTest(name):
                    result = pool.submit(self.service.attempt, "hud", "set", "--viewers", "99", "--background", name)
                    started, longest = time.monotonic(), 0.0
                    while not result.done():
                        longest = max(longest, self.seconds_of_status())
                    # Whoever is held up waits for all of it.
                    self.assertLess(longest, max(10 * usual + 0.3, (time.monotonic() - started) / 4))
                    if result.result().status != 0:
                        self.assertEqual(len(result.result().error.splitlines()), 1)
                        self.assertTrue(any(reason in result.result().error for reason in reasons), result.result())
                        self.assertTrue((self.bar() == before).all())
                    else:
                        # Texts that are skipped do no harm.
                        self.assertEqual(name, "texts.png")


class HeavyLayoutTests(LayoutCase):
    # Measures how soon the service answers.
    alone = True

    def test_layouts_made_to_hold_the_service_up_are_told_of_at_once(self):
        usual = self.seconds_of_status()
        parts = [
            ("brackets", "[bar]\nrow = " + "[" * 50_000), ("a key", "[bar]\n" + "a." * 30_000 + "a = 1\n"),
            ("a large file", "#" * (1 << 20)), ("nearly boxes", self.nearly_boxes()),
        ]
        for number, (name, text) in enumerate(parts):
            with self.subTest(name):
                self.file.write_text(f"[bar]\nshow = {number}\n")
                self.wait_for_error(":2:8: show must be one of")
                self.file.write_text(text)
                self.assertLess(self.seconds_of_status(), 20 * usual + 0.5)
                self.service.wait_for(
                    "the error is told",
                    lambda status: "show must" not in (status["hud"]["layout_error"] or "show must"),
                )
        os.remove(self.file)
        os.mkfifo(self.file)
        self.file.rename(self.file.with_suffix(".pipe"))
        self.file.with_suffix(".pipe").rename(self.file)
        self.wait_for_error("it is not a regular file")
        os.remove(self.file)

    def nearly_boxes(self) -> str:
        boxes = "".join(f"[box.{'b' * 40}{number}]\nshow = 'text'\n" for number in range(200))
        return boxes + "[bar]\nrow = [%s]" % ",".join(f"'{'c' * 40}{number}'" for number in range(900))

    def seconds_of_status(self) -> float:
        """The longest of some replies."""
        longest = 0.0
        for _ in range(5):
            started = time.monotonic()
            self.service.cli("status", "--json")
            longest = max(longest, time.monotonic() - started)
        return longest


class FullscreenTests(unittest.TestCase):
    """A full-screen application beside a docked bar."""

    def size(self, configuration: str) -> tuple[int, int]:
        service = VirtualService(configuration=configuration)
        service.command[-1] = service.command[-1].replace("exec foot ", "exec foot --fullscreen ")
        with service:
            service.wait_for("the terminal is there", lambda status: status["content"])
            service.cli("hud", "show", "--as", "panel-top")
            service.wait_until_still()
            content = service.status()["content"]
            return content["width"], content["height"]

    def test_takes_what_the_bar_leaves_free(self):
        self.assertEqual(self.size(""), (1280, 760))

    def test_takes_the_whole_screen_where_the_bar_may_lie_over_it(self):
        self.assertEqual(self.size("[hud]\nover_fullscreen = true\n"), (1280, 800))
