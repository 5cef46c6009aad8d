"""``clauses_survive``: what the sources demand still stands in the compiled texts.

Source: no vendor's; what a team promises to keep.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from worker.domain.configuration import Configuration, Given, Role, Text
from worker.domain.counted import every
from worker.judging.structural.findings import Finding, Report, Severity, cut
from worker.judging.structural.passages import Near, Texts

KIND = "clauses_survive"
SPOKEN: Final = frozenset({Role.SYSTEM_PROMPT, Role.FIRST_MESSAGE, Role.MESSAGE})
"""Texts that steer or are spoken; a clause in a tool's description or an analysis plan does not count."""

Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=20_000)]


class Clause(BaseModel):
    """A clause with a name for reports."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    name: Words
    text: Words


class Spec(BaseModel):
    """Parameters: 1 to 200 clauses, each a text or a name and a text."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    clauses: list[Words | Clause] = Field(min_length=1, max_length=200)


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:  # noqa: ARG001 - every check has this shape
    """Report each lost clause with the nearest passage; say of each other one what had to be evened out."""
    spoken = [text for text in configuration.texts if text.role in SPOKEN]
    live = [text for text in spoken if text.ignored is None]
    ignored = [text for text in spoken if text.ignored is not None]
    texts, dead = Texts([text.text for text in live]), Texts([text.text for text in ignored])
    unknown = "configuration_incomplete" if configuration.unseen_assistants else None
    lost: list[Finding] = []
    survived: list[dict[str, object]] = []
    conditional: list[Finding] = []
    for given_clause in spec.clauses:
        clause = _named(given_clause)
        found = texts.find(clause.text)
        if found is not None:
            place = live[found.text].pointer
            survived.append({"clause": _whole(given_clause), "pointer": place, "evened": list(found.evened)})
            if texts.is_conditional(clause.text, found.text):
                conditional.append(under_condition(KIND, clause.name, place))
        else:
            standing = dead.find(clause.text)
            near = texts.nearest(clause.text)
            place = live[near.text].pointer if near else ""
            lost.append(_lost(clause, near, place, ignored[standing.text] if standing else None, unknown))
    changed = [entry for entry in survived if entry["evened"]]
    return Report(
        [*lost, *conditional, *_evened(changed)],
        _summary(survived, changed),
        {"survived": survived},
        unknown if lost else None,
    )


def _named(clause: str | Clause) -> Clause:
    return clause if isinstance(clause, Clause) else Clause(name=cut(clause)[:60], text=clause)


def _whole(clause: str | Clause) -> str:
    """The name of a clause that has one, else all of its text: what programs find it by."""
    return clause.name if isinstance(clause, Clause) else clause


def _summary(survived: Sequence[object], changed: Sequence[dict[str, object]]) -> str:
    literally = len(survived) - len(changed)
    told = f"{every(len(survived), 'clause', 'survives', 'survive')}, {literally} of them literally."
    if len(survived) == 1:
        told = f"The one clause survives{', literally' if literally else ''}."
    if changed:
        steps = sorted({str(step) for entry in changed for step in _steps(entry)})
        told += f" Evened out elsewhere: {', '.join(steps)}."
    return told


def _steps(entry: dict[str, object]) -> list[object]:
    evened = entry["evened"]
    return evened if isinstance(evened, list) else []


def _lost(clause: Clause, near: Near | None, place: str, standing: Text | None, unknown: str | None) -> Finding:
    passage = cut(near.passage) if near else ""
    message = f"The clause is lost: “{clause.name}”."
    if unknown:
        message = f"The clause stands in none of the texts that can be seen, and some cannot: “{clause.name}”."
    if near:
        message += f" Nearest ({near.ratio:.0%} alike): {passage}"
    hint = f"Put this text back: {cut(clause.text)}"
    if standing is not None:
        hint = f"It stands at {standing.pointer}: {standing.ignored}"
        place, passage = standing.pointer, ""
    severity = Severity.WARNING if unknown else Severity.ERROR
    return Finding(KIND, severity, clause.name, place, passage, message, hint)


def under_condition(kind: str, clause: str, pointer: str) -> Finding:
    """What is said of a clause that may not be rendered."""
    return Finding(
        kind,
        Severity.WARNING,
        clause,
        pointer,
        "",
        f"The clause stands under a condition of Liquid only; without it, it is not rendered: “{clause}”.",
        "Put it outside of the condition, unless it is meant to hold in that case only.",
    )


def _evened(changed: Sequence[dict[str, object]]) -> Iterator[Finding]:
    for entry in changed:
        steps = ", ".join(map(str, _steps(entry)))
        yield Finding(
            KIND,
            Severity.INFO,
            str(entry["clause"]),
            str(entry["pointer"]),
            "",
            f"The clause survives, but not literally; evened out: {steps}.",
            "Nothing to do, unless the exact characters matter.",
        )
