"""What programs of X ask the window manager for: moves by their own title bars, the keyboard, attention, tokens and pointers."""

import json
import re
import struct
import unittest

import numpy

from support.menu import MenuCase
from support.pictures import keep
from support.requirements import require_programs
from support.waiting import eventually
from support.x_client import BUTTON_PRESS, BUTTON_PRESSED, STRUCTURE_NOTIFY, XClient
from support.x_programs import DIALOG
from support.x_service import FOUR_K, PANEL, XService, colour_at

KEY_PRESS = 1 << 0
KEY_PRESSED = 2
# Codes of X are those of Linux and eight more.
F8 = 66 + 8
# Numbers of _NET_WM_MOVERESIZE.
BOTTOM_RIGHT, MOVE, CANCEL = 4, 8, 11


def setUpModule():
    require_programs("Xwayland", "dmenu", "foot", "wmctrl", "xdotool", "xprop", "xterm", "xwininfo")


class DragTests(unittest.TestCase):
    def setUp(self):
        self.service = self.enterContext(XService())

    def pointer(self, *words: object) -> None:
        self.service.cli("virtual", "pointer", *map(str, words))

    def place(self, window: int) -> tuple[int, ...]:
        """The corner and the size of a window, as X has them."""
        found = self.service.x("xdotool", "getwindowgeometry", "--shell", str(window))
        return tuple(int(re.search(rf"^{name}=(-?\d+)$", found, re.M)[1]) for name in ("X", "Y", "WIDTH", "HEIGHT"))

    def wait_for_place(self, window: int, place: tuple[int, ...]) -> None:
        try:
            eventually(lambda: self.place(window) == place, "")
        except AssertionError:
            self.assertEqual(self.place(window), place)

    def test_a_dialog_of_gtk_is_moved_by_its_own_title_bar(self):
        self.service.start("/usr/bin/python3", "-B", str(DIALOG), GDK_BACKEND="x11")

        def found() -> int | None:
            windows = self.service.x("xdotool", "search", "--onlyvisible", "--name", "^In front$").split()
            return int(windows[-1]) if windows else None

        dialog = eventually(found, "the dialog is shown", 30)
        self.service.wait_until_still()
        x, y, width, height = self.place(dialog)
        self.assertEqual((x, y), ((PANEL[0] - width) // 2, (PANEL[1] - height) // 2))
        # GTK moves the window when the pointer has moved a little with the button pressed.
        start = (x + width // 2 - 100, y + 20)
        self.pointer("move", *start)
        self.pointer("button", "left", "press")
        for step in range(5, 105, 5):
            self.pointer("move", start[0] + step, start[1] + step)
        eventually(lambda: self.place(dialog)[0] != x, "the dialog moves")
        before = self.place(dialog)
        self.pointer("move", start[0] + 200, start[1] + 120)
        self.wait_for_place(dialog, (before[0] + 100, before[1] + 20, width, height))
        self.pointer("button", "left", "release")
        self.pointer("move", *start)
        self.service.wait_until_still()
        self.assertEqual(self.place(dialog), (before[0] + 100, before[1] + 20, width, height))

    def test_a_dialog_is_resized_until_its_client_cancels(self):
        with XClient(self.service.x_number) as client:
            client.map(client.window(0, 0, 300, 200, 0x204060))
            self.service.wait_for_content(*PANEL, "panel")
            dialog = client.window(7, 9, 400, 300, 0x10A020)
            client.property(dialog, "WM_TRANSIENT_FOR", "WINDOW", 32, struct.pack("<I", dialog - 1))
            client.map(dialog)
            eventually(lambda: colour_at(self.service, "panel", 640, 400) == (0x10, 0xA0, 0x20), "the dialog is shown")
            self.pointer("move", 700, 500)
            self.pointer("button", "left", "press")
            client.wait_for(BUTTON_PRESSED)
            client.message(dialog, "_NET_WM_MOVERESIZE", 700, 500, BOTTOM_RIGHT, 1, 1)
            # X tells the client of the button's release when the pointer comes back: the drag has it meanwhile.
            client.sync()
            eventually(self.moved(dialog, 740, 530, 440, 330), "the dialog is larger")
            client.message(dialog, "_NET_WM_MOVERESIZE", 0, 0, CANCEL, 1, 1)
            client.sync()
            eventually(lambda: "MOVERESIZE" in self.service.x("xprop", "-root", "_NET_SUPPORTED"), "another round trip")
            self.pointer("move", 760, 540)
            self.service.wait_until_still()
            self.assertEqual(self.place(dialog)[2:], (440, 330))
            self.pointer("button", "left", "release")
            # The client may choose another size than the user.
            client.resize(dialog, 500, 280)
            client.sync()
            eventually(lambda: self.place(dialog)[2:] == (500, 280), "the dialog has its client's size")

    def moved(self, window: int, x: int, y: int, width: int, height: int):
        """Moves the pointer until the window has this size: the drag begins some time after its message."""
        def is_moved() -> bool:
            self.pointer("move", x, y)
            return self.place(window)[2:] == (width, height)
        return is_moved


class KeyboardTests(unittest.TestCase):
    def setUp(self):
        service = XService()
        self.mark = service.folder / "mark"
        service.configuration.write_text(
            f'[[binding]]\nkeys = "f8"\ncommand = ["sh", "-c", "echo ran >>{self.mark}"]\n')
        self.service = self.enterContext(service)

    def start_terminal(self) -> None:
        """A Wayland program that has the keyboard."""
        words = self.service.terminal.command()
        self.service.start(*words, WAYLAND_DISPLAY=self.service.application_display())
        eventually(lambda: self.service.terminal.size() is not None, "the terminal runs", 30)

    def type_until(self, text: str, is_done) -> None:
        self.service.cli("virtual", "key", "type", text)
        eventually(is_done, f"{text!r} is typed")

    def test_dmenu_over_a_wayland_window_is_typed_into(self):
        self.start_terminal()
        self.type_until("before", lambda: "before" in self.service.terminal.typed())
        choice = self.service.folder / "choice"
        menu = self.service.start("sh", "-c", f"printf 'apple\\npear\\nplum\\n' | dmenu >{choice}")

        # dmenu is shown once it has the keyboard's grab.
        eventually(lambda: self.service.screen("panel")[:20, 600:].any(), "dmenu is shown")
        self.service.wait_until_still()
        self.service.cli("virtual", "key", "type", "pl\n")
        eventually(lambda: menu.poll() is not None, "dmenu ends with a choice")
        self.assertEqual(choice.read_text(), "plum\n")
        self.type_until("after", lambda: "after" in self.service.terminal.typed())
        self.assertEqual(self.service.terminal.typed(), "beforeafter")

    def test_a_tooltip_takes_no_keyboard(self):
        self.start_terminal()
        with XClient(self.service.x_number) as client:
            tooltip = client.window(10, 10, 50, 50, 0xC02010, places_itself=True)
            kind = struct.pack("<I", client.atom("_NET_WM_WINDOW_TYPE_TOOLTIP"))
            client.property(tooltip, "_NET_WM_WINDOW_TYPE", "ATOM", 32, kind)
            client.map(tooltip)
            eventually(lambda: colour_at(self.service, "panel", 20, 20) == (0xC0, 0x20, 0x10), "the tooltip is shown")
            self.type_until("text", lambda: "text" in self.service.terminal.typed())

    def test_a_grab_has_the_keys_of_bindings(self):
        def ran() -> int:
            return self.mark.read_text().count("ran") if self.mark.exists() else 0

        def press() -> None:
            self.service.cli("virtual", "key", "f8")

        with XClient(self.service.x_number) as client:
            window = client.window(0, 0, 300, 200, 0x204060, events=KEY_PRESS | BUTTON_PRESS | STRUCTURE_NOTIFY)
            client.map(window)
            self.service.wait_for_content(*PANEL, "panel")
            eventually(lambda: str(window) in self.service.x("xdotool", "getactivewindow"), "the window is active")
            press()
            eventually(lambda: ran() == 1, "the binding has run")
            # GrabKeyboard, which waits for nothing.
            client.send(31, 0, struct.pack("<IIBBxx", window, 0, 1, 1))
            self.assertEqual(client.answer()[1], 0)

            def is_pressed() -> bool:
                press()
                client.sync()
                return any(event[0] & 0x7F == KEY_PRESSED for event in client.events)

            eventually(is_pressed, "the grab has the key")
            client.events.clear()
            before = ran()
            press()
            self.assertEqual(client.wait_for(KEY_PRESSED)[1], F8)
            self.assertEqual(ran(), before)
            # UngrabKeyboard.
            client.send(32, 0, struct.pack("<I", 0))
            client.sync()

            def runs() -> bool:
                press()
                return ran() > before

            eventually(runs, "the binding runs again")


class AttentionTests(unittest.TestCase):
    """Windows behind another one ask for attention until they get the keyboard."""

    def setUp(self):
        self.service = self.enterContext(XService())

    def urgent(self) -> list[str]:
        """The application ids of the windows that ask for attention."""
        windows = json.loads(self.service.cli("windows", "list", "--json"))
        return sorted(window["app_id"] for window in windows if window["urgent"])

    def wait_for(self, *urgent: str) -> None:
        eventually(lambda: self.urgent() == list(urgent), f"the windows {urgent} ask for attention")

    def start_behind(self, *command: str, **variables: str) -> None:
        """Starts a program whose window another one then covers."""
        self.service.start(*command, **variables)
        self.service.wait_for("the program is there", lambda status: status["content"])
        self.service.start("xterm", "-class", "Front", "-e", "sleep", "1000")
        self.service.wait_for("the other window is there", lambda status: status["content"]["app_id"] == "Front")

    def bell(self, go: str) -> list[str]:
        """A command that rings the bell once this file exists, and again once it is there anew."""
        ring = f"while ! rm {self.service.folder / go} 2>/dev/null; do sleep 0.05; done; printf '\\a'"
        return ["sh", "-c", f"while true; do {ring}; done"]

    def ring(self, go: str, app_id: str) -> None:
        """Rings until the terminal asks for attention; it does not while it has yet to hear that it lost the keyboard."""

        def asks() -> bool:
            (self.service.folder / go).touch()
            return self.urgent() == [app_id]

        eventually(asks, f"{app_id} asks for attention")

    def test_x_tools_ask_for_attention_and_take_it_back(self):
        self.start_behind("xterm", "-class", "Behind", "-e", "sleep", "1000")
        window = self.service.x("xdotool", "search", "--class", "^Behind$").split()[-1]

        def has_state() -> bool:
            return "DEMANDS_ATTENTION" in self.service.x("xprop", "-id", window, "_NET_WM_STATE")

        self.assertIn("_NET_WM_STATE_DEMANDS_ATTENTION", self.service.x("xprop", "-root", "_NET_SUPPORTED"))
        self.wait_for()
        for set_it, unset in (
            (("wmctrl", "-i", "-r", window, "-b", "add,demands_attention"), ("wmctrl", "-i", "-r", window, "-b", "remove,demands_attention")),
            (("xdotool", "set_window", "--urgency", "1", window), ("xdotool", "set_window", "--urgency", "0", window)),
        ):
            for end in (unset, ("xdotool", "windowactivate", window)):
                with self.subTest(set_it[0], end=end[0]):
                    self.service.x(*set_it)
                    self.wait_for("Behind")
                    eventually(has_state, "the window has the state")
                    self.assertRegex(self.service.cli("windows", "list"), r"(?m)^content +urgent +Behind ")
                    self.service.x(*end)
                    self.wait_for()
                    eventually(lambda: not has_state(), "the window no longer has the state")
            # The window in use asks for nothing, and its program's next word counts again later.
            self.service.x(*set_it)
            self.service.x(*unset)
            self.service.cli("windows", "activate", "Front")
            self.wait_for()

    def test_the_bell_of_an_x_terminal(self):
        self.start_behind("xterm", "-class", "Behind", "-xrm", "*bellIsUrgent: true", "-e", *self.bell("ring"))
        for _ in range(2):
            self.ring("ring", "Behind")
            self.service.cli("windows", "activate", "Behind")
            self.wait_for()
            self.service.cli("windows", "activate", "Front")

    def test_the_bell_of_a_wayland_terminal(self):
        """It asks for activation with a token that follows from no action of the user."""
        self.start_behind(
            "foot", "--override", "bell.urgent=yes", *self.bell("ring"), WAYLAND_DISPLAY=self.service.application_display())
        for _ in range(2):
            self.ring("ring", "foot")
            self.assertEqual(self.service.status()["content"]["app_id"], "Front")
            self.service.cli("windows", "activate", "foot")
            self.wait_for()
            self.service.cli("windows", "activate", "Front")


class IconTests(MenuCase):
    def test_the_menu_shows_the_icons_that_windows_bring(self):
        red, green, blue = (0xFA, 0x0A, 0x14), (0x10, 0xC0, 0x30), (0x10, 0x40, 0xF0)

        def picture(side: int, colour: tuple[int, ...]) -> bytes:
            return struct.pack("<II", side, side) + bytes([*reversed(colour), 0xFF]) * side * side

        with XService("[menu]\n") as service, XClient(service.x_number) as client:
            self.service = service

            def set_icon(window: int, *pictures: bytes) -> None:
                client.property(window, "_NET_WM_ICON", "CARDINAL", 32, b"".join(pictures))

            def is_shown(colour: tuple[int, ...]) -> bool:
                # A square of at least a third of an inch.
                return (service.screen("panel")[:, :, :3] == colour).all(axis=2).sum() > 30 * 30

            def list_windows() -> None:
                service.cli("menu", "show")
                self.tap(self.entries()["windows"])

            first, second = (client.window(0, 0, 300, 200, 0x204060) for _ in range(2))
            set_icon(first, picture(16, green), picture(64, red), picture(200, green))
            for window in (first, second):
                client.map(window)
            client.sync()
            eventually(lambda: len(json.loads(service.cli("windows", "list", "--json"))) == 2, "both windows are there")
            service.wait_until_still()
            list_windows()
            eventually(lambda: is_shown(red), "the first window's icon is shown")
            keep(window_icons=service.screen("panel"))
            self.assertFalse(is_shown(green))
            # Icons that change or come later are shown when the list is shown again.
            set_icon(first, picture(48, green))
            set_icon(second, picture(32, blue))

            def are_both_shown() -> bool:
                service.cli("menu", "hide")
                list_windows()
                service.wait_until_still()
                return is_shown(green) and is_shown(blue)

            eventually(are_both_shown, "both icons are shown")
            self.assertFalse(is_shown(red))


class PointerTests(unittest.TestCase):
    def test_a_pointer_has_the_pixels_of_its_picture_at_every_scale(self):
        with XService("[pointer]\nsize = 20\n[external]\nscale = 2\n") as service, XClient(service.x_number) as client:
            window = client.window(0, 0, 300, 200, 0x204060)
            client.map(window)
            service.wait_for_content(*PANEL, "panel")
            service.plug(1920, 1080)
            eventually(
                lambda: re.search(r"Xcursor.size:\\t40\\n", service.x("xprop", "-root", "RESOURCE_MANAGER")), "the size is told")
            # CreatePixmap of 16x16, filled by a graphics context, and from it a red pointer with its hot spot at (3, 5).
            pixmap, context, cursor = (client.base + 1000 + number for number in range(3))
            client.send(53, 1, struct.pack("<IIHH", pixmap, client.root, 16, 16))
            client.send(55, 0, struct.pack("<IIII", context, pixmap, 1 << 2, 1))
            client.send(70, 0, struct.pack("<IIhhHH", pixmap, context, 0, 0, 16, 16))
            client.send(93, 0, struct.pack("<IIIHHHHHHHH", cursor, pixmap, pixmap, 0xFFFF, 0, 0, 0, 0, 0, 3, 5))
            client.send(2, 0, struct.pack("<III", window, 1 << 14, cursor))
            client.sync()
            service.cli("virtual", "pointer", "move", "600", "400")

            def red() -> numpy.ndarray:
                return numpy.argwhere((service.screen("external")[:, :, :3] == (255, 0, 0)).all(axis=2))

            eventually(lambda: len(red()) > 0, "the pointer is shown")
            service.wait_until_still()
            found = red()
            self.assertEqual(len(found), 16 * 16)
            top, left = found.min(axis=0)
            status = service.status()
            viewport = status["viewport"]
            x, y = ((at - viewport[side]) / viewport["scale"] for at, side in ((600, "x"), (400, "y")))
            self.assertLessEqual(max(abs(left + 3 - x), abs(top + 5 - y)), 1)


class TwoOutputTests(unittest.TestCase):
    def test_a_full_screen_window_on_the_panel_is_there(self):
        """Each screen shows its window's own pixels, and a finger presses the pixel below it."""
        configuration = "[application]\noutputs = 2\n[external]\nscale = 2\n"
        with XService(configuration) as service, XClient(service.x_number) as client:

            def extent() -> tuple[int, ...]:
                found = service.x("xwininfo", "-root")
                return tuple(int(re.search(rf"{name}: (\d+)", found)[1]) for name in ("Width", "Height"))

            slides = client.window(0, 0, 300, 200, 0x204060)
            client.map(slides)
            service.wait_for_content(*PANEL, "panel")
            service.plug(*FOUR_K)
            # The panel is to the right of the external's pixels.
            eventually(lambda: extent() == (FOUR_K[0] + PANEL[0], FOUR_K[1]), "X has both outputs")
            notes = client.window(FOUR_K[0] + 10, 20, 300, 200, 0x10A020)
            state = struct.pack("<I", client.atom("_NET_WM_STATE_FULLSCREEN"))
            client.property(notes, "_NET_WM_STATE", "ATOM", 32, state)
            client.map(notes)
            service.wait_for("the notes are on the panel", lambda status: status["panel_foreground"] == "application")
            green, blue = (0x10, 0xA0, 0x20), (0x20, 0x40, 0x60)
            eventually(lambda: colour_at(service, "panel", 5, 5) == green, "the notes are drawn")
            eventually(lambda: bool((service.screen("panel")[:, :, :3] == green).all()), "the notes fill the panel")
            eventually(lambda: bool((service.screen("external")[:, :, :3] == blue).all()), "the slides fill the external")
            # A menu of the notes is at its place on the panel.
            menu = client.window(FOUR_K[0] + 1000, 600, 40, 30, 0xC02010, places_itself=True)
            client.map(menu)
            eventually(lambda: colour_at(service, "panel", 1010, 610) == (0xC0, 0x20, 0x10), "the menu is shown")
            red = numpy.argwhere((service.screen("panel")[:, :, :3] == (0xC0, 0x20, 0x10)).all(axis=2))
            self.assertEqual((red.min(axis=0).tolist(), red.max(axis=0).tolist()), ([600, 1000], [629, 1039]))
            client.unmap(menu)
            service.cli("virtual", "touch", "tap", "700", "300")
            pressed = client.wait_for(BUTTON_PRESSED)
            found, root_x, root_y, x, y = struct.unpack_from("<I4xhhhh", pressed, 12)
            self.assertEqual(found, notes)
            self.assertLessEqual(max(abs(root_x - FOUR_K[0] - 700), abs(root_y - 300), abs(x - 700), abs(y - 300)), 1)
            # It asks to be full screen on the other screen, as toolkits do.
            client.message(notes, "_NET_WM_STATE", 0, client.atom("_NET_WM_STATE_FULLSCREEN"), 0, 1)
            client.send(12, 0, struct.pack("<IHxxiI", notes, 1 << 0 | 1 << 1, 40, 40))
            client.message(notes, "_NET_WM_STATE", 1, client.atom("_NET_WM_STATE_FULLSCREEN"), 0, 1)
            eventually(lambda: colour_at(service, "external", 5, 5) == green, "the notes are on the external")
            # And alone on the panel, without an external.
            service.cli("virtual", "unplug", "HDMI-A-1")
            eventually(lambda: extent() == PANEL, "X has one output")
            eventually(lambda: colour_at(service, "panel", 5, 5) == green, "the notes come home")
