"""The readers of what strangers made under libFuzzer, which mutates inputs and keeps those that reach new code, and under
AddressSanitizer."""

import os
import re
from concurrent.futures import ThreadPoolExecutor

from .shell import ROOT, run
from .tally import Tally

SCRATCH = ROOT / ".build" / "fuzzing"
# What was found to reach new code, by reader; later runs begin with it.
KEPT = SCRATCH / "corpora"
# Inputs that ended a reader, for a look; `kagami-fuzz FILE` reads one again.
FOUND = SCRATCH / "found"
CORPORA = ROOT / "Tests" / "Fuzzing" / "Corpora"
KEY = re.compile(r"^\| `([a-z_]+)`", re.MULTILINE)
TABLE = re.compile(r"^## (\[+[a-z_]+\]+)", re.MULTILINE)
QUOTED = re.compile(rb'"([a-z_.A-Z:-]{2,40})"')
INPUTS_READ = re.compile(r"^stat::number_of_executed_units: +[1-9]")
MOST_BYTES = 4096
# In which no input of that length may be read more slowly; far more than any takes.
MOST_SECONDS = 20


def readers() -> list[str]:
    return sorted(folder.name for folder in CORPORA.iterdir())


def words(reader: str) -> list[str]:
    """The keys and tables of the configuration, or the quoted words of a reader's corpus."""
    if reader == "configuration":
        page = (ROOT / "docs" / "configuration.md").read_text()
        return sorted({*KEY.findall(page), *TABLE.findall(page)})
    return sorted({word.decode() for seed in (CORPORA / reader).iterdir() for word in QUOTED.findall(seed.read_bytes())})


def fuzzing(seconds: int) -> Tally:
    """Builds the fuzzer and runs it for so long, each reader for its share; what it finds stays in .build/fuzzing/found."""
    built = run(
        "swift", "build", "--scratch-path", str(SCRATCH), "--product", "kagami-fuzz",
        environment={"KAGAMI_FUZZING": "1", "KAGAMI_WHOLE_MODULES": "1"})
    if built.status != 0:
        return Tally.failure(f"the fuzzer does not build: swift ended with {built.status}")
    FOUND.mkdir(exist_ok=True)
    lanes = os.cpu_count() or 1
    share = max(1, seconds * lanes // len(readers()))
    with ThreadPoolExecutor(lanes, thread_name_prefix="fuzzing") as pool:
        return sum(pool.map(lambda reader: fuzz(reader, share), readers()), Tally())


def fuzz(reader: str, seconds: int) -> Tally:
    kept = KEPT / reader
    kept.mkdir(parents=True, exist_ok=True)
    dictionary = SCRATCH / f"{reader}.words"
    dictionary.write_text("".join(f'"{word}"\n' for word in words(reader)))
    # The fuzzer takes no empty one.
    chosen = [f"-dict={dictionary}"] if dictionary.stat().st_size else []
    finished = run(
        str(SCRATCH / "debug" / "kagami-fuzz"), str(kept), str(CORPORA / reader), *chosen,
        f"-artifact_prefix={FOUND}/{reader}-", f"-max_total_time={seconds}", f"-max_len={MOST_BYTES}",
        f"-timeout={MOST_SECONDS}", "-rss_limit_mb=2048", "-print_final_stats=1", "-verbosity=0",
        silence=2 * seconds + 120, limit=2 * seconds + 120,
        # A backtrace costs minutes, and the input alone shows it again.
        environment={"KAGAMI_FUZZ_READER": reader, "SWIFT_BACKTRACE": "enable=no", "ASAN_OPTIONS": "detect_leaks=0"})
    if finished.status != 0:
        return Tally.failure(f"{reader} does not stand an input: {FOUND.relative_to(ROOT)}")
    if not any(INPUTS_READ.match(line) for line in finished.lines):
        return Tally.failure(f"{reader}: the fuzzer has read nothing")
    return Tally(passed=1)
