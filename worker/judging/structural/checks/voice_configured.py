"""``voice_configured``: the assistant has a voice of its own.

Vapi and ElevenLabs let a stock voice speak where none is configured; a voice without an id is refused by most of
Vapi's providers. An agent that only writes needs none.

Source: Vapi, ``voice`` (dossier 5.2); ElevenLabs, ``tts.voice_id`` and ``conversation.text_only`` (dossier 6.1);
Retell, ``voice_id``.
"""

from collections.abc import Iterator
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from worker.domain.configuration import Assistant, Configuration, Engine, Format, Given
from worker.domain.counted import are, counted
from worker.judging.structural.findings import Finding, Report, Severity, cut
from worker.judging.structural.pointers import NothingThere, resolve

KIND = "voice_configured"
WITHOUT_ID: Final = frozenset({"tavus", "custom-voice"})
"""Vapi's providers whose voices may have no id."""

_SPEAKING: Final = frozenset({Format.VAPI_ASSISTANT, Format.VAPI_SQUAD, Format.ELEVENLABS_AGENT})
"""Whose configurations hold a voice; at Retell the agent has it, and its prompt may stand in another file."""
_OVERRIDES: Final = "/membersOverrides"
_TEXT_ONLY: Final = ("/conversation_config/conversation/text_only", "/conversation/text_only")

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]


class Spec(BaseModel):
    """Parameters.

    Attributes:
        voices: ids of the voices that may speak; any may, where none is given.
        providers: providers whose voices may speak; any may, where none is given.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    voices: list[Name] = Field(default_factory=list, max_length=200)
    providers: list[Name] = Field(default_factory=list, max_length=200)


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:  # noqa: ARG001 - every check has this shape
    """Report each assistant without a voice, and each voice that may not speak; unknown where it cannot be seen."""
    voices = [voice for one in configuration.assistants for voice in one.voices]
    speaks = bool(voices) or configuration.format in _SPEAKING
    if not speaks or _only_writes(configuration):
        return Report([], "Nothing here speaks.")
    shared = [voice for one in configuration.assistants if one.pointer.endswith(_OVERRIDES) for voice in one.voices]
    speaking = [one for one in configuration.assistants if not one.pointer.endswith(_OVERRIDES)]
    silent = [one for one in speaking if not one.voices and not shared]
    unseen = [pointer for one in silent for pointer in one.unseen]
    findings = [_without(one, configuration) for one in silent if not one.unseen]
    findings += [finding for voice in voices for finding in _refused(voice, spec)]
    if unseen:
        message, hint = f"Of {len(unseen)} assistants no voice can be seen.", "Give the stored assistants in full."
        findings.append(Finding(KIND, Severity.INFO, "voice", unseen[0], "", message, hint))
    return Report(
        findings,
        f"{counted(len(voices), 'voice')} {are(len(voices))} configured.",
        unknown="configuration_incomplete" if unseen else None,
    )


def _only_writes(configuration: Configuration) -> bool:
    for pointer in _TEXT_ONLY:
        try:
            if resolve(configuration.content, pointer) is True:
                return True
        except NothingThere:
            continue
    return False


def _without(assistant: Assistant, configuration: Configuration) -> Finding:
    name = assistant.names[0] if assistant.names else configuration.name or "the assistant"
    message, hint = "No voice is configured; the vendor's stock voice will speak.", "Configure a voice."
    return Finding(KIND, Severity.ERROR, name, assistant.pointer, "", message, hint)


def _refused(voice: Engine, spec: Spec) -> Iterator[Finding]:
    place = voice.pointer if voice.name else voice.pointer.rsplit("/", 1)[0]
    title = voice.name or voice.provider or "voice"
    hint = "Give a voice that may speak."
    if voice.name is None and voice.provider not in WITHOUT_ID:
        yield Finding(KIND, Severity.ERROR, title, place, "", "This voice has no id.", "Give the id of a voice.")
    if voice.name is not None and spec.voices and voice.name not in spec.voices:
        message = f"The voice {cut(voice.name)} is not among those that may speak."
        yield Finding(KIND, Severity.ERROR, title, place, cut(voice.name), message, hint)
    if spec.providers and (voice.provider or "").casefold() not in map(str.casefold, spec.providers):
        message = f"The voice's provider, {cut(voice.provider or 'none')}, is not among those that may speak."
        yield Finding(KIND, Severity.ERROR, title, place, cut(voice.name or ""), message, hint)
