"""The Python client of the control socket, with which most of the other tests ask the service too."""

import os
import subprocess
import threading
import typing
import unittest
from unittest import mock

from support.binary import CHECKOUT, kagami
from support.virtual_service import VirtualService
from support.waiting import eventually

from kagami import Client, CommandRefused, types


class PythonClientTests(unittest.TestCase):
    def service(self, **options) -> tuple[VirtualService, Client]:
        service = self.enterContext(VirtualService([], **options))
        return service, Client(service.socket_path)

    def test_its_types_are_those_of_the_program(self):
        checked = subprocess.run(
            [CHECKOUT / "tools/python-types", "--check", kagami()], capture_output=True, text=True, timeout=60)
        self.assertEqual((checked.returncode, checked.stderr), (0, ""))
        kinds = [typing.get_args(event.__annotations__["type"]) for event in typing.get_args(types.Event)]
        self.assertIn(("content-moved",), kinds)
        self.assertEqual(len(set(kinds)), len(kinds))

    def test_what_it_returns_has_the_keys_of_its_types(self):
        _, client = self.service()
        self.assertEqual(client.status().keys(), types.ServiceStatus.__annotations__.keys())
        [output] = client.outputs()
        self.assertEqual(output.keys(), types.OutputStatus.__annotations__.keys())
        self.assertEqual(client.windows(), [])

    def test_commands_act_and_refusals_say_why(self):
        _, client = self.service()
        client.request("virtual.plug", name="HDMI-A-1", width=1920, height=1080)
        eventually(lambda: client.status()["state"] == "mirroring", "the display is on")
        with self.assertRaisesRegex(CommandRefused, "moon|screen"):
            client.request("screenshot", screen="moon")
        picture = os.memfd_create("picture")
        self.addCleanup(os.close, picture)
        client.request("screenshot", files=[picture], screen="panel")
        self.assertEqual(os.pread(picture, 4, 0), b"\x89PNG")

    def test_events_come_in_order_until_the_service_ends(self):
        service, client = self.service()
        seen = []
        with client.events() as events:
            thread = threading.Thread(target=lambda: seen.extend(events))
            thread.start()
            for command, keys in (("plug", {"width": 800, "height": 600}), ("unplug", {})):
                client.request(f"virtual.{command}", name="DP-1", **keys)
            service.end()
            thread.join(10)
        self.assertFalse(thread.is_alive())
        plugs = [(event["type"], event["output"]) for event in seen if event["type"] in ("plugged", "unplugged")]
        self.assertEqual(plugs, [("plugged", "DP-1"), ("unplugged", "DP-1")])
        self.assertEqual([event["time_us"] for event in seen], sorted(event["time_us"] for event in seen))

    def test_the_socket_is_found_as_the_commands_find_it(self):
        with mock.patch.dict(os.environ, {"KAGAMI_SOCKET": "/a/b.sock", "XDG_RUNTIME_DIR": "/run/user/1"}):
            self.assertEqual(str(Client().path), "/a/b.sock")
        with mock.patch.dict(os.environ, {"KAGAMI_SOCKET": "", "XDG_RUNTIME_DIR": "/run/user/1"}):
            self.assertEqual(str(Client().path), "/run/user/1/kagami.sock")
        with self.assertRaises(FileNotFoundError):
            Client("/nowhere/kagami.sock").status()
