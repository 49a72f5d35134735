"""The pixel kernels: on arm64, and on amd64 without its newer instructions, they make the same bytes as on this computer."""

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from .shell import ROOT, run
from .tally import Tally

KERNELS = ROOT / "Sources" / "CPixelKernels"
PROGRAM = ROOT / "Tests" / "Kernels" / "digests.c"
# Debian's C library for arm64 on another architecture.
LIBRARY = Path("/usr/aarch64-linux-gnu")
FOR_ARM64 = [
    "--target=aarch64-linux-gnu", "-isystem", f"{LIBRARY}/include", "-nostdlib", "-fuse-ld=lld", "-pie", f"{LIBRARY}/lib/Scrt1.o",
    f"-L{LIBRARY}/lib"]
# Which package has what is needed.
PACKAGES = {"/usr/bin/qemu-aarch64-static": "qemu-user-static", f"{LIBRARY}/lib/Scrt1.o": "libc6-dev-arm64-cross"}
# Beside this computer's processor.
EMULATED = {"arm64": ["qemu-aarch64-static", "-L", str(LIBRARY)], "an older amd64": ["qemu-x86_64-static", "-cpu", "qemu64"]}
# Seconds that one of the programs may take: emulated, it takes two.
PATIENCE = 120


def kernels() -> Tally:
    """One test for each kernel that the header declares."""
    lacking = [package for path, package in PACKAGES.items() if not Path(path).exists()]
    if lacking:
        note = f"the kernels on arm64 need {' and '.join(lacking)} (make setup)"
        return Tally.failure(note) if os.environ.get("CI", "").lower() in {"true", "1"} else Tally(skipped=1, notes=[f"skipped: {note}"])
    with tempfile.TemporaryDirectory(prefix="kagami-kernels-") as folder:
        here, there = Path(folder, "amd64"), Path(folder, "arm64")
        for program, options in {here: [], there: FOR_ARM64}.items():
            if not compiled(program, options):
                return Tally.failure(f"the kernels do not compile for {program.name}")
        expected = digests([str(here)])
        others = {name: digests([*words, str(there if name == "arm64" else here)]) for name, words in EMULATED.items()}
    return sum((judge(kernel, expected, others) for kernel in declared()), Tally())


def compiled(program: Path, options: list[str]) -> bool:
    """Compiles the kernels with the compiler and the flags of the Swift package."""
    clang = Path(shutil.which("swift") or "/").resolve().with_name("clang")
    sources = sorted(str(path) for path in KERNELS.glob("*.c"))
    words = [str(clang), *options, *flags(), "-I", f"{KERNELS}/include", *sources, str(PROGRAM), "-lm", "-lc", "-o", str(program)]
    return run(*words).status == 0


def flags() -> list[str]:
    manifest = (ROOT / "Package.swift").read_text()
    found = re.search(r'name: "CPixelKernels", cSettings: \[\.unsafeFlags\(\[(.+?)\]\)\]', manifest)
    if found is None:
        raise ValueError("Package.swift does not tell the kernels' flags")
    return re.findall(r'"([^"]+)"', found.group(1))


def declared() -> list[str]:
    """The names of the header's functions."""
    return re.findall(r"^\w+ (kagami_\w+)\(", (KERNELS / "include" / "CPixelKernels.h").read_text(), re.MULTILINE)


def digests(command: list[str]) -> dict[str, list[str]]:
    """What a program says of each kernel; nothing, if it does not come to its end."""
    finished = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    said: dict[str, list[str]] = {}
    for line in finished.stdout.splitlines() if finished.returncode == 0 else []:
        kernel, _, rest = line.partition(" ")
        said.setdefault(kernel, []).append(rest)
    return said


def judge(kernel: str, expected: dict[str, list[str]], others: dict[str, dict[str, list[str]]]) -> Tally:
    """Whether a kernel was run, and said the same everywhere."""
    if kernel not in expected:
        return Tally.failure(f"{kernel}: {PROGRAM.relative_to(ROOT)} says nothing of it")
    unlike = [place for place, said in others.items() if said.get(kernel) != expected[kernel]]
    return Tally.failure(f"{kernel} writes other bytes on {' and on '.join(unlike)}") if unlike else Tally(passed=1)
