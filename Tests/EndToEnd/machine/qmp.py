"""QEMU's machine protocol: one JSON object a line, a greeting first, events in between."""

import json
import socket

from .errors import MachineError


class Monitor:
    """Sends commands to QEMU and waits for their answers."""

    def __init__(self, channel: socket.socket):
        channel.settimeout(60)
        self.stream = channel.makefile("rwb")
        self.stream.readline()
        self.execute("qmp_capabilities")

    def execute(self, command: str, **arguments):
        """The command's result; raises `MachineError` if QEMU refuses it."""
        request = {"execute": command, "arguments": arguments}
        self.stream.write(json.dumps(request).encode() + b"\n")
        self.stream.flush()
        while line := self.stream.readline():
            answer = json.loads(line)
            if "return" in answer:
                return answer["return"]
            if "error" in answer:
                raise MachineError(f"{command}: {answer['error']['desc']}")
        raise MachineError(f"{command}: QEMU has gone")
