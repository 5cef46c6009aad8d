"""One event loop per process, in a thread of its own, and a watchdog that ends the process when the loop is stuck."""

import asyncio
import logging
import os
import threading
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

log = logging.getLogger(__name__)

Result = TypeVar("Result")
TURN_S: Final = 1.0
STUCK_EXIT: Final = 70


class LoopThread:
    """Runs an event loop beside Celery's main thread; tasks hand it coroutines and return."""

    def __init__(self) -> None:
        """Make the loop; :meth:`start` runs it."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="loop", daemon=True)

    def start(self) -> None:
        """Run the loop."""
        self._thread.start()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()

    def call(self, function: Callable[..., object], *arguments: object) -> None:
        """Have the loop call the function, and return at once."""
        self._loop.call_soon_threadsafe(function, *arguments)

    def run(self, coroutine: Coroutine[Any, Any, Result], timeout_s: float | None = None) -> Result:
        """Have the loop run the coroutine, and wait for its result.

        Raises:
            TimeoutError: it took longer; it is cancelled.
        """
        future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        try:
            return future.result(timeout_s)
        except BaseException:  # whoever waits was interrupted, or the time is over
            future.cancel()
            raise

    def spawn(self, coroutine: Coroutine[Any, Any, object]) -> None:
        """Have the loop run the coroutine, and return at once; the coroutine handles its own errors."""
        asyncio.run_coroutine_threadsafe(coroutine, self._loop)

    def stop(self) -> None:
        """Stop the loop and its thread."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=5)
        if not self._thread.is_alive():
            self._loop.close()


class Watchdog:
    """Ends the process when the loop has missed its turns.

    Turns are counted by the watchdog's own thread, one a second: a process that was stopped counts none meanwhile, so
    it is not ended on waking. The supervisor starts the process anew.
    """

    def __init__(self, loop: LoopThread, turns: int, end: Callable[[int], object] = os._exit) -> None:
        """Allow ``turns`` missed turns in a row, then call ``end`` with the exit status."""
        self._loop = loop
        self._turns = turns
        self._end = end
        self._missed = 0
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def stop(self) -> None:
        """Stop watching."""
        self._stopped.set()

    def _watch(self) -> None:
        while not self._stopped.wait(TURN_S):
            self._missed += 1
            self._loop.call(self._answered)
            if self._missed > self._turns:
                log.critical("loop_stuck", extra={"turns": self._missed})
                self._end(STUCK_EXIT)
                return

    def _answered(self) -> None:
        self._missed = 0
