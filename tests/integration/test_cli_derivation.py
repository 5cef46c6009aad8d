"""How a verdict is explained: every rule in the spec's words, and which of them decided."""

from typing import Any
from uuid import uuid4

import pytest

from worker.cli.derivation import derivation
from worker.db.verdicts import RunVerdict
from worker.domain.words import Verdict

SPEC = {
    "required": ["clause", {"key": "books", "trials": "majority"}],
    "threshold": [{"keys": ["tone", "pace"], "min": 0.75}],
}


def rule(value: bool | None, met: int = 1, due: int = 2, unknown: int = 0) -> dict[str, Any]:
    """A rule's value as the database gives it."""
    return {"value": value, "met": met, "due": due, "unknown": unknown, "not_met": due - met - unknown}


def verdict(outcome: Verdict, values: tuple[bool | None, ...] = (), **more: Any) -> RunVerdict:
    """A verdict of the spec above with these values."""
    given = {"observed_only": False, "partial": False, "unmatched": [], **more}
    return RunVerdict(uuid4(), uuid4(), 0, outcome, rules=[rule(value) for value in values], **given)


def decided(spec: dict[str, Any], given: RunVerdict) -> list[int]:
    """Places of the lines that are marked."""
    return [place for place, line in enumerate(derivation(spec, given)) if "← decided" in line]


def test_each_rule_is_worded_as_the_spec_says() -> None:
    """Key, trials and share stand in the line; counts follow."""
    lines = list(derivation(SPEC, verdict(Verdict.PASSED, (True, True, True))))

    assert [line.split("] ", 1)[-1].removeprefix("[/] ").replace("✓[/] ", "") for line in lines] == [
        "required clause: 1 of 2 met, 1 not met",
        "required books, in majority of its trials: 1 of 2 met, 1 not met",
        "at least 0.75 of tone, pace: 1 of 2 met, 1 not met",
    ]


@pytest.mark.parametrize(
    ("outcome", "values", "places"),
    [
        (Verdict.PASSED, (True, True, True), []),
        (Verdict.FAILED, (True, False, None), [1]),
        (Verdict.FAILED, (False, None, False), [0, 2]),
        (Verdict.INCONCLUSIVE, (True, None, True), [1]),
    ],
)
def test_the_rules_that_decided_are_marked(
    outcome: Verdict, values: tuple[bool | None, ...], places: list[int]
) -> None:
    """What is false decides a failure, what is unknown an inconclusive; nothing decides a pass alone."""
    assert decided(SPEC, verdict(outcome, values)) == places


@pytest.mark.parametrize(
    ("more", "says"),
    [({"partial": True}, "The run is partial"), ({"unmatched": ["clause"]}, "No result is due for clause")],
)
def test_what_overrules_the_rules_is_said_instead(more: dict[str, Any], says: str) -> None:
    """In a partial run, or with an unmatched key, no rule decided."""
    given = verdict(Verdict.INCONCLUSIVE, (False, True, True), **more)

    assert decided(SPEC, given) == []
    assert says in list(derivation(SPEC, given))[-1]


def test_a_criteria_without_rules_says_that_it_only_observes() -> None:
    """passed, but nothing was asked."""
    assert list(derivation({}, verdict(Verdict.PASSED, observed_only=True))) == [
        "The criteria has no rule: every run passes it, everything is only observed."
    ]
