"""Runs in the guest: takes requests from the virtio-serial port, one JSON object a line, and answers each.

A request has an `id`, which its answer repeats, and an `op`. An answer has the operation's own keys, or `error`.
"""

import json
import subprocess
import sys
import threading
import traceback

import control
from gamepad import GamePad
from keyboard import LitKeyboard
from lid import Lid
from pen import Pen
from programs import Programs
from touchscreen import TouchScreen

PORT = "/dev/virtio-ports/kagami.agent"
# The input devices that can be made through uinput.
DEVICES = {"gamepad": GamePad, "keyboard": LitKeyboard, "lid": Lid, "pen": Pen, "touch": TouchScreen}


class Agent:
    """Serves requests, each in a thread of its own: some of them wait."""

    def __init__(self, port):
        self.port = port
        self.lock = threading.Lock()
        self.programs = Programs()
        self.devices: dict[str, object] = {}

    def serve(self) -> None:
        self.answer({"id": 0, "ready": True})
        while line := self.port.readline():
            request = json.loads(line)
            threading.Thread(target=self.handle, args=(request,), daemon=True).start()

    def handle(self, request: dict) -> None:
        try:
            result = self.perform(request.pop("op"), request)
        except Exception as error:
            traceback.print_exc()
            result = {"error": f"{type(error).__name__}: {error}"}
        self.answer({"id": request["id"], **result})

    def perform(self, operation: str, request: dict) -> dict:
        arguments = {key: value for key, value in request.items() if key != "id"}
        match operation:
            case "run":
                return self.programs.run(**arguments)
            case "start":
                return self.programs.start(**arguments)
            case "start-script":
                return self.programs.start_script(**arguments)
            case "wait":
                return self.programs.wait(**arguments)
            case "signal":
                return self.programs.signal(**arguments)
            case "control.ask":
                return {"reply": control.ask(**arguments)}
            case "control.attempt":
                return control.attempt(**arguments)
            case "control.take-picture":
                control.take_picture(**arguments)
                return {}
            case "control.follow-events":
                control.follow_events(**arguments)
                return {}
            case "device.create":
                self.devices[arguments["name"]] = DEVICES[arguments.pop("kind")](**arguments)
                return {}
            case "device.do":
                device, action = self.devices[arguments.pop("name")], arguments.pop("action")
                return {"result": getattr(device, action)(**arguments)}
            case "device.remove":
                self.devices.pop(arguments["name"]).device.close()
                return {}
        raise ValueError(f"no operation {operation}")

    def answer(self, result: dict) -> None:
        rest = memoryview(json.dumps(result).encode() + b"\n")
        with self.lock:
            # The port takes some 32 KB at a time.
            while rest:
                rest = rest[self.port.write(rest) :]


if __name__ == "__main__":
    # The devices, the port among them, have been coming while this program was being read.
    subprocess.run(["udevadm", "settle", "--timeout=60"], check=False)
    with open(PORT, "r+b", buffering=0) as file:
        try:
            Agent(file).serve()
        except OSError as error:
            sys.exit(f"agent: {error}")
