"""What is left to do, read from rows: facts, pages of pending case runs and open outcomes, plans, assertions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from worker.db import fencing
from worker.db.leases import Connection
from worker.domain.evidence import Target
from worker.domain.plan import Plan, read_plan
from worker.domain.words import RunStatus

PAGE = 200

FACTS = """
SELECT runs.id, runs.status, runs.planned_at IS NOT NULL, runs.cancel_requested_at IS NOT NULL,
    runs.deadline_at <= clock_timestamp(),
    ARRAY(SELECT DISTINCT runner FROM assistant_test_case_runs WHERE run_id = runs.id AND status = 'pending'),
    EXISTS (SELECT FROM assistant_test_outcomes WHERE run_id = runs.id AND status = 'open')
FROM assistant_test_runs AS runs WHERE runs.id = ANY (%(ids)s)
"""

PENDING = """
SELECT page.id, page.run_id, page.case_id, page.position, page.trial, page.runner, page.case_snapshot
FROM jsonb_to_recordset(%(wanted)s) AS wanted(run_id uuid, runners text[], after integer)
CROSS JOIN LATERAL (
    SELECT * FROM assistant_test_case_runs AS case_runs
    WHERE case_runs.run_id = wanted.run_id AND case_runs.status = 'pending'
        AND case_runs.runner = ANY (wanted.runners) AND case_runs.position > wanted.after
    ORDER BY case_runs.position LIMIT %(page)s
) AS page
ORDER BY page.run_id, page.position
"""

ALL_PENDING = """
SELECT id, case_id, runner FROM assistant_test_case_runs WHERE run_id = %(run_id)s AND status = 'pending'
ORDER BY position
"""

OPEN = """
SELECT outcomes.id, case_runs.id, case_runs.case_id, case_runs.status, case_runs.runner, case_runs.case_snapshot,
    outcomes.pass_no,
    ARRAY(SELECT unnest(outcomes.due)
          EXCEPT SELECT assertion_id FROM assistant_test_assertion_results WHERE outcome_id = outcomes.id)
FROM assistant_test_outcomes AS outcomes
JOIN assistant_test_case_runs AS case_runs ON case_runs.id = outcomes.case_run_id
WHERE outcomes.run_id = %(run_id)s AND outcomes.status = 'open'
ORDER BY outcomes.id LIMIT %(page)s
"""

PLANS = "SELECT id, plan FROM assistant_test_runs WHERE id = ANY (%(ids)s) AND planned_at IS NOT NULL"

ASSERTIONS = """
SELECT id, assertion_key, kind, spec, statement FROM assistant_test_assertions WHERE id = ANY (%(ids)s)
"""


@dataclass(frozen=True, slots=True)
class RunRow:
    """What the rows say about a run.

    Attributes:
        pending_runners: runners that still have pending case runs.
    """

    status: RunStatus
    planned: bool
    cancel_requested: bool
    deadline_passed: bool
    pending_runners: frozenset[str]
    open_outcomes: bool


@dataclass(frozen=True, slots=True)
class PendingCase:
    """A case run that was not executed yet."""

    id: UUID
    run_id: UUID
    case_id: UUID
    position: int
    trial: int
    runner: str
    snapshot: dict[str, Any]


@dataclass(frozen=True, slots=True)
class PageWanted:
    """The pending case runs of a run that are asked for: of these runners, behind the position ``after``."""

    run_id: UUID
    runners: tuple[str, ...]
    after: int


@dataclass(frozen=True, slots=True)
class OpenOutcome:
    """An outcome that still owes rows, with what it judges."""

    id: UUID
    case_run_id: UUID
    case_id: UUID
    case_status: str
    runner: str
    snapshot: dict[str, Any]
    pass_no: int
    owed: tuple[UUID, ...]


@dataclass(frozen=True, slots=True)
class FrozenPlan:
    """A run's plan and target, read once per lease."""

    plan: Plan
    target: Target


@dataclass(frozen=True, slots=True)
class Wording:
    """An assertion version, as judges read it."""

    id: UUID
    key: str
    kind: str
    spec: dict[str, Any]
    statement: str


async def run_rows(connection: Connection, run_ids: Sequence[UUID]) -> dict[UUID, RunRow]:
    """The facts of many runs."""
    cursor = await connection.execute(FACTS, {"ids": list(run_ids)})
    return {
        run_id: RunRow(RunStatus(status), planned, cancel, bool(passed), frozenset(runners), is_open)
        for run_id, status, planned, cancel, passed, runners, is_open in await cursor.fetchall()
    }


async def pending_pages(
    connection: Connection, wanted: Sequence[PageWanted], page: int = PAGE
) -> dict[UUID, list[PendingCase]]:
    """The next pending case runs of each run, in their order."""
    asked = fencing.rows({"run_id": one.run_id, "runners": one.runners, "after": one.after} for one in wanted)
    cursor = await connection.execute(PENDING, {"wanted": asked, "page": page})
    found: dict[UUID, list[PendingCase]] = {}
    for row in await cursor.fetchall():
        found.setdefault(row[1], []).append(PendingCase(*row))
    return found


async def all_pending(connection: Connection, run_id: UUID) -> list[tuple[UUID, UUID, str]]:
    """Case run, case and runner of everything pending."""
    cursor = await connection.execute(ALL_PENDING, {"run_id": run_id})
    return [(case_run_id, case_id, runner) for case_run_id, case_id, runner in await cursor.fetchall()]


async def open_page(connection: Connection, run_id: UUID, page: int = PAGE) -> list[OpenOutcome]:
    """Open outcomes with the assertion versions that they still owe rows for."""
    cursor = await connection.execute(OPEN, {"run_id": run_id, "page": page})
    return [
        OpenOutcome(id_, case_run_id, case_id, status, runner, snapshot, pass_no, tuple(owed))
        for id_, case_run_id, case_id, status, runner, snapshot, pass_no, owed in await cursor.fetchall()
    ]


async def plans(connection: Connection, run_ids: Sequence[UUID]) -> dict[UUID, FrozenPlan]:
    """The frozen plans of runs that have one."""
    cursor = await connection.execute(PLANS, {"ids": list(run_ids)})
    return {run_id: _plan(stored) for run_id, stored in await cursor.fetchall()}


def _plan(stored: dict[str, Any]) -> FrozenPlan:
    target = stored.get("target") or {}
    return FrozenPlan(
        plan=read_plan(stored),
        target=Target(ref=target.get("ref"), sha256=target.get("sha256"), content=target.get("content")),
    )


async def wordings(connection: Connection, assertion_ids: Sequence[UUID]) -> dict[UUID, Wording]:
    """Assertion versions by id; immutable, so a process may keep them."""
    cursor = await connection.execute(ASSERTIONS, {"ids": list(assertion_ids)})
    return {row[0]: Wording(*row) for row in await cursor.fetchall()}
