"""Which runs are nudged, how often, and what stands on the row when a nudge could not be sent."""

import logging
from collections.abc import Sequence
from uuid import UUID

import psycopg
import pytest

from tests.world import World
from worker import broker, contract, schedule
from worker.db.session import Pool
from worker.domain.words import Lane
from worker.process import Process
from worker.registry import Registry
from worker.settings import Settings


class Sent:
    """Takes the place of the broker."""

    def __init__(self) -> None:
        """Nothing is sent yet, and the broker is there."""
        self.nudges: list[tuple[Lane, set[UUID]]] = []
        self.away = False

    async def __call__(self, lane: Lane, run_ids: Sequence[UUID]) -> None:
        """Take the nudges."""
        if self.away:
            raise ConnectionError
        self.nudges.append((lane, set(run_ids)))


@pytest.fixture
def settings(database_url: str) -> Settings:
    """Room for three bulk nudges at a time."""
    return Settings(database_url=database_url, redis_url="redis://127.0.0.1:1/0", bulk_room=3)


async def dispatched(pool: Pool, settings: Settings) -> list[tuple[Lane, set[UUID]]]:
    """What one tick sends."""
    sent = Sent()
    await schedule.dispatch_due(pool, settings, sent)
    return sent.nudges


async def test_a_due_run_is_nudged_once(world: World, pool: Pool, settings: Settings) -> None:
    """A nudge under way is not repeated at the next tick."""
    run_id = world.enqueue()

    assert await dispatched(pool, settings) == [(Lane.INTERACTIVE, {run_id})]
    assert await dispatched(pool, settings) == []


@pytest.mark.parametrize(("lane", "after_s"), [("interactive", 5), ("bulk", 30)])
async def test_a_lost_nudge_is_repeated(world: World, pool: Pool, settings: Settings, lane: str, after_s: int) -> None:
    """After 5 s where somebody waits, after 30 s in the bulk lane."""
    run_id = world.enqueue(lane=lane)
    await dispatched(pool, settings)
    ago = "UPDATE assistant_test_runs SET nudged_at = clock_timestamp() - make_interval(secs => %s)"

    world.connection.execute(ago, (after_s - 1,))
    early = await dispatched(pool, settings)
    world.connection.execute(ago, (after_s,))
    late = await dispatched(pool, settings)

    assert early == []
    assert late == [(Lane(lane), {run_id})]


async def test_of_the_bulk_lane_only_as_many_are_nudged_as_there_is_room_for(
    world: World, pool: Pool, settings: Settings
) -> None:
    """A backlog never becomes a flood of messages; what was claimed makes room. The interactive lane is not counted."""
    bulk = [world.enqueue(lane="bulk") for _ in range(5)]
    interactive = world.enqueue()

    first = dict(await dispatched(pool, settings))
    full = await dispatched(pool, settings)
    async with pool.connection() as connection:
        await contract.claim(connection, bulk[:2], owner="test", lease_s=60)
    then = await dispatched(pool, settings)

    assert first == {Lane.INTERACTIVE: {interactive}, Lane.BULK: set(bulk[:3])}
    assert full == []
    assert then == [(Lane.BULK, set(bulk[3:]))]


async def test_a_run_in_hand_or_parked_is_not_nudged(world: World, pool: Pool, settings: Settings) -> None:
    """Due is: wake_at has come, and nobody holds it."""
    in_hand, parked = world.enqueue(), world.enqueue()
    async with pool.connection() as connection:
        await contract.claim(connection, [in_hand], owner="test", lease_s=60)
    world.connection.execute(
        "UPDATE assistant_test_runs SET wake_at = clock_timestamp() + interval '1 minute' WHERE id = %s", (parked,)
    )

    assert await dispatched(pool, settings) == []


async def test_where_the_broker_is_away_the_rows_say_so(
    world: World, pool: Pool, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing is raised, and the next tick sends what this one could not."""
    run_id = world.enqueue()
    away = Sent()
    away.away = True

    await schedule.dispatch_due(pool, settings, away)

    assert "nudges_unsent" in caplog.messages
    assert world.run(run_id)["nudged_at"] is None
    assert await dispatched(pool, settings) == [(Lane.INTERACTIVE, {run_id})]


async def test_a_reaped_run_is_nudged_at_once(world: World, pool: Pool, settings: Settings) -> None:
    """It lost a lease's length already."""
    run_id = world.enqueue()
    async with pool.connection() as connection:
        await contract.claim(connection, [run_id], owner="test", lease_s=0.001)
    sent = Sent()

    await schedule.reap_expired_leases(pool, settings, sent)

    assert sent.nudges == [(Lane.INTERACTIVE, {run_id})]
    assert [kind for kind, _ in world.events(run_id)] == ["enqueued", "claimed", "reaped"]


def test_a_message_holds_one_interactive_run_or_25_bulk_runs() -> None:
    """Ids and nothing else."""
    run_ids = [UUID(int=number) for number in range(30)]

    interactive = broker.messages(Lane.INTERACTIVE, run_ids)
    bulk = broker.messages(Lane.BULK, run_ids)

    assert [message["args"] for message in interactive] == [[[str(run_id)]] for run_id in run_ids]
    assert [len(message["args"][0]) for message in bulk] == [25, 5]
    assert {message["queue"] for message in interactive} == {"interactive"}


@pytest.mark.parametrize(
    ("fault", "traced"), [(ZeroDivisionError(), True), (psycopg.OperationalError("gone"), False)], ids=["ours", "away"]
)
async def test_a_tick_that_fails_by_a_fault_of_ours_leaves_its_traceback(
    settings: Settings, caplog: pytest.LogCaptureFixture, fault: Exception, traced: bool
) -> None:
    """It fails every time, so that a name alone would hide it; a database that is away needs no traceback."""

    async def failing(*_: object) -> None:
        """A tick that breaks."""
        raise fault

    process = Process(settings, Registry.installed(), broker.make_celery(settings), [])
    with caplog.at_level(logging.WARNING):
        await process.tick("dispatch_due", failing)

    (record,) = [one for one in caplog.records if one.message == "tick_failed"]
    assert bool(record.exc_info) is traced
