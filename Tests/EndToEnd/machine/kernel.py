"""Debian's kernel, downloaded and unpacked, never installed."""

import lzma
import os
import re
import shutil
import struct
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .cache import cache_directory, exclusively
from .errors import MachineMissing

# A file of a complete unpacked kernel, written last.
COMPLETE = "complete"


@dataclass(frozen=True)
class Kernel:
    """An unpacked kernel package: the image to boot and its modules."""

    image: Path
    """The ELF image where it could be had, which boots eight seconds sooner than the compressed one."""
    modules: Path
    """The folder `lib/modules/VERSION`."""

    @staticmethod
    def prepare() -> "Kernel":
        """The newest kernel of the package lists, or the newest one in the cache where nothing can be downloaded."""
        directory = cache_directory() / "kernels"
        directory.mkdir(exist_ok=True)
        with exclusively("kernels"):
            unpacked = find_or_download(directory)
        return Kernel(unpacked / "image", next((unpacked / "lib/modules").iterdir()))


def find_or_download(directory: Path) -> Path:
    """The folder of an unpacked kernel; the package lists may be missing, or name one that is no longer offered."""
    failure = MachineMissing("the package lists know no linux-image-amd64")
    for prepare in [lambda: None, refresh_lists]:
        prepare()
        name = newest_package()
        if name is None:
            continue
        if (directory / name / COMPLETE).exists():
            return directory / name
        try:
            return download(name, directory)
        except (MachineMissing, OSError) as error:
            failure = error
    cached = newest_cached(directory)
    if cached is None:
        raise MachineMissing(f"no kernel to boot: {failure}") from failure
    return cached


def refresh_lists() -> None:
    """Fetches the package lists where that takes no password; without them what is in the cache has to do."""
    as_root = [] if os.geteuid() == 0 else ["sudo", "--non-interactive"]
    command = [*as_root, "apt-get", "--quiet", "update"]
    if shutil.which(command[0]):
        subprocess.run(command, capture_output=True, check=False)


def newest_package() -> str | None:
    """The package that `linux-image-amd64` stands for, such as `linux-image-6.1.0-13-amd64`."""
    if shutil.which("apt-cache") is None:
        return None
    listing = subprocess.run(["apt-cache", "depends", "linux-image-amd64"], capture_output=True, text=True)
    found = re.search(r"Depends: (linux-image-\S+)", listing.stdout)
    return found.group(1) if found else None


def newest_cached(directory: Path) -> Path | None:
    complete = [entry for entry in directory.iterdir() if (entry / COMPLETE).exists()]
    return max(complete, key=lambda entry: entry.stat().st_mtime, default=None)


def download(name: str, directory: Path) -> Path:
    """Downloads and unpacks the package into `directory/name`."""
    target = directory / name
    shutil.rmtree(target, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=directory) as work:
        run(["apt-get", "download", name], cwd=work)
        archive = next(Path(work).glob("*.deb"))
        tree = Path(work) / "tree"
        run(["dpkg-deb", "-x", str(archive), str(tree)])
        release = next((tree / "lib/modules").iterdir()).name
        run(["depmod", "--basedir", str(tree), release])
        target.mkdir()
        write_image(tree / "boot" / f"vmlinuz-{release}", target / "image")
        shutil.move(tree / "lib", target / "lib")
    (target / COMPLETE).touch()
    return target


def write_image(compressed: Path, image: Path) -> None:
    """Takes the ELF image out of a bzImage whose payload is packed with xz; any other is kept as it is.

    The setup header's fields are those of the kernel's x86 boot protocol, 2.08 and later.
    """
    data = compressed.read_bytes()
    setup_sectors = data[0x1F1] or 4
    offset, length = struct.unpack_from("<II", data, 0x248)
    payload = data[(setup_sectors + 1) * 512 + offset :][:length]
    # The payload ends with its unpacked size, which is not part of the xz stream.
    image.write_bytes(lzma.decompress(payload[:-4]) if payload.startswith(b"\xfd7zXZ\0") else data)


def run(command: list[str], cwd: str | None = None) -> None:
    """Runs a tool of the system; some live where an ordinary user's PATH does not look."""
    environment = dict(os.environ, PATH=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
    result = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True)
    if result.returncode != 0:
        raise MachineMissing(f"{' '.join(command)} fails: {' '.join(result.stderr.split())}")
