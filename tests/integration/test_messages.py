"""Messages while the database is away: tried again under one request_id, given up after a while, lost with a stop."""

import asyncio
import logging
from contextlib import AbstractAsyncContextManager
from typing import Any, cast

import psycopg
import pytest
from psycopg_pool import PoolTimeout

from tests.world import World, configuration
from worker.db.session import Pool
from worker.messages import PAUSES_S, Messages

ASKED: dict[str, Any] = {"team": "acme", "suite": "booking", "consumer": "publish_gate", "content": configuration()}


class Away:
    """A pool whose database does not answer the first ``times``; ``asked`` counts."""

    def __init__(self, pool: Pool, times: int) -> None:
        """Be away so many times, then hand out the pool's connections."""
        self._pool, self._times, self.asked = pool, times, 0

    def connection(self) -> AbstractAsyncContextManager[psycopg.AsyncConnection[Any]]:
        """What a worker asks of its pool."""
        self.asked += 1
        if self.asked <= self._times:
            raise PoolTimeout("away")
        return self._pool.connection()


@pytest.fixture
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many tries, without the time between them."""
    monkeypatch.setattr("worker.messages.PAUSES_S", (0.0,) * len(PAUSES_S))


def events(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log says of messages."""
    return [record.message for record in caplog.records if record.message.startswith("enqueue_")]


async def drained(messages: Messages) -> None:
    """Let everything in hand come to its end."""
    await messages.stop(30)


@pytest.mark.usefixtures("_no_pauses")
async def test_a_message_waits_for_the_database(pool: Pool, world: World, caplog: pytest.LogCaptureFixture) -> None:
    """It is worked when the database is back, once."""
    caplog.set_level(logging.INFO)
    messages = Messages(cast("Pool", Away(pool, len(PAUSES_S))))

    await messages.take((), ASKED)
    await drained(messages)

    assert events(caplog) == ["enqueue_taken"]
    assert world.one("SELECT count(*) FROM assistant_test_runs") == 1


@pytest.mark.usefixtures("_no_pauses")
async def test_a_message_is_given_up_in_words_after_its_tries(
    pool: Pool, world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """No row can be written then; the log names team and request, and nothing loops."""
    away = Away(pool, 1000)
    messages = Messages(cast("Pool", away))

    await messages.take((), {**ASKED, "request_id": "publish-17"})
    await drained(messages)

    (said,) = [record for record in caplog.records if record.message == "enqueue_lost"]
    assert (vars(said)["team_id"], vars(said)["request_id"]) == ("acme", "publish-17")
    assert vars(said)["reason"] == "PoolTimeout"
    assert away.asked == len(PAUSES_S) + 1
    assert world.one("SELECT count(*) FROM assistant_test_runs") == 0


async def test_a_stop_says_which_messages_are_lost(pool: Pool, world: World, caplog: pytest.LogCaptureFixture) -> None:
    """One that waits for the database at the end of the grace time is cut short."""
    del world
    messages = Messages(cast("Pool", Away(pool, 1000)))
    await messages.take((), ASKED)

    await messages.stop(0.01)

    (said,) = [record for record in caplog.records if record.message == "enqueue_lost"]
    assert vars(said)["reason"] == "stopped"


async def test_more_than_there_is_room_for_wait_in_the_broker(
    pool: Pool, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Taking one more holds up the task, so memory stays bounded."""
    del world
    monkeypatch.setattr("worker.messages.IN_HAND", 2)
    messages = Messages(cast("Pool", Away(pool, 1000)))
    for _ in range(2):
        await messages.take((), ASKED)

    third = asyncio.create_task(messages.take((), ASKED))
    await asyncio.sleep(0)
    waits = not third.done()
    await messages.stop(0.01)

    assert waits
    await third
    await messages.stop(0.01)
