"""No configuration at all makes judging raise or fail by its own fault."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.judging.samples import judged, payload
from tests.unit.judging.test_kinds import EVALUATORS, SPECS
from worker.errors import RESULT_CODES

NAMES = (
    "vapi/booking.json",
    "vapi/legacy_wrapped.json",
    "vapi/squad.json",
    "elevenlabs/agent.json",
    "elevenlabs/bare_camel_case.json",
)
WRONG: tuple[Any, ...] = (
    None, True, 0, -1.5, "", "{{ x", "\x00\ud800", [], [None], [[]], ["{%"], {}, {"": None}, {"type": []}, {"name": {}},
)  # fmt: skip


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value within a value."""
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _places(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _places(inner, (*path, index))


def _with(value: Any, path: tuple[Any, ...], wrong: Any) -> Any:
    """The value with something else at one place: a copy, since a later place may lie inside it."""
    wrong = deepcopy(wrong)
    if not path:
        return wrong
    holder = value
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = wrong
    return value


def _judge_all(value: Any) -> None:
    """Judge by every kind; no judge may fail by its own fault."""
    for kind in EVALUATORS:
        judgement = judged(kind, value, SPECS.get(kind))
        assert judgement.error_code != "judge_failed", (kind, judgement.detail)
        assert judgement.error_code is None or judgement.error_code in RESULT_CODES


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_type_at_any_one_place_gives_a_judgement(name: str) -> None:
    """Every place of every payload, each with a few values of the wrong type in turn."""
    for number, path in enumerate(_places(payload(name))):
        for wrong in (WRONG[number % len(WRONG)], WRONG[(number + 7) % len(WRONG)]):
            _judge_all(_with(payload(name), path, wrong))


@given(name=st.sampled_from(NAMES), data=st.data())
@settings(max_examples=120, deadline=None)
def test_wrong_types_at_several_places_give_a_judgement(name: str, data: st.DataObject) -> None:
    """Up to four places at once, filled with any JSON."""
    json = st.recursive(
        st.none() | st.booleans() | st.floats(allow_nan=False) | st.text(max_size=8) | st.sampled_from(WRONG),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=6,
    )
    value = payload(name)

    for _ in range(data.draw(st.integers(1, 4))):
        places = list(_places(value))
        value = _with(value, data.draw(st.sampled_from(places)), data.draw(json))

    _judge_all(value)
