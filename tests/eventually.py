"""Waiting for a fact: the only place in the tests that lets time pass."""

import threading
import time
from collections.abc import Callable
from typing import TypeVar

Fact = TypeVar("Fact")
LOOK_S = 0.02


def eventually(fact: Callable[[], Fact], within_s: float = 10) -> Fact:
    """Ask until the answer is true, and return it.

    Raises:
        AssertionError: it was not within this time; how long that takes is a bound, never what is tested.
    """
    until = time.monotonic() + within_s
    while True:
        found = fact()
        if found:
            return found
        assert time.monotonic() < until, f"not within {within_s} s: {getattr(fact, '__qualname__', fact)}"
        threading.Event().wait(LOOK_S)
