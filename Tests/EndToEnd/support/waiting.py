"""Waiting for what happens in other processes."""

import time


def eventually(probe, what: str, timeout: float = 10, interval: float = 0.03):
    """The first true value of `probe`; raises `AssertionError` with `what` did not happen in `timeout` seconds."""
    deadline = time.monotonic() + timeout
    while True:
        value = probe()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"after {timeout:g} s still not: {what}; last seen: {value!r}")
        time.sleep(interval)
