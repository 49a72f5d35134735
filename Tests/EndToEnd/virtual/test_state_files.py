"""What the service keeps beyond its end, in files that are damaged, or that there is no room for."""

import os
import resource
import shutil
import unittest

from support.processes import end_process
from support.virtual_service import VirtualService
from support.waiting import eventually

GOOD = '{"make":"KGM","model":"Virtual","serial":"DSI-1","output":"DSI-1","settings":{"scale":2}}'
OTHER = '{"output":"VGA-1","settings":{"scale":2}}'
# The kinds of damage, and whether the panel's settings can be used nevertheless.
DAMAGES = {
    "empty": (b"", False),
    "cut off": (f'{{"displays":[{GOOD},{OTHER[:20]}'.encode(), False),
    "binary": (bytes(index * 167 & 0xFF for index in range(300)), False),
    "of wrong types": (f'{{"displays":[{GOOD},{OTHER.replace("2", "[]")}]}}'.encode(), True),
    "too large": (f'{{"displays":[{GOOD}]}}'.encode() + b" " * 70_000, False),
    "a folder": (None, False),
    "a link to itself": (None, False),
    "of another version": (f'{{"displays":[{GOOD}],"version":2}}'.encode(), True),
}


class StateFileTests(unittest.TestCase):
    def setUp(self):
        self.service = VirtualService(command=["sleep", "1000"], configuration="[menu]\nhandle = \"never\"\n", wait=False)
        self.state = self.service.folder / ".local" / "state" / "kagami"
        self.file = self.state / "displays.json"
        self.state.mkdir(parents=True)

    def errors(self, text: str) -> list[str]:
        return [line for line in (self.service.folder / "stderr").read_text().splitlines() if text in line]

    def start(self) -> VirtualService:
        """The service, again where it has ended."""
        if hasattr(self.service, "process"):
            # A test of another kind may have failed before it came to the end.
            end_process(self.service.process)
            self.service.spawn()
        else:
            self.enterContext(self.service)
        eventually(self.service.answers, "the service answers")
        return self.service

    def put(self, kind: str, content: bytes | None) -> None:
        if content is not None:
            self.file.write_bytes(content)
        elif kind == "a folder":
            self.file.mkdir()
        else:
            self.file.symlink_to(self.file)

    def test_what_is_good_is_used_and_the_rest_is_kept_and_told_of_once(self):
        for kind, (content, is_used) in DAMAGES.items():
            with self.subTest(kind):
                for leftover in self.state.iterdir():
                    shutil.rmtree(leftover) if leftover.is_dir() and not leftover.is_symlink() else leftover.unlink()
                self.put(kind, content)
                service = self.start()
                self.assertEqual(service.status()["panel"]["scale"], 2 if is_used else 1)
                lines = self.errors("displays.json")
                self.assertEqual(len(lines), 1, lines)
                self.assertIn("advice=", lines[0])
                kept = self.state / "displays.json.damaged"
                if content is None:
                    self.assertTrue(os.path.lexists(kept))
                else:
                    self.assertEqual(kept.read_bytes(), content)
                service = self.start()
                self.assertEqual(service.status()["panel"]["scale"], 2 if is_used else 1)
                self.assertEqual(self.errors("displays.json"), [], "it is not told of again")

    def test_a_full_disk_keeps_the_old_file_and_is_told_of_once(self):
        """A limit of the files' sizes stands for the disk: a write fails after some bytes."""
        displays = ",".join(f'{{"output":"VGA-{number}","settings":{{"scale":2}}}}' for number in range(2, 20))
        self.file.write_text(f'{{"displays":[{displays}]}}')
        service = self.start()
        service.cli("virtual", "plug", "HDMI-A-1", "1920x1080")
        service.wait_for("it is the external", lambda status: status["state"] == "mirroring")
        service.cli("controller", "trackpad")
        before = self.file.read_bytes()
        self.assertIn(b"trackpad", before)
        room = (self.service.folder / "stderr").stat().st_size + 1000
        self.assertLess(room, len(before))
        usual = resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
        for mode in ("direct", "view", "keys"):
            service.cli("controller", mode)
        self.assertEqual(self.file.read_bytes(), before)
        self.assertEqual([path.name for path in self.state.iterdir()], ["displays.json"])
        self.assertEqual(len(self.errors("displays.json")), 1, self.errors(""))
        resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE, usual)
        service.cli("controller", "view")
        eventually(lambda: b'"view"' in self.file.read_bytes(), "it is saved again")
