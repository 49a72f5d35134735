"""This computer's end of the guest's agent."""

import json
import socket
import threading
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NoAnswer

from .errors import MachineError


class Agent:
    """Sends requests to the guest and hands out the answers; several may be under way."""

    def __init__(self, channel: socket.socket):
        self.channel = channel
        self.lock = threading.Lock()
        self.next = 1
        self.waiting: dict[int, Future] = {}
        self.expect_restart()
        threading.Thread(target=self.read, daemon=True).start()

    def expect_restart(self) -> None:
        """Has `wait_until_ready` wait for the agent of the guest's next boot."""
        self.ready = self.waiting[0] = Future()

    def wait_until_ready(self, timeout: float) -> None:
        try:
            self.ready.result(timeout)
        except NoAnswer:
            raise MachineError(f"the guest's agent has not started after {timeout:g} s") from None

    def ask(self, operation: str, patience: float = 30, **arguments) -> dict:
        """The answer; raises `MachineError` if there is none in `patience` seconds or it tells of a failure."""
        answer: Future = Future()
        with self.lock:
            number = self.next
            self.next += 1
            self.waiting[number] = answer
            self.channel.sendall(json.dumps({"id": number, "op": operation, **arguments}).encode() + b"\n")
        try:
            result = answer.result(patience)
        except NoAnswer:
            raise MachineError(f"the guest does not answer {operation} after {patience:g} s") from None
        if "error" in result:
            raise MachineError(result["error"])
        return result

    def read(self) -> None:
        try:
            for line in self.channel.makefile("rb"):
                answer = json.loads(line)
                self.waiting.pop(answer["id"]).set_result(answer)
        except (OSError, ValueError):
            pass
        for answer in list(self.waiting.values()):
            answer.set_exception(MachineError("the guest has gone"))
