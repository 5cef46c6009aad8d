"""Markdown for a pull request: verdict first, reasons, the rest folded; within its limit, and safe."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.report.samples import report, row
from worker.report import markdown
from worker.report.content import Content

LIMIT = 65_536
"""Characters of a comment on GitHub."""


def text(content: Content) -> str:
    """The whole report."""
    return "".join(markdown.lines(content))


def test_the_verdict_comes_first_then_the_rules_then_what_is_not_met() -> None:
    """What is unknown, and the table of all, is folded."""
    found = text(report([row(met=False, rationale="The clause is lost."), row("b", met=None, rationale="No idea.")]))

    assert found.startswith("### ❌ failed: booking for publish\\_gate\n")
    order = ["| ❌ | required clause |", "#### Not met: 1", "- ❌ asks, **clause**: The clause is lost.", "<details>"]
    assert sorted(order, key=found.index) == order
    assert found.index("Unknown: 1") > found.index("<details>")
    assert "| clause | 0 | 1 | 1 |" in found


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (report([row()], status="running"), "### ⚠️ no verdict: booking"),
        (report([row()], status="running"), "The run has not ended, it is running"),
        (report([], status="failed", error_code="no_cases", error_detail="None."), "no\\_cases: None."),
        (report([row(met=None)]), "### ❔ inconclusive"),
        (report([row(key="free")]), "No result is due for clause"),
    ],
)
def test_a_run_without_verdict_and_an_undecided_one_say_why(content: Content, said: str) -> None:
    """The reason stands under the head."""
    assert said in text(content)


@given(word=st.text(max_size=40))
def test_no_text_becomes_markup(word: str) -> None:
    """No table cell is torn, no tag, mention, link or heading comes of a text of somebody else's."""
    hostile = f"{word}|<img src=x>@everyone [a](http://b) `c` **d**\n# e\n- f"

    found = markdown.inline(hostile)

    assert "\n" not in found
    assert not re.search(r"(?<!\\)[|`*\[\]#]", found.replace("&#64;", "").replace("&#58;", ""))
    assert "<" not in found
    assert "@" not in found
    assert "://" not in found


def test_a_large_run_fits_into_a_comment() -> None:
    """Even where every letter needs an escape; what is left out is counted."""
    rows = [
        row(f"{number}" + "@" * 500, f"{number % 70}" + "&" * 190, met=False, rationale="&" * 5000)
        for number in range(900)
    ]
    spec = {"required": sorted({each.key for each in rows if each.key})}

    found = text(report(rows, spec))

    assert len(found) < LIMIT
    assert "more results; `assistant-test show` tells all." in found
