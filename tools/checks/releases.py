"""Debian's other releases and architecture: what is packed on one has to be installed and do the main job on all.

Each check is made in a root that mmdebstrap downloads for it and removes again. Programs for another architecture are run there by
QEMU's user emulation, of which the kernel has to be told (binfmt_misc).
"""

import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from machine.binfmt import require_emulation
from support.binary import native, newest_package

from .endtoend import end_to_end
from .shell import ROOT, run
from .tally import Tally

MIRROR = "http://deb.debian.org/debian"
PLACE = "/srv/kagami"
# What was built, installed and run where, for `tools/releases-table`.
RESULTS = ROOT / ".build" / "releases"
# Where Debian's own Swift is too old, this computer's is used, with the libraries that it links.
SWIFT_LIBRARIES = ("libcurl4t64", "libncurses6", "libxml2", "libsqlite3-0", "libstdc++-14-dev")
# What the demonstration needs.
PROGRAMS = ("foot", "fonts-dejavu-core")
# Pictures of a 4K display with text on it, and of the panel beside it, say whether there was anything to see.
EXPECTED = {"2-plugged-in-the-external": (3840, 2160), "2-plugged-in-the-panel": (1280, 800), "5-unplugged-the-panel": (1280, 800)}


def in_root(release: str, hooks: Sequence[str], architecture: str = "amd64") -> bool:
    """Runs hooks of mmdebstrap in a new root; whether all of them ended well."""
    options = [f"--customize-hook={hook}" for hook in hooks]
    if release == "sid":
        options.append('--aptopt=Acquire::Check-Valid-Until "false"')
    finished = run(
        "mmdebstrap", "--variant=apt", "--format=null", f"--architectures={architecture}", *options, release, "/dev/null", MIRROR)
    return finished.status == 0


def shows_the_main_job(release: str, architecture: str, pictures: Path) -> Tally:
    """Has apt install the package in a root, runs the demonstration there, and keeps its pictures."""
    name = f"the package on {release}, {architecture}"
    package = newest_package(architecture)
    if package is None:
        return Tally.failure(f"there is no package for {architecture}")
    done = in_root(release, [
        f'mkdir -p "$1{PLACE}/tools" "$1{PLACE}/Sources"', f"copy-in {package} /srv",
        # The demonstration, and what it shows.
        f"copy-in {ROOT}/tools/demo {PLACE}/tools", f"copy-in {ROOT}/Sources/Geometry {PLACE}/Sources",
        f'chroot "$1" env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends /srv/{package.name} {" ".join(PROGRAMS)}',
        f'chroot "$1" env HOME=/root KAGAMI_BINARY=/usr/bin/kagami KAGAMI_DEMO_PATIENCE={patience(architecture)} {PLACE}/tools/demo {PLACE}/pictures',
        f"sync-out {PLACE}/pictures {pictures}",
    ], architecture)
    if not done:
        return Tally.failure(f"{name} does not do the main job")
    tally = seen(name, pictures)
    if not tally.failed:
        note(release, architecture, "-", "the package of Debian 12 installed, main job shown on virtual displays")
    return tally


def patience(architecture: str) -> int:
    """How many times as long as usual the demonstration waits."""
    return 1 if architecture == native() else 10


def note(release: str, architecture: str, swift: str, what: str) -> None:
    """Keeps a result for the table in docs/packaging.md."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    entry = {"release": release, "architecture": architecture, "swift": swift, "what": what, "date": time.strftime("%Y-%m-%d")}
    (RESULTS / f"{release}-{architecture}-{'-'.join(what.split())}.json").write_text(json.dumps(entry) + "\n")


def builds(release: str, brings_swift: bool) -> Tally:
    """Makes the package from the sources in a root of the release, with this computer's Swift or the release's own, installs it there, and
    runs the demonstration."""
    there = "/opt/swift"
    begin, end = [], []
    if brings_swift:
        toolchain = Path(shutil.which("swift") or "/").resolve().parents[2]
        begin, end = [f'mkdir -p "$1{there}"; mount --bind {toolchain} "$1{there}"'], [f'umount "$1{there}"']
    packages = " ".join(SWIFT_LIBRARIES if brings_swift else ("swiftlang",))
    steps = (
        f"export HOME=/root DEBIAN_FRONTEND=noninteractive PATH=$PATH:{there}/usr/bin; cd {PLACE}; "
        f"apt-get install --yes --no-install-recommends make {packages}; make deb; "
        f"apt-get install --yes --no-install-recommends ./.build/packages/kagami_*.deb {' '.join(PROGRAMS)}; "
        f"KAGAMI_BINARY=/usr/bin/kagami tools/demo {PLACE}/pictures")
    with tempfile.TemporaryDirectory() as folder:
        copy, pictures = Path(folder) / Path(PLACE).name, Path(folder) / "pictures"
        pictures.mkdir()
        if run(str(ROOT / "tools" / "sources"), str(copy)).status != 0:
            return Tally.failure("the sources and their Swift packages cannot be had")
        done = in_root(release, [
            f"copy-in {copy} {Path(PLACE).parent}", *begin, f"chroot \"$1\" sh -ec '{steps}'", *end, f"sync-out {PLACE}/pictures {pictures}"])
        name = f"a build on {release}"
        if not done:
            return Tally.failure(f"{name} does not come to the main job")
        tally = seen(name, pictures)
    if not tally.failed:
        note(release, native(), "swift.org's" if brings_swift else "Debian's", "built, installed, main job shown on virtual displays")
    return tally


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
    if run("make", "--no-print-directory", "arm64").status != 0:
        return Tally.failure("the packages for arm64 do not build")
    note("bookworm", "arm64", "Debian's, on amd64", "built")
    return Tally(passed=1)


def release() -> Tally:
    """A release's repository, signed by a key of its own: apt finds the package there on each release that it is for."""
    with tempfile.TemporaryDirectory() as folder:
        home, made = Path(folder) / "gpg", Path(folder) / "release"
        home.mkdir(mode=0o700)
        environment = {"GNUPGHOME": str(home)}
        key = "Kagami tests <tests@kagami.example>"
        steps = [
            ("gpg", "--batch", "--passphrase", "", "--quick-generate-key", key, "default", "default", "never"),
            (str(ROOT / "tools" / "release"), "--key", key, "--packages-are-there", "--into", str(made)),
        ]
        for step in steps:
            if run(*step, environment=environment).status != 0:
                return Tally.failure("the release cannot be made")
        tally = Tally(passed=1)
        for name in ("bookworm", "trixie"):
            source = f"deb [signed-by={PLACE}/apt/kagami.gpg] file:{PLACE}/apt ./"
            done = in_root(name, [
                f'mkdir -p "$1{PLACE}"', f"copy-in {made}/apt {PLACE}",
                f'echo "{source}" >"$1/etc/apt/sources.list.d/kagami.list"', 'chroot "$1" apt-get update',
                'chroot "$1" env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends kagami',
                'chroot "$1" kagami --version'])
            tally += Tally(passed=1) if done else Tally.failure(f"the release's repository does not serve {name}")
        return tally


def board(release: str) -> Tally:
    """The main job on an emulated board with arm64 and one of Debian's releases, with the package for it."""
    tally = end_to_end("arm64", settings={"KAGAMI_BOARD_RELEASE": release})
    if tally.passed and not tally.failed:
        note(release, "arm64", "-", "the package of Debian 12 installed by apt, main job on an emulated Cortex-A72 with Debian's kernel")
    return tally


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
            kept = ROOT / ".build" / "end-to-end" / "architectures"
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(folder, kept)
            return tally + Tally.failure(f"on {release} these pictures of arm64 are not those of amd64, see {kept}: {', '.join(unequal)}")
        return tally + Tally(passed=len(names))
