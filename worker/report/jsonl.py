"""A run as lines of JSON: the run, one line per result due, the verdict. ``worker.report.schema`` describes each."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from worker.db.reading import Cell
from worker.report.content import Content
from worker.report.schema import VERSION

RESULT = ("version", "kind", "statement", "met", "value", "evaluator", "rationale", "error_code", "detail")


def lines(content: Content) -> Iterator[str]:
    """One document a line, ASCII only, so that no reader finds line ends of its own in it."""
    for document in _documents(content):
        yield json.dumps(document, default=str) + "\n"


def _documents(content: Content) -> Iterator[dict[str, Any]]:
    yield _run(content)
    counts: Counter[str] = Counter()
    for row in content.rows:
        if row.key is not None:
            counts[{True: "met", False: "not_met", None: "unknown"}[row.met]] += 1
            yield _result(row)
        else:
            yield {"type": "case", **_case(row)}
    yield _verdict(content, counts)


def _run(content: Content) -> dict[str, Any]:
    run = content.run
    return {
        "type": "run",
        "schema_version": VERSION,
        "run": str(run.id),
        "team": run.team,
        "suite": run.suite,
        "consumer": run.consumer,
        "criteria_version": run.criteria_version,
        "target": run.target,
        "request_id": run.request_id,
        "lane": run.lane,
        "status": run.status,
        "error_code": run.error_code,
        "error_detail": run.error_detail,
        "timed_out": run.timed_out,
        "created_at": run.created_at.isoformat(),
        "started_at": run.started_at and run.started_at.isoformat(),
        "finished_at": run.finished_at and run.finished_at.isoformat(),
        "left_out": run.left_out,
        "warnings": run.warnings,
    }


def _case(row: Cell) -> dict[str, Any]:
    return {
        "case": row.case,
        "case_id": str(row.case_id),
        "trial": row.trial,
        "runner": row.runner,
        "case_status": row.case_status,
        "case_error_code": row.case_error_code,
        "case_error_detail": row.case_error_detail,
        "seconds": row.seconds,
    }


def _result(row: Cell) -> dict[str, Any]:
    fields = {name: getattr(row, name) for name in RESULT}
    return {"type": "result", **_case(row), "step": row.step, "key": row.key, "written": row.written, **fields}


def _verdict(content: Content, counts: Counter[str]) -> dict[str, Any]:
    verdict = content.verdict
    return {
        "type": "verdict",
        "outcome": content.run.outcome,
        "status": content.run.status,
        "partial": bool(verdict and verdict.partial),
        "observed_only": bool(verdict and verdict.observed_only),
        "unmatched": verdict.unmatched if verdict else [],
        "rules": [{"rule": rule.wording, "keys": list(rule.keys), "value": rule.value} for rule in content.rules],
        "counts": {name: counts[name] for name in ("met", "not_met", "unknown")},
    }
