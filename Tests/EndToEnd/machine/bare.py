"""A bare Debian on a disk image, and the packages that one of the project's needs there: made once by mmdebstrap."""

import hashlib
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .cache import cache_directory, exclusively
from .errors import MachineMissing
from .kernel import COMPLETE, run

RELEASE = "bookworm"
# Beside what Debian calls essential: what boots, and what every Debian has that its installer has made, for consoles and sessions.
INCLUDED = ["apt", "console-setup", "dbus", "libpam-systemd", "systemd-sysv", "udev"]
TOOLS = {"mmdebstrap": "mmdebstrap", "genext2fs": "genext2fs", "dpkg-scanpackages": "dpkg-dev"}
# Where this computer's apt finds Debian; others' releases lie beside its own.
SOURCES = [Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt/sources.list.d").glob("*.sources"))]
MIRROR = "http://deb.debian.org/debian"
# Where the guest will find packages: a repository on the share.
GUEST_SOURCE = "deb [trusted=yes] file:/share/repository ./"


@dataclass(frozen=True)
class BareDebian:
    """A system with nothing in it, and the packages to be had there."""

    image: Path
    """A file system, only to be read."""
    packages: Path
    """A folder of Debian packages: all that the project's own depends on and recommends."""

    @staticmethod
    def prepare(
        package: Path, release: str = RELEASE, architecture: str = "amd64", included: tuple[str, ...] = (), hooks: tuple[str, ...] = ()
    ) -> "BareDebian":
        """The system for a package of the project's, from the cache where that was made for the same dependencies. `included` are
        packages that it has besides, and `hooks` what mmdebstrap runs; `{target}` in one is the folder in the cache."""
        for tool, owner in TOOLS.items():
            if shutil.which(tool) is None:
                raise MachineMissing(f"{tool} is not installed (Debian's {owner})")
        needs = [field(package, name) for name in ("Depends", "Recommends")]
        recipe = [release, architecture, *INCLUDED, *included, *hooks, *needs]
        digest = hashlib.sha256("\n".join(recipe).encode()).hexdigest()[:16]
        with exclusively("bare-debian"):
            target = cache_directory() / "bare-debian" / f"{release}-{architecture}" / digest
            if not (target / COMPLETE).exists():
                shutil.rmtree(target.parent, ignore_errors=True)
                make(package, target, release, architecture, included, [hook.format(target=target) for hook in hooks])
        return BareDebian(target / "root.ext2", target / "packages")

    def write_repository(self, package: Path, folder: Path) -> None:
        """A repository for the guest's apt, of Debian's packages and the project's."""
        shutil.copytree(self.packages, folder, dirs_exist_ok=True)
        shutil.copy(package, folder)
        index = subprocess.run(["dpkg-scanpackages", "."], cwd=folder, capture_output=True, check=True).stdout
        (folder / "Packages").write_bytes(index)


def field(package: Path, name: str) -> str:
    return subprocess.run(["dpkg-deb", "--field", package, name], capture_output=True, text=True, check=True).stdout


def make(package: Path, target: Path, release: str, architecture: str, included: tuple[str, ...], more: list[str]) -> None:
    """Downloads what makes a small system, and what `apt-get install` of the package would download there."""
    target.mkdir(parents=True)
    (target / "packages").mkdir()
    hooks = [
        *more,
        f"copy-in {package} /tmp",
        f'chroot "$1" apt-get -o APT::Install-Recommends=true install --yes --download-only /tmp/{package.name}',
        f"sync-out /var/cache/apt/archives {target}/packages",
        f'rm -rf "$1/tmp/{package.name}" "$1"/var/lib/apt/lists/* "$1"/etc/apt/sources.list.d/*',
        f'echo "{GUEST_SOURCE}" >"$1/etc/apt/sources.list"',
    ]
    options = [f"--architectures={architecture}", f"--include={','.join([*INCLUDED, *included])}", "--variant=minbase", "--format=ext2", "--skip=cleanup/apt/cache"]
    options += [f"--customize-hook={hook}" for hook in hooks]
    with tempfile.TemporaryDirectory(dir=cache_directory()) as work:
        part = Path(work) / "root.ext2"
        own = [str(path) for path in SOURCES if path.exists() and path.stat().st_size > 0]
        run(["mmdebstrap", *options, release, str(part), *(own if release == RELEASE else [MIRROR])])
        shutil.move(part, target / "root.ext2")
    for path in (target / "packages").iterdir():
        if path.suffix != ".deb":
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    (target / COMPLETE).touch()
