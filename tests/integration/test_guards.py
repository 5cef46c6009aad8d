"""Guards around the token: each scene holds as the code stands, and turns red when the guard it names is taken out.

What ``test_fencing.py`` shows of the token, of reap's + 1, of the row lock and of the keys of results and outcomes is
not repeated here.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import psycopg
import pytest

from tests.eventually import eventually
from tests.integration.fencing import LONG_S, Mutation, Scenario, Stage, staged
from tests.world import World
from worker import contract
from worker.db import ending, fencing, flushing, leases, planning
from worker.domain.run import Slot, Step, steps_of
from worker.domain.words import RunStatus
from worker.domain.writes import Ending
from worker.errors import LeaseLost

Patch = pytest.MonkeyPatch
COMPLETED = Ending(RunStatus.COMPLETED)


def _changed(statement: str, part: str, instead: str = "") -> str:
    assert part in statement
    return statement.replace(part, instead)


async def case_runs_planned_twice(stage: Stage) -> None:
    """A plan that is frozen again (its commit's answer was lost) adds no case run."""
    given = {"repeats": fencing.rows([{"run_id": str(stage.run_id), "runner": "structural", "trials": 1}])}

    await stage.first.execute(planning.CASE_RUNS, given)

    assert stage.world.one("SELECT count(*) FROM assistant_test_case_runs") == 1


async def claim_of_a_run_in_hand(stage: Stage) -> None:
    """A run whose lease stands is nobody else's."""
    await stage.claim(stage.first, "one")

    taken = await contract.claim(stage.second, [stage.run_id], owner="two", lease_s=LONG_S)

    assert taken == []


async def claim_of_the_next_run_in_hand(stage: Stage) -> None:
    """The same where a process looks for work by itself."""
    lease = await stage.claim(stage.first, "one")

    taken = await leases.claim_next(
        stage.second, [lease.lane], owner="two", lease_s=LONG_S, steps=steps_of(Slot.SHORT), limit=1
    )

    assert taken == []


async def write_after_the_own_end(stage: Stage) -> None:
    """A step that goes on after its run ended writes nothing, although its token is still the newest."""
    lease = await stage.claim(stage.first, "one")
    await contract.flush(stage.first, [stage.flush(lease, "in time")])
    await contract.release(stage.first, lease, COMPLETED)

    (answer,) = await contract.flush(stage.first, [stage.flush(lease, "late")])

    assert isinstance(answer, LeaseLost)


async def end_with_a_case_pending(stage: Stage) -> None:
    """No run ends with a case run that nobody executed."""
    lease = await stage.claim(stage.first, "one")

    ended = await ending.end(stage.first, [ending.EndRequest(lease, COMPLETED)])

    assert ended.runs == set()


async def end_after_a_cancel(stage: Stage) -> None:
    """A cancel that was answered with true wins over the end that is on its way."""
    lease = await stage.claim(stage.first, "one")
    await contract.flush(stage.first, [stage.flush(lease, "in time")])
    assert stage.world.one("SELECT assistant_test_cancel(%s)", stage.run_id) is True

    await contract.release(stage.first, lease, COMPLETED)

    assert stage.world.status(stage.run_id) == "cancelled"


async def release_by_a_late_worker(stage: Stage) -> None:
    """A worker whose run was taken over gives nothing back: the new owner keeps its lease."""
    old = await stage.claim(stage.first, "old")
    stage.expire()
    await stage.claim(stage.second, "new")

    given_back = await leases.release(stage.first, [contract.park(old, 0, Step.EXECUTE, "late")])

    assert given_back == set()
    assert stage.world.run(stage.run_id)["lease_owner"] == "new"


async def renewal_by_a_late_worker(stage: Stage) -> None:
    """A worker whose run was taken over is told so by its next renewal."""
    old = await stage.claim(stage.first, "old")
    stage.expire()
    await stage.claim(stage.second, "new")

    assert await leases.renew(stage.first, [old], lease_s=LONG_S) == {}


def no_key_on_case_runs(patch: Patch, connection: psycopg.Connection) -> None:
    """Take the unique key of a case run away."""
    connection.execute(
        "ALTER TABLE assistant_test_case_runs DROP CONSTRAINT assistant_test_case_runs_run_id_case_id_trial_key"
    )
    patch.setattr(
        planning, "CASE_RUNS", _changed(planning.CASE_RUNS, "ON CONFLICT (run_id, case_id, trial) DO NOTHING")
    )


def no_lease_in_claims(patch: Patch, _: psycopg.Connection) -> None:
    """Let claims look at wake_at alone."""
    free = "AND (lease_expires_at IS NULL OR lease_expires_at <= (SELECT clock_timestamp()))"
    for name in ("CLAIM_THESE", "CLAIM_NEXT"):
        patch.setattr(leases, name, _changed(getattr(leases, name), free))


def no_end_in_the_guard(patch: Patch, _: psycopg.Connection) -> None:
    """Let the guard look at the token alone."""
    patch.setattr(flushing, "FLUSH", _changed(flushing.FLUSH, "AND runs.wake_at IS NOT NULL"))


def no_look_at_pending_cases(patch: Patch, _: psycopg.Connection) -> None:
    """Let a run end whatever is pending."""
    pending = "AND NOT EXISTS (SELECT FROM assistant_test_case_runs WHERE run_id = runs.id AND status = 'pending')"
    patch.setattr(ending, "END", _changed(ending.END, pending))


def no_look_at_the_cancel(patch: Patch, _: psycopg.Connection) -> None:
    """Let the end that is on its way win."""
    patch.setattr(ending, "END", _changed(ending.END, "runs.cancel_requested_at IS NULL", "true"))


def no_token_in_release(patch: Patch, _: psycopg.Connection) -> None:
    """Let anybody give a lease back."""
    patch.setattr(leases, "RELEASE", _changed(leases.RELEASE, "runs.lease_token = lease.token AND "))


def no_token_in_renewal(patch: Patch, _: psycopg.Connection) -> None:
    """Let anybody renew a lease."""
    patch.setattr(leases, "RENEW", _changed(leases.RENEW, "runs.lease_token = lease.token AND "))


GUARDS: list[tuple[Mutation, Scenario]] = [
    (no_key_on_case_runs, case_runs_planned_twice),
    (no_lease_in_claims, claim_of_a_run_in_hand),
    (no_lease_in_claims, claim_of_the_next_run_in_hand),
    (no_end_in_the_guard, write_after_the_own_end),
    (no_look_at_pending_cases, end_with_a_case_pending),
    (no_look_at_the_cancel, end_after_a_cancel),
    (no_token_in_release, release_by_a_late_worker),
    (no_token_in_renewal, renewal_by_a_late_worker),
]


@pytest.mark.parametrize("scene", [scene for _, scene in GUARDS], ids=lambda scene: scene.__name__)
async def test_guard_holds(scene: Scenario, database_url: str, connection: psycopg.Connection) -> None:
    """Each scene on a real PostgreSQL, as the code stands."""
    async with staged(database_url, connection) as stage:
        await scene(stage)


@pytest.mark.parametrize(("mutation", "scene"), GUARDS, ids=lambda part: part.__name__)
async def test_guard_taken_out_turns_its_scene_red(
    mutation: Mutation,
    scene: Scenario,
    database_url: str,
    connection: psycopg.Connection,
    monkeypatch: Patch,
) -> None:
    """No guard is decoration: without it the scene beside it fails."""
    async with staged(database_url, connection) as stage:
        mutation(monkeypatch, connection)

        with pytest.raises(AssertionError):
            await scene(stage)


REQUEST = "publish-17"


def one_request_in_two_open_transactions(world: World, database_url: str) -> None:
    """The second sender waits for the first one's commit, and gets the same run."""
    with psycopg.connect(database_url) as first:
        run_id = World(first).enqueue(request_id=REQUEST)
        again = _sent_again_until(first.commit, world, database_url)

    assert again == run_id
    assert world.one("SELECT count(*) FROM assistant_test_runs") == 1


def no_key_on_requests(connection: psycopg.Connection) -> None:
    """Take the unique key of (team, request_id) away."""
    connection.execute("ALTER TABLE assistant_test_runs DROP CONSTRAINT assistant_test_runs_team_id_request_id_key")
    found = connection.execute("SELECT pg_get_functiondef(oid) FROM pg_proc WHERE proname = 'assistant_test_enqueue'")
    for (source,) in found.fetchall():
        connection.execute(_changed(source, "ON CONFLICT (team_id, request_id) DO NOTHING").encode())


def _sent_again_until(decided: Callable[[], None], world: World, database_url: str) -> UUID:
    """Send the request in a session of its own; once that waits for another transaction, have it decided."""
    process_ids: list[int] = []

    def send() -> UUID:
        with psycopg.connect(database_url, autocommit=True) as second:
            process_ids.append(second.info.backend_pid)
            return World(second).enqueue(request_id=REQUEST)

    def waits() -> bool:
        return bool(process_ids) and bool(world.one("SELECT cardinality(pg_blocking_pids(%s)) > 0", process_ids[0]))

    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(send)
        eventually(lambda: answer.done() or waits())
        decided()
    return answer.result()


def test_one_request_in_two_open_transactions_is_one_run(world: World, database_url: str) -> None:
    """The unique key holds the second sender until the first one is decided."""
    one_request_in_two_open_transactions(world, database_url)


def test_without_its_unique_key_one_request_is_two_runs(
    world: World, connection: psycopg.Connection, database_url: str
) -> None:
    """No look before the insert can stand in for the key."""
    no_key_on_requests(connection)

    with pytest.raises(AssertionError):
        one_request_in_two_open_transactions(world, database_url)


def test_a_request_that_waited_for_a_rolled_back_one_is_the_run(world: World, database_url: str) -> None:
    """What was rolled back never was: whoever waited for it makes the run, and it is there."""
    with psycopg.connect(database_url) as first:
        never = World(first).enqueue(request_id=REQUEST)
        run_id = _sent_again_until(first.rollback, world, database_url)

    assert run_id != never
    assert world.rows("SELECT id FROM assistant_test_runs") == [(run_id,)]
