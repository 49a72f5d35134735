"""The kernel's display without hardware, vkms, which Debian leaves out: a module built from Debian's own sources."""

import shutil
import tempfile
from pathlib import Path

from .cache import cache_directory, exclusively
from .kernel import Kernel
from .packages import run

FOLDER = "drivers/gpu/drm/vkms"


def vkms_module(kernel: Kernel) -> Path:
    """The module for a kernel, built the first time."""
    target = kernel.image.parent / "vkms.ko"
    with exclusively("kernels"):
        if not target.exists():
            build(kernel.modules.name, target)
    return target


def build(release: str, target: Path) -> None:
    """Downloads the headers and sources of a release such as `6.1.0-13-amd64`, which are not installed either."""
    base = release.rpartition("-")[0]
    series = ".".join(release.split(".")[:2])
    names = [f"linux-headers-{release}", f"linux-headers-{base}-common", f"linux-kbuild-{series}", f"linux-source-{series}"]
    with tempfile.TemporaryDirectory(dir=cache_directory()) as work:
        run(["apt-get", "download", *names], cwd=work)
        tree = Path(work) / "tree"
        for archive in Path(work).glob("*.deb"):
            run(["dpkg-deb", "-x", str(archive), str(tree)])
        sources = next(tree.glob("usr/src/linux-source-*.tar.xz"))
        run(["tar", "-xf", str(sources), "--strip-components=1", "--wildcards", f"*/{FOLDER}/*"], cwd=work)
        headers = tree / "usr/src" / f"linux-headers-{release}"
        makefile = headers / "Makefile"
        makefile.write_text(makefile.read_text().replace("/usr/src", f"{tree}/usr/src"))
        run(["make", "-C", str(headers), f"M={work}/{FOLDER}", "CONFIG_DRM_VKMS=m", "modules"])
        part = target.with_suffix(".part")
        shutil.copy(Path(work) / FOLDER / "vkms.ko", part)
        part.rename(target)
