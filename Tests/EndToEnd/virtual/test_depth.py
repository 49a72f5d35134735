"""An external with ten bits of each colour: a client's picture with as many is right wherever it is seen with eight."""

import subprocess
import unittest

import numpy

from support.pictures import Difference, Viewport, check_snapshot, keep, load
from support.raw.commands import picture_client
from support.raw.pattern import eight_bits, ramp
from support.requirements import require_programs
from support.virtual_service import VirtualService
from support.waiting import eventually

SIZE = (1920, 1080)


def setUpModule():
    require_programs("grim")


class DepthTests(unittest.TestCase):
    def check(self, renderer: str) -> None:
        configuration = f'[renderer]\nuse = "{renderer}"\n[external]\nscale = 1\ndepth = 10\n'
        with VirtualService(picture_client("--deep"), configuration=configuration) as service:
            service.plug(*SIZE)
            service.wait_for_content(*SIZE, "external")
            service.wait_until_still()
            status = service.status()
            depths = [status[screen]["depth"]["bits"] for screen in ("panel", "external")]
            self.assertEqual((status["renderer"], depths), (renderer, [8, 10]))
            expected = eight_bits(ramp(*SIZE))
            eventually(lambda: self.shows(service, expected), f"the ramp is shown\n{service.log()}")
            external = service.screen("external")
            check_snapshot(service.screen("panel"), external, Viewport.of(status))
            subprocess.run(
                ["grim", "-o", status["external"]["name"], "copy.png"], env=service.environment | {"WAYLAND_DISPLAY": service.tools}, cwd=service.folder,
                check=True, timeout=30)
            numpy.testing.assert_array_equal(load(service.folder / "copy.png"), external)
            keep(**{f"depth-{renderer}-panel": service.screen("panel"), f"depth-{renderer}-external": external})

    def shows(self, service, expected) -> bool:
        return Difference.between(service.screen("external"), expected.astype(numpy.uint8)).largest <= 1

    def test_pixman(self):
        self.check("pixman")

    def test_gles(self):
        self.check("gles")


if __name__ == "__main__":
    unittest.main()
