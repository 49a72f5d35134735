"""In the guest, as root: kills the service at random moments, and looks each time whether the console is itself again.

Prints one JSON object: `graphics`, how many moments found the console in the service's hands, and `faults`, in words.
"""

import fcntl
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[4] / "python"))

from kagami import Client  # noqa: E402

# Of linux/kd.h. Who steers switches of terminals (VT_GETMODE) is left out: seatd goes on doing that without a client, too.
KDGETMODE, KDGKBMODE = 0x4B3B, 0x4B44
FOLDER = Path("/run/kills")
PATIENCE = 30


def console() -> list[int]:
    """Of the terminal in front: text or graphics, and the keyboard's mode."""
    with open("/dev/tty0", "rb") as terminal:
        return [fcntl.ioctl(terminal, call, bytes(8))[0] for call in (KDGETMODE, KDGKBMODE)]


def processes() -> list[str]:
    """The service and all that it has started, a seat's server of its own among them."""
    mark, found = f"XDG_RUNTIME_DIR={FOLDER}\0".encode(), []
    for place in Path("/proc").iterdir():
        try:
            if place.name.isdigit() and mark in (place / "environ").read_bytes():
                found.append((place / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            pass
    return found


def waits_for(condition) -> bool:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def start(program: str, backend: str) -> subprocess.Popen:
    environment = os.environ | {"LIBSEAT_BACKEND": backend, "XDG_RUNTIME_DIR": str(FOLDER), "HOME": str(FOLDER)}
    command = [program, "run", "--backend", "drm", "--", "sleep", "1000"]
    with open(FOLDER / "log", "wb") as log:
        return subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)


def application() -> dict | None:
    try:
        return Client(FOLDER / "kagami.sock").status()["application"]
    except OSError:
        return None


def main(program: str, backend: str, moments: int) -> dict:
    FOLDER.mkdir(mode=0o700, exist_ok=True)
    before, graphics, faults = console(), 0, []
    for seed in range(moments):
        service = start(program, backend)
        chance = random.Random(seed)
        if seed % 2 == 0:
            # While it works, rather than somewhere in its start.
            waits_for(application)
        time.sleep(chance.uniform(0, 1.5))
        graphics += console()[0] != before[0]
        service.kill()
        service.wait()
        if not waits_for(lambda: console() == before):
            faults.append(f"moment {seed}: the console is {console()}, and was {before}")
        if not waits_for(lambda: not processes()):
            faults.append(f"moment {seed}: {processes()} are left")
    service = start(program, backend)
    if not waits_for(application) or application()["state"] != "running":
        faults.append("the application has not come back: " + (FOLDER / "log").read_text())
    service.terminate()
    if service.wait(PATIENCE) != 0 or not waits_for(lambda: console() == before):
        faults.append(f"at the end the console is {console()}")
    return {"graphics": graphics, "faults": faults}


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], sys.argv[2], int(sys.argv[3]))))
