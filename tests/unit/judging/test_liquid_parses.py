"""``liquid_parses``: what a Liquid engine would choke on."""

from dataclasses import replace

import pytest

from tests.unit.judging.samples import configured, judged, payload, prompt, subjects
from worker.domain.configuration import Format, Given
from worker.judging.structural.checks import liquid_parses

KIND = "liquid_parses"


@pytest.mark.parametrize(
    "text",
    [
        "No template at all.",
        '{{ "now" | date: "%H", "Europe/Rome" }}',
        "{% for day in days %}{{ day.name }}{% else %}none{% endfor %}",
        "{%- if a and b -%}x{%- elsif c -%}y{%- endif -%}",
        "{% raw %}{{ 1 + 1 }}{% endraw %}",
        "{% assign x = y | split: ',' %}{{ x[0] }}",
        "Braces { of } prose.",
    ],
)
def test_what_parses_is_met(text: str) -> None:
    """Blocks, filters with several arguments, whitespace control."""
    assert judged(KIND, prompt(text)).met is True


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("You owe {{ debt - paid }}.", "{{ debt - paid }}"),
        ("{{ customer name }}", "{{ customer name }}"),
        ("{{ a ? b : c }}", "{{ a ? b : c }}"),
        ("{{#if vip}}Hi{{/if}}", "{{#if vip}}"),
        ("{{}}", "{{}}"),
        ("Hi {{ name", "{{ name"),
        ("{% if a %}x", "{% if a %}"),
        ("x{% endif %}", "{% endif %}"),
        ("{% for a in b %}{% if c %}{% endfor %}", "{% if c %}"),
        ("{% elseif a %}", "{% elseif a %}"),
    ],
)
def test_what_does_not_parse_is_found_at_its_mark(text: str, subject: str) -> None:
    """The mark that is wrong by itself, else the block that is not paired."""
    judgement = judged(KIND, prompt("Be kind. " + text))

    assert judgement.met is False
    assert judgement.detail is not None
    finding = judgement.detail["findings"][0]
    assert (finding["subject"], finding["pointer"]) == (subject, "/model/messages/0/content")
    assert finding["excerpt"] in text


def test_each_bad_mark_is_found() -> None:
    """Not the first one only."""
    assert subjects(judged(KIND, prompt("{{ a b }} {{ c }} {{ d e }}"))) == ["{{ a b }}", "{{ d e }}"]


def test_where_engines_differ_it_is_a_note() -> None:
    """Quotation marks behind a backslash."""
    judgement = judged(KIND, prompt('{{ x | append: "\\"" }}'))

    assert judgement.met is True
    assert len(subjects(judgement, "info")) == 1


@pytest.mark.parametrize("whose", [Format.RETELL_AGENT, Format.ELEVENLABS_AGENT])
def test_a_vendor_without_liquid_is_not_looked_at(whose: Format) -> None:
    """Their names may hold spaces and slashes."""
    configuration = replace(configured(prompt("{{ first name }}")), format=whose)

    assert not liquid_parses.check(configuration, liquid_parses.Spec(), Given()).findings


def test_too_many_marks_are_unknown() -> None:
    """Those behind were not looked at."""
    assert judged(KIND, prompt("{{ now }}" * 6_000)).error_code == "configuration_too_large"


def test_a_real_configuration_is_met() -> None:
    """The payload of the other tests."""
    assert judged(KIND, payload("vapi/booking.json")).met is True
