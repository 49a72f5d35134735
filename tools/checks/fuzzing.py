"""The parsers of strangers' texts under libFuzzer, which mutates texts and keeps those that reach new code."""

import re
import tempfile
from pathlib import Path

from .shell import ROOT, run
from .tally import Tally

SCRATCH = ROOT / ".build" / "fuzzing"
# Texts that made a parser trap, for a look; `kagami-fuzz FILE` reads one again.
FOUND = SCRATCH / "found"
CODE_BLOCK = re.compile(r"^```toml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
KEY = re.compile(r"^\| `([a-z_]+)`", re.MULTILINE)
TABLE = re.compile(r"^## (\[+[a-z_]+\]+)", re.MULTILINE)
TEXTS_READ = re.compile(r"^stat::number_of_executed_units: +[1-9]")
MOST_CHARACTERS = 4096
# In which no text of that length may be read more slowly; a thousand times what one takes.
MOST_SECONDS = 10


def seeds() -> list[bytes]:
    """What the fuzzer begins with: each text behind the byte that selects its parser (Tests/Fuzzing)."""
    pages = sorted((ROOT / "docs").rglob("*.md"))
    configurations = [block for page in pages for block in CODE_BLOCK.findall(page.read_text())]
    entries = [path.read_text() for path in sorted((ROOT / "data").glob("*.desktop"))]
    return [b"\0" + text.encode() for text in configurations] + [b"\1" + text.encode() for text in entries]


def words() -> list[str]:
    """The keys and tables of the configuration."""
    page = (ROOT / "docs" / "configuration.md").read_text()
    return sorted({*KEY.findall(page), *TABLE.findall(page)})


def fuzzing(seconds: int) -> Tally:
    """Builds the fuzzer and runs it for so long; what it finds stays in .build/fuzzing/found."""
    built = run(
        "swift", "build", "--scratch-path", str(SCRATCH), "--product", "kagami-fuzz", "--sanitize", "fuzzer",
        environment={"KAGAMI_FUZZING": "1", "KAGAMI_WHOLE_MODULES": "1"})
    if built.status != 0:
        return Tally.failure(f"the fuzzer does not build: swift ended with {built.status}")
    FOUND.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="kagami-fuzzing-") as folder:
        corpus = Path(folder) / "corpus"
        corpus.mkdir()
        for number, seed in enumerate(seeds()):
            (corpus / f"seed-{number}").write_bytes(seed)
        dictionary = Path(folder) / "words"
        dictionary.write_text("".join(f'"{word}"\n' for word in words()))
        finished = run(
            str(SCRATCH / "debug" / "kagami-fuzz"), str(corpus), f"-dict={dictionary}", f"-artifact_prefix={FOUND}/",
            f"-max_total_time={seconds}", f"-max_len={MOST_CHARACTERS}", f"-timeout={MOST_SECONDS}",
            "-rss_limit_mb=1024", "-print_final_stats=1", "-verbosity=0", silence=2 * seconds + 60, limit=2 * seconds + 60)
    if finished.status != 0:
        return Tally.failure(f"a parser does not stand a text: {FOUND.relative_to(ROOT)}")
    if not any(TEXTS_READ.match(line) for line in finished.lines):
        return Tally.failure("the fuzzer has read nothing")
    return Tally(passed=1)
