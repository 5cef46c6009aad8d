"""TERM and INT: first they raise, so that a start is given up; from then on they are counted, so that an end is not."""

import queue
import signal
from collections.abc import Callable
from typing import Final

SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)


def raised() -> None:
    """Let both signals raise ``KeyboardInterrupt`` in the main thread."""
    for sign in SIGNALS:
        signal.signal(sign, signal.default_int_handler)


def counted() -> Callable[[float | None], bool]:
    """Count both signals; the answer waits for the next one: so many seconds, or for ever, and says whether it came."""
    came: queue.SimpleQueue[int] = queue.SimpleQueue()  # its put, alone of all queues', may be called in a handler
    for sign in SIGNALS:
        signal.signal(sign, lambda number, _: came.put(number))

    def wait(seconds: float | None) -> bool:
        try:
            came.get(timeout=seconds)
        except queue.Empty:
            return False
        return True

    return wait
