"""``readable``: nothing of the file is lost or read in two ways, and the vendor takes it as it is.

Found are keys that stand twice, words of YAML 1.1 that became something else, places of another type than the vendor's,
and properties that a Vapi assistant does not have: its API refuses the whole with 400, ``property … should not exist``
(Vapi API reference, CreateAssistantDTO; dossier 5.1). Comments are left out: they are taken out before deployment.

Source: Vapi API reference, CreateAssistantDTO (dossier 5.1); RFC 8259, section 4; YAML 1.2.2, section 10.3.
"""

from collections.abc import Iterator
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from worker.domain.configuration import Assistant, Configuration, Format, Given, Json, Opening
from worker.domain.nearest import nearest
from worker.judging.structural.active import is_comment
from worker.judging.structural.findings import Finding, Report, Severity, cut
from worker.judging.structural.readers.tree import child

KIND = "readable"
AS_OF: Final = "2026-11"
TOLD_AT_MOST: Final = 100

_CURRENT: Final = frozenset(
    {
        "name", "model", "voice", "transcriber", "firstMessage", "firstMessageMode", "firstMessageInterruptionsEnabled",
        "voicemailDetection", "voicemailMessage", "endCallMessage", "endCallPhrases", "maxDurationSeconds",
        "backgroundSound", "modelOutputInMessagesEnabled", "clientMessages", "serverMessages", "server", "hooks",
        "analysisPlan", "artifactPlan", "startSpeakingPlan", "stopSpeakingPlan", "monitorPlan", "observabilityPlan",
        "compliancePlan", "credentials", "credentialIds", "keypadInputPlan", "backgroundSpeechDenoisingPlan",
        "transportConfigurations", "metadata",
    }
)  # fmt: skip
_ANSWERED: Final = frozenset(
    {"id", "orgId", "createdAt", "updatedAt", "latestVersion", "isServerUrlSecretSet", "parentId", "authorId"}
)
"""Properties that only the API's answers have."""
_LEGACY: Final = frozenset(
    {
        "serverUrl", "serverUrlSecret", "silenceTimeoutSeconds", "responseDelaySeconds", "llmRequestDelaySeconds",
        "llmRequestNonPunctuatedDelaySeconds", "numWordsToInterruptAssistant", "backchannelingEnabled",
        "backgroundDenoisingEnabled", "endCallFunctionEnabled", "dialKeypadFunctionEnabled", "recordingEnabled",
        "forwardingPhoneNumber", "hipaaEnabled", "messagePlan", "functions", "assistantOverrides", "variableValues",
        "tools:append",
    }
)  # fmt: skip
"""Properties that older versions had, or that stand beside an assistant in a call's request."""
_KNOWN: Final = _CURRENT | _ANSWERED | _LEGACY


class Spec(BaseModel):
    """Parameters.

    Attributes:
        allow: top-level properties that are taken out before deployment.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    allow: list[str] = Field(default_factory=list, max_length=1_000)


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:  # noqa: ARG001 - every check has this shape
    """Report what was lost or is ambiguous, and properties that the vendor refuses."""
    findings = [
        Finding(
            KIND,
            Severity.WARNING if odd.serious else Severity.INFO,
            odd.subject or odd.pointer,
            odd.pointer,
            "",
            odd.message,
            odd.hint,
        )
        for odd in configuration.oddities
    ]
    if configuration.format is Format.VAPI_ASSISTANT:
        for assistant in configuration.assistants:
            findings += _refused(configuration.content, assistant, frozenset(spec.allow))
    return Report(findings[:TOLD_AT_MOST], "Everything is read as it stands.", {"known_as_of": AS_OF})


def unreadable(line: int | None, message: str, advice: str) -> Finding:
    """The finding for a file that cannot be read at all."""
    return Finding(KIND, Severity.ERROR, f"line {line}" if line else "file", "", "", message, advice)


def _refused(content: Json, assistant: Assistant, allowed: frozenset[str]) -> Iterator[Finding]:
    value = _at(content, assistant.pointer)
    if not isinstance(value, dict) or (assistant.prompted is None and assistant.opening is Opening.UNSEEN):
        return
    for key, inner in value.items():
        if key in _KNOWN or key in allowed or is_comment(str(key), inner) or key == "$schema":
            continue
        close = nearest(str(key), _CURRENT, 1)
        meant = f" Is {close[0]} meant?" if close else ""
        yield Finding(
            KIND,
            Severity.WARNING,
            cut(str(key)),
            child(assistant.pointer, str(key)),
            "",
            f"A Vapi assistant has no property {cut(str(key))}; the API refuses an assistant with it.",
            f"Take it out before deployment, or add it to spec.allow.{meant}",
        )


def _at(content: Json, pointer: str) -> Any:
    value = content
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return value
