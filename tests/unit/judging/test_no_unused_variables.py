"""``no_unused_variables``: what is given is used."""

import pytest

from tests.unit.judging.samples import judged, prompt, subjects

KIND = "no_unused_variables"


def test_a_variable_that_no_text_uses_is_a_warning() -> None:
    """It harms nobody by itself, so the assertion is met."""
    value = prompt("Hello {{ name }}.") | {"variableValues": {"name": "Robin", "town": "Hull"}}

    judgement = judged(KIND, value)

    assert judgement.met is True
    assert subjects(judgement, "warning") == ["town"]
    assert judgement.detail is not None
    assert judgement.detail["findings"][0]["pointer"] == "/variableValues/town"


@pytest.mark.parametrize(
    "text",
    [
        "{{ town }}",
        "{{ town | upcase }}",
        "{% if town %}x{% endif %}",
        "{% for part in town %}x{% endfor %}",
        "{{ town.name }}",
        "{{ town['a b'] }}",
    ],
)
def test_any_use_counts(text: str) -> None:
    """Outputs, conditions, loops, and parts of it."""
    assert subjects(judged(KIND, prompt(text) | {"variableValues": {"town": "Hull"}}), "warning") == []


def test_a_use_counts_wherever_it_stands() -> None:
    """In metadata that a webhook reads, too; a comment does not count."""
    given = {"variableValues": {"town": "Hull"}}

    assert subjects(judged(KIND, prompt("x") | given | {"metadata": {"at": "{{ town }}"}}), "warning") == []
    assert subjects(judged(KIND, prompt("x") | given | {"_note": "{{ town }}"}), "warning") == ["town"]


def test_its_own_value_is_no_use() -> None:
    """``"town": "{{town}}"`` gives nothing and uses nothing."""
    assert subjects(judged(KIND, prompt("x") | {"variableValues": {"town": "{{ town }}"}}), "warning") == ["town"]


def test_what_a_hidden_tool_may_use_cannot_be_told() -> None:
    """A note; the assertion is undecided."""
    value = prompt("x", toolIds=["7b3f4a52-1c1d-4e5f-8a9b-0c1d2e3f4a5b"]) | {"variableValues": {"town": "Hull"}}

    judgement = judged(KIND, value)

    assert (judgement.met, judgement.error_code) == (None, "configuration_incomplete")
    assert subjects(judgement, "info") == ["town"]


def test_what_is_taken_from_an_answer_may_be_for_the_report() -> None:
    """The vendor tells it after the call; a note."""
    plan = {"schema": {"type": "object", "properties": {"town": {"type": "string"}}}}
    tool = {"type": "apiRequest", "name": "look", "url": "https://shop.example/x", "variableExtractionPlan": plan}

    judgement = judged(KIND, prompt("x", tools=[tool]))

    assert judgement.met is True
    assert subjects(judgement, "info") == ["town"]


def test_settings_without_a_prompt_cannot_be_told() -> None:
    """What uses them stands in another file: undecided, without a finding for each."""
    judgement = judged(KIND, {"variableValues": {"town": "Hull"}, "backgroundSound": "off"})

    assert (judgement.met, judgement.error_code) == (None, "configuration_incomplete")
    assert subjects(judgement, "info") == []


def test_a_name_in_allow_is_passed_over() -> None:
    """For what the caller's system reads."""
    value = prompt("x") | {"variableValues": {"town": "Hull"}}

    assert subjects(judged(KIND, value, {"allow": ["town"]}), "warning") == []
    assert judged(KIND, prompt("x")).met is True
