"""``prompt_length``: bounds of the system prompts of one assistant."""

import pytest

from tests.unit.judging.samples import judged, prompt
from worker.judging import kinds

KIND = "prompt_length"


@pytest.mark.parametrize(
    ("length", "spec", "met"),
    [
        (100, {}, True),
        (100_001, {}, False),
        (10, {"max_characters": 10}, True),
        (11, {"max_characters": 10}, False),
        (9, {"min_characters": 10}, False),
        (10, {"min_characters": 10}, True),
    ],
)
def test_a_prompt_is_within_its_bounds(length: int, spec: dict[str, int], met: bool) -> None:
    """Both inclusive; an upper one is there without parameters."""
    judgement = judged(KIND, prompt("x" * length), spec)

    assert judgement.met is met
    assert str(length) in judgement.rationale


def test_all_prompts_of_one_assistant_count_together() -> None:
    """The finding is at the longest."""
    value = prompt("x" * 6)
    value["model"]["messages"].append({"role": "system", "content": "y" * 7})

    judgement = judged(KIND, value, {"max_characters": 12})

    assert judgement.detail is not None
    assert judgement.detail["findings"][0]["pointer"] == "/model/messages/1/content"


def test_each_member_of_a_squad_has_its_own() -> None:
    """Two short prompts are no long one."""
    squad = {"members": [{"assistant": prompt("x" * 8)}, {"assistant": prompt("y" * 8)}]}

    assert judged(KIND, squad, {"max_characters": 8}).met is True
    assert judged(KIND, squad, {"max_characters": 7}).met is False


def test_an_assistant_without_a_prompt_is_not_looked_at() -> None:
    """That is prompt_present's; one that is stored with the vendor is unknown."""
    assert judged(KIND, {"firstMessage": "Hello."}, {"min_characters": 10}).met is True
    stored = {"members": [{"assistantId": "7b3f4a52-1c1d-4e5f-8a9b-0c1d2e3f4a5b"}]}
    assert judged(KIND, stored).error_code == "configuration_incomplete"


def test_bounds_in_the_wrong_order_are_refused() -> None:
    """With what is wrong."""
    faults = kinds.validate_spec(KIND, {"max_characters": 1, "min_characters": 2})

    assert "above max_characters" in faults[0].said
