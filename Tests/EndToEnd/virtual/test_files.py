"""Files that commands write and read: always with the command's own rights, never with the service's."""

import json
import os
import signal
import socket
import stat
import subprocess
import unittest

from PIL import Image

from support.binary import kagami
from support.pictures import load
from support.processes import open_descriptors
from support.virtual_service import VirtualService
from support.waiting import eventually


class FileTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = cls.enterClassContext(VirtualService(command=[]))

    def setUp(self):
        self.folder = self.service.folder / self.id().rpartition(".")[2]
        self.folder.mkdir()

    def request(self, files: tuple[int, ...] = (), **keys) -> dict:
        return self.service.raw_request(json.dumps(keys).encode() + b"\n", files)


class PictureTests(FileTests):
    def test_picture_takes_the_place_of_a_file(self):
        path = self.folder / "panel.png"
        path.write_text("old")
        path.chmod(0o640)
        self.service.cli("screenshot", "panel", str(path))
        self.assertEqual(load(path).shape, (800, 1280, 3))
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o640)
        self.assertEqual(os.listdir(self.folder), ["panel.png"])

    def test_name_or_type_says_how_it_is_written(self):
        for name, options, start in (
                ("panel", (), b"\x89PNG"), ("panel.ppm", (), b"P6\n"), ("panel.PPM", ("--type", "png"), b"\x89PNG"),
                ("panel.png", ("-t", "ppm"), b"P6\n")):
            with self.subTest(name, options=options):
                path = self.folder / name
                self.service.cli("screenshot", "panel", str(path), *options)
                self.assertTrue(path.read_bytes().startswith(start))
                self.assertEqual(load(path).shape, (800, 1280, 3))

    def test_device_and_pipe_are_written_to_and_stay(self):
        device = os.makedev(1, 3)
        null = self.folder / "null"
        try:
            os.mknod(null, stat.S_IFCHR | 0o666, device)
            open(null, "wb").close()
        except PermissionError:
            null = "/dev/null"
        self.service.cli("screenshot", "panel", str(null))
        self.assertTrue(stat.S_ISCHR(os.lstat(null).st_mode))
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
            self.service.cli("screenshot", "panel", str(pipe))
            self.assert_is_picture(reader.stdout.read())
        self.assertTrue(pipe.is_fifo())

    def test_standard_output_can_be_named_in_any_way(self):
        for name in ("-", "/dev/stdout", "/proc/self/fd/1"):
            with self.subTest(name=name):
                result = subprocess.run(
                    [kagami(), "screenshot", "panel", name], env=self.service.environment, capture_output=True,
                    timeout=30
                )
                self.assertEqual((result.returncode, result.stderr), (0, b""))
                self.assert_is_picture(result.stdout)
        self.assertTrue(os.path.islink("/dev/stdout"))

    def test_link_stays_and_its_target_is_written(self):
        target, link = self.folder / "target.png", self.folder / "link.png"
        target.write_bytes(bytes(1 << 20))
        link.symlink_to(target)
        self.service.cli("screenshot", "panel", str(link))
        self.assertTrue(link.is_symlink())
        self.assertEqual(load(target).shape, (800, 1280, 3))
        self.assertLess(target.stat().st_size, 1 << 20)

    def test_service_writes_where_it_is_handed_a_descriptor_and_nowhere_else(self):
        path = self.folder / "raw.png"
        named = self.folder / "named.png"
        with open(path, "wb") as file:
            reply = self.request((file.fileno(),), command="screenshot", screen="panel", path=str(named))
        self.assertEqual(reply, {"ok": True})
        self.assertEqual(load(path).shape, (800, 1280, 3))
        reply = self.request(command="screenshot", screen="panel", path=str(named))
        self.assertIn("attach it (SCM_RIGHTS)", reply["error"])
        self.assertFalse(named.exists())

    def test_descriptors_that_could_keep_the_service_waiting_are_refused(self):
        reading, writing = os.pipe()
        with open("/dev/null", "wb") as device, open(__file__, "rb") as read_only:
            for descriptor in (writing, device.fileno(), read_only.fileno()):
                reply = self.request((descriptor,), command="screenshot", screen="panel")
                self.assertFalse(reply["ok"])
                reply = self.request((descriptor,) * 2, command="hud", action="set", values={"avatar": 1})
                self.assertIn("picture for the avatar", reply["error"])
        os.close(reading)
        os.close(writing)
        self.assertTrue(self.service.status())

    def test_too_many_descriptors_cost_the_connection_alone(self):
        with self.service.connect() as channel, open("/dev/null") as file:
            socket.send_fds(channel, [b"{"], [file.fileno()] * 200)
            lines = channel.makefile("rb").readlines()
        self.assertIn("too many descriptors", json.loads(lines[0])["error"])
        self.assertEqual(len(lines), 1)
        before = open_descriptors(self.service.process.pid)
        for _ in range(50):
            with open("/dev/null") as file:
                self.service.raw_request(b"nonsense\n", (file.fileno(),) * 4)
        eventually(lambda: open_descriptors(self.service.process.pid) <= before, "unclaimed descriptors are closed")

    def test_pictures_of_the_bar_are_opened_by_the_command(self):
        path = self.folder / "face.png"
        Image.new("RGB", (8, 8), (200, 0, 0)).save(path)
        with open(path, "rb") as file:
            values = {"avatar": 0, "background": 0}
            self.assertEqual(
                self.request((file.fileno(),), command="hud", action="set", values=values), {"ok": True})
        reply = self.request(command="hud", action="set", values={"avatar": str(path)})
        self.assertIn("avatar must be the number of a descriptor", reply["error"])
        reply = self.request(command="hud", action="set", values={"avatar": 0})
        self.assertIn("no descriptor 0 is attached to the request", reply["error"])

    def assert_is_picture(self, data: bytes):
        path = self.folder / "copy.png"
        path.write_bytes(data)
        self.assertEqual(load(path).shape, (800, 1280, 3))


class RecordingTests(FileTests):
    def record(self, path) -> subprocess.Popen:
        recorder = subprocess.Popen(
            [kagami(), "input", "record", str(path)], env=self.service.environment, stderr=subprocess.PIPE, text=True)
        self.addCleanup(recorder.stderr.close)
        self.addCleanup(lambda: recorder.poll() is None and recorder.kill())
        return recorder

    def test_recording_is_its_owners_alone(self):
        new, old = self.folder / "new", self.folder / "old"
        old.write_text("old")
        old.chmod(0o666)
        with open(old) as reader:
            for path in (new, old):
                inode = path.exists() and path.stat().st_ino
                recorder = self.record(path)
                eventually(lambda: path.exists() and path.stat().st_ino != inode, "the recording has begun")
                self.service.cli("virtual", "key", "a")
                eventually(lambda: '"code":30' in path.read_text(), "the key is recorded")
                self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)
                recorder.send_signal(signal.SIGINT)
                self.assertEqual(recorder.wait(10), 0)
            # Whoever had the file open before sees nothing of it.
            self.assertEqual(reader.read(), "old")
        self.assertEqual(sorted(os.listdir(self.folder)), ["new", "old"])

    def test_recording_follows_no_link(self):
        target, link = self.folder / "target", self.folder / "link"
        target.write_text("precious")
        link.symlink_to(target)
        recorder = self.record(link)
        self.assertEqual(recorder.wait(10), 1)
        self.assertIn("is a symbolic link", recorder.stderr.read())
        self.assertEqual(target.read_text(), "precious")
