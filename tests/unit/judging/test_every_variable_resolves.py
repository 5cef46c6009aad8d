"""``every_variable_resolves``: somebody gives each variable."""

from typing import Any

import pytest

from tests.unit.judging.samples import judged, payload, prompt, subjects

KIND = "every_variable_resolves"


@pytest.mark.parametrize("name", ["vapi/booking.json", "elevenlabs/agent.json"])
def test_variables_that_somebody_gives_are_met(name: str) -> None:
    """Built-in names, placeholders, a tool's assignment, a secret in a header."""
    judgement = judged(KIND, payload(name))

    assert judgement.met is True, judgement.rationale


def test_an_unresolved_variable_is_named_once_for_each_text() -> None:
    """With the place, and what the vendor will make of it."""
    judgement = judged(KIND, prompt("{{ name }} {{ name }}") | {"firstMessage": "{{ name }}"})

    assert judgement.met is False
    assert subjects(judgement) == ["name", "name"]
    assert "rendered as empty text" in judgement.rationale
    assert judgement.detail is not None
    assert judgement.detail["unresolved"] == ["name"]


@pytest.mark.parametrize(
    "variables", [{"name": "Ann"}, {"name": ""}, {"name": {"first": "Ann"}}, {"name": 0}, {"name.first": "Ann"}]
)
def test_the_variables_of_a_case_resolve(variables: dict[str, Any]) -> None:
    """Flat or nested; an empty value is a value."""
    assert judged(KIND, prompt("{{ name.first }}"), **variables).met is True


def test_a_case_variable_that_is_null_is_not_given() -> None:
    """Null is how a case says that the caller leaves it out."""
    assert judged(KIND, prompt("{{ name }}"), name=None).met is False


def test_names_in_allow_resolve() -> None:
    """The caller supplies them; the spec says so."""
    assert judged(KIND, prompt("{{ profile.fees }}"), {"allow": ["profile.*"]}).met is True


def test_a_placeholder_that_refers_to_itself_gives_nothing() -> None:
    """``"caller": "{{caller}}"`` is the variable again."""
    judgement = judged(KIND, payload("vapi/legacy_wrapped.json"))

    assert set(subjects(judgement)) == {"caller"}


def test_call_fields_that_vapi_does_not_have_are_unresolved() -> None:
    """The hint names the one that is meant."""
    judgement = judged(KIND, prompt("{{ call.from }} {{ call.id }}"))

    assert subjects(judgement) == ["call.from"]
    assert judgement.detail is not None
    assert "customer.number" in judgement.detail["findings"][0]["hint"]


def test_a_secret_outside_headers_and_a_self_reference_are_unresolved_for_elevenlabs() -> None:
    """A system name that this list does not know may be newer than it: a warning."""
    judgement = judged(KIND, payload("elevenlabs/bare_camel_case.json"))

    assert set(subjects(judgement)) == {"name", "secret__key"}
    assert subjects(judgement, "warning") == ["system__moon_phase"]


def test_a_variable_with_a_default_is_a_note() -> None:
    """Its default stands there, so nothing is empty."""
    judgement = judged(KIND, prompt("{{ name | default: 'you' }}"))

    assert judgement.met is True
    assert subjects(judgement, "info") == ["name"]


def test_bad_liquid_is_told_and_its_names_are_judged_all_the_same() -> None:
    """Whether it parses is another check's question; here it is a note on how the names were read."""
    judgement = judged(KIND, prompt("{% for a in sites %}{{ a.city }}"))

    assert subjects(judgement) == ["sites"]
    assert subjects(judgement, "info") == ["Liquid syntax"]


def test_a_text_with_too_many_marks_is_unknown_and_not_met() -> None:
    """What was not looked at is neither good nor bad."""
    judgement = judged(KIND, prompt("{{ now }}" * 6_000))

    assert (judgement.met, judgement.error_code) == (None, "configuration_too_large")


def test_a_name_that_is_nearly_given_is_suggested() -> None:
    """Most unresolved variables are typing errors."""
    judgement = judged(KIND, prompt("{{ custmer_name }}"), customer_name="Ann")

    assert judgement.detail is not None
    assert "customer_name" in judgement.detail["findings"][0]["hint"]


@pytest.mark.parametrize("text", ["{% if late %}Hurry.{% endif %}", "{% unless late %}Relax.{% endunless %}"])
def test_a_name_that_is_only_tested_is_a_note(text: str) -> None:
    """Absent is one of the cases that a condition tells apart."""
    judgement = judged(KIND, prompt(text))

    assert judgement.met is True
    assert subjects(judgement, "info") == ["late"]


def test_a_name_that_is_tested_and_printed_is_unresolved() -> None:
    """The place is that where it is printed."""
    judgement = judged(KIND, prompt("{% if late %}It is {{ late }}.{% endif %}"))

    assert subjects(judgement) == ["late"]
    assert judgement.detail is not None
    assert judgement.detail["findings"][0]["excerpt"] == "{{ late }}"


@pytest.mark.parametrize(
    "value",
    [
        {"type": "function", "function": {"name": "go", "description": "Use {{ firm }} and {{KEY}}."}},
        "You work for {{ firm }}; {{KEY}}.",
    ],
)
def test_in_a_part_only_what_the_build_should_have_replaced_can_be_decided(value: Any) -> None:
    """Whoever attaches the tools or takes the prompt may give the rest."""
    judgement = judged(KIND, value)

    assert subjects(judgement) == ["KEY"]
    assert subjects(judgement, "info") == ["firm"]


def test_a_part_that_leaves_a_name_open_is_unknown() -> None:
    """Neither met nor a fault."""
    judgement = judged(KIND, "You work for {{ firm }}.")

    assert (judgement.met, judgement.error_code) == (None, "configuration_incomplete")


def test_assistants_that_stand_together_do_not_give_each_other_anything() -> None:
    """Only a squad hands variables on."""
    first = prompt("{{ name }}") | {"assistantOverrides": {"variableValues": {"name": "Ann"}}}

    judgement = judged(KIND, [first, prompt("{{ name }}")])

    assert [finding["pointer"] for finding in (judgement.detail or {})["findings"]] == ["/1/model/messages/0/content"]


@pytest.mark.parametrize(
    ("text", "severity"), [("{{ first name }}", "error"), ("{{#each rows}}", "info"), ("{{ a - b }}", "info")]
)
def test_an_expression_of_another_language_is_no_name(text: str, severity: str) -> None:
    """Words with a space are a name that somebody meant."""
    assert len(subjects(judged(KIND, prompt(text)), severity)) == (2 if severity == "info" else 1)


def test_suggestions_end_where_they_are_of_no_more_use() -> None:
    """Comparing every name with every other one would take minutes."""
    value = prompt(" ".join(f"{{{{ custmer_{index} }}}}" for index in range(30)))

    judgement = judged(KIND, value, **{f"customer_{index}": "x" for index in range(30)})

    hints = [finding["hint"] for finding in (judgement.detail or {})["findings"]]
    assert sum("meant?" in hint for hint in hints) == 20
