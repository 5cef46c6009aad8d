"""The three-valued arithmetic (criteria.md, "Three values, not two")."""

import json
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.verdicts import KEYS, in_three_values, random_spec, rules_of
from worker.domain.criteria import parse
from worker.domain.verdict import Due, verdict_of
from worker.domain.verdict_detail import Counts, VerdictDetail
from worker.domain.words import Verdict

MET, NOT_MET, UNKNOWN = True, False, None
ORDER = [Verdict.FAILED, Verdict.INCONCLUSIVE, Verdict.PASSED]

places = st.tuples(st.sampled_from(KEYS[:4]), st.sampled_from("ABC"), st.integers(0, 3), st.integers(0, 2))
results = st.dictionaries(places, st.sampled_from([True, True, False, None]), max_size=12).map(
    lambda found: [Due(*place, met=met) for place, met in found.items()]
)
specs = st.builds(random_spec, st.randoms(use_true_random=False), st.just(KEYS[:4]))


def rows(*met: bool | None, key: str = "a", case: str = "A") -> list[Due]:
    """One row per trial of one case."""
    return [Due(key, case, trial, 0, value) for trial, value in enumerate(met)]


def judged(spec: dict[str, Any], due: Iterable[Due], *, partial: bool = False) -> VerdictDetail:
    """The verdict under a spec."""
    return verdict_of(parse(spec), due, partial=partial)


@pytest.mark.parametrize(
    ("met", "outcome"),
    [
        ((True, True), "passed"),
        ((True, False), "failed"),
        ((None, False), "failed"),
        ((True, None), "inconclusive"),
    ],
)
def test_required_is_kleenes_and(met: tuple[bool | None, ...], outcome: str) -> None:
    """Any false gives false; else any NULL gives unknown; else true."""
    assert judged({"required": ["a"]}, rows(*met)).outcome == outcome


def test_a_false_rule_outweighs_an_unknown_one() -> None:
    """Any rule false: failed, whatever is unknown elsewhere."""
    detail = judged({"required": ["a", "b"]}, [*rows(UNKNOWN), *rows(NOT_MET, key="b")])

    assert detail.outcome == Verdict.FAILED
    assert [rule.value for rule in detail.rules] == [None, False]


def test_a_missing_row_is_unknown_and_counted_as_missing() -> None:
    """Rows due decide, not what happened to be written."""
    detail = judged({"required": ["a"]}, [*rows(MET, UNKNOWN), Due("a", "B", 0, 0, None, missing=True)])

    assert detail.outcome == Verdict.INCONCLUSIVE
    assert detail.rules[0].counts == Counts(due=3, met=1, not_met=0, unknown=2, missing=1)


@pytest.mark.parametrize(
    ("minimum", "met", "value"),
    [
        (0.75, (True, True, True, False), True),
        (0.75, (True, True, None, False), None),
        (0.75, (True, None, False, False), False),
        (1, (True, True), True),
        (1, (True, False), False),
        (0.6667, (True, True, False), False),
        (0.6666, (True, True, False), True),
        (0.1 + 0.2, (True,) * 3 + (False,) * 7, False),
        (0.3, (True,) * 3 + (False,) * 7, True),
        (0.7, (True,) * 7 + (False,) * 3, True),
    ],
)
def test_a_threshold_compares_exactly(minimum: float, met: tuple[bool | None, ...], value: bool | None) -> None:
    """Met over due, at least the minimum as it is written; unknown while the NULLs could decide it."""
    detail = judged({"threshold": [{"keys": ["a"], "min": minimum}]}, rows(*met))

    assert detail.rules[0].value is value


def test_a_threshold_counts_the_results_of_its_keys_together() -> None:
    """Over all results of the group's keys, whatever their case."""
    detail = judged(
        {"threshold": [{"keys": ["a", "b"], "min": 0.5}]},
        [*rows(NOT_MET, NOT_MET), *rows(MET, MET, key="b"), *rows(NOT_MET, NOT_MET, NOT_MET, key="c")],
    )

    assert detail.outcome == Verdict.PASSED
    assert detail.rules[0].counts.due == 4


@pytest.mark.parametrize(
    ("trials", "met", "value"),
    [
        ("any", (False, None, True), True),
        ("any", (False, None, False), None),
        ("any", (False, False, False), False),
        ("majority", (True, False), False),
        ("majority", (True, True, None), True),
        ("majority", (True, None, False), None),
        ("majority", (None, False, False), False),
        (0.8, (True, True, True, True, False), True),
        (0.8, (True, True, True, None, False), None),
        (0.8, (True, True, None, False, False), False),
    ],
)
def test_trials_fold_by_bounds(trials: str | float, met: tuple[bool | None, ...], value: bool | None) -> None:
    """How many of one case's trials must be met for that case to count as met."""
    detail = judged({"required": [{"key": "a", "trials": trials}]}, rows(*met))

    assert detail.rules[0].value is value


def test_trials_are_enough_in_every_case() -> None:
    """A case that falls short is not made good by another."""
    detail = judged({"required": [{"key": "a", "trials": "any"}]}, [*rows(MET, MET), *rows(NOT_MET, NOT_MET, case="B")])

    assert detail.outcome == Verdict.FAILED


def test_steps_fold_before_trials_all_of_them() -> None:
    """A trial with one step that is not met is not met, though most of its steps are."""
    steps = [Due("a", "A", trial, step, step != 2) for trial in (0, 1) for step in (1, 2, 3)]

    detail = judged({"required": [{"key": "a", "trials": "majority"}]}, steps)

    assert detail.outcome == Verdict.FAILED


def test_a_trial_with_a_failed_step_is_not_met_though_another_is_unknown() -> None:
    """Kleene's and over the steps: false outweighs unknown, and the trial is counted once."""
    steps = [Due("a", "A", 0, 1, met=False), Due("a", "A", 0, 2, met=None), Due("a", "A", 1, 1, met=True)]

    [rule] = judged({"required": [{"key": "a", "trials": "any"}]}, steps).rules
    [other] = judged({"required": ["a"]}, steps).to_json()["rules"]

    assert rule.value is True
    assert [(case["not_met"], case["unknown"], case["met_trials"]) for case in other["decided_by"]] == [([0], [], 1)]


def test_a_partial_run_is_inconclusive_whatever_its_results() -> None:
    """Left out by whoever started the run: neither a pass nor a fail, and flagged."""
    outcomes = {judged({"required": ["a"]}, rows(met), partial=True).outcome for met in (True, False, None)}

    assert outcomes == {Verdict.INCONCLUSIVE}
    assert judged({}, [], partial=True).outcome == Verdict.INCONCLUSIVE
    assert judged({}, [], partial=True).partial


def test_a_spec_without_rules_passes_as_observed_only() -> None:
    """Nothing is asked, so nothing fails; the flag says so."""
    detail = judged({"ignore": ["a"]}, rows(NOT_MET))

    assert (detail.outcome, detail.observed_only) == (Verdict.PASSED, True)


def test_an_unmatched_key_makes_the_verdict_inconclusive() -> None:
    """In a re-score nothing fails; the keys are listed, and outweigh what other rules say."""
    spec = {"required": ["a", "lost"], "threshold": [{"keys": ["b", "gone"], "min": 1}]}

    detail = judged(spec, [*rows(NOT_MET), *rows(MET, key="b")])

    assert (detail.outcome, detail.unmatched) == (Verdict.INCONCLUSIVE, ("lost", "gone"))
    assert [rule.value for rule in detail.rules] == [False, None, None]


def test_ignored_and_unnamed_keys_have_no_effect_and_are_listed() -> None:
    """Judged and recorded, nothing more."""
    detail = judged(
        {"required": ["a"], "ignore": ["b", "gone"]}, [*rows(MET), *rows(NOT_MET, key="b"), *rows(UNKNOWN, key="c")]
    )

    assert detail.outcome == Verdict.PASSED
    assert (detail.ignored, detail.unnamed) == (("b",), ("c",))


def test_the_derivation_names_the_cases_and_trials_that_decided() -> None:
    """Of a false rule the cases that are false, with the trials that made them so; unknown ones do not decide there."""
    due = [*rows(MET, MET), *rows(MET, NOT_MET, UNKNOWN, case="B"), *rows(UNKNOWN, UNKNOWN, case="C")]

    [rule] = judged({"required": [{"key": "a", "trials": 1}]}, due).to_json()["rules"]

    assert rule["cases"] == {"due": 3, "met": 1, "not_met": 1, "unknown": 1, "missing": 0}
    assert [
        dict(case, not_met=list(case["not_met"]), unknown=list(case["unknown"])) for case in rule["decided_by"]
    ] == [{"case": "B", "value": False, "needed": 3, "trials": 3, "met_trials": 1, "not_met": [1], "unknown": [2]}]


def test_the_derivation_of_a_large_run_stays_small() -> None:
    """At most fifty cases are named, the rest is counted."""
    due = [Due("a", f"{case:03}", 0, 0, met=False) for case in range(60)]

    [rule] = judged({"required": ["a"]}, due).to_json()["rules"]

    assert [case["case"] for case in rule["decided_by"]] == [f"{case:03}" for case in range(50)]
    assert rule["more_cases"] == 10


@given(specs, results)
def test_the_detail_is_json(spec: dict[str, Any], due: list[Due]) -> None:
    """It is stored with the run and shown to people; a share reads as it was written."""
    document = json.loads(json.dumps(judged(spec, due).to_json(), allow_nan=False))

    written = [rule.get("trials", "all") if isinstance(rule, dict) else "all" for rule in spec.get("required", [])]
    assert [rule["trials"] for rule in document["rules"] if rule["rule"] == "required"] == written


@given(specs, results, st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(spec: dict[str, Any], due: list[Due], random: Random) -> None:
    """Rows come from a stream in no particular order."""
    assert judged(spec, random.sample(due, len(due))) == judged(spec, due)


@given(specs, results)
def test_a_rule_is_what_all_completions_of_the_unknown_agree_on(spec: dict[str, Any], due: list[Due]) -> None:
    """True iff every completion holds, false iff none does, else unknown: Kleene's logic loses nothing here."""
    assume(sum(row.met is None for row in due) <= 7)
    matched = [rule for rule in rules_of(parse(spec)) if _keys(rule) <= {row.key for row in due}]

    detail = judged(spec, due)

    found = {frozenset(_keys(rule)): rule.value for rule in detail.rules}
    assert {keys: found[keys] for rule in matched for keys in [frozenset(_keys(rule))]} == {
        frozenset(_keys(rule)): in_three_values(rule, due) for rule in matched
    }


@given(specs, results, st.data())
def test_a_result_that_becomes_met_never_makes_it_worse(
    spec: dict[str, Any], due: list[Due], data: st.DataObject
) -> None:
    """From not met to met, the verdict stays or gets better."""
    assume(any(row.met is False for row in due))
    index = data.draw(st.sampled_from([index for index, row in enumerate(due) if row.met is False]))

    better = [*due[:index], due[index]._replace(met=True), *due[index + 1 :]]

    assert ORDER.index(judged(spec, better).outcome) >= ORDER.index(judged(spec, due).outcome)


@given(specs, results, st.data())
def test_losing_a_result_never_turns_a_verdict_round(spec: dict[str, Any], due: list[Due], data: st.DataObject) -> None:
    """From known to unknown: never from failed to passed, never from passed to failed."""
    assume(any(row.met is not None for row in due))
    index = data.draw(st.sampled_from([index for index, row in enumerate(due) if row.met is not None]))

    less = [*due[:index], due[index]._replace(met=None), *due[index + 1 :]]

    assert judged(spec, less).outcome in {judged(spec, due).outcome, Verdict.INCONCLUSIVE}


def _keys(rule: Any) -> set[str]:
    """The keys that a rule or its value names."""
    return {rule.key} if hasattr(rule, "key") else set(rule.keys)
