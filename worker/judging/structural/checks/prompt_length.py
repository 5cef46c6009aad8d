"""``prompt_length``: no prompt is longer than is sensible, and none shorter than was promised.

Characters are counted as they stand in the configuration, templates included: what is compiled in later comes on top.
The upper bound without parameters is ours: about 25,000 tokens, of which each turn of a call pays for all.

Source: ElevenLabs, at most 2 MB and advice of about 2,000 tokens (dossier 6.6); the default is ours.
"""

from collections.abc import Iterator

from pydantic import BaseModel, ConfigDict, Field, model_validator

from worker.domain.configuration import Assistant, Configuration, Given, Role, Text
from worker.judging.structural.findings import Finding, Report, Severity

KIND = "prompt_length"
DEFAULT_MAX = 100_000


class Spec(BaseModel):
    """Parameters: bounds of all system prompts of one assistant together, in characters, both inclusive."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    max_characters: int = Field(default=DEFAULT_MAX, ge=1, le=10_000_000)
    min_characters: int = Field(default=0, ge=0, le=10_000_000)

    @model_validator(mode="after")
    def _in_order(self) -> "Spec":
        if self.min_characters > self.max_characters:
            raise ValueError("min_characters is above max_characters")
        return self


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:  # noqa: ARG001 - every check has this shape
    """Report each assistant whose prompts together are out of bounds; one without any prompt is not looked at."""
    findings = [finding for assistant in configuration.assistants for finding in _of_assistant(assistant, spec)]
    lengths = [length for assistant in configuration.assistants if (length := _length(_prompts(assistant)))]
    hidden = bool(configuration.unseen_assistants) and not lengths
    return Report(
        findings,
        f"The prompts have {', '.join(map(str, lengths[:20])) or 'no'} characters.",
        {"characters": lengths[:1_000]},
        "configuration_incomplete" if hidden else None,
    )


def _prompts(assistant: Assistant) -> list[Text]:
    return [text for text in assistant.live_texts() if text.role is Role.SYSTEM_PROMPT]


def _length(prompts: list[Text]) -> int:
    return sum(len(text.text) for text in prompts)


def _of_assistant(assistant: Assistant, spec: Spec) -> Iterator[Finding]:
    prompts = _prompts(assistant)
    length = _length(prompts)
    if not prompts or spec.min_characters <= length <= spec.max_characters:
        return
    longest = max(prompts, key=lambda text: len(text.text))
    subject = assistant.names[0] if assistant.names else "prompt"
    bound = f"at most {spec.max_characters}" if length > spec.max_characters else f"at least {spec.min_characters}"
    yield Finding(
        KIND,
        Severity.ERROR,
        subject,
        longest.pointer,
        "",
        f"The system prompt has {length} characters; {bound} are wanted.",
        "Shorten it: move facts into a knowledge base, examples into tests."
        if length > spec.max_characters
        else "See whether a part of it was lost on the way.",
    )
