"""Things that a tier needs: a person may lack them, continuous integration may not."""

import os
import shutil
import unittest


def is_continuous_integration() -> bool:
    return os.environ.get("CI", "").lower() in {"true", "1"}


def missing(what: str):
    """Skips the test, class or module that calls this; fails it where CI=true."""
    if is_continuous_integration():
        raise AssertionError(f"{what}, and nothing may be skipped where CI=true")
    raise unittest.SkipTest(what)


def require_programs(*names: str) -> None:
    for name in names:
        if shutil.which(name) is None:
            missing(f"{name} is not installed (make setup)")
