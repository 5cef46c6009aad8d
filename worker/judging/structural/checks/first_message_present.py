"""``first_message_present``: whoever speaks first has something to say.

Vapi's assistants speak first unless ``firstMessageMode`` says otherwise, and are silent where ``firstMessage`` is
absent or empty (dossier 5.1, 5.6); ElevenLabs and Retell have ``first_message`` and ``begin_message``. Who is handed
over to goes on with a conversation and needs none.

Source: Vapi API reference, ``firstMessageMode`` (dossier 5.1, 5.6); ElevenLabs (dossier 6.1); Retell API reference.
"""

from pydantic import BaseModel, ConfigDict

from worker.domain.configuration import Assistant, Configuration, Given, Opening, Role
from worker.judging.structural.checks.who import called, hidden
from worker.judging.structural.findings import Finding, Report, Severity

KIND = "first_message_present"
SUBJECT = "first message"


class Spec(BaseModel):
    """No parameters."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:  # noqa: ARG001 - every check has this shape
    """Report each assistant that speaks first without words; unknown where it cannot be seen who speaks."""
    assistants = [one for one in configuration.assistants if not one.shared]
    speaking = [one for one in assistants if one.opening is Opening.ASSISTANT]
    unseen = [one for one in assistants if one.opening is Opening.UNSEEN]
    findings = [_missing(one) for one in speaking if not _has_words(one)]
    findings += hidden(KIND, SUBJECT, "a first message", unseen, configuration.format)
    owners = f"Each of {len(speaking)} assistants that speak first"
    if len(speaking) == 1:
        owners = "The one assistant that speaks first"
    return Report(findings, f"{owners} has a first message.", unknown="configuration_incomplete" if unseen else None)


def _has_words(one: Assistant) -> bool:
    return any(text.role is Role.FIRST_MESSAGE and text.text.strip() for text in one.live_texts())


def _missing(one: Assistant) -> Finding:
    return Finding(
        KIND,
        Severity.ERROR,
        SUBJECT,
        one.pointer,
        "",
        f"{called(one)} speaks first and has no first message.",
        "Give it a first message, or say that the model or the caller begins.",
    )
