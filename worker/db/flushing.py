"""One fenced statement for what many runs want written: evidence, outcomes, results."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb

from worker.db import fencing
from worker.db.leases import Connection
from worker.domain.storable import cut, storable
from worker.domain.writes import CaseRecord, Flush, NewResult
from worker.errors import EvidenceUnstorable

RECORD = """(run_id uuid, id uuid, status text, transcript jsonb, tool_calls jsonb, timing jsonb, usage jsonb,
    provider text, provider_ref text, provider_payload jsonb, evidence jsonb, attempts jsonb, error_code text,
    error_detail text, elapsed_ms double precision)"""
OUTCOME = """(run_id uuid, id uuid, case_run_id uuid, pass_no integer, step_no integer, judge text, due uuid[],
    closed boolean)"""
RESULT = """(run_id uuid, outcome_id uuid, assertion_id uuid, met boolean, value double precision, evaluator text,
    rationale text, detail jsonb, error_code text)"""

FLUSH = f"""
WITH {fencing.HELD}, recorded AS (
    UPDATE assistant_test_case_runs AS case_runs SET
        status = new.status, transcript = new.transcript, tool_calls = new.tool_calls, timing = new.timing,
        usage = new.usage, provider = new.provider, provider_ref = new.provider_ref,
        provider_payload = new.provider_payload, evidence = new.evidence,
        attempts = case_runs.attempts || new.attempts, error_code = new.error_code, error_detail = new.error_detail,
        started_at = clock_timestamp() - make_interval(secs => new.elapsed_ms / 1000), finished_at = clock_timestamp()
    FROM jsonb_to_recordset(%(records)s) AS new {RECORD}
    JOIN held ON held.id = new.run_id
    WHERE case_runs.id = new.id AND case_runs.run_id = held.id AND case_runs.status = 'pending'
    RETURNING case_runs.id
), opened AS (
    INSERT INTO assistant_test_outcomes
        (id, case_run_id, run_id, team_id, pass_no, step_no, judge, due, status, closed_at)
    SELECT new.id, new.case_run_id, held.id, held.team_id, new.pass_no, new.step_no, new.judge, new.due,
        CASE WHEN new.closed THEN 'closed' ELSE 'open' END, CASE WHEN new.closed THEN clock_timestamp() END
    FROM jsonb_to_recordset(%(outcomes)s) AS new {OUTCOME}
    JOIN held ON held.id = new.run_id
    ON CONFLICT (case_run_id, pass_no, step_no) DO NOTHING
    RETURNING id
), written AS (
    INSERT INTO assistant_test_assertion_results
        (outcome_id, assertion_id, team_id, run_id, met, value, evaluator, rationale, detail, error_code)
    SELECT new.outcome_id, new.assertion_id, held.team_id, held.id, new.met, new.value, new.evaluator, new.rationale,
        new.detail, new.error_code
    FROM jsonb_to_recordset(%(results)s) AS new {RESULT}
    JOIN held ON held.id = new.run_id
    WHERE new.outcome_id IN (SELECT id FROM opened)
        OR EXISTS (SELECT FROM assistant_test_outcomes AS known
                   WHERE known.id = new.outcome_id AND known.run_id = held.id)
    ON CONFLICT (outcome_id, assertion_id) DO NOTHING
    RETURNING outcome_id
), closed AS (
    UPDATE assistant_test_outcomes AS outcomes SET status = 'closed', closed_at = clock_timestamp()
    FROM held
    WHERE outcomes.id = ANY (%(close)s) AND outcomes.run_id = held.id AND outcomes.status = 'open'
        AND cardinality(outcomes.due) = (
            SELECT count(*) FROM assistant_test_assertion_results AS stored WHERE stored.outcome_id = outcomes.id
        ) + (SELECT count(*) FROM written WHERE written.outcome_id = outcomes.id)
    RETURNING outcomes.id
)
SELECT ARRAY(SELECT id FROM held), ARRAY(SELECT id FROM recorded), (SELECT count(*) FROM closed)
"""

CONFLICTS = f"""
SELECT stored.id FROM jsonb_to_recordset(%(records)s) AS new {RECORD}
JOIN assistant_test_case_runs AS stored ON stored.id = new.id
WHERE (stored.status, stored.transcript, stored.tool_calls, stored.timing, stored.usage, stored.provider,
       stored.provider_ref, stored.provider_payload, stored.evidence, stored.error_code)
    IS DISTINCT FROM
      (new.status, new.transcript, new.tool_calls, new.timing, new.usage, new.provider,
       new.provider_ref, new.provider_payload, new.evidence, new.error_code)
"""


@dataclass(frozen=True, slots=True)
class Flushed:
    """What one statement did for a group of flushes.

    Attributes:
        held: the runs whose lease still stood; nothing of any other run was written.
        conflicts: case runs that hold other evidence already; their first record stays.
    """

    held: frozenset[UUID]
    conflicts: frozenset[UUID]


async def flush(connection: Connection, flushes: Sequence[Flush]) -> Flushed:
    """Write all of it, inside a transaction that the caller commits.

    Raises:
        EvidenceUnstorable: a value cannot be written as JSON at all.
        psycopg.Error: PostgreSQL refuses the group.
    """
    given = {
        "leases": fencing.proof(one.lease for one in flushes),
        "records": _rows([_record(one, record) for one in flushes for record in one.records]),
        "outcomes": _rows([_outcome(one, position) for one in flushes for position in range(len(one.outcomes))]),
        "results": _rows([_result(one, result) for one in flushes for result in one.results]),
        "close": [outcome_id for one in flushes for outcome_id in one.close],
    }
    cursor = await connection.execute(FLUSH, given)
    row = await cursor.fetchone()
    if row is None:
        raise EvidenceUnstorable("the flush returned no row")
    held, recorded = frozenset(row[0]), frozenset(row[1])
    missing = [
        _record(one, record)
        for one in flushes
        if one.lease.run_id in held
        for record in one.records
        if record.case_run_id not in recorded
    ]
    return Flushed(held=held, conflicts=await _conflicts(connection, missing))


async def _conflicts(connection: Connection, missing: list[dict[str, Any]]) -> frozenset[UUID]:
    if not missing:
        return frozenset()
    cursor = await connection.execute(CONFLICTS, {"records": _rows(missing)})
    return frozenset(case_run_id for (case_run_id,) in await cursor.fetchall())


def _rows(records: list[dict[str, Any]]) -> Jsonb:
    """The records, written here: what is too deep only beside others is refused as ours, and the group is split."""
    try:
        return fencing.rows(records)
    except (RecursionError, ValueError) as unwritable:
        raise EvidenceUnstorable(f"it cannot be written as JSON ({type(unwritable).__name__})") from unwritable


def _record(one: Flush, record: CaseRecord) -> dict[str, Any]:
    evidence = record.evidence
    try:
        columns, flags = _evidence_columns(
            {
                "transcript": evidence.transcript,
                "tool_calls": evidence.tool_calls,
                "timing": evidence.timing,
                "usage": evidence.usage,
                "provider_payload": evidence.provider_payload,
            }
        )
        pointers, escaped = storable(evidence.pointers)
    except (RecursionError, ValueError) as unwritable:
        raise EvidenceUnstorable(f"it cannot be written as JSON ({type(unwritable).__name__})") from unwritable
    flags = {**flags, **({"escaped": True} if escaped else {})}
    return {
        "run_id": one.lease.run_id,
        "id": record.case_run_id,
        "status": record.status,
        **columns,
        "provider": evidence.provider,
        "provider_ref": evidence.provider_ref,
        "evidence": {**pointers, **flags},
        "attempts": record.attempts,
        "error_code": record.error_code,
        "error_detail": record.error_detail,
        "elapsed_ms": record.elapsed_ms,
    }


def _evidence_columns(values: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The evidence as PostgreSQL takes it, and flags that say what was escaped or cut."""
    flags: dict[str, Any] = {}
    columns: dict[str, Any] = {}
    for name, value in values.items():
        if value is None:
            columns[name] = None
            continue
        clean, escaped = storable(value)
        columns[name], shortened = cut(clean)
        if escaped:
            flags["escaped"] = True
        if shortened:
            flags.setdefault("truncated", []).append(name)
    return columns, flags


def _outcome(one: Flush, position: int) -> dict[str, Any]:
    outcome = one.outcomes[position]
    return {
        "run_id": one.lease.run_id,
        "id": outcome.id,
        "case_run_id": outcome.case_run_id,
        "pass_no": outcome.pass_no,
        "step_no": outcome.step_no,
        "judge": outcome.judge,
        "due": outcome.due,
        "closed": outcome.closed,
    }


def _result(one: Flush, result: NewResult) -> dict[str, Any]:
    judgement = result.judgement
    return {
        "run_id": one.lease.run_id,
        "outcome_id": result.outcome_id,
        "assertion_id": result.assertion_id,
        "met": judgement.met,
        "value": judgement.value,
        "evaluator": judgement.evaluator,
        "rationale": judgement.rationale,
        "detail": judgement.detail,
        "error_code": judgement.error_code,
    }
