"""The models and voices of a configuration, in each vendor's spelling.

Sources: Vapi API reference, ``model`` and ``voice`` (dossier 5.2); ElevenLabs, ``agent.prompt.llm`` and ``tts``
(dossier 6.1); Retell API reference, ``model`` of the LLM and ``voice_id`` of the agent.
"""

from worker.domain.configuration import Engine
from worker.judging.structural.readers.tree import Collected, Place, either


def _engine(holder: Place, name: Place) -> Engine:
    return Engine(holder.at("provider").text() or None, name.text() or None, name.pointer)


def read_vapi_model(found: Collected, model: Place) -> None:
    """A Vapi ``model``, and the models that step in for it."""
    if not isinstance(model.value, dict):
        return
    if model.at("provider").text() or model.at("model").text():
        found.models.append(_engine(model, model.at("model")))
    for fallback in found.items(model.at("fallbackModels")):
        if fallback.text():
            found.models.append(Engine(model.at("provider").text() or None, fallback.text(), fallback.pointer))


def read_vapi_voice(found: Collected, voice: Place) -> None:
    """A Vapi ``voice``, and the voices that step in for it; a bare text is a voice's id."""
    if voice.text():
        found.voices.append(Engine(None, voice.text(), voice.pointer))
    if not isinstance(voice.value, dict) or not voice.value:
        return
    found.voices.append(_engine(voice, voice.at("voiceId")))
    for fallback in found.objects(voice.at("fallbackPlan", "voices")):
        found.voices.append(_engine(fallback, fallback.at("voiceId")))


def read_elevenlabs(found: Collected, config: Place, prompt: Place) -> None:
    """The model and the voice of an ElevenLabs agent."""
    if prompt.at("llm").text():
        found.models.append(Engine(None, prompt.at("llm").text(), prompt.at("llm").pointer))
    voice = either(config.at("tts"), "voice_id")
    if voice.text():
        found.voices.append(Engine(None, voice.text(), voice.pointer))


def read_retell(found: Collected, llm: Place, agent: Place) -> None:
    """The model of a Retell LLM, and the voice of a Retell agent."""
    if llm.at("model").text():
        found.models.append(Engine(None, llm.at("model").text(), llm.at("model").pointer))
    voice = either(agent, "voice_id")
    if voice.text():
        found.voices.append(Engine(None, voice.text(), voice.pointer))
    for fallback in found.items(agent.at("fallback_voice_ids")):
        if fallback.text():
            found.voices.append(Engine(None, fallback.text(), fallback.pointer))
