"""``clauses_survive``: the compiled text still says what the sources demand."""

import time
from typing import Any

import pytest

from tests.unit.judging.samples import judged, payload, prompt, subjects

KIND = "clauses_survive"


def _detail(text: str, clause: str) -> dict[str, Any]:
    """What the judgement says of one clause that must survive."""
    judgement = judged(KIND, prompt(text), {"clauses": [clause]})
    assert judgement.met is True, judgement.rationale
    assert judgement.detail is not None
    return dict(judgement.detail["survived"][0])


def test_clauses_that_stand_literally_are_met() -> None:
    """With the place of each."""
    judgement = judged(KIND, payload("vapi/booking.json"), {"clauses": ["Never quote a price before the visit."]})

    assert judgement.met is True
    assert "The one clause survives, literally." in judgement.rationale


@pytest.mark.parametrize(
    ("text", "clause", "evened"),
    [
        ("Say “no”.", 'Say "no".', ["quotes"]),
        ("Don’t - ever.", "Don't – ever.", ["quotes", "dashes"]),
        ("Never\n  say no.", "Never say no.", ["whitespace"]),
        ("NEVER say no.", "Never say no.", ["case"]),
        ("Never say\u00a0no.", "Never say no.", ["whitespace"]),
        ("The ﬁrm is shut.", "The firm is shut.", ["characters"]),
        ("Never say no.", "Never say no.", []),
    ],
)
def test_what_was_evened_out_is_said(text: str, clause: str, evened: list[str]) -> None:
    """Only the differences that were really there."""
    assert _detail(text, clause)["evened"] == evened


def test_a_variable_of_the_source_stands_for_what_was_compiled_in() -> None:
    """Within bounds, and with the words around it in their order."""
    clause = "You answer for {{ firm }} in {{ town }}, day and night."

    assert _detail("You answer for Harbour Plumbing in Hull, day and night.", clause)["evened"] == ["variables"]
    assert judged(KIND, prompt("You answer for Harbour in Hull. Day and night."), {"clauses": [clause]}).met is False
    far = f"You answer for {'x' * 400} in Hull, day and night."
    assert judged(KIND, prompt(far), {"clauses": [clause]}).met is False


def test_a_lost_clause_is_told_with_the_nearest_passage() -> None:
    """So that a person sees whether it was reworded or dropped."""
    spec = {"clauses": [{"name": "no prices", "text": "Never give a price before a visit."}]}

    judgement = judged(KIND, payload("vapi/booking.json"), spec)

    assert judgement.met is False
    assert subjects(judgement) == ["no prices"]
    assert judgement.detail is not None
    assert judgement.detail["findings"][0]["excerpt"] == "Never quote a price before the visit."


def test_a_clause_that_resembles_nothing_has_no_nearest_passage() -> None:
    """A far-fetched passage would mislead."""
    judgement = judged(KIND, prompt("Be kind if you can."), {"clauses": ["Ring 0800 111 999 if there is gas."]})

    assert judgement.met is False
    assert judgement.detail is not None
    assert judgement.detail["findings"][0]["excerpt"] == ""


def test_a_clause_in_a_text_that_the_vendor_ignores_is_lost() -> None:
    """A backup of the old prompt does not steer the assistant; the finding says where it stands."""
    judgement = judged(KIND, prompt("Hi.") | {"systemPrompt": "Be kind."}, {"clauses": ["Be kind."]})

    assert judgement.met is False
    assert judgement.detail is not None
    assert judgement.detail["findings"][0]["pointer"] == "/systemPrompt"


def test_a_clause_in_a_comment_or_a_tool_description_is_lost() -> None:
    """Only what steers or is spoken counts."""
    tool = {"type": "function", "function": {"name": "a", "description": "Be kind."}}

    assert judged(KIND, prompt("Hi.", tools=[tool]) | {"_comment": "Be kind."}, {"clauses": ["Be kind."]}).met is False


@pytest.mark.parametrize("name", ["squad", "custom"])
def test_a_clause_that_may_stand_where_we_cannot_see_is_unknown(name: str) -> None:
    """A squad member known by id; a model of the customer's own that brings its prompt."""
    value = payload("vapi/squad.json") if name == "squad" else {"model": {"provider": "custom-llm", "url": "https://x"}}

    judgement = judged(KIND, value, {"clauses": ["Never quote a price."]})

    assert (judgement.met, judgement.error_code) == (None, "configuration_incomplete")


def test_large_texts_and_many_clauses_take_bounded_time() -> None:
    """Two hundred lost clauses against a megabyte; seconds of processor time, not minutes."""
    text = "\n".join(f"Rule {n}: never give the price of item {n} before the visit of day {n}." for n in range(15_000))
    before = time.process_time()

    judged(KIND, prompt(text), {"clauses": [f"Always tell item {n} and its price of the visit" for n in range(200)]})

    assert time.process_time() - before < 20


def test_a_clause_that_survives_is_kept_whole() -> None:
    """Programs find it by its text, however long."""
    clause = "Never promise a price, " * 20 + "ever."

    assert _detail(clause, clause)["clause"] == clause
