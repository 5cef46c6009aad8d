"""One writer per process: what many runs ask for at the same time is done together, one statement each.

While a group is at work the next one gathers; so a lone request waits for nobody, and under load the groups grow by
themselves.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Generic, TypeVar

import psycopg
from psycopg_pool import PoolTimeout

from worker.errors import EvidenceUnstorable

Request = TypeVar("Request")
Answer = TypeVar("Answer")

GROUP: Final = 100
TRIES: Final = 8
FIRST_PAUSE_S: Final = 0.05
PASSING: Final = ("08", "53", "57", "58", "25006", "25P03", "40001", "40P01", "55P03")
"""SQLSTATEs, or their first two digits, of what says nothing about the work: lost connections; a full disk, no memory
or no connection left; shutdown, start and time limits; the server's own files; a database that takes no writes for now,
a session ended for idling in a transaction, serialization failure, deadlock, lock time-out."""

log = logging.getLogger(__name__)


def passes(error: BaseException) -> bool:
    """True where the same work may succeed later: a lost connection, or a server that cannot for now."""
    if isinstance(error, PoolTimeout):
        return True
    return isinstance(error, psycopg.Error) and (
        (error.sqlstate or "").startswith(PASSING)
        or (isinstance(error, psycopg.OperationalError) and error.sqlstate is None)
    )


def unexpected(error: Exception) -> Exception | None:
    """The error where its traceback tells something: a fault of ours, and not a database that is away for a while."""
    return None if passes(error) else error


def _named(refused: Exception) -> Exception:
    """PostgreSQL's refusal of a lone request's content, in our words; anything else as it is."""
    if isinstance(refused, psycopg.Error) and not passes(refused):
        return EvidenceUnstorable(f"SQLSTATE {refused.sqlstate}: {str(refused).splitlines()[0]}")
    return refused


class Group(Generic[Request, Answer]):
    """Gathers requests and hands them to ``work`` in groups.

    ``work`` answers with one value or exception per request, in order. It must be idempotent under their tokens: where
    a commit's fate is unknown it is done again, and its guard reads the row first. A group that PostgreSQL refuses for
    its content is split until the culprit stands alone.
    """

    def __init__(
        self, name: str, work: Callable[[Sequence[Request]], Awaitable[Sequence[Answer | Exception]]], size: int = GROUP
    ) -> None:
        """Name the group for logs and task names; ``size`` is the most that one call of ``work`` gets."""
        self._name = name
        self._work = work
        self._size = size
        self._waiting: asyncio.Queue[tuple[Request, asyncio.Future[Answer]]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to gather."""
        self._task = asyncio.create_task(self._run(), name=f"group {self._name}")

    async def stop(self) -> None:
        """Stop gathering; requests that still wait are cancelled."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        while not self._waiting.empty():
            self._waiting.get_nowait()[1].cancel()

    async def submit(self, request: Request) -> Answer:
        """Have the request done with the next group."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        await self._waiting.put((request, answer))
        return await answer

    async def _run(self) -> None:
        while True:
            taken = [await self._waiting.get()]
            while len(taken) < self._size and not self._waiting.empty():
                taken.append(self._waiting.get_nowait())
            try:
                await self._settle(taken)
            except asyncio.CancelledError:
                for _, answer in taken:
                    answer.cancel()
                raise

    async def _settle(self, taken: list[tuple[Request, "asyncio.Future[Answer]"]]) -> None:
        try:
            answers = await self._patiently([request for request, _ in taken])
        except Exception as refused:
            if len(taken) > 1 and isinstance(refused, psycopg.Error | EvidenceUnstorable) and not passes(refused):
                middle = len(taken) // 2
                await self._settle(taken[:middle])
                await self._settle(taken[middle:])
                return
            answers = [_named(refused)] * len(taken)
        for (_, waiting), answer in zip(taken, answers, strict=True):
            if waiting.done():
                continue
            if isinstance(answer, Exception):
                waiting.set_exception(answer)
            else:
                waiting.set_result(answer)

    async def _patiently(self, requests: Sequence[Request]) -> Sequence[Answer | Exception]:
        pause_s = FIRST_PAUSE_S
        for _ in range(TRIES - 1):
            try:
                return await self._work(requests)
            except (psycopg.Error, PoolTimeout) as lost:
                if not passes(lost):
                    raise
                log.warning("database_wait", extra={"group": self._name, "reason": type(lost).__name__})
            await asyncio.sleep(pause_s)
            pause_s *= 2
        return await self._work(requests)
