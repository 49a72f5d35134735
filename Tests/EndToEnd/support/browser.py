"""Chromium on the service's screen, asked through its debugger."""

import base64
import json
import os
import select
import subprocess
import time
from pathlib import Path

from .processes import end_process
from .waiting import eventually


class Browser:
    """A context in which Chromium shows a page; its descriptors 3 and 4 are the debugger's pipe."""

    display = ("--kiosk", "--ozone-platform=wayland")

    def __init__(self, page: str, folder: Path, environment: dict[str, str], *options: str):
        self.command = [
            "chromium", *self.display, "--no-sandbox", "--disable-gpu", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
            "--password-store=basic", f"--user-data-dir={folder}/chromium", "--remote-debugging-pipe", *options, page]
        self.page = page
        self.log = folder / "chromium.log"
        self.environment = environment

    def __enter__(self) -> "Browser":
        asking, self.requests = os.pipe()
        self.replies, answering = os.pipe()
        self.number = 0
        self.received = b""
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                # dash knows no descriptors above 9.
                ["bash", "-c", f'exec 3<&{asking} 4>&{answering}; exec "$@"', "bash", *self.command],
                env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                pass_fds=[asking, answering])
        os.close(asking)
        os.close(answering)
        self.session = None
        try:
            eventually(self.attach, "the browser shows its page", 40)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_) -> None:
        end_process(self.process)
        os.close(self.requests)
        os.close(self.replies)

    def attach(self) -> bool:
        if not self.session:
            targets = self.call("Target.getTargets")["targetInfos"]
            pages = [target["targetId"] for target in targets if target["url"] == self.page]
            if not pages:
                return False
            self.session = self.call("Target.attachToTarget", targetId=pages[0], flatten=True)["sessionId"]
        # The page before it is empty.
        return self.evaluate("[location.href, document.readyState]") == [self.address, "complete"]

    @property
    def address(self) -> str:
        """Where the browser is once the page is loaded."""
        return self.page

    def evaluate(self, script: str, waits: bool = False):
        """The value of a script that runs as if the user had just clicked; with `waits`, that of its promise."""
        answer = self.call(
            "Runtime.evaluate", expression=script, userGesture=True, awaitPromise=waits, returnByValue=True)
        if "exceptionDetails" in answer:
            raise AssertionError(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def call(self, method: str, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if self.session and not method.startswith("Target."):
            request["sessionId"] = self.session
        os.write(self.requests, json.dumps(request).encode() + b"\0")
        end = time.monotonic() + 20
        while True:
            while b"\0" in self.received:
                message, self.received = self.received.split(b"\0", 1)
                answer = json.loads(message)
                if answer.get("id") == self.number:
                    if "error" in answer:
                        raise AssertionError(f"{method}: {answer['error']}")
                    return answer["result"]
            ready, _, _ = select.select([self.replies], [], [], max(0, end - time.monotonic()))
            part = os.read(self.replies, 1 << 16) if ready else b""
            if not part:
                raise AssertionError(f"{method}: no answer\n{self.log.read_text(errors='replace')[-3000:]}")
            self.received += part


class HeadlessBrowser(Browser):
    """Chromium on no screen at all, as large as is asked for; the page may take its token out of its address."""

    display = ("--headless=new",)

    @property
    def address(self) -> str:
        return self.page.split("#")[0]

    def attach(self) -> bool:
        if not self.session:
            targets = self.call("Target.getTargets")["targetInfos"]
            pages = [target["targetId"] for target in targets if target["url"].split("#")[0] == self.address]
            if not pages:
                return False
            self.session = self.call("Target.attachToTarget", targetId=pages[0], flatten=True)["sessionId"]
        try:
            return self.evaluate("[location.href.split('#')[0], document.readyState]") == [self.address, "complete"]
        except AssertionError:
            # Between two pages there is none.
            return False

    def resize(self, width: int, height: int, touch: bool = False) -> None:
        """Gives the window a size, as that of a phone with `touch`."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch)
        self.call("Emulation.setTouchEmulationEnabled", enabled=touch, maxTouchPoints=5 if touch else 1)

    def use_colours(self, scheme: str) -> None:
        """Takes the `light` or the `dark` colours."""
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def screenshot(self, path: Path, is_whole: bool = False) -> None:
        """Writes what the window shows, or the whole page, as a PNG."""
        shot = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=is_whole)
        path.write_bytes(base64.b64decode(shot["data"]))
