"""Reading Liquid: what a text expects from outside."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worker.judging.structural.liquid import literal, read
from worker.judging.structural.markup import marks


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("plain { text } with }} braces", []),
        ("{{name}} {{ customer.number | default: other }}", ["name", "customer.number", "other"]),
        ('{{"now" | date: "%H", "Europe/Rome"}}', []),
        ("{% for site in firm.sites %}{{ site.city }} {{ forloop.index }}{% endfor %}", ["firm.sites"]),
        ("{% assign a = b %}{{ a }}{% capture c %}{{ d }}{% endcapture %}{{ c }}", ["b", "d"]),
        ("{% if disclose %}I am an assistant.{% endif %}", ["disclose"]),
        ("{% raw %}{{ x }}{% endraw %}{{ y }}", ["y"]),
        ("{% comment %}{{ x }}{% endcomment %}", []),
        ("{% include 'part' %}{{ y }}", ["y"]),
    ],
)
def test_names_are_found_by_parsing(text: str, paths: list[str]) -> None:
    """Literals, loops, assigns, captures and quoted braces are no names from outside."""
    reading = read(text)

    assert [use.path for use in reading.uses] == paths
    assert reading.fault is None


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("{{debt - agent_amount}} {{ name }}", ["debt - agent_amount", "name"]),
        ("{{customer zip}}", ["customer zip"]),
        ("{{ time_America/New_York }}", ["time_America/New_York"]),
        ("{% for a in b %}{{ a.c }}{{ d }}", ["b", "d"]),
        ("{% if x %}{{ y }}", ["x", "y"]),
        ("{{ open {{ name }}", ["name"]),
        ('{{ "a\\"b" }}{{ name }}', ["name"]),
        ("{% raw %}{{ x }}", ["x"]),
        ("{% nosuchtag %}{{ x }}", ["x"]),
        ("{{ }}{{ x }}", ["x"]),
        ("{% assign a = %}{{ a }}{{ x }}", ["x"]),
    ],
)
def test_a_text_that_does_not_parse_is_read_mark_by_mark(text: str, paths: list[str]) -> None:
    """The fault is told, and what can be read is read."""
    reading = read(text)

    assert [use.path for use in reading.uses] == paths
    assert reading.fault is not None
    assert reading.fault.message


def test_a_default_filter_covers_what_stands_before_it() -> None:
    """Not the name that it falls back to."""
    uses = read("{{ a | default: b }}").uses

    assert [(use.path, use.defaulted) for use in uses] == [("a", True), ("b", False)]


def test_the_head_of_an_output_may_be_a_literal() -> None:
    """``now`` in quotation marks is a text and no variable."""
    (mark,) = marks('{{ "now" | date: "%H" }}')

    assert literal(mark) == "now"


@pytest.mark.parametrize(
    "text",
    [
        "{{" * 100_000,
        "{%" * 100_000,
        "{{" * 50_000 + "}}",
        "{{ " + " " * 500_000 + "}}",
        "{% raw %}" * 30_000,
        "{{x" + "[a" * 100_000 + "}}",
        ("{{x" + "[a" * 200 + " }}") * 1_000,
        "{% if a %}" * 20_000,
        "{{ x }}" * 20_000,
    ],
)
def test_hostile_text_is_read_in_bounded_time(text: str) -> None:
    """The library's own lexer needs minutes for some of these; five seconds of processor time are ample."""
    before = time.process_time()

    read(text)

    assert time.process_time() - before < 5


def test_at_most_5000_marks_of_a_text_are_looked_at() -> None:
    """And the reading says that there may be more."""
    text = "{{ x }}" * 6_000

    assert len(list(marks(text))) == 5_000
    assert read(text).cut
    assert not read("{{ x }}").cut


@given(st.text(alphabet="{}%|-.'\" \nabfiorendwl=[]()1", max_size=120))
@settings(max_examples=300, deadline=None)
def test_no_text_makes_reading_raise(text: str) -> None:
    """Braces in any order at all; every mark lies within the text."""
    reading = read(text)

    assert all(0 <= mark.start < mark.end <= len(text) for mark in reading.marks)
    assert all(0 <= use.mark < len(reading.marks) for use in reading.uses)


@pytest.mark.parametrize("word", ["true", "nil", "empty", "continue", "required", "and"])
def test_a_word_of_the_language_is_no_name(word: str) -> None:
    """Marks that print a plain name are read without the library; these are not plain."""
    assert [use.path for use in read(f"{{{{ {word} }}}}").uses if not use.malformed] == []


def test_a_plain_name_is_read_as_the_library_reads_it() -> None:
    """An assignment in another mark makes the library look, and the answer is the same."""
    alone, together = read("{{ a.b }} {{- c_1 -}}"), read("{{ a.b }} {{- c_1 -}}{% assign d = 1 %}")

    assert [use.path for use in alone.uses] == [use.path for use in together.uses] == ["a.b", "c_1"]
