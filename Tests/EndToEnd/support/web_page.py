"""The page that `kagami web` serves."""

import base64
import os
import re
import socket
import ssl
import struct
import subprocess
from pathlib import Path

from .binary import kagami
from .processes import end_process
from .service import Service
from .sockets import take


class WebPage:
    """A context in which `kagami web` serves the page of a service, at any free port unless the options say otherwise."""

    def __init__(self, service: Service, *options: str, environment: dict[str, str] | None = None, program: Path | None = None):
        """`program` is Kagami in place of the one under test."""
        self.program = program or kagami()
        self.service = service
        self.options = options if "--listen" in options else ("--listen", "127.0.0.1:0", *options)
        self.environment = environment or {}

    def __enter__(self) -> "WebPage":
        self.log = Path(self.service.folder) / "web.log"
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [self.program, "web", *self.options], env=self.service.environment | self.environment,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, text=True)
        line = self.process.stdout.readline()
        if not line:
            self.__exit__()
            raise AssertionError(f"kagami web: {self.log.read_text()}")
        # As a browser is told.
        self.address = line.split()[-1]
        # With an address of a proxy's, it is served where the options say.
        listen = self.options[self.options.index("--listen") + 1]
        self.port = int(re.search(r":(\d+)(/#|$)", self.address if listen.endswith(":0") else listen)[1])
        self.token = self.address.split("#")[1]
        return self

    def __exit__(self, *_) -> None:
        end_process(self.process)
        self.process.stdout.close()

    def connect(self) -> socket.socket:
        channel = socket.create_connection(("127.0.0.1", self.port), timeout=10)
        return channel

    def ask(self, path: str, method: str = "GET", channel: socket.socket | None = None, **headers: str) -> "Reply":
        """The reply to one request; the names of headers have _ for -."""
        own = channel or self.connect()
        try:
            lines = {"Host": f"127.0.0.1:{self.port}"} | {name.replace("_", "-"): value for name, value in headers.items()}
            text = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
            own.sendall(f"{method} {path} HTTP/1.1\r\n{text}\r\n".encode())
            return Reply(own)
        finally:
            if not channel:
                own.close()

    def enter(self, token: str | None = None) -> str:
        """Uses a token up, and returns the cookie of the browser that is in."""
        reply = self.ask("/enter", Authorization=f"Bearer {token or self.token}")
        if reply.status != 200:
            raise AssertionError(f"{reply.status} {reply.body}")
        return reply.headers["set-cookie"].split(";")[0]

    def open(self, path: str, kind: str, **headers: str) -> "WebSocket":
        """A WebSocket of the page's; refused ones have no `status` of 101."""
        channel = self.connect()
        headers = {
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13",
            "Sec_WebSocket_Key": base64.b64encode(os.urandom(16)).decode(), "Sec_WebSocket_Protocol": kind,
            "Origin": f"http://127.0.0.1:{self.port}",
        } | headers
        return WebSocket(channel, self.ask(path, channel=channel, **headers).status)


class SecurePage(WebPage):
    """The same by TLS, for other machines."""

    def __init__(self, service: Service, *options: str):
        self.certificate, key = service.folder / "certificate.pem", service.folder / "key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=desk", "-addext",
             "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", self.certificate],
            check=True, capture_output=True)
        super().__init__(service, "--certificate", str(self.certificate), "--key", str(key), "--listen", "0.0.0.0:0", *options)

    def connect(self) -> socket.socket:
        return ssl.create_default_context(cafile=self.certificate).wrap_socket(super().connect(), server_hostname="127.0.0.1")

    def open(self, path: str, kind: str, **headers: str) -> "WebSocket":
        return super().open(path, kind, **{"Origin": f"https://127.0.0.1:{self.port}"} | headers)


class Reply:
    """A reply of HTTP; the status is 0 if the connection was closed without one."""

    def __init__(self, channel: socket.socket):
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            try:
                part = channel.recv(1)
            except ConnectionError:
                part = b""
            if not part:
                head = b""
                break
            head += part
        lines = head.decode().split("\r\n")
        self.status = int(lines[0].split()[1]) if head else 0
        self.headers = {
            name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:] if line)}
        left = int(self.headers.get("content-length", 0))
        self.body = b""
        while len(self.body) < left:
            part = channel.recv(left - len(self.body))
            if not part:
                break
            self.body += part


class WebSocket:
    """A client's side of a WebSocket, which also does what browsers do not."""

    def __init__(self, channel: socket.socket, status: int):
        self.channel = channel
        self.status = status

    def send(self, payload: bytes, opcode: int = 1) -> None:
        length = len(payload)
        size = bytes([0x80 | length]) if length < 126 else b"\xfe" + struct.pack(">H", length) if length < 65536 \
            else b"\xff" + struct.pack(">Q", length)
        self.channel.sendall(bytes([0x80 | opcode]) + size + bytes(4) + payload)

    def receive(self) -> tuple[int, bytes] | None:
        """A frame's opcode and payload; None at the end."""
        try:
            head = self.take(2)
            length = head[1] & 0x7F
            if length == 126:
                length = struct.unpack(">H", self.take(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", self.take(8))[0]
            return head[0] & 0xF, self.take(length)
        except (EOFError, ConnectionError):
            return None

    def take(self, count: int) -> bytes:
        return take(self.channel, count)

    def ending(self) -> tuple[int, str]:
        """The code and the reason with which the other side closes."""
        while frame := self.receive():
            if frame[0] == 8:
                return struct.unpack(">H", frame[1][:2])[0], frame[1][2:].decode()
        return 0, ""

    def close(self) -> None:
        self.channel.close()
