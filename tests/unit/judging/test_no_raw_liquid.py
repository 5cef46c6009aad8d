"""``no_raw_liquid``: compiled text holds no Liquid."""

import pytest

from tests.unit.judging.samples import judged, payload, prompt, subjects

KIND = "no_raw_liquid"


def test_compiled_text_with_vendor_variables_only_is_met() -> None:
    """What the vendor fills in at run time may stay, and so may a tool's own parameters in its URL."""
    judgement = judged(KIND, payload("vapi/booking.json"))

    assert judgement.met is True
    assert judgement.evaluator == "structural@2"


@pytest.mark.parametrize(
    ("text", "excerpt"),
    [
        ("Hi {{ name }}", "{{ name }}"),
        ("{% if vip %}", "{% if vip %}"),
        ('{{"now" | date: "%H"}}', '{{"now" | date: "%H"}}'),
        ("{{ debt - paid }}", "{{ debt - paid }}"),
        ("Hi {{ name", "{{ name"),
        ("{{}}", "{{}}"),
    ],
)
def test_any_output_or_tag_that_is_left_is_not_met(text: str, excerpt: str) -> None:
    """The finding has the place and what stands there."""
    judgement = judged(KIND, prompt(text))

    assert judgement.met is False
    assert judgement.detail is not None
    (finding,) = judgement.detail["findings"]
    assert (finding["excerpt"], finding["pointer"]) == (excerpt, "/model/messages/0/content")
    assert finding["pointer"] in judgement.rationale


@pytest.mark.parametrize(
    ("text", "allow"),
    [
        ("{{ name }}", ["name"]),
        ("{{ firm.name }}", ["firm"]),
        ("{{ firm.name }}", ["firm.*"]),
        ('{{ "now" | date: "%H" }}', ["now"]),
    ],
)
def test_a_name_in_allow_may_stay(text: str, allow: list[str]) -> None:
    """A parent allows what is below it; the literal head of an output counts as its name."""
    assert judged(KIND, prompt(text), {"allow": allow}).met is True
    assert judged(KIND, prompt(text), {"allow": ["other"]}).met is False


def test_a_tag_is_never_allowed() -> None:
    """Compiling is what tags are for."""
    judgement = judged(KIND, prompt("{% if vip %}x{% endif %}"), {"allow": ["vip", "if", "endif"]})

    assert subjects(judgement) == ["vip", "endif"]


def test_a_variable_that_the_configuration_supplies_is_still_raw() -> None:
    """The text was to be compiled; that Vapi would fill it in is another check's matter."""
    value = prompt("{{ firm }}") | {"variableValues": {"firm": "Harbour"}}

    assert subjects(judged(KIND, value)) == ["firm"]


def test_analysis_names_may_stay_in_analysis_texts_only() -> None:
    """Vapi knows ``transcript`` there and nowhere else."""
    value = payload("vapi/booking.json")
    value["firstMessage"] = "{{transcript}}"

    assert subjects(judged(KIND, value)) == ["transcript"]


def test_text_that_the_vendor_ignores_is_not_looked_at() -> None:
    """A left-over in a field that nobody reads harms nobody."""
    assert judged(KIND, prompt("x") | {"systemPrompt": "{{ name }}"}).met is True
