"""The first root file system: just enough to reach the real one, which is this computer's."""

import lzma
import shutil
from pathlib import Path

from .errors import MachineMissing

# What the guest needs before it can load anything from its real root.
FIRST_MODULES = ["virtio_pci", "9p", "9pnet_virtio", "overlay", "virtio_console"]
# A layer on a disk needs these as well; ext4 asks for the checksum while it is being mounted.
DISK_MODULES = ["virtio_blk", "crc32c_generic", "ext4"]


def write_initramfs(modules: Path, script: Path, target: Path, disk: bool = False, busybox: Path | None = None) -> None:
    """Packs busybox, this computer's where no other is given, the first modules and the start script; the archive is a `newc` cpio,
    as the kernel wants."""
    program = busybox or shutil.which("busybox")
    if program is None:
        raise MachineMissing("busybox is not installed (Debian's busybox-static)")
    ordered = load_order(modules, FIRST_MODULES + (DISK_MODULES if disk else []))
    archive = Archive()
    for folder in ["bin", "dev", "proc", "sys", "modules"]:
        archive.add(folder, 0o040755, b"")
    archive.add("bin/busybox", 0o100755, Path(program).read_bytes())
    for index, path in enumerate(ordered):
        content = (modules / path).read_bytes()
        # Newer kernels' are packed, which busybox does not undo.
        archive.add(f"modules/{index:02}.ko", 0o100644, lzma.decompress(content) if path.endswith(".xz") else content)
    archive.add("init", 0o100755, script.read_bytes())
    target.write_bytes(archive.finish())


def load_order(modules: Path, names: list[str]) -> list[str]:
    """The modules' files with all they depend on, in the order in which to load them."""
    dependencies = {}
    for line in (modules / "modules.dep").read_text().splitlines():
        path, _, needs = line.partition(":")
        dependencies[path] = needs.split()
    paths = {Path(path).name.removesuffix(".xz").removesuffix(".ko").replace("-", "_"): path for path in dependencies}
    builtin = (modules / "modules.builtin").read_text()
    ordered: list[str] = []
    for name in names:
        if f"/{name}.ko" in builtin:
            continue
        if name not in paths:
            raise MachineMissing(f"the kernel has no module {name}")
        # modules.dep lists what is needed from the nearest to the farthest.
        for path in [*reversed(dependencies[paths[name]]), paths[name]]:
            if path not in ordered:
                ordered.append(path)
    return ordered


class Archive:
    """A cpio archive in the making."""

    def __init__(self):
        self.parts: list[bytes] = []
        self.inode = 0

    def add(self, name: str, mode: int, content: bytes) -> None:
        self.inode += 1
        fields = [self.inode, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(name) + 1, 0]
        header = b"070701" + b"".join(b"%08x" % field for field in fields)
        self.parts.append(padded(header + name.encode() + b"\0") + padded(content))

    def finish(self) -> bytes:
        self.inode = 0
        self.add("TRAILER!!!", 0, b"")
        return b"".join(self.parts)


def padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 4)
