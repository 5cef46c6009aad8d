"""The relay: what is announced is nudged within milliseconds; what goes wrong costs that and nothing else."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any
from uuid import UUID

import pytest

from tests.eventually import eventually
from tests.world import World
from worker import broker, relay
from worker.domain.words import Lane
from worker.settings import Settings

ITS_SESSION = "FROM pg_stat_activity WHERE application_name = 'assistant_test_relay' AND datname = current_database()"


class Relay:
    """What it sent, and whether its broker is away."""

    def __init__(self) -> None:
        """Nothing is sent yet, and the broker is there."""
        self.nudged: list[UUID] = []
        self.away = False

    async def send(self, _app: Any, _lane: Lane, run_ids: Sequence[UUID], **_: float) -> None:
        """Take the nudges."""
        if self.away:
            raise ConnectionError
        self.nudged += run_ids


@pytest.fixture
async def listening(world: World, database_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Relay]:
    """A relay that listens."""
    made = Relay()
    monkeypatch.setattr(broker, "send", made.send)
    stop = asyncio.Event()
    task = asyncio.create_task(relay.listen(Settings(database_url=database_url), stop))
    await soon(lambda: listens(world))
    yield made
    stop.set()
    await asyncio.wait_for(task, 10)


def listens(world: World) -> bool:
    """Its session has said LISTEN and waits."""
    return bool(world.one(f"SELECT count(*) {ITS_SESSION} AND query LIKE 'LISTEN%%' AND state = 'idle'"))


async def soon(fact: Any) -> None:
    """Wait for a fact while the relay goes on in this event loop."""
    await asyncio.to_thread(eventually, fact)


async def test_every_run_of_a_burst_is_nudged_once(world: World, listening: Relay) -> None:
    """What is announced while the relay is busy with others is not lost."""
    run_ids = await asyncio.to_thread(lambda: [world.enqueue() for _ in range(60)])

    await soon(lambda: len(listening.nudged) >= len(run_ids))

    assert sorted(listening.nudged) == sorted(run_ids)


async def test_it_listens_again_after_its_connection_was_lost(world: World, listening: Relay) -> None:
    """A restart of the database needs nobody who starts the relay anew."""
    before = world.one(f"SELECT max(pid) {ITS_SESSION}")
    world.connection.execute(f"SELECT pg_terminate_backend(pid) {ITS_SESSION}")
    await soon(lambda: listens(world) and world.one(f"SELECT max(pid) {ITS_SESSION}") != before)

    run_id = world.enqueue()

    await soon(lambda: listening.nudged == [run_id])


async def test_what_it_cannot_send_is_left_to_the_dispatcher(
    world: World, listening: Relay, caplog: pytest.LogCaptureFixture
) -> None:
    """The row says that no nudge is under way, and the relay goes on with the next one."""
    listening.away = True
    unsent = world.enqueue()
    await soon(lambda: "nudges_unsent" in caplog.messages and world.run(unsent)["nudged_at"] is None)

    listening.away = False
    sent = world.enqueue()

    await soon(lambda: listening.nudged == [sent])


async def test_what_a_worker_holds_is_not_nudged(world: World, listening: Relay) -> None:
    """A notice that comes late finds a run that somebody has claimed."""
    with world.connection.transaction():
        held = world.enqueue()
        world.connection.execute(
            "UPDATE assistant_test_runs SET lease_owner = 'x', lease_token = 1, status = 'running',"
            " lease_expires_at = clock_timestamp() + interval '1 minute' WHERE id = %s",
            (held,),
        )
    free = world.enqueue()

    await soon(lambda: bool(listening.nudged))

    assert listening.nudged == [free]


@pytest.mark.parametrize("payload", ["nonsense", "", "1", "é"])
async def test_a_notice_that_names_no_run_is_passed_over(world: World, listening: Relay, payload: str) -> None:
    """Anybody who may connect may notify; the relay stays, and runs announced with it are nudged."""
    with world.connection.transaction():
        world.connection.execute("SELECT pg_notify(%s, %s)", [relay.CHANNEL, payload])
        run_id = world.enqueue()

    await soon(lambda: listening.nudged == [run_id])
