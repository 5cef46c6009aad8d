"""The published schema of ``report --jsonl``, docs/reference/report.schema.json.

A field that is added leaves the version as it is: readers ignore what they do not know. One that goes, or means
something else, raises it.
"""

import json
from typing import Any, Final

from worker.domain.words import CaseRunStatus, Lane, RunStatus, Verdict

VERSION: Final = 1

TEXT: Final = {"type": "string"}
TEXTS: Final = {"type": "array", "items": TEXT}
MAYBE_TEXT: Final = {"type": ["string", "null"]}
ID: Final = {"type": "string", "format": "uuid"}
TIME: Final = {"type": "string", "format": "date-time"}
MAYBE_TIME: Final = {"type": ["string", "null"], "format": "date-time"}
FLAG: Final = {"type": "boolean"}
COUNT: Final = {"type": "integer", "minimum": 0}
THREE: Final = {"type": ["boolean", "null"], "description": "null: unknown, never a pass and never a fail"}

RUN: Final = {
    "schema_version": {"const": VERSION},
    "run": ID,
    "team": TEXT,
    "suite": TEXT,
    "consumer": TEXT,
    "criteria_version": {"type": "integer", "minimum": 1},
    "target": TEXT,
    "request_id": TEXT,
    "lane": {"enum": [*Lane]},
    "status": {"enum": [*RunStatus]},
    "error_code": MAYBE_TEXT | {"description": "why the run failed; see error-codes.md"},
    "error_detail": MAYBE_TEXT,
    "timed_out": FLAG,
    "created_at": TIME,
    "started_at": MAYBE_TIME,
    "finished_at": MAYBE_TIME,
    "left_out": TEXTS | {"description": "enabled cases that the run's target does not allow"},
    "warnings": TEXTS,
}
CASE: Final = {
    "case": TEXT,
    "case_id": ID,
    "trial": COUNT | {"description": "which repetition, from 0"},
    "runner": TEXT,
    "case_status": {"enum": [*CaseRunStatus]},
    "case_error_code": MAYBE_TEXT | {"description": "why the case did not execute; see error-codes.md"},
    "case_error_detail": MAYBE_TEXT,
    "seconds": {"type": ["number", "null"], "description": "how long the case run took"},
}
RESULT: Final = {
    **CASE,
    "step": COUNT | {"description": "0: the whole case run; k: its k-th step"},
    "key": TEXT,
    "written": FLAG | {"description": "false: the result is due and not there (yet)"},
    "version": {"type": "integer", "minimum": 1, "description": "the assertion's wording"},
    "kind": TEXT,
    "statement": TEXT,
    "met": THREE,
    "value": {"type": ["number", "null"]},
    "evaluator": MAYBE_TEXT | {"description": "who judged, with version; null where nobody has yet"},
    "rationale": MAYBE_TEXT,
    "error_code": MAYBE_TEXT | {"description": "why met is null; see error-codes.md"},
    "detail": True,
}
RULE: Final = {"rule": TEXT, "keys": TEXTS, "value": THREE}
COUNTS: Final = {"met": COUNT, "not_met": COUNT, "unknown": COUNT}


def schema() -> dict[str, Any]:
    """The schema of one line."""
    verdict = {
        "outcome": {"enum": [*Verdict, None], "description": "null: the run is not completed"},
        "status": {"enum": [*RunStatus]},
        "partial": FLAG,
        "observed_only": FLAG,
        "unmatched": TEXTS | {"description": "keys of rules that no result is due for"},
        "rules": {"type": "array", "items": _object(RULE)},
        "counts": _object(COUNTS),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "One line of assistant-test report --jsonl",
        "description": "The first line is the run, the last one the verdict; between them one line per result due, and"
        " one of type case for a case run that owes none.",
        "oneOf": [
            _line("run", RUN),
            _line("result", RESULT),
            _line("case", CASE),
            _line("verdict", verdict),
        ],
    }


def _line(name: str, fields: dict[str, Any]) -> dict[str, Any]:
    return _object({"type": {"const": name}, **fields}) | {"title": name}


def _object(fields: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def written() -> str:
    """The file's text."""
    return json.dumps(schema(), indent=2) + "\n"
