"""How a criteria spec is read: every fault with its path, every ratio exact (criteria.md, "The spec")."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worker.domain.criteria import (
    Criteria,
    CriteriaInvalid,
    Required,
    Threshold,
    TrialWord,
    needed,
    parse,
    resolve,
)

SPEC: dict[str, Any] = {
    "required": ["no_raw_liquid", {"key": "books_the_job", "trials": "majority"}],
    "threshold": [{"keys": ["answers_question", "stays_in_role"], "min": 0.75}],
    "ignore": ["mentions_business_hours"],
}

FAULTS: list[tuple[str, Any, str]] = [
    ("not an object", ["a"], ""),
    ("nothing", None, ""),
    ("unknown field", {"requird": ["a"]}, "requird"),
    ("field of the wrong type", {"required": "a"}, "required"),
    ("field with nothing in it", {"ignore": None}, "ignore"),
    ("unknown field of a rule", {"required": [{"key": "a", "trial": "any"}]}, "required[0].trial"),
    ("rule without a key", {"required": ["a", {"trials": "any"}]}, "required[1].key"),
    ("rule that is a number", {"required": [3]}, "required[0]"),
    ("rule that is true", {"required": [True]}, "required[0]"),
    ("key that is a number", {"required": [{"key": 3}]}, "required[0].key"),
    ("empty key", {"required": [""]}, "required[0]"),
    ("blank key", {"ignore": [" "]}, "ignore[0]"),
    ("ignored object", {"ignore": [{"key": "a"}]}, "ignore[0]"),
    ("key twice in one place", {"required": ["a", "a"]}, "required[1]"),
    ("key in two places", {"required": ["a"], "ignore": ["a"]}, "ignore[0]"),
    ("key twice in a group", {"threshold": [{"keys": ["a", "a"], "min": 1}]}, "threshold[0].keys[1]"),
    ("unknown trial word", {"required": [{"key": "a", "trials": "most"}]}, "required[0].trials"),
    ("share as a text", {"required": [{"key": "a", "trials": "0.8"}]}, "required[0].trials"),
    ("share of nothing", {"required": [{"key": "a", "trials": 0}]}, "required[0].trials"),
    ("share over one", {"required": [{"key": "a", "trials": 1.01}]}, "required[0].trials"),
    ("share that is true", {"required": [{"key": "a", "trials": True}]}, "required[0].trials"),
    ("group that is a text", {"threshold": ["a"]}, "threshold[0]"),
    ("empty group", {"threshold": [{"keys": [], "min": 0.5}]}, "threshold[0].keys"),
    ("group without keys", {"threshold": [{"min": 0.5}]}, "threshold[0].keys"),
    ("group without a minimum", {"threshold": [{"keys": ["a"]}]}, "threshold[0].min"),
    ("unknown field of a group", {"threshold": [{"keys": ["a"], "min": 1, "max": 1}]}, "threshold[0].max"),
    ("minimum of zero", {"threshold": [{"keys": ["a"], "min": 0}]}, "threshold[0].min"),
    ("minimum below zero", {"threshold": [{"keys": ["a"], "min": -0.5}]}, "threshold[0].min"),
    ("minimum over one", {"threshold": [{"keys": ["a"], "min": 80}]}, "threshold[0].min"),
    ("minimum that is true", {"threshold": [{"keys": ["a"], "min": True}]}, "threshold[0].min"),
    ("minimum that is no number", {"threshold": [{"keys": ["a"], "min": float("nan")}]}, "threshold[0].min"),
    ("decimal that is no number", {"threshold": [{"keys": ["a"], "min": Decimal("NaN")}]}, "threshold[0].min"),
    ("endless minimum", {"threshold": [{"keys": ["a"], "min": float("inf")}]}, "threshold[0].min"),
    ("minimum as a text", {"threshold": [{"keys": ["a"], "min": "half"}]}, "threshold[0].min"),
    (
        "more digits than JSON readers keep",
        {"threshold": [{"keys": ["a"], "min": Decimal("0.66666666666666666667")}]},
        "threshold[0].min",
    ),
]


def test_a_spec_becomes_rules() -> None:
    """The spec of criteria.md, field by field."""
    assert parse(SPEC) == Criteria(
        required=(Required("no_raw_liquid"), Required("books_the_job", TrialWord.MAJORITY)),
        threshold=(Threshold(("answers_question", "stays_in_role"), Fraction(3, 4)),),
        ignore=("mentions_business_hours",),
    )


def test_a_spec_without_rules_is_valid() -> None:
    """Observing only is an opinion too."""
    assert parse({}) == Criteria()


@pytest.mark.parametrize(("spec", "path"), [fault[1:] for fault in FAULTS], ids=[fault[0] for fault in FAULTS])
def test_a_fault_is_told_with_its_path_and_the_way_out(spec: object, path: str) -> None:
    """Refused when the criteria is written, with the path of the fault."""
    with pytest.raises(CriteriaInvalid) as refused:
        parse(spec)

    [fault] = refused.value.faults
    assert fault.path == path
    assert fault.message
    assert fault.advice


def test_all_faults_are_told_at_once() -> None:
    """Whoever mends a spec mends it once."""
    with pytest.raises(CriteriaInvalid) as refused:
        parse({"required": ["", {"key": "a", "trials": 2}], "threshold": [{"keys": ["a"], "min": 0}], "ignor": []})

    assert [fault.path for fault in refused.value.faults] == [
        "ignor",
        "required[0]",
        "required[1].trials",
        "threshold[0].keys[0]",
        "threshold[0].min",
    ]


def test_a_mistyped_field_or_word_is_answered_with_the_nearest() -> None:
    """The advice names what was probably meant."""
    with pytest.raises(CriteriaInvalid) as refused:
        parse({"treshold": [], "required": [{"key": "a", "trials": "majorty"}]})

    assert [fault.advice for fault in refused.value.faults] == ["Did you mean threshold?", "Did you mean majority?"]


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(max_size=3), st.lists))
def test_nonsense_is_refused_and_never_breaks_the_reader(nonsense: object) -> None:
    """Whatever JSON gives is read or refused with faults."""
    for spec in ({"required": nonsense}, {"threshold": [{"keys": nonsense, "min": nonsense}]}, nonsense):
        try:
            parse(spec)
        except CriteriaInvalid as refused:
            assert refused.faults  # noqa: PT017 - valid or refused, both are right here


@pytest.mark.parametrize(
    ("written", "meant"),
    [(0.8, Fraction(4, 5)), (Decimal("0.6667"), Fraction(6667, 10000)), (1, Fraction(1)), (0.1, Fraction(1, 10))],
)
def test_a_share_means_what_is_written(written: float | Decimal, meant: Fraction) -> None:
    """0.8 is four fifths, not the nearest binary number."""
    assert parse({"required": [{"key": "a", "trials": written}]}).required[0].trials == meant


@pytest.mark.parametrize(
    ("trials", "of_one", "of_three", "of_four", "of_five"),
    [
        (TrialWord.ALL, 1, 3, 4, 5),
        (TrialWord.ANY, 1, 1, 1, 1),
        (TrialWord.MAJORITY, 1, 2, 3, 3),
        (Fraction("0.8"), 1, 3, 4, 4),
        (Fraction("0.6667"), 1, 3, 3, 4),
        (Fraction("0.6666"), 1, 2, 3, 4),
    ],
    ids=str,
)
def test_how_many_trials_are_needed(
    trials: TrialWord | Fraction, of_one: int, of_three: int, of_four: int, of_five: int
) -> None:
    """All, at least one, more than half, or at least the share; compared exactly, so 0.6667 is more than two thirds."""
    assert [needed(trials, ran) for ran in (1, 3, 4, 5)] == [of_one, of_three, of_four, of_five]


def test_binding_keys_in_no_pair_are_unmatched_with_the_nearest() -> None:
    """A required or threshold key that this run judges nowhere is named with its path and the closest existing keys."""
    criteria = parse({"required": ["no_raw_liquids"], "threshold": [{"keys": ["books", "zzz"], "min": 1}]})

    resolution = resolve(criteria, [("case", "no_raw_liquid"), ("case", "books"), ("other", "books")])

    assert [tuple(one) for one in resolution.unmatched] == [
        ("no_raw_liquids", "required[0]", ("no_raw_liquid",)),
        ("zzz", "threshold[0].keys[1]", ()),
    ]
    assert resolution.warnings == ()


def test_an_ignored_key_in_no_pair_is_a_warning_only() -> None:
    """Ignoring what is not there does no harm, but somebody should know."""
    resolution = resolve(parse({"ignore": ["Greets"]}), [("case", "greets"), ("case", "books")])

    assert resolution.unmatched == ()
    assert [tuple(one) for one in resolution.warnings] == [("Greets", "ignore[0]", ("greets",))]


def test_a_judged_key_named_nowhere_is_unnamed() -> None:
    """It has no effect, and is listed."""
    resolution = resolve(parse(SPEC), [("case", key) for key in ("no_raw_liquid", "greets", "books_the_job", "ends")])

    assert resolution.unnamed == ("ends", "greets")
