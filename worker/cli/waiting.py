"""Wait for a run to end, and say how far it is."""

import time
from collections.abc import Callable, Iterator
from threading import Event
from typing import Final
from uuid import UUID

from worker.cli.console import errors
from worker.db.reading import Progress, progress_of
from worker.db.requests import Connection
from worker.domain.counted import counted
from worker.domain.words import RunStatus

FIRST_PAUSE_S: Final = 0.05
LONGEST_PAUSE_S: Final = 0.5
PAUSE_GROWTH: Final = 1.3
PATIENCE_S: Final = 10.0
"""After so long in the queue we say what may be missing."""


NEVER: Final = Event()
"""Waiting on it is a pause that Ctrl-C ends at once."""


def pauses() -> Iterator[float]:
    """Seconds between looks at the row: 0.05, growing to 0.5."""
    pause = FIRST_PAUSE_S
    while True:
        yield pause
        pause = min(LONGEST_PAUSE_S, pause * PAUSE_GROWTH)


def wait(
    connection: Connection,
    run: UUID,
    *,
    timeout_s: float | None = None,
    pause: Callable[[float], object] = NEVER.wait,
    now: Callable[[], float] = time.monotonic,
) -> bool:
    """Look at the row until the run has ended; False where the time ran out before.

    Raises:
        RequestRefused: ``run_unknown``.
    """
    began = now()
    said: Progress | None = None
    warned = False
    for seconds in pauses():
        progress = progress_of(connection, run)
        if RunStatus(progress.status).ended:
            return True
        if progress != said:
            said = progress
            errors.print(f"[dim]{words(progress)}[/]")
        waited = now() - began
        if progress.status == RunStatus.QUEUED and waited > PATIENCE_S and not warned:
            warned = True
            errors.print(f"Still queued after {PATIENCE_S:g} s. Does a worker run? bin/up starts one.")
        if timeout_s is not None and waited >= timeout_s:
            return False
        pause(seconds)
    raise AssertionError("pauses never end")


def words(progress: Progress) -> str:
    """How far a run is, in words."""
    status = f"{progress.status}, cancel requested" if progress.cancelling else progress.status
    if not progress.cases:
        return status
    return f"{status}: {progress.done} of {counted(progress.cases, 'case run')}"
