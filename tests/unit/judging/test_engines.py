"""``model_allowed`` and ``voice_configured``: what thinks and what speaks."""

from typing import Any

import pytest

from tests.unit.judging.samples import judged, payload, prompt, subjects

MODEL, VOICE = "model_allowed", "voice_configured"
AGENT = payload("elevenlabs/agent.json")


def _thinking(**model: Any) -> dict[str, Any]:
    """An assistant with this model."""
    return prompt("x", **model)


@pytest.mark.parametrize(
    ("spec", "met"),
    [
        ({"models": ["gpt-4.1"]}, True),
        ({"models": ["GPT-4.1"]}, True),
        ({"models": ["openai/gpt-4.1"]}, True),
        ({"models": ["other", "gpt-4*"]}, True),
        ({"models": ["openai/*"]}, True),
        ({"providers": ["OpenAI"]}, True),
        ({"models": ["gpt-4"]}, False),
        ({"models": ["azure/gpt-4.1"]}, False),
        ({"models": ["gpt-4.1"], "providers": ["azure"]}, False),
    ],
)
def test_a_model_is_allowed_by_name_and_provider(spec: Any, met: bool) -> None:
    """Both must hold where both are given."""
    assert judged(MODEL, _thinking(model="gpt-4.1"), spec).met is met


def test_a_model_that_steps_in_must_be_allowed_too() -> None:
    """It thinks on the day when the other one is down."""
    judgement = judged(MODEL, _thinking(model="gpt-4.1", fallbackModels=["gpt-3.5-turbo"]), {"models": ["gpt-4.1"]})

    assert (judgement.met, subjects(judgement)) == (False, ["openai/gpt-3.5-turbo"])
    assert judgement.detail is not None
    assert judgement.detail["findings"][0]["pointer"] == "/model/fallbackModels/0"


def test_an_elevenlabs_agent_names_its_model_without_a_provider() -> None:
    """``agent.prompt.llm``."""
    name = AGENT["conversation_config"]["agent"]["prompt"]["llm"]

    assert judged(MODEL, AGENT, {"models": [name]}).met is True
    assert judged(MODEL, AGENT, {"models": ["other"]}).met is False


@pytest.mark.parametrize("value", [{"members": [{"assistantId": "a"}]}, {"firstMessage": "Hi."}])
def test_a_model_that_cannot_be_seen_is_unknown(value: Any) -> None:
    """Neither a pass nor a failure."""
    judgement = judged(MODEL, value, {"models": ["gpt-4.1"]})

    assert (judgement.met, judgement.error_code) == (None, "configuration_incomplete")


@pytest.mark.parametrize("spec", [{}, {"models": []}, {"models": ["a*b"]}, {"models": [""]}, {"model": "a"}])
def test_a_spec_that_allows_nothing_or_too_much_is_refused(spec: Any) -> None:
    """An asterisk stands at the end."""
    assert judged(MODEL, _thinking(model="a"), spec).error_code == "spec_invalid"


@pytest.mark.parametrize("voice", [{"provider": "11labs", "voiceId": "v1"}, {"provider": "tavus"}])
def test_a_voice_is_configured(voice: Any) -> None:
    """With an id, or of a provider whose voices need none."""
    assert judged(VOICE, prompt("x") | {"voice": voice}).met is True
    spoken = AGENT["conversation_config"] | {"tts": {"voice_id": "v1"}}
    assert judged(VOICE, AGENT | {"conversation_config": spoken}).met is True


@pytest.mark.parametrize(
    ("more", "pointer"),
    [({}, ""), ({"voice": None}, ""), ({"voice": {}}, ""), ({"voice": {"provider": "azure"}}, "/voice")],
)
def test_no_voice_or_one_without_an_id_is_not_met(more: Any, pointer: str) -> None:
    """The vendor would take a voice of its own choice, or refuse."""
    judgement = judged(VOICE, prompt("x") | more)

    assert judgement.met is False
    assert judgement.detail is not None
    assert [each["pointer"] for each in judgement.detail["findings"]] == [pointer]


def test_only_these_may_speak() -> None:
    """By id and by provider; a voice that steps in as well."""
    voice = {
        "provider": "azure",
        "voiceId": "andrew",
        "fallbackPlan": {"voices": [{"provider": "11labs", "voiceId": "b"}]},
    }
    value = prompt("x") | {"voice": voice}

    assert judged(VOICE, value, {"voices": ["andrew", "b"], "providers": ["Azure", "11labs"]}).met is True
    assert subjects(judged(VOICE, value, {"voices": ["andrew"]})) == ["b"]
    assert subjects(judged(VOICE, value, {"providers": ["azure"]})) == ["b"]


def test_a_voice_for_the_whole_squad_serves_every_member() -> None:
    """Without it, each member needs one, and of those that are not seen it is unknown."""
    squad = {"members": [{"assistant": prompt("x")}, {"assistantId": "a"}]}
    voice = {"provider": "azure", "voiceId": "andrew"}

    assert judged(VOICE, squad | {"membersOverrides": {"voice": voice}}).met is True
    assert judged(VOICE, squad).met is False
    assert judged(VOICE, {"members": [{"assistantId": "a"}]}).error_code == "configuration_incomplete"


def test_who_only_writes_needs_no_voice() -> None:
    """It is asked of those that speak."""
    agent = {"conversation_config": {"agent": {"prompt": {"prompt": "x"}}, "conversation": {"text_only": True}}}

    assert judged(VOICE, agent).met is True
