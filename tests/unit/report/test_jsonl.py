"""JSONL: every line fits the published schema."""

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.report.samples import report, row
from tests.unit.report.test_junit import HOSTILE, ROWS, SEVERAL
from worker.db.reading import Cell
from worker.report import jsonl
from worker.report.content import Content
from worker.report.schema import VERSION, schema

CHECK = jsonschema.Draft202012Validator(schema(), format_checker=jsonschema.FormatChecker())


def documents(content: Content) -> list[Any]:
    """Every line, which must fit the schema."""
    found = [json.loads(line) for line in "".join(jsonl.lines(content)).splitlines()]
    for document in found:
        CHECK.validate(document)
    return found


@given(rows=st.lists(ROWS, max_size=5))
def test_the_run_is_first_each_result_a_line_and_the_verdict_last(rows: list[Cell]) -> None:
    """A case run that owes no result has a line of its own."""
    filled = [each if each.statement is not None else row(key=each.key, met=each.met) for each in rows]
    content = report(filled, SEVERAL)

    found = documents(content)

    assert [each["type"] for each in found] == [
        "run",
        *("result" if each.key else "case" for each in filled),
        "verdict",
    ]
    assert (found[0]["schema_version"], found[-1]["outcome"]) == (VERSION, content.run.outcome)


@pytest.mark.parametrize("status", ["queued", "running", "failed", "cancelled"])
def test_a_run_without_verdict_says_its_status(status: str) -> None:
    """The outcome is null, and so is each rule."""
    last = documents(report([], status=status, started_at=None, finished_at=None))[-1]

    assert (last["outcome"], last["status"], [rule["value"] for rule in last["rules"]]) == (None, status, [None])


def test_a_text_comes_back_as_it_was() -> None:
    """On one line, whatever a reader takes for the end of one."""
    found = documents(report([row(rationale=HOSTILE + "\x85\u2029", detail={"a": [HOSTILE]})]))

    assert found[1]["rationale"] == HOSTILE + "\x85\u2029"
    assert found[1]["detail"] == {"a": [HOSTILE]}


def test_a_line_that_lacks_a_field_does_not_fit() -> None:
    """The schema demands every field, so that a reader may rely on it."""
    line = documents(report([row()]))[1]

    assert CHECK.is_valid(line)
    assert not CHECK.is_valid({name: value for name, value in line.items() if name != "met"})
    assert not CHECK.is_valid({**line, "met": "yes"})
