"""``handoffs_resolve``: each handoff leads to an assistant that exists.

Within a squad of Vapi the target is a member; a name that no member has fails at run time (dossier 5.3, 5.5, 5.6), an
id that no member has leads out of the squad. Outside of a squad the target stands elsewhere, and it cannot be seen from
here whether it exists.

Source: Vapi API reference, ``handoff`` and ``members`` (dossier 5.3, 5.5, 5.6); ElevenLabs (dossier 6.6).
"""

from collections.abc import Iterator
from typing import Final

from pydantic import BaseModel, ConfigDict

from worker.domain.configuration import Assistant, Configuration, Format, Given, Handoff
from worker.domain.nearest import nearest
from worker.judging.structural.checks.who import called
from worker.judging.structural.findings import Finding, Report, Severity, cut

KIND = "handoffs_resolve"
SUBJECT: Final = "handoff"


class Spec(BaseModel):
    """No parameters."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:  # noqa: ARG001 - every check has this shape
    """Report each handoff that leads nowhere; unknown where its target may stand elsewhere."""
    owners: dict[str, int] = {}
    for one in configuration.assistants:
        for name in one.names:
            owners[name] = owners.get(name, 0) + 1
    known = owners.keys() | given.assistants
    findings: list[Finding] = []
    count = 0
    for one in configuration.assistants:
        for handoff in one.handoffs:
            count += 1
            if handoff.to in known:
                findings += _ambiguous(handoff, owners.get(handoff.to, 1))
            else:
                findings.append(_lost(one, handoff, configuration, given, known))
    undecided = any(finding.severity is Severity.INFO for finding in findings)
    return Report(
        findings,
        f"All {count} handoffs lead to an assistant that exists.",
        unknown="configuration_incomplete" if undecided else None,
    )


def _ambiguous(handoff: Handoff, owners: int) -> Iterator[Finding]:
    if owners > 1:
        name = cut(handoff.to)
        message = f"{owners} assistants are called {name}; which of them takes over cannot be foreseen."
        hint = "Give each assistant a name of its own."
        yield Finding(KIND, Severity.WARNING, name, handoff.pointer, name, message, hint)


def _lost(one: Assistant, handoff: Handoff, configuration: Configuration, given: Given, known: set[str]) -> Finding:
    name = cut(handoff.to)
    if not handoff.to.strip():
        message = f"{called(one)} hands over to nobody: the destination names no assistant."
        hint = "Name the assistant, by its name or its id."
        return Finding(KIND, Severity.ERROR, SUBJECT, handoff.pointer, "", message, hint)
    if _is_elsewhere(handoff, configuration, given):
        message = f"It cannot be seen here whether the assistant {name} exists."
        hint = "Give it together with the assistants that it leads to."
        return Finding(KIND, Severity.INFO, name, handoff.pointer, name, message, hint)
    if not _is_name(handoff):
        message = f"{called(one)} hands over to {name}, which is no member of the squad."
        hint = "Add the assistant to the squad, or take the handoff out."
        return Finding(KIND, Severity.WARNING, name, handoff.pointer, name, message, hint)
    close = nearest(handoff.to, known, 1)
    hint = f"Is {close[0]} meant?" if close else "Add the assistant, or take the handoff out."
    message = f"{called(one)} hands over to {name}, and no assistant here is called that."
    return Finding(KIND, Severity.ERROR, name, handoff.pointer, name, message, hint)


def _is_elsewhere(handoff: Handoff, configuration: Configuration, given: Given) -> bool:
    """Whether the target may exist although it does not stand here."""
    is_template = any(opening in handoff.to for opening in ("{{", "${"))
    if is_template or configuration.format is not Format.VAPI_SQUAD:
        return True
    return _is_name(handoff) and any(map(_is_nameless, configuration.assistants)) and not given.assistants


def _is_name(handoff: Handoff) -> bool:
    return not handoff.pointer.endswith("Id")


def _is_nameless(one: Assistant) -> bool:
    """A member that stands there as an id, so that its name is not seen."""
    return bool(one.unseen) and len(one.names) < 2 and not one.shared  # noqa: PLR2004 - a name and an id
