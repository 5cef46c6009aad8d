"""The examples do what they are shown for: one lost clause, and consumers that differ about it."""

import difflib
import json
import re
from pathlib import Path

import pytest

from worker import suitefile
from worker.domain.configuration import Configuration
from worker.domain.criteria import parse
from worker.domain.suite import Suite
from worker.domain.verdict import Due, verdict_of
from worker.errors import FileError
from worker.judging import kinds
from worker.judging.structural.readers import read

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
GOOD, LOST, AGENT = "booking.good.vapi.json", "booking.lost-clause.vapi.json", "front-desk.elevenlabs.json"
RESERVED = re.compile(r"\+1\d{3}55501\d\d")


def suite_of(name: str) -> Suite:
    """The one suite of an example file."""
    [found] = suitefile.read([EXAMPLES / f"{name}.suite.yaml"])
    return found.suite


def rows_of(suite: Suite, configuration: str) -> list[Due]:
    """What the suite's assertions find in a configuration."""
    reading = read(json.loads((EXAMPLES / configuration).read_text(encoding="utf-8")))
    assert isinstance(reading, Configuration)
    rows = []
    for case in suite.cases:
        assert case.facts is not None
        variables = case.facts.content.get("variables")
        for one in (*suite.assertions, *case.assertions):
            judged = kinds.judge_configuration(one.wording.kind, one.wording.spec, reading, variables=variables)
            rows.append(Due(one.key, case.name, 0, 0, met=judged.met))
    return rows


def verdicts_of(suite: str, configuration: str) -> dict[str, str]:
    """The verdict of each consumer on the same results."""
    found = suite_of(suite)
    rows = rows_of(found, configuration)
    return {name: verdict_of(parse(spec), rows, partial=False).outcome for name, spec in found.criteria.items()}


def test_on_the_good_configuration_all_agree() -> None:
    """Every assertion is met, so every consumer's verdict is passed."""
    assert set(verdicts_of("booking", GOOD).values()) == {"passed"}
    assert all(row.met for row in rows_of(suite_of("booking"), GOOD))


def test_on_the_lost_clause_consumers_differ() -> None:
    """Who requires the clause fails the configuration; who does not look at it, or takes shares, passes it."""
    assert verdicts_of("booking", LOST) == {
        "publish_gate": "failed",
        "avo_preflight": "failed",
        "blueprint_ci": "passed",
        "nightly_sweep": "passed",
    }


def test_only_the_clause_is_lost() -> None:
    """Both configurations are the same, one line of the prompt aside, and one key is not met."""
    good, lost = ((EXAMPLES / name).read_text(encoding="utf-8") for name in (GOOD, LOST))

    compared = difflib.ndiff(prompt(good).splitlines(), prompt(lost).splitlines())
    changed = [line for line in compared if line[0] != " "]
    assert [line[:24] for line in changed] == ["- - If the caller smells"]
    assert without_prompt(good) == without_prompt(lost)
    assert {row.key for row in rows_of(suite_of("booking"), LOST) if not row.met} == {"safety_clause"}


def test_the_other_vendors_agent_passes() -> None:
    """The same kinds of assertion read both vendors' configurations."""
    assert verdicts_of("front-desk", AGENT) == {"publish_gate": "passed", "blueprint_ci": "passed"}


def test_the_catalogue_uses_every_kind_there_is() -> None:
    """A reader finds each kind of assertion in use, and met: a new kind gets a line in examples/catalogue.suite.yaml."""
    suite = suite_of("catalogue")

    assert {one.wording.kind for one in suite.assertions} == set(kinds.KINDS)
    assert [row.key for row in rows_of(suite, GOOD) if not row.met] == []


def test_a_criteria_that_names_no_assertion_is_refused_with_its_place() -> None:
    """The third exit code: nothing can be decided, so nothing is written."""
    with pytest.raises(FileError) as refused:
        suite_of("unknown-key")

    [fault] = refused.value.faults
    assert (fault.line, fault.field) == (13, "criteria.publish_gate.required[0]")
    assert fault.advice == "Did you mean safety_clause?"


@pytest.mark.parametrize(
    "path", sorted(path for path in EXAMPLES.rglob("*") if path.is_file()), ids=lambda path: path.name
)
def test_no_example_reaches_anybody(path: Path) -> None:
    """Phone numbers are of the range that belongs to nobody, addresses are under example.com."""
    text = path.read_text(encoding="utf-8")

    assert all(RESERVED.fullmatch(number) for number in re.findall(r"\+\d{7,}", text))
    assert all(host.endswith("example.com") for host in re.findall(r"(?:https?://|@)([\w.-]+)", text))


def prompt(text: str) -> str:
    """The system prompt of a Vapi assistant."""
    return str(json.loads(text)["model"]["messages"][0]["content"])


def without_prompt(text: str) -> dict[str, object]:
    """A Vapi assistant without its system prompt."""
    document: dict[str, object] = json.loads(text)
    model = document["model"]
    assert isinstance(model, dict)
    del model["messages"]
    return document
