"""``clause_absent``: one clause stands in no text that steers the assistant or is spoken by it.

It is found although it was reset on the way, as in ``clause_present``; so ``don't`` forbids ``DON’T`` too.

Source: no vendor's; what a team promises never to say.
"""

from pydantic import BaseModel, ConfigDict

from worker.domain.configuration import Configuration, Given
from worker.domain.counted import counted
from worker.judging.structural.checks.clause_present import Where, Words, texts_of
from worker.judging.structural.findings import Finding, Report, Severity, cut
from worker.judging.structural.passages import Texts

KIND = "clause_absent"


class Spec(BaseModel):
    """Parameters.

    Attributes:
        clause: the words that must not stand there.
        where: in which texts to look; ``anywhere`` is prompts, first messages and other messages.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    clause: Words
    where: Where = "anywhere"


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:  # noqa: ARG001 - every check has this shape
    """Report each text that holds the clause; unknown where none does and some text cannot be seen."""
    findings = []
    name = cut(spec.clause)[:60]
    live = texts_of(configuration, spec.where)
    for text in live:
        texts = Texts([text.text])
        found = texts.find(spec.clause)
        if found is not None:
            evened = f" (evened out: {', '.join(found.evened)})" if found.evened else ""
            excerpt = cut(texts.passage(spec.clause, 0))
            message = f"The clause stands here, and must not{evened}: “{name}”."
            findings.append(
                Finding(KIND, Severity.ERROR, name, text.pointer, excerpt, message, f"Take it out: {excerpt or name}")
            )
    hidden = list(configuration.unseen_assistants)
    if hidden and not findings:
        message = f"The clause stands in none of the texts that can be seen, and some cannot: “{name}”."
        hint = "Give the configuration with its stored assistants in full."
        findings.append(Finding(KIND, Severity.WARNING, name, hidden[0], "", message, hint))
    return Report(
        findings,
        f"The clause stands in none of {counted(len(live), 'text')}.",
        unknown="configuration_incomplete" if hidden else None,
    )
