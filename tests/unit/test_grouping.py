"""One writer per process: requests are done together, and a culprit stands alone."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import psycopg
import pytest

from worker.errors import EvidenceUnstorable
from worker.grouping import Group, passes


class Refused(psycopg.DataError):
    """PostgreSQL's refusal of a value."""

    sqlstate = "22P05"


class Gone(psycopg.OperationalError):
    """A lost connection."""


class Writer:
    """Remembers its groups; refuses those with a bad request, loses the connection so many times."""

    def __init__(self, losses: int = 0) -> None:
        """Lose the connection this often."""
        self.groups: list[list[str]] = []
        self.losses = losses

    async def __call__(self, requests: Sequence[str]) -> list[str | Exception]:
        """Write the group."""
        self.groups.append(list(requests))
        await asyncio.sleep(0)
        if self.losses:
            self.losses -= 1
            raise Gone("server closed the connection")
        if "bad" in requests:
            raise Refused("unsupported Unicode escape sequence")
        return [ValueError(one) if one == "lost" else one.upper() for one in requests]


@asynccontextmanager
async def group(writer: Writer) -> AsyncIterator[Group[str, str]]:
    """A running group."""
    made: Group[str, str] = Group("test", writer)
    made.start()
    yield made
    await made.stop()


async def test_what_comes_at_the_same_time_is_done_together() -> None:
    """One call of the writer for all that gathered."""
    writer = Writer()
    async with group(writer) as made:
        answers = await asyncio.gather(*(made.submit(f"r{number}") for number in range(40)))

    assert answers == [f"R{number}" for number in range(40)]
    assert len(writer.groups) < 5


async def test_an_answer_that_is_an_exception_is_raised_for_its_request_alone() -> None:
    """A run that lost its lease drops out of the group alone."""
    async with group(Writer()) as made:
        answers = await asyncio.gather(made.submit("a"), made.submit("lost"), made.submit("b"), return_exceptions=True)

    assert answers[0] == "A"
    assert isinstance(answers[1], ValueError)
    assert answers[2] == "B"


async def test_a_refused_group_is_split_until_the_culprit_stands_alone() -> None:
    """Its neighbours are written; it gets the refusal in our words."""
    async with group(Writer()) as made:
        names = ["a", "b", "bad", "c", "d"]
        answers = await asyncio.gather(*(made.submit(name) for name in names), return_exceptions=True)

    assert [answers[0], answers[1], answers[3], answers[4]] == ["A", "B", "C", "D"]
    assert isinstance(answers[2], EvidenceUnstorable)
    assert "22P05" in str(answers[2])


async def test_a_lost_connection_is_tried_again() -> None:
    """The work is idempotent under its token, so doing it again reads the row first."""
    writer = Writer(losses=2)
    async with group(writer) as made:
        assert await made.submit("a") == "A"

    assert len(writer.groups) == 3


async def test_stop_cancels_what_still_waits() -> None:
    """Nobody waits for a group that has stopped."""
    never = asyncio.Event()

    async def stuck(requests: Sequence[str]) -> list[str | Exception]:
        """Work that never comes back."""
        await never.wait()
        return list(requests)

    made: Group[str, str] = Group("stuck", stuck)
    made.start()
    waiting = asyncio.ensure_future(made.submit("a"))
    await asyncio.sleep(0)

    await made.stop()

    with pytest.raises(asyncio.CancelledError):
        await waiting


PASSES = {
    "a full disk": psycopg.errors.DiskFull,
    "no memory": psycopg.errors.OutOfMemory,
    "no connection left": psycopg.errors.TooManyConnections,
    "a database that takes no writes": psycopg.errors.ReadOnlySqlTransaction,
    "a file of the server's": psycopg.errors.IoError,
    "a connection that failed": psycopg.errors.ConnectionFailure,
    "a database that was dropped": psycopg.errors.DatabaseDropped,
    "a time limit": psycopg.errors.QueryCanceled,
    "a shutdown": psycopg.errors.AdminShutdown,
    "a deadlock": psycopg.errors.DeadlockDetected,
}


@pytest.mark.parametrize("kind", PASSES.values(), ids=list(PASSES))
def test_what_the_server_cannot_do_for_now_says_nothing_about_the_work(kind: type[psycopg.Error]) -> None:
    """No evidence is called unstorable, and no run ends, for a disk that is full."""
    assert passes(kind())


@pytest.mark.parametrize(
    "kind",
    [psycopg.errors.UntranslatableCharacter, psycopg.errors.UniqueViolation, psycopg.errors.ProgramLimitExceeded],
)
def test_a_refused_value_does_not_pass_by_itself(kind: type[psycopg.Error]) -> None:
    """Doing it again would be in vain."""
    assert not passes(kind())
