"""How many cases a test runs."""

import os

# Continuous integration and `make torture` run all cases, `make test` a sample.
IS_THOROUGH = os.environ.get("CI", "").lower() in {"true", "1"} or os.environ.get("KAGAMI_TORTURE") == "1"


def cases(sample: int, whole: int) -> int:
    return whole if IS_THOROUGH else sample


# Applications that each take long in the emulated machine.
RUNS_ALL_APPLICATIONS = os.environ.get("KAGAMI_APPLICATIONS") == "all"
