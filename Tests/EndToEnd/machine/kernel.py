"""Debian's kernel, downloaded and unpacked, never installed."""

import lzma
import shutil
import struct
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .cache import cache_directory, exclusively
from .errors import MachineMissing
from .packages import Backports, Packages, run

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
    def prepare(backported: bool = False) -> "Kernel":
        """The newest kernel of the release or of its backports, or the newest one in the cache where nothing can be downloaded."""
        directory = cache_directory() / ("kernels-backported" if backported else "kernels")
        directory.mkdir(exist_ok=True)
        with exclusively("kernels"):
            packages = Backports(cache_directory() / "backports") if backported else Packages()
            unpacked = find_or_download(directory, packages)
        return Kernel(unpacked / "image", next((unpacked / "lib/modules").iterdir()))


def find_or_download(directory: Path, packages: Packages) -> Path:
    """The folder of an unpacked kernel; the package lists may be missing, or name one that is no longer offered."""
    failure = MachineMissing("the package lists know no linux-image-amd64")
    for prepare in [lambda: None, packages.refresh]:
        try:
            prepare()
            name = packages.first_dependency("linux-image-amd64")
            if name is None:
                continue
            if (directory / name / COMPLETE).exists():
                return directory / name
            return download(name, directory, packages)
        except (MachineMissing, OSError) as error:
            failure = error
    cached = newest_cached(directory)
    if cached is None:
        raise MachineMissing(f"no kernel to boot: {failure}") from failure
    return cached


def newest_cached(directory: Path) -> Path | None:
    complete = [entry for entry in directory.iterdir() if (entry / COMPLETE).exists()]
    return max(complete, key=lambda entry: entry.stat().st_mtime, default=None)


def download(name: str, directory: Path, packages: Packages) -> Path:
    """Downloads and unpacks the package into `directory/name`."""
    target = directory / name
    shutil.rmtree(target, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=directory) as work:
        archive = packages.download(name, Path(work))
        tree = Path(work) / "tree"
        release = unpack(archive, tree)
        target.mkdir()
        write_image(tree / "boot" / f"vmlinuz-{release}", target / "image")
        shutil.move(tree / "lib", target / "lib")
    (target / COMPLETE).touch()
    return target


def unpack(archive: Path, tree: Path) -> str:
    """Unpacks a kernel's package, lists what its modules need of each other, and returns its release."""
    run(["dpkg-deb", "-x", str(archive), str(tree)])
    # Newer releases have all libraries below usr.
    if not (tree / "lib").exists():
        shutil.move(tree / "usr/lib", tree / "lib")
    release = next((tree / "lib/modules").iterdir()).name
    run(["depmod", "--basedir", str(tree), release])
    return release


def write_image(compressed: Path, image: Path) -> None:
    """Takes the ELF image out of a bzImage whose payload is packed with xz, or with zstd where that is installed; any other is
    kept as it is.

    The setup header's fields are those of the kernel's x86 boot protocol, 2.08 and later.
    """
    data = compressed.read_bytes()
    setup_sectors = data[0x1F1] or 4
    offset, length = struct.unpack_from("<II", data, 0x248)
    payload = data[(setup_sectors + 1) * 512 + offset :][:length]
    # The payload ends with its unpacked size, which is not part of the xz stream.
    image.write_bytes(unpacked(payload[:-4]) or data)


def unpacked(payload: bytes) -> bytes | None:
    """None for another packer's."""
    if payload.startswith(b"\xfd7zXZ\0"):
        return lzma.decompress(payload)
    if payload.startswith(b"\x28\xb5\x2f\xfd") and shutil.which("zstd"):
        return subprocess.run(["zstd", "--decompress", "--stdout"], input=payload, capture_output=True, check=True).stdout
    return None
