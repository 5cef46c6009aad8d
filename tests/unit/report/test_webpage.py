"""A run as a page: folded, cut, told in one pass, and safe with any text."""

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.report.samples import report, row
from worker.report import page, webpage
from worker.report.content import Content


def text(content: Content) -> str:
    """The whole page."""
    return "".join(webpage.lines(content))


@given(word=st.text(max_size=60))
def test_any_text_stays_text(word: str) -> None:
    """As an element's text and as an attribute; a parser that is not ours finds one element and nothing more."""
    found: list[tuple[str, list[tuple[str, str | None]]]] = []

    class Reader(HTMLParser):
        """Notes each element."""

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            """An element begins."""
            found.append((tag, attrs))

    said = page.text(word)
    Reader().feed(f'<p title="{said}">{said}</p>')

    assert [(tag, [name for name, _ in attributes]) for tag, attributes in found] == [("p", ["title"])]


def test_what_html_cannot_hold_is_written_as_an_escape() -> None:
    """NUL, escape, a half of a pair, and a sign that turns the order of what follows; emoji stay."""
    assert page.text("\x00\x1b\ud800\u202e\u200d\U0001f642\n") == "\\u0000\\u001b\\ud800\\u202e\u200d\U0001f642\n"


def test_what_is_not_met_stands_open_with_its_evidence_and_what_is_met_is_folded() -> None:
    """Place, excerpt and hint of each finding."""
    finding = {"message": "It is lost.", "pointer": "/model/messages/0", "excerpt": "a <b> c", "hint": "Put it back."}

    found = text(report([row(met=False, detail={"findings": [finding]}), row(key="other", met=True)]))

    shown = [
        "<details open>",
        "It is lost.",
        "<code>/model/messages/0</code>",
        "<pre>a &lt;b&gt; c</pre>",
        "Put it back.",
    ]
    assert [each in found for each in shown] == [True] * 5
    assert "<details><summary>1 met</summary>" in found


@pytest.mark.parametrize("detail", [None, [], "x", {"findings": None}, {"findings": ["x", {}, {"excerpt": {"a": 1}}]}])
def test_a_detail_of_another_form_breaks_nothing(detail: object) -> None:
    """A judge may write what it likes there."""
    assert text(report([row(met=False, detail=detail)])).endswith("</html>\n")


def test_a_long_text_and_many_findings_are_cut() -> None:
    """What is left out is counted."""
    many = {"findings": [{"message": "m"}] * 25}

    found = text(report([row(met=False, rationale="x" * 5000, detail=many)]))

    assert "x" * 2000 not in found
    assert "5 more findings." in found


def test_the_page_reaches_for_nothing() -> None:
    """No address, no script; and a policy that forbids both."""
    found = text(report([row()]))

    assert "default-src 'none'" in found
    assert not any(word in found for word in ("http://", "https://", "<script", "url(", "@import", "src="))
