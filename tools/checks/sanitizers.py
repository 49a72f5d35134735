"""Unit tests and the conformance suite under sanitizers: of the unit tests all under AddressSanitizer, and those of workers under
ThreadSanitizer."""

import json
import re
from pathlib import Path

from .conformance import conformance
from .shell import ROOT, run
from .swift import unit_tests
from .tally import Tally

SCRATCH = ROOT / ".build"
# Foundation copies a directory's entry with what lies behind it when it starts a program.
SUPPRESSIONS = "interceptor_via_fun:*findMaximumOpenFromProcSelfFD*\n"
# What only those name who have work done by other threads than the loop's.
WORKERS = re.compile(r"\b(pthread_create|BackgroundWork|PixelWorkers|PixmanRenderer|Mutex)\b")


def tests_of_workers() -> list[str]:
    """The test targets with threads in them, or in the target that they test."""
    return [
        tests.name for tests in sorted((ROOT / "Tests").glob("*Tests"))
        if names_workers(tests.name) or names_workers(f"../Sources/{tests.name.removesuffix('Tests')}")
    ]


def names_workers(folder: str) -> bool:
    return any(WORKERS.search(path.read_text()) for path in (ROOT / "Tests" / folder).rglob("*.swift"))


def threads() -> Tally:
    """A race of two threads ends the tests' process at once."""
    chosen = [word for tests in tests_of_workers() for word in ("--filter", f"^{tests}\\.")]
    return sanitized("thread", "tsan", chosen, {"TSAN_OPTIONS": "halt_on_error=1:exitcode=66"})


def addresses() -> Tally:
    """A look past the end of memory, or at memory that was given back, ends the tests' process at once. Leaks are not looked for:
    Swift's own libraries keep what they have made until the end. Little of what was given back is kept aside, since a test measures
    the memory of its process."""
    SCRATCH.mkdir(exist_ok=True)
    suppressions = SCRATCH / "address.suppressions"
    suppressions.write_text(SUPPRESSIONS)
    options = f"detect_leaks=0:quarantine_size_mb=16:suppressions={suppressions}"
    return sanitized("address", "asan", [], {"ASAN_OPTIONS": options})


def sanitized(name: str, library: str, chosen: list[str], environment: dict[str, str]) -> Tally:
    """The unit tests, and the conformance suite: its process is not ours, and has to load the sanitizer before our module."""
    options = ["--scratch-path", str(SCRATCH / name), "--sanitize", name]
    tests = unit_tests(is_built_once=True, options=options, chosen=chosen, environment=environment)
    first = {"LD_PRELOAD": " ".join(str(path) for path in runtime(library))}
    return tests + conformance(f"{name}/debug", ("pixman",), environment | first)


def runtime(library: str) -> list[Path]:
    """A sanitizer's library, which has to come first, and the one that it needs itself."""
    target = json.loads("\n".join(run("swiftc", "-print-target-info").lines))
    resources, architecture = Path(target["paths"]["runtimeResourcePath"]), target["target"]["triple"].split("-")[0]
    return [
        resources / "clang" / "lib" / "linux" / f"libclang_rt.{library}-{architecture}.so",
        resources / "linux" / "libdispatch.so",
    ]
