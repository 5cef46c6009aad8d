"""JUnit XML: read by a parser that is not ours, whatever the texts hold; an unknown result never passes."""

import io
import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from junitparser import Error, Failure, JUnitXml, Skipped, TestCase

from tests.unit.report.samples import report, row
from worker.db.reading import Cell
from worker.report import junit
from worker.report.content import Content

HOSTILE = "<b>&amp;\"'\x00\x01\x1b[31m]]>\ufffe\u2028 <!-- {{x}} 🙂\nsecond line\t"
SEVERAL = {"required": ["clause", {"key": "books", "trials": "any"}], "threshold": [{"keys": ["tone"], "min": 0.5}]}

ROWS = st.builds(
    row,
    case=st.text(min_size=1, max_size=5),
    key=st.sampled_from([None, "clause", "books", "tone", "free"]),
    met=st.sampled_from([True, False, None]),
    trial=st.integers(0, 2),
    step=st.integers(0, 1),
    rationale=st.none() | st.text(),
    statement=st.none() | st.text(),
    seconds=st.none() | st.floats(0, 1e6),
    case_error_detail=st.none() | st.text(),
    written=st.booleans(),
)


def read(content: Content) -> list[TestCase]:
    """The test cases, as the other parser finds them."""
    text = "".join(junit.lines(content))
    [suite] = JUnitXml.fromroot(JUnitXml.fromstring(text.encode())._elem)
    return list(suite)


def sorts(content: Content) -> dict[str, str]:
    """Each test's name with what became of it."""
    return {f"{case.classname} {case.name}": _sort(case) for case in read(content)}


def _sort(case: TestCase) -> str:
    return next((type(each).__name__.lower() for each in case.result), "passed")


def test_a_result_that_breaks_a_rule_is_a_failure_and_an_unknown_one_an_error() -> None:
    """What no rule names, and what a rule that holds all the same names, is skipped."""
    rows = [
        row("a", "clause", met=False),
        row("a", "books", met=False),
        row("a", "books", met=True, trial=1),
        row("a", "tone", met=None),
        row("a", "free", met=False),
        row("b", "clause", met=True),
        row("b", None, None, case_status="failed"),
    ]

    assert sorts(report(rows, SEVERAL)) == {
        "booking.a clause": "failure",
        "booking.a books": "skipped",
        "booking.a #2 books": "passed",
        "booking.a tone": "error",
        "booking.a free": "skipped",
        "booking.b clause": "passed",
        "booking.b nothing to judge": "skipped",
        "booking.verdict publish_gate": "failure",
    }


@pytest.mark.parametrize(
    ("content", "sort"),
    [
        (report([row(met=True)]), "passed"),
        (report([row(met=False)]), "failure"),
        (report([row(met=None)]), "error"),
        (report([row(met=True)], status="running"), "error"),
        (report([], status="failed", error_code="no_cases", error_detail="None is enabled."), "error"),
        (report([], status="cancelled"), "error"),
    ],
)
def test_the_verdict_is_a_test_of_its_own(content: Content, sort: str) -> None:
    """Whatever is not passed is visible to CI, a run without verdict too."""
    assert sorts(content)["booking.verdict publish_gate"] == sort


@given(rows=st.lists(ROWS, max_size=6), name=st.text())
def test_any_text_is_read_by_the_other_parser_and_only_a_passed_verdict_is_green(rows: list[Cell], name: str) -> None:
    """Free of failures and errors exactly where the verdict is passed; an unknown result is never among the passed."""
    content = report(rows, SEVERAL, suite=name)

    found = read(content)

    assert all(_sort(case) not in {"failure", "error"} for case in found) == (content.run.outcome == "passed")
    assert [_sort(case) == "passed" for case in found[:-1]] == [bool(each.key and each.met) for each in rows]


@given(rows=st.lists(ROWS, max_size=6))
def test_the_counts_of_the_suite_are_those_of_its_tests(rows: list[Cell]) -> None:
    """Both on the suite and on the whole, since readers differ in which they look at."""
    text = "".join(junit.lines(report(rows, SEVERAL)))

    root = ET.parse(io.BytesIO(text.encode())).getroot()  # noqa: S314 - text that this test has made
    suite = root[0]

    for element in (root, suite):
        names = {"tests": "", "failures": "/failure", "errors": "/error", "skipped": "/skipped"}
        told = {name: int(element.attrib[name]) for name in names if name in element.attrib}
        assert told == {name: len(suite.findall(f"testcase{names[name]}")) for name in told}
    assert set(root.keys()) ^ set(suite.keys()) == {"skipped", "timestamp"}


@given(rows=st.lists(ROWS, max_size=4), name=st.text())
def test_only_what_the_common_schema_allows_is_written(rows: list[Cell], name: str) -> None:
    """Elements, their order and attributes as in junit-10.xsd, which Jenkins publishes; others are laxer."""
    text = "".join(junit.lines(report(rows, SEVERAL, suite=name)))

    root = ET.parse(io.BytesIO(text.encode())).getroot()  # noqa: S314 - text that this test has made

    assert root.tag == "testsuites"
    for element in root.iter():
        attributes, children = ALLOWED[element.tag]
        assert set(element.keys()) <= attributes.keys()
        assert [child.tag for child in element] == sorted((child.tag for child in element), key=children.index)
        for attribute, value in element.items():
            assert re.fullmatch(attributes[attribute], value, re.DOTALL)


NUMBER, SECONDS, ANY = r"\d+", r"\d+\.\d{3}", ".*"
ALLOWED: dict[str, tuple[dict[str, str], list[str]]] = {
    "testsuites": (
        {"name": ANY, "time": SECONDS, "tests": NUMBER, "failures": NUMBER, "disabled": NUMBER, "errors": NUMBER},
        ["testsuite"],
    ),
    "testsuite": (
        {
            "name": ANY,
            "time": SECONDS,
            "timestamp": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d",
            "tests": NUMBER,
            "failures": NUMBER,
            "errors": NUMBER,
            "skipped": NUMBER,
        },
        ["properties", "testcase", "system-out", "system-err"],
    ),
    "properties": ({}, ["property"]),
    "property": ({"name": ANY, "value": ANY}, []),
    "testcase": (
        {"name": ANY, "classname": ANY, "time": SECONDS},
        ["skipped", "error", "failure", "system-out", "system-err"],
    ),
    "skipped": ({"message": ANY, "type": ANY}, []),
    "error": ({"message": ANY, "type": ANY}, []),
    "failure": ({"message": ANY, "type": ANY}, []),
}
"""Attributes with the form of their values, and children in their order, by element."""


def test_what_xml_cannot_hold_is_written_as_an_escape() -> None:
    """The rest of the text stays as it is."""
    [failed, _] = read(report([row(met=False, rationale=HOSTILE)]))
    [result] = failed.result

    assert result.text.startswith("<b>&amp;\"'\\u0000\\u0001\\u001b[31m]]>\\ufffe\u2028 <!-- {{x}} 🙂\nsecond line\t")
    assert "\n" in result.message
    assert {Failure, Error, Skipped} >= {type(result)}


def test_the_time_of_a_case_run_is_counted_once() -> None:
    """It stands at the first of its results."""
    found = read(report([row(key="clause"), row(key="tone"), row(key="clause", trial=1)]))

    assert [case.time for case in found] == [0.25, 0.0, 0.25, 0.0]
