"""``prompt_present``: each assistant has a prompt that its vendor reads.

An API takes an assistant without one; it then answers as the bare model. People keep prompts in fields that no API has
(Vapi: ``model.messages`` with the role system, legacy ``model.systemPrompt``, dossier 5.2 and 5.6; ElevenLabs:
``agent.prompt.prompt``; Retell: ``general_prompt``, ``global_prompt`` or the nodes' texts).

Source: Vapi API reference, ``model.messages`` (dossier 5.2, 5.6); ElevenLabs (dossier 6.6); Retell API reference.
"""

from pydantic import BaseModel, ConfigDict

from worker.domain.configuration import Assistant, Configuration, Given, Role
from worker.judging.structural.checks.who import called, hidden
from worker.judging.structural.findings import Finding, Report, Severity, cut

KIND = "prompt_present"
SUBJECT = "prompt"


class Spec(BaseModel):
    """No parameters."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:  # noqa: ARG001 - every check has this shape
    """Report each assistant without a prompt; unknown where it cannot be seen whether there is one."""
    assistants = [one for one in configuration.assistants if not one.shared]
    findings = [_missing(one) for one in assistants if one.prompted is False]
    unseen = [one for one in assistants if one.prompted is None]
    findings += hidden(KIND, SUBJECT, "a prompt", unseen, configuration.format)
    seen = sum(one.prompted is True for one in assistants)
    owners = "The one assistant" if seen == 1 else f"Each of {seen} assistants"
    return Report(findings, f"{owners} has a prompt.", unknown="configuration_incomplete" if unseen else None)


def _missing(one: Assistant) -> Finding:
    dead = next((text for text in one.texts if text.role is Role.SYSTEM_PROMPT and text.text.strip()), None)
    message = f"{called(one)} has no prompt that its vendor reads."
    if dead is None:
        return Finding(KIND, Severity.ERROR, SUBJECT, one.pointer, "", message, "Give it a system prompt.")
    hint = f"Move the prompt that stands here to where it is read. {dead.ignored or ''}".rstrip()
    return Finding(KIND, Severity.ERROR, SUBJECT, dead.pointer, cut(dead.text), message, hint)
