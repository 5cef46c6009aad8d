"""Waiting for a run: by its row, with pauses that grow, and no longer than asked."""

from itertools import islice

import pytest

from tests.integration.commands import Command, command
from worker.cli.waiting import pauses, wait, words
from worker.db.reading import Progress

__all__ = ["command"]


def test_pauses_grow_from_50_to_500_milliseconds() -> None:
    """A structural run is seen at once; a long one costs two looks a second."""
    first = list(islice(pauses(), 30))

    assert first[0] == 0.05
    assert first == sorted(first)
    assert first[-1] == 0.5


def test_waiting_ends_when_the_row_says_that_the_run_has_ended(command: Command) -> None:
    """No message is needed; the row is looked at again after each pause."""
    command.applied()
    run = command.enqueued()
    looks = []

    def pause(_: float) -> None:
        looks.append(_)
        if len(looks) == 3:
            command.worked(run, "passed", {"liquid": True, "clause": True})

    assert wait(command.connection, run, pause=pause)
    assert len(looks) == 3


def test_waiting_ends_when_its_time_is_over(command: Command) -> None:
    """The clock is looked at after each look at the row."""
    command.applied()
    times = iter([0.0, 1.0, 5.0])

    assert not wait(command.connection, command.enqueued(), timeout_s=5, pause=lambda _: None, now=lambda: next(times))


def test_a_run_that_stays_queued_hints_at_the_worker(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    """After ten seconds it is said what may be missing, once."""
    command.applied()
    times = iter([0.0, 11.0, 12.0, 13.0])

    wait(command.connection, command.enqueued(), timeout_s=13, pause=lambda _: None, now=lambda: next(times))

    assert capsys.readouterr().err.count("Does a worker run?") == 1


def test_progress_counts_case_runs_once_there_are_any() -> None:
    """Before the plan there is only a status."""
    assert words(Progress("queued", None, cancelling=False, cases=0, done=0)) == "queued"
    assert words(Progress("queued", None, cancelling=True, cases=0, done=0)) == "queued, cancel requested"
    assert words(Progress("running", None, cancelling=False, cases=10, done=3)) == "running: 3 of 10 case runs"
