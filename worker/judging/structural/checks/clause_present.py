"""``clause_present``: one clause stands in a text that steers the assistant or is spoken by it.

What may differ is what ``clauses_survive`` evens out: quotation marks, dashes, white space, case, and variables that
were compiled in; what was evened out is said.

Source: no vendor's; what a team promises to keep.
"""

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, StringConstraints

from worker.domain.configuration import Configuration, Given, Role, Text
from worker.judging.structural.checks.clauses_survive import SPOKEN, under_condition
from worker.judging.structural.findings import Finding, Report, Severity, cut
from worker.judging.structural.passages import Found, Near, Texts

KIND = "clause_present"
Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=20_000)]
Where = Literal["anywhere", "system_prompt", "first_message"]
ROLES: Final[dict[str, frozenset[Role]]] = {
    "anywhere": SPOKEN,
    "system_prompt": frozenset({Role.SYSTEM_PROMPT}),
    "first_message": frozenset({Role.FIRST_MESSAGE}),
}


class Spec(BaseModel):
    """Parameters.

    Attributes:
        clause: the words.
        where: in which texts to look; ``anywhere`` is prompts, first messages and other messages.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    clause: Words
    where: Where = "anywhere"


def texts_of(configuration: Configuration, where: str) -> list[Text]:
    """The texts that the vendor reads at these places."""
    return [text for text in configuration.live_texts() if text.role in ROLES[where]]


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:  # noqa: ARG001 - every check has this shape
    """Report the clause where it is missing, with the nearest passage; unknown where a text cannot be seen."""
    live = texts_of(configuration, spec.where)
    texts = Texts([text.text for text in live])
    name = cut(spec.clause)[:60]
    found = texts.find(spec.clause)
    if found is None:
        unknown = "configuration_incomplete" if configuration.unseen_assistants else None
        near = texts.nearest(spec.clause)
        place = live[near.text].pointer if near else ""
        return Report([_missing(name, spec, near, place, unknown)], "", unknown=unknown)
    pointer = live[found.text].pointer
    conditional = texts.is_conditional(spec.clause, found.text)
    return Report(
        [under_condition(KIND, name, pointer)] if conditional else [],
        _summary(found, pointer),
        {"pointer": pointer, "evened": list(found.evened)},
    )


def _summary(found: Found, pointer: str) -> str:
    evened = f"; evened out: {', '.join(found.evened)}" if found.evened else ", literally"
    return f"The clause stands at {pointer}{evened}."


def _missing(name: str, spec: Spec, near: Near | None, place: str, unknown: str | None) -> Finding:
    passage = cut(near.passage) if near else ""
    message = f"The clause is missing: “{name}”."
    if unknown:
        message = f"The clause stands in none of the texts that can be seen, and some cannot: “{name}”."
    if near:
        message += f" Nearest ({near.ratio:.0%} alike): {passage}"
    hint = f"Add this text to the {spec.where.replace('_', ' ').replace('anywhere', 'prompt')}: {cut(spec.clause)}"
    return Finding(KIND, Severity.WARNING if unknown else Severity.ERROR, name, place, passage, message, hint)
