"""``handoffs_resolve``: each handoff leads to an assistant that exists.

Within a squad of Vapi the target is a member; a name that no member has fails at run time (dossier 5.3, 5.5, 5.6), an
id that no member has leads out of the squad. Outside of a squad the target stands elsewhere, and it cannot be seen from
here whether it exists.

Source: Vapi API reference, ``handoff`` and ``members`` (dossier 5.3, 5.5, 5.6); ElevenLabs (dossier 6.6).
"""

from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from pydantic import BaseModel, ConfigDict

from worker.domain.configuration import Assistant, Configuration, Format, Given, Handoff
from worker.domain.counted import every
from worker.judging.structural.checks.who import called
from worker.judging.structural.findings import Finding, Report, Severity, cut
from worker.judging.structural.meant import Meant

KIND = "handoffs_resolve"
SUBJECT: Final = "handoff"


class Known(NamedTuple):
    """The assistants that are known by name or id: here, and in other files.

    Attributes:
        some_nameless: an assistant stands here whose name cannot be seen.
    """

    here: Collection[str]
    beside: Collection[str]
    some_nameless: bool
    meant: Meant


class Spec(BaseModel):
    """No parameters."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:  # noqa: ARG001 - every check has this shape
    """Report each handoff that leads nowhere; unknown where its target may stand elsewhere."""
    owners: dict[str, int] = {}
    for one in configuration.assistants:
        for name in one.names:  # a member that stands there as an id may stand beside the squad in full
            owners[name] = owners.get(name, 0) + (0 if one.unseen else 1)
    known = Known(owners, given.assistants, any(map(_is_nameless, configuration.assistants)), Meant())
    findings: list[Finding] = []
    count = 0
    for one in configuration.assistants:
        for handoff in one.handoffs:
            count += 1
            if handoff.to in owners or handoff.to in given.assistants:
                findings += _ambiguous(handoff, owners.get(handoff.to, 1))
            else:
                findings.append(_lost(one, handoff, configuration.format, known))
    undecided = any(finding.severity is Severity.INFO for finding in findings)
    return Report(
        findings,
        f"{every(count, 'handoff', 'leads', 'lead')} to an assistant that exists.",
        unknown="configuration_incomplete" if undecided else None,
    )


def _ambiguous(handoff: Handoff, owners: int) -> Iterator[Finding]:
    if owners > 1:
        name = cut(handoff.to)
        message = f"{owners} assistants are called {name}; which of them takes over cannot be foreseen."
        hint = "Give each assistant a name of its own."
        yield Finding(KIND, Severity.WARNING, name, handoff.pointer, name, message, hint)


def _lost(one: Assistant, handoff: Handoff, whose: Format, known: Known) -> Finding:
    name = cut(handoff.to)
    if not handoff.to.strip():
        message = f"{called(one)} hands over to nobody: the destination names no assistant."
        hint = "Name the assistant, by its name or its id."
        return Finding(KIND, Severity.ERROR, SUBJECT, handoff.pointer, "", message, hint)
    if _is_elsewhere(handoff, whose, known):
        message = f"It cannot be seen here whether the assistant {name} exists."
        hint = "Give it together with the assistants that it leads to."
        return Finding(KIND, Severity.INFO, name, handoff.pointer, name, message, hint)
    if not _is_name(handoff):
        message = f"{called(one)} hands over to {name}, which is no member of the squad."
        hint = "Add the assistant to the squad, or take the handoff out."
        return Finding(KIND, Severity.WARNING, name, handoff.pointer, name, message, hint)
    meant = known.meant.instead_of(handoff.to, known.here, known.beside)
    hint = meant or "Add the assistant, or take the handoff out."
    message = f"{called(one)} hands over to {name}, and no assistant here is called that."
    return Finding(KIND, Severity.ERROR, name, handoff.pointer, name, message, hint)


def _is_elsewhere(handoff: Handoff, whose: Format, known: Known) -> bool:
    """Whether the target may exist although it does not stand here."""
    is_template = any(opening in handoff.to for opening in ("{{", "${"))
    if is_template or whose is not Format.VAPI_SQUAD:
        return True
    return _is_name(handoff) and known.some_nameless and not known.beside


def _is_name(handoff: Handoff) -> bool:
    return not handoff.pointer.endswith("Id")


def _is_nameless(one: Assistant) -> bool:
    """A member that stands there as an id, so that its name is not seen."""
    return bool(one.unseen) and len(one.names) < 2 and not one.shared  # noqa: PLR2004 - a name and an id
