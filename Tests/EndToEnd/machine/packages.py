"""Debian's packages as apt finds them."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from .errors import MachineMissing

ARCHIVE_KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"


class Packages:
    """Those of this computer's own lists."""

    options: tuple[str, ...] = ()
    """What apt is told beyond this computer's settings."""

    def refresh(self) -> None:
        """Fetches the lists where that takes no password; without them what is in the cache has to do."""
        as_root = [] if os.geteuid() == 0 else ["sudo", "--non-interactive"]
        self.update(as_root)

    def update(self, prefix: list[str]) -> None:
        command = [*prefix, "apt-get", *self.options, "--quiet", "update"]
        if shutil.which(command[0]):
            subprocess.run(command, capture_output=True, check=False)

    def first_dependency(self, name: str) -> str | None:
        """What a package stands for, such as `linux-image-6.1.0-13-amd64` for `linux-image-amd64`; None where nobody knows it."""
        if shutil.which("apt-cache") is None:
            return None
        command = ["apt-cache", *self.options, "depends", name]
        listing = subprocess.run(command, capture_output=True, text=True)
        found = re.search(rf"Depends: ({re.escape(name.rpartition('-')[0])}-\S+)", listing.stdout)
        return found.group(1) if found else None

    def download(self, name: str, folder: Path) -> Path:
        """The package's file, in an empty folder."""
        run(["apt-get", *self.options, "download", name], cwd=str(folder))
        return next(folder.glob("*.deb"))


class Backports(Packages):
    """The backports to this computer's release, where that is Debian's: newer kernels, which its own lists need not name."""

    def __init__(self, folder: Path):
        """`folder` keeps the lists."""
        (folder / "lists/partial").mkdir(parents=True, exist_ok=True)
        (folder / "cache/archives/partial").mkdir(parents=True, exist_ok=True)
        self.sources = folder / "sources.list"
        settings = {
            "Dir::Etc::sourcelist": self.sources,
            "Dir::Etc::sourceparts": "/dev/null",
            "Dir::State::lists": folder / "lists",
            "Dir::Cache": folder / "cache",
        }
        if os.geteuid() == 0:
            # The user that apt fetches as otherwise sees no home.
            settings["APT::Sandbox::User"] = "root"
        self.options = tuple(f"--option={name}={value}" for name, value in settings.items())

    def refresh(self) -> None:
        self.sources.write_text(source())
        self.update([])


def source() -> str:
    """The line of the backports, at the place that this computer has its release from."""
    if shutil.which("apt-get") is None:
        raise MachineMissing("apt-get is not installed")
    wanted = ["--format", "$(REPO_URI) $(CODENAME)", "Created-By: Packages", "Origin: Debian"]
    listing = subprocess.run(["apt-get", "indextargets", *wanted], capture_output=True, text=True).stdout
    for place, release in (line.split() for line in listing.splitlines()):
        if "-" not in release:
            keys = f"[signed-by={ARCHIVE_KEYS}] " if Path(ARCHIVE_KEYS).exists() else ""
            return f"deb {keys}{place} {release}-backports main\n"
    raise MachineMissing("the package lists name no release of Debian's")


def run(command: list[str], cwd: str | None = None) -> None:
    """Runs a tool of the system; some live where an ordinary user's PATH does not look."""
    environment = dict(os.environ, PATH=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
    result = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True)
    if result.returncode != 0:
        raise MachineMissing(f"{' '.join(command)} fails: {' '.join(result.stderr.split())}")
