"""``prompt_present`` and ``first_message_present``: each assistant knows what to do, and whoever begins has words."""

from typing import Any

import pytest

from tests.unit.judging.samples import judged, payload, prompt, subjects
from worker.domain.judgement import Judgement

MEMBER = prompt("Help.") | {"name": "Back"}


def _first(judgement: Judgement) -> dict[str, Any]:
    assert judgement.detail is not None
    found: dict[str, Any] = judgement.detail["findings"][0]
    return found


def test_an_assistant_with_prompt_and_first_message_is_met() -> None:
    """Both stand where the vendor reads them."""
    assert judged("prompt_present", payload("vapi/booking.json")).met is True
    assert judged("first_message_present", payload("vapi/booking.json")).met is True


@pytest.mark.parametrize(
    ("value", "pointer"),
    [
        ({"name": "Desk", "model": {"provider": "openai"}}, ""),
        ({"name": "Desk", "model": {"systemMessage": "Be kind."}}, "/model/systemMessage"),
        ({"name": "Desk", "model": {"provider": "x"}, "systemPrompt": "Be kind."}, "/systemPrompt"),
        ({"name": "Desk", "model": "gpt-4o", "firstMessage": "Hi.", "prompt": "Be kind."}, "/prompt"),
        (
            {"name": "Desk", "firstMessage": "Hi.", "messages": [{"role": "system", "content": "Be kind."}]},
            "/messages/0/content",
        ),
        ({"members": [{"assistant": {"name": "Desk", "firstMessage": "Hi."}}]}, "/members/0"),
    ],
)
def test_a_prompt_that_nobody_reads_is_none(value: Any, pointer: str) -> None:
    """The finding leads to the prompt that stands in the wrong place, where there is one."""
    judgement = judged("prompt_present", value)

    assert judgement.met is False
    assert subjects(judgement) == ["prompt"]
    assert _first(judgement)["pointer"] == pointer


@pytest.mark.parametrize("kind", ["prompt_present", "first_message_present"])
@pytest.mark.parametrize(
    "value",
    [
        {"members": [{"assistantId": "a1"}, {"assistantId": "a2"}]},
        {"assistantId": "a1", "assistantOverrides": {"variableValues": {"name": "Ann"}}},
        {"tools": [{"type": "endCall"}]},
    ],
)
def test_what_stands_elsewhere_is_unknown(kind: str, value: Any) -> None:
    """Members by id, overrides, tools: neither met nor missing."""
    judgement = judged(kind, value)

    assert (judgement.met, judgement.error_code) == (None, "configuration_incomplete")


def test_one_note_is_enough_for_all_that_cannot_be_seen() -> None:
    """It names the first."""
    judgement = judged("prompt_present", {"members": [{"assistantId": "a1"}, {"assistantId": "a2"}]})

    assert subjects(judgement, "info") == ["prompt"]
    assert "2 assistants, first of them a1," in _first(judgement)["message"]
    assert _first(judgement)["pointer"] == "/members/0/assistantId"


@pytest.mark.parametrize("message", [None, "", "  "])
def test_an_assistant_that_begins_without_words_is_found(message: str | None) -> None:
    """Absent, empty, or white space."""
    judgement = judged("first_message_present", MEMBER | {"firstMessage": message})

    assert subjects(judgement) == ["first message"]
    assert "The assistant Back speaks first" in judgement.rationale


def test_only_the_first_member_of_a_squad_begins() -> None:
    """The others are handed a conversation that is under way."""
    squad = {"members": [{"assistant": MEMBER | {"name": "Front"}}, {"assistant": MEMBER}]}

    judgement = judged("first_message_present", squad)

    assert [finding["pointer"] for finding in (judgement.detail or {})["findings"]] == ["/members/0"]


def test_a_first_message_that_the_squad_gives_counts() -> None:
    """Overrides of all members come last."""
    squad = {"members": [{"assistant": MEMBER}], "membersOverrides": {"firstMessage": "Welcome."}}

    assert judged("first_message_present", squad).met is True


@pytest.mark.parametrize("mode", ["assistant-waits-for-user", "assistant-speaks-first-with-model-generated-message"])
def test_where_somebody_else_begins_no_first_message_is_needed(mode: str) -> None:
    """The caller, or the model."""
    assert judged("first_message_present", MEMBER | {"firstMessageMode": mode}).met is True
