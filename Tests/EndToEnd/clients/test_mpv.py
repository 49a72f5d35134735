"""mpv plays a clip that is generated here, by shared memory and by OpenGL drawn in software."""

import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy

from support.clients.acts import Click, Key, Tap
from support.clients.client import Client
from support.clients.effects import Prints
from support.clients.life import lead
from support.clients.looks import Box, Colour
from support.clients.spots import part

KEY_A = 30
WIDTH, HEIGHT, FRAMES = 640, 360, 50
# Studio-range YCbCr of the quarters of the picture (ITU-R BT.601), and what they look like.
QUARTERS = [
    (slice(0, 180), slice(0, 320), (81, 90, 240), (254, 0, 0)),
    (slice(0, 180), slice(320, 640), (145, 54, 34), (0, 255, 1)),
    (slice(180, 360), slice(0, 320), (41, 240, 110), (0, 0, 255)),
    (slice(180, 360), slice(320, 640), (235, 128, 128), (255, 255, 255)),
]


def write_clip(path: Path) -> None:
    """Four coloured quarters, and a grey bar that wanders across the middle, without compression."""
    with open(path, "wb") as file:
        file.write(f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F25:1 Ip A1:1 C444\n".encode())
        for frame in range(FRAMES):
            planes = numpy.zeros((3, HEIGHT, WIDTH), dtype=numpy.uint8)
            for rows, columns, colour, _ in QUARTERS:
                planes[:, rows, columns] = numpy.array(colour, dtype=numpy.uint8)[:, None, None]
            left = 260 + frame * 2
            planes[:, 140:220, left : left + 20] = 128
            file.write(b"FRAME\n" + planes.tobytes())


# Away from the edges: between a panel of 16:10 and a clip of 16:9 there are bars.
LOOKS = tuple(
    Colour(colour, 0.98, Box(x, y, x + 0.3, y + 0.2), tolerance=12)
    for (_, _, _, colour), (x, y) in zip(QUARTERS, [(0.02, 0.1), (0.66, 0.1), (0.02, 0.7), (0.66, 0.7)])
)

# mpv tells of these on standard output; its other messages are off.
BINDINGS = "a print-text typed\nMBTN_LEFT print-text clicked\n"


def player(name: str, clip: Path, bindings: Path, *options: str, external: tuple[int, int]) -> Client:
    return Client(
        name=name,
        command=(
            "mpv", "--no-config", "--no-audio", "--loop=inf", "--osc=no", "--osd-level=0", "--hwdec=no", "--quiet",
            "--msg-level=all=no,cplayer=info", f"--input-conf={bindings}", *options, str(clip),
        ),
        app_id="mpv",
        moving=True,
        external=external,
        looks=LOOKS,
        acts=(Key("a", KEY_A, Prints("typed")), Click(part(0.3, 0.6), Prints("clicked")), Tap(part(0.7, 0.4))),
        patience=30,
    )


class PlayerTests(unittest.TestCase):
    def setUp(self):
        folder = Path(self.enterContext(TemporaryDirectory(prefix="kagami-clip-")))
        self.clip = folder / "clip.y4m"
        self.bindings = folder / "input.conf"
        self.bindings.write_text(BINDINGS)
        write_clip(self.clip)

    def test_mpv_by_shared_memory(self):
        lead(player("mpv-shm", self.clip, self.bindings, "--vo=wlshm", external=(3840, 2160)))

    def test_mpv_by_opengl(self):
        options = ("--vo=gpu", "--gpu-context=wayland")
        lead(player("mpv-gpu", self.clip, self.bindings, *options, external=(1920, 1080)))
