"""What a model refuses is said in our words, whatever the library calls it."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from worker.domain import json_words
from worker.domain.value_words import BOUNDS, LENGTHS, WANTED, faults, place, sentence
from worker.errors import NotReady
from worker.judging import kinds
from worker.settings import Settings

ODD: list[Any] = [
    None,
    True,
    0,
    -1,
    1.5,
    10**30,
    "",
    " ",
    "x",
    "x" * 9_000,
    [],
    [[]],
    [None],
    ["x"] * 2_000,
    {},
    {"x": 1},
]
ODD += [[each] for each in (5, {}, {"name": "a"}, {"text": ""}, {"name": "a", "text": "b", "more": 1}, "")]
KNOWN = {
    *WANTED,
    *BOUNDS,
    *LENGTHS,
    "missing",
    "extra_forbidden",
    "literal_error",
    "enum",
    "value_error",
    "string_pattern_mismatch",
}
THEIRS = re.compile(
    r"[Ii]nput|valid|permitted|validation|Value error|parse|should|constrained|NoneType|Clause|function"
)
"""Words of the library, and of our code."""


def wrong_specs() -> Iterator[tuple[str, Any]]:
    """Each kind with every odd value in every place."""
    for name, kind in kinds.KINDS.items():
        yield from ((name, odd) for odd in ODD)
        for field in (*kind.spec.model_fields, "no_such_field"):
            yield from ((name, {field: odd}) for odd in ODD)


def wrong_settings() -> Iterator[dict[str, str]]:
    """Each setting with every odd text."""
    for name in Settings.model_fields:
        yield from ({name: text} for text in ("", "soon", "-1", "0", "1.5", "nan", "inf", "9" * 5_000, "whsec_x"))


def refused(model: Any, value: Any) -> list[Any]:
    """The library's errors."""
    try:
        model.model_validate(value)
    except ValueError as wrong:
        errors: list[Any] = wrong.errors()  # type: ignore[attr-defined]
        return errors
    return []


def test_every_error_that_our_models_can_raise_has_words_of_its_own() -> None:
    """A type that falls through to the last sentence says too little."""
    errors = [each for name, spec in wrong_specs() for each in refused(kinds.get(name).spec, spec)]
    errors += [each for given in wrong_settings() for each in refused(Settings, given)]

    met = {each["type"] for each in errors}

    assert met <= KNOWN
    assert len(met) > 8


@pytest.mark.parametrize("name", sorted(kinds.KINDS))
def test_no_word_of_the_library_reaches_a_user(name: str) -> None:
    """Not in the sentence, and not in the path."""
    found = [each for kind, spec in wrong_specs() if kind == name for each in kinds.validate_spec(name, spec)]

    assert found
    assert [each for each in found if THEIRS.search(f"{each.path} {each.said}")] == []
    assert all(re.fullmatch(r"[A-Z].*\.", each.said, re.DOTALL) for each in found)


def test_a_setting_is_refused_in_the_same_words() -> None:
    """The variable, what it holds, and what it must be."""
    with pytest.raises(NotReady) as refused:
        Settings.from_environment({"ASSISTANT_TEST_LEASE_S": "soon"})

    assert refused.value.message == "ASSISTANT_TEST_LEASE_S is not usable: it is a number above 0."


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ({"clauses": []}, "clauses: The list is empty."),
        ({"clauses": ["a"] * 201}, "clauses: The list has 201; it must have at most 200 entries."),
        ({"clauses": [5]}, "clauses[0]: This is the number 5, not text or an object."),
        ({"clauses": [{"name": "a"}]}, "clauses[0].text: The field is missing."),
        ({"clause": ["a"], "clauses": ["a"]}, "clause: There is no such field here."),
    ],
)
def test_a_fault_is_told_once_at_its_place(spec: Any, said: str) -> None:
    """A value of one of several types is one fault, and the types' names stand in no path."""
    found = kinds.validate_spec("clauses_survive", spec)

    assert [f"{each.path}: {each.said}" for each in found] == [said]


def test_an_unknown_error_says_what_the_value_is() -> None:
    """A later release of the library brings no word of its own."""
    error = {"type": "something_new", "loc": ("a",), "input": 5, "msg": "Input should be new"}

    assert sentence(error) == "This is the number 5, which does not fit."
    assert [each.said for each in faults({"a": 5}, [error])] == ["This is the number 5, which does not fit."]
    assert place({"a": 5}, error) == ("a",)


BROKEN = [
    "", "{", "{a", '{"a" 1}', "[1 2]", '["\n"]', '["\\x"]', '["\\u12"]', '["', "1 2", "[1,]", '{"a": 1,}', "[", "\ufeff1"
]  # fmt: skip


@pytest.mark.parametrize("text", BROKEN, ids=repr)
def test_what_is_no_json_is_said_in_our_words(text: str) -> None:
    """Each complaint of Python's parser has one of ours."""
    with pytest.raises(json.JSONDecodeError) as wrong:
        json.loads(text)

    said = json_words.json_fault(wrong.value.msg)

    assert said in dict(json_words.WORDS).values()
    assert not said.endswith(".")
