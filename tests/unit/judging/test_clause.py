"""``clause_present`` and ``clause_absent``: one clause, wherever it stands and however it was reset."""

from typing import Any

import pytest

from tests.unit.judging.samples import judged, payload, prompt

MEMBER_BY_ID = {"members": [{"assistantId": "7b3f4a52-1c1d-4e5f-8a9b-0c1d2e3f4a5b"}]}


def present(value: Any, clause: str, **spec: Any) -> bool | None:
    """Whether the clause is found to be there."""
    return judged("clause_present", value, {"clause": clause, **spec}).met


def absent(value: Any, clause: str, **spec: Any) -> bool | None:
    """Whether the clause is found to be absent."""
    return judged("clause_absent", value, {"clause": clause, **spec}).met


@pytest.mark.parametrize(
    "text",
    [
        "Never say no.",
        "NEVER  say\nno.",
        "We care. Never say no. Always smile.",
    ],
)
def test_a_clause_that_stands_there_is_present_and_not_absent(text: str) -> None:
    """Also where case and white space differ."""
    assert present(prompt(text), "Never say no.") is True
    assert absent(prompt(text), "Never say no.") is False


@pytest.mark.parametrize(
    ("text", "clause", "evened"),
    [
        ("Don’t say „no“.", 'Don\'t say "no".', "quotes"),
        ("Ask Are you real first.", "Ask 'Are you real' first.", "left out quotes"),
        ("Wait - then speak.", "Wait—then speak.", "dashes"),
        ("Wait -- then speak.", "Wait – then speak.", "dashes"),
        ("Be\u00a0kind.", "Be kind.", "whitespace"),
        ("Be ki\u00adnd.", "Be kind.", "characters"),
        ("BE KIND.", "Be kind.", "case"),
    ],
)
def test_what_was_evened_out_is_said_by_both(text: str, clause: str, evened: str) -> None:
    """So that nobody takes a likeness for the letter."""
    there = judged("clause_present", prompt(text), {"clause": clause})
    forbidden = judged("clause_absent", prompt(text), {"clause": clause})

    assert there.detail is not None
    assert there.detail["evened"] == [evened]
    assert evened in there.rationale
    assert forbidden.met is False
    assert evened in forbidden.rationale


def test_a_missing_clause_is_told_with_the_nearest_passage_and_its_place() -> None:
    """For a person to see whether it was reworded."""
    judgement = judged("clause_present", prompt("Be kind.\nNever give prices."), {"clause": "Never give any prices."})

    assert judgement.met is False
    assert judgement.detail is not None
    (finding,) = judgement.detail["findings"]
    assert (finding["excerpt"], finding["pointer"]) == ("Never give prices.", "/model/messages/0/content")


def test_a_forbidden_clause_is_told_at_each_place_with_the_words_that_stand_there() -> None:
    """Prompt, first message and other messages."""
    value = prompt("Be kind. You GUARANTEE it. Always.") | {"firstMessage": "You guarantee it."}

    judgement = judged("clause_absent", value, {"clause": "You guarantee it."})

    assert judgement.detail is not None
    places = {finding["pointer"]: finding["excerpt"] for finding in judgement.detail["findings"]}
    assert places == {"/model/messages/0/content": "You GUARANTEE it.", "/firstMessage": "You guarantee it."}


def test_where_says_in_which_texts_to_look() -> None:
    """A greeting may have to stand in the first message and nowhere else."""
    value = prompt("Be kind.") | {"firstMessage": "This call is recorded."}

    assert present(value, "This call is recorded.") is True
    assert present(value, "This call is recorded.", where="first_message") is True
    assert present(value, "This call is recorded.", where="system_prompt") is False
    assert absent(value, "This call is recorded.", where="system_prompt") is True


def test_a_clause_under_a_condition_is_present_with_a_warning() -> None:
    """It is rendered in that case only; the same clause elsewhere too is no reason to warn."""
    text = "{% if new %}Say that you are an AI.{% endif %} Be kind."

    judgement = judged("clause_present", prompt(text), {"clause": "Say that you are an AI."})
    survives = judged("clauses_survive", prompt(text), {"clauses": ["Say that you are an AI.", "Be kind."]})
    both = judged("clause_present", prompt(text + " Say that you are an AI."), {"clause": "Say that you are an AI."})

    for warned in (judgement, survives):
        assert warned.met is True
        assert warned.detail is not None
        assert [finding["severity"] for finding in warned.detail["findings"]] == ["warning"]
    assert both.detail is not None
    assert both.detail["findings"] == []


def test_what_cannot_be_seen_is_unknown_to_both() -> None:
    """A squad whose members are stored with the vendor."""
    for kind in ("clause_present", "clause_absent"):
        judgement = judged(kind, MEMBER_BY_ID, {"clause": "Be kind."})
        assert (judgement.met, judgement.error_code) == (None, "configuration_incomplete")


def test_a_tool_s_description_neither_steers_nor_is_spoken() -> None:
    """A clause that stands there only does not count."""
    value = payload("vapi/booking.json")
    tool = {"type": "function", "function": {"name": "x", "description": "Zebra rule."}}
    value["model"]["tools"] = [tool]

    assert present(value, "Zebra rule.") is False
    assert absent(value, "Zebra rule.") is True
