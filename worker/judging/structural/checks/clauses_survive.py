"""``clauses_survive``: what the sources demand still stands in the compiled texts."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from worker.domain.configuration import Configuration, Given, Role, Text
from worker.judging.structural.findings import Finding, Report, Severity, cut
from worker.judging.structural.passages import Texts

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
    for clause in map(_named, spec.clauses):
        found = texts.find(clause.text)
        if found is not None:
            survived.append({"clause": clause.name, "pointer": live[found.text].pointer, "evened": list(found.evened)})
        else:
            standing = dead.find(clause.text)
            lost.append(_lost(clause, texts, ignored[standing.text] if standing else None, unknown))
    changed = [entry for entry in survived if entry["evened"]]
    return Report(
        [*lost, *_evened(changed)],
        _summary(survived, changed),
        {"survived": survived},
        unknown if lost else None,
    )


def _named(clause: str | Clause) -> Clause:
    return clause if isinstance(clause, Clause) else Clause(name=cut(clause)[:60], text=clause)


def _summary(survived: Sequence[object], changed: Sequence[dict[str, object]]) -> str:
    literally = len(survived) - len(changed)
    told = f"All {len(survived)} clauses survive, {literally} of them literally."
    if changed:
        steps = sorted({str(step) for entry in changed for step in _steps(entry)})
        told += f" Evened out elsewhere: {', '.join(steps)}."
    return told


def _steps(entry: dict[str, object]) -> list[object]:
    evened = entry["evened"]
    return evened if isinstance(evened, list) else []


def _lost(clause: Clause, texts: Texts, standing: Text | None, unknown: str | None) -> Finding:
    near = texts.nearest(clause.text)
    excerpt = cut(near[0]) if near else ""
    message = f"The clause is lost: “{clause.name}”."
    if unknown:
        message = f"The clause stands in none of the texts that can be seen, and some cannot: “{clause.name}”."
    if near:
        message += f" Nearest ({near[1]:.0%} alike): {excerpt}"
    hint = f"Put this text back: {cut(clause.text)}"
    if standing is not None:
        hint = f"It stands at {standing.pointer}: {standing.ignored}"
    severity = Severity.WARNING if unknown else Severity.ERROR
    return Finding(KIND, severity, clause.name, standing.pointer if standing else "", excerpt, message, hint)


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
