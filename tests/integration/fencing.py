"""What fencing promises, as scenarios that a test runs as it stands and again with one guard taken out."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from uuid import UUID

import psycopg
import pytest

from tests.world import World
from worker import contract
from worker.db import flushing, leases
from worker.db.leases import Connection
from worker.domain.evidence import Evidence
from worker.domain.judgement import Judgement
from worker.domain.lease import Lease
from worker.domain.words import CaseRunStatus
from worker.domain.writes import CaseRecord, Flush, NewOutcome, NewResult
from worker.errors import LeaseLost
from worker.steps.judging import new_id

LONG_S = 60.0


@dataclass
class Stage:
    """One planned run with one pending case, two workers' connections, and a look at the rows."""

    world: World
    first: Connection
    second: Connection
    run_id: UUID
    case_run_id: UUID
    assertion_ids: list[UUID]

    def expire(self) -> None:
        """Let the lease run out, without waiting for it."""
        self.world.connection.execute(
            "UPDATE assistant_test_runs SET lease_expires_at = clock_timestamp() - interval '1 second' WHERE id = %s",
            (self.run_id,),
        )

    async def claim(self, connection: Connection, owner: str) -> Lease:
        """Claim the run; it must be free."""
        (lease,) = await contract.claim(connection, [self.run_id], owner=owner, lease_s=LONG_S)
        return lease

    def flush(self, lease: Lease, words: str) -> Flush:
        """Evidence with these words, an outcome and its rows."""
        outcome = NewOutcome(new_id(), self.case_run_id, "run", tuple(self.assertion_ids), closed=True)
        return Flush(
            lease,
            records=(CaseRecord(self.case_run_id, CaseRunStatus.EXECUTED, Evidence(transcript=[{"text": words}])),),
            outcomes=(outcome,),
            results=tuple(
                NewResult(outcome.id, one, Judgement(met=True, evaluator="test@1")) for one in self.assertion_ids
            ),
        )

    def transcript(self) -> object:
        """What is recorded of the case."""
        return self.world.one("SELECT transcript FROM assistant_test_case_runs WHERE id = %s", self.case_run_id)


@asynccontextmanager
async def staged(database_url: str, connection: psycopg.Connection) -> AsyncIterator[Stage]:
    """A run that is planned and has one pending case run."""
    world = World(connection)
    world.suite()
    run_id = world.enqueue()
    case_run_id = world.one(
        "INSERT INTO assistant_test_case_runs (run_id, case_id, team_id, position, trial, runner, case_snapshot)"
        " SELECT %s, id, team_id, 0, 0, runner, '{}' FROM assistant_test_cases RETURNING id",
        run_id,
    )
    assertion_ids = [row[0] for row in world.rows("SELECT id FROM assistant_test_assertions ORDER BY assertion_key")]
    async with (
        await psycopg.AsyncConnection.connect(database_url, autocommit=True) as first,
        await psycopg.AsyncConnection.connect(database_url, autocommit=True) as second,
    ):
        yield Stage(world, first, second, run_id, case_run_id, assertion_ids)


async def _refused(stage: Stage, lease: Lease) -> bool:
    (answer,) = await contract.flush(stage.first, [stage.flush(lease, "late")])
    return isinstance(answer, LeaseLost)


async def late_write_while_new_owner_runs(stage: Stage) -> None:
    """A worker that was frozen past its lease writes nothing while its successor is at work."""
    old = await stage.claim(stage.first, "old")
    stage.expire()
    await stage.claim(stage.second, "new")

    refused = await _refused(stage, old)

    assert refused
    assert stage.transcript() is None


async def late_write_by_the_same_process(stage: Stage) -> None:
    """A step of an earlier claim writes nothing, even when its own process has claimed the run again."""
    old = await stage.claim(stage.first, "same")
    stage.expire()
    await stage.claim(stage.second, "same")

    refused = await _refused(stage, old)

    assert refused
    assert stage.transcript() is None


async def late_write_after_reap(stage: Stage) -> None:
    """A reaped worker is fenced at once, before anybody has claimed the run."""
    old = await stage.claim(stage.first, "old")
    stage.expire()
    await leases.reap(stage.second)

    refused = await _refused(stage, old)

    assert refused
    assert stage.transcript() is None


async def claim_during_open_write(stage: Stage) -> None:
    """Nobody takes a run over while a write under the old token is on its way to its commit."""
    old = await stage.claim(stage.first, "old")
    stage.expire()
    async with stage.first.transaction():
        await flushing.flush(stage.first, [stage.flush(old, "in time")])
        taken = await contract.claim(stage.second, [stage.run_id], owner="new", lease_s=LONG_S)

    assert taken == []
    assert stage.transcript() == [{"text": "in time"}]


async def results_written_twice(stage: Stage) -> None:
    """The same results written again stay one row per assertion."""
    lease = await stage.claim(stage.first, "one")
    flush = stage.flush(lease, "once")
    await contract.flush(stage.first, [flush])

    await contract.write_results(stage.first, lease, flush.results)

    written = stage.world.one("SELECT count(*) FROM assistant_test_assertion_results")
    assert written == len(stage.assertion_ids)


async def outcome_opened_twice(stage: Stage) -> None:
    """One pass over one case run has one outcome, whoever opens it again."""
    lease = await stage.claim(stage.first, "one")
    await contract.flush(stage.first, [stage.flush(lease, "once")])

    await contract.open_outcomes(stage.first, lease, [NewOutcome(new_id(), stage.case_run_id, "run", (), closed=False)])

    assert stage.world.one("SELECT count(*) FROM assistant_test_outcomes") == 1


async def evidence_recorded_twice(stage: Stage) -> None:
    """Other evidence for a recorded case run is refused and the first record stays."""
    lease = await stage.claim(stage.first, "one")
    await contract.flush(stage.first, [stage.flush(lease, "first")])

    (answer,) = await contract.flush(stage.first, [stage.flush(lease, "second")])

    assert answer is not None
    assert stage.transcript() == [{"text": "first"}]


Scenario = Callable[[Stage], Awaitable[None]]
Mutation = Callable[[pytest.MonkeyPatch, psycopg.Connection], None]
