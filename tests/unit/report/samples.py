"""Runs made up in memory, as reports read them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from worker.db.reading import Cell, RunRow
from worker.db.reports import Total
from worker.db.verdicts import RunVerdict
from worker.domain.criteria import parse
from worker.domain.verdict import Due, verdict_of
from worker.report.content import Content
from worker.report.rules import rules

SPACE = UUID(int=7)
THEN = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def row(case: str = "asks", key: str | None = "clause", met: bool | None = True, **more: Any) -> Cell:
    """A result; unknown ones have a code, and what is said more."""
    made = Cell(
        case_id=uuid5(SPACE, case), case=case, trial=0, runner="structural", case_status="executed",
        case_error_code=None, case_error_detail=None, seconds=0.25, step=0, key=key, version=1, kind="clauses_survive",
        statement="The clause survives.", written=True, met=met, value=None, evaluator="structural@1",
        rationale="because", detail=None, error_code=None if met is not None else "evidence_missing",
    )  # fmt: skip
    return replace(made, **more)


def run(spec: dict[str, Any], **more: Any) -> RunRow:
    """A completed run under this criteria, without outcome unless it is given."""
    made = RunRow(
        id=UUID(int=1), team="acme", suite="booking", suite_id=UUID(int=2), consumer="publish_gate",
        criteria_id=UUID(int=3), criteria_version=4, criteria=spec, target="live", request_id="r1", lane="interactive",
        status="completed", outcome=None, error_code=None, error_detail=None, timed_out=False, created_at=THEN,
        started_at=THEN, finished_at=THEN + timedelta(seconds=2), cancel_requested_at=None, rerun_of=None, partial=False,
        left_out=[], warnings=[],
    )  # fmt: skip
    return replace(made, **more)


def report(rows: Iterable[Cell], spec: dict[str, Any] | None = None, **more: Any) -> Content:
    """The run's content with the verdict that its rows come to, or none where a status is given."""
    listed = list(rows)
    spec = spec if spec is not None else {"required": ["clause"]}
    verdict = None
    if "status" not in more:
        due = [Due(str(r.key), str(r.case_id), r.trial, r.step or 0, met=r.met) for r in listed if r.key]
        found = verdict_of(parse(spec), due, partial=False)
        values = [{"value": each.value, "met": 0, "due": 1, "not_met": 0, "unknown": 0} for each in found.rules]
        verdict = RunVerdict(
            UUID(int=1),
            UUID(int=3),
            0,
            found.outcome,
            observed_only=False,
            partial=False,
            unmatched=list(found.unmatched),
            rules=values,
        )
        more["outcome"] = found.outcome.value
    made = run(spec, **more)
    counted = Counter((each.key, each.case_status, each.met) for each in listed)
    totals = [Total(*group, number) for group, number in counted.items()]
    return Content(made, verdict, rules(spec, verdict), totals, iter(listed))
