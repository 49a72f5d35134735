"""Debian's other releases and architecture: what is packed on one has to be installed and do the main job on all.

Each check is made in a root that mmdebstrap downloads for it and removes again. Programs for another architecture are run there by
QEMU's user emulation, of which the kernel has to be told (binfmt_misc).
"""

import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path

from .shell import ROOT, run
from .tally import Tally

sys.path.insert(0, str(ROOT / "Tests" / "EndToEnd"))
from machine.binfmt import require_emulation  # noqa: E402  the end-to-end tests' own

MIRROR = "http://deb.debian.org/debian"
PLACE = "/srv/kagami"
# What the demonstration needs, and what it shows.
SHOWN = ("tools/demo", "Sources/Geometry")
PROGRAMS = ("foot", "fonts-dejavu-core")
# Pictures of a 4K display with text on it, and of the panel beside it, say whether there was anything to see.
EXPECTED = {"2-plugged-in-the-external": (3840, 2160), "2-plugged-in-the-panel": (1280, 800), "5-unplugged-the-panel": (1280, 800)}


def newest_package(architecture: str = "amd64") -> Path:
    return max((ROOT / ".build" / "packages").glob(f"kagami_*_{architecture}.deb"), key=lambda path: path.stat().st_mtime)


def in_root(release: str, hooks: Sequence[str], architecture: str = "amd64") -> bool:
    """Runs hooks of mmdebstrap in a new root; whether all of them ended well."""
    options = [f"--customize-hook={hook}" for hook in hooks]
    if release == "sid":
        options.append('--aptopt=Acquire::Check-Valid-Until "false"')
    finished = run(
        "mmdebstrap", "--variant=apt", "--format=null", f"--architectures={architecture}", *options, release, "/dev/null", MIRROR)
    return finished.status == 0


def sources(target: Path, *names: str) -> Path:
    """An archive of the files that git knows below `names`."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *names], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    with tarfile.open(target, "w") as archive:
        for name in listed.split("\0")[:-1]:
            if (ROOT / name).is_file():
                archive.add(ROOT / name, f"{PLACE[1:]}/{name}", recursive=False)
    return target


def shows_the_main_job(release: str, architecture: str, pictures: Path) -> Tally:
    """Has apt install the package in a root, runs the demonstration there, and keeps its pictures."""
    name = f"the package on {release}, {architecture}"
    with tempfile.TemporaryDirectory() as folder:
        archive = sources(Path(folder) / "sources.tar", *SHOWN)
        package = newest_package(architecture)
        done = in_root(release, [
            f"tar-in {archive} /", f"copy-in {package} {PLACE}",
            f'chroot "$1" env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends {PLACE}/{package.name} {" ".join(PROGRAMS)}',
            f'chroot "$1" env HOME=/root KAGAMI_BINARY=/usr/bin/kagami KAGAMI_DEMO_PATIENCE={patience(architecture)} {PLACE}/tools/demo {PLACE}/pictures',
            f"sync-out {PLACE}/pictures {pictures}",
        ], architecture)
    if not done:
        return Tally.failure(f"{name} does not do the main job")
    return seen(name, pictures)


def patience(architecture: str) -> int:
    """How many times as long as usual the demonstration waits."""
    return 1 if architecture == native() else 10


def native() -> str:
    return subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True).stdout.strip()


def seen(name: str, pictures: Path) -> Tally:
    """Whether the pictures have their sizes, and text on them."""
    import numpy
    from PIL import Image

    for picture, size in EXPECTED.items():
        with Image.open(pictures / f"{picture}.png") as image:
            pixels = numpy.asarray(image.convert("L"))
        if image.size != size:
            return Tally.failure(f"{name}: {picture} has {image.size} pixels, not {size}")
        lit = float((pixels > 100).mean())
        if not 0.005 < lit < 0.5:
            return Tally.failure(f"{name}: {lit:.1%} of {picture} are lit, which is no text")
    return Tally(passed=1)


def packages_for_arm64() -> Tally:
    return Tally(passed=1) if run("make", "--no-print-directory", "arm64").status == 0 else Tally.failure("the packages for arm64 do not build")


def other_release() -> Tally:
    """The package as it was made, on the release after the oldest one that it is for."""
    with tempfile.TemporaryDirectory() as folder:
        return shows_the_main_job("trixie", "amd64", Path(folder))


def other_architecture(release: str) -> Tally:
    """The package for arm64: it does the main job, and each of its pictures is that of amd64, byte for byte."""
    require_emulation("arm64")
    with tempfile.TemporaryDirectory() as folder:
        places = {architecture: Path(folder) / architecture for architecture in ("amd64", "arm64")}
        for place in places.values():
            place.mkdir()
        tally = Tally()
        for architecture, place in places.items():
            tally += shows_the_main_job(release, architecture, place)
        if tally.failed:
            return tally
        names = sorted(path.name for path in places["amd64"].iterdir())
        unequal = [name for name in names if (places["amd64"] / name).read_bytes() != (places["arm64"] / name).read_bytes()]
        if unequal:
            return tally + Tally.failure(f"on {release} these pictures of arm64 are not those of amd64: {', '.join(unequal)}")
        return tally + Tally(passed=len(names))
