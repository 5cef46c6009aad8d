"""``no_placeholder_text``: nothing is left that somebody meant to replace before deployment.

Every string that has an effect is looked at, also outside of the texts that a vendor renders: an id, a URL, a secret.
The rule is no vendor's: what is left over is dialled, called or spoken as it stands. ``{{X}}`` in capitals is told
here where no other check looks for variables, ``{name}`` as a note.

Source: no vendor's; the notations that people use.
"""

from collections.abc import Iterator
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from worker.domain.configuration import Configuration, Given, Role
from worker.domain.counted import counted
from worker.judging.structural.active import Active, active_strings
from worker.judging.structural.findings import Finding, Report, Severity, cut
from worker.judging.structural.placeholder_seen import Placeholder
from worker.judging.structural.placeholders import INCLUDE, blanks, placeholders, upper_outputs

KIND = "no_placeholder_text"
SPOKEN: Final = frozenset({Role.SYSTEM_PROMPT, Role.FIRST_MESSAGE, Role.MESSAGE})
MAX_FINDINGS: Final = 2_000


class Spec(BaseModel):
    """Parameters.

    Attributes:
        allow: placeholders that may stand, by what is within their brackets (``BASE_URL``, ``YOUR_NAME``).
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    allow: list[str] = Field(default_factory=list, max_length=1_000)


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:
    """Report each placeholder once per string; a note where an agent may be meant to fill it in."""
    allowed = frozenset(name.casefold() for name in spec.allow)
    supplied = given.variables | {variable.name for variable in configuration.variables}
    rendered = {text.pointer for text in configuration.live_texts()}
    spoken = {text.pointer for text in configuration.live_texts() if text.role in SPOKEN}
    findings: list[Finding] = []
    looked_at = 0
    for active in active_strings(configuration.content):
        looked_at += 1
        told: set[str] = set()
        for found in _of_string(active, rendered, spoken, supplied):
            name = found.name.casefold()
            if name in told or name in allowed or (found.notation == INCLUDE and _stands_beside(found.name, given)):
                continue
            told.add(name)
            findings.append(_finding(active, found))
        if len(findings) >= MAX_FINDINGS:
            break
    findings.sort(key=lambda finding: finding.severity is not Severity.ERROR)
    return Report(findings, f"No placeholder is left in {counted(looked_at, 'text')}.")


def _of_string(active: Active, rendered: set[str], spoken: set[str], supplied: frozenset[str]) -> Iterator[Placeholder]:
    yield from placeholders(active)
    if "{" in active.text:
        if active.pointer not in rendered:
            yield from (found for found in upper_outputs(active.text) if found.name not in supplied)
        if active.pointer in spoken:
            yield from blanks(active.text)


def _stands_beside(target: str, given: Given) -> bool:
    """Whether one of the other files is the one that is included."""
    path = target.strip().removeprefix("./").lstrip("/")
    return any(file == path or file.endswith(f"/{path}") for file in given.files)


def _finding(active: Active, found: Placeholder) -> Finding:
    excerpt = cut(active.text[found.start : found.end])
    message = f"A placeholder was never replaced ({found.notation}): {excerpt}"
    hint = (
        f"Put the real value in place of {excerpt}, or add {cut(found.name)} to spec.allow where it is meant to stay."
    )
    if found.notation == INCLUDE:
        message = f"The file that is included here is not among those that were given: {cut(found.name)}"
        hint = "Put the file's text here, or give the folder that holds both."
    if not found.sure:
        message = f"This is either a blank for the agent or a placeholder: {excerpt}"
        hint = "Nothing to do where the agent is meant to fill it in; else put the real value here."
    severity = Severity.ERROR if found.sure else Severity.INFO
    return Finding(KIND, severity, cut(found.name), active.pointer, excerpt, message, hint)
