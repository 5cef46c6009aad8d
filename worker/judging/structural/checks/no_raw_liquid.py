"""``no_raw_liquid``: compiled text holds no Liquid any more, save what the vendor fills in at run time.

Source: docs.vapi.ai/assistants/dynamic-variables (dossier 5.4); what vendors fill in is listed and dated.
"""

from collections.abc import Iterator

from pydantic import BaseModel, ConfigDict, Field

from worker.domain.configuration import Configuration, Given, Text
from worker.domain.counted import counted
from worker.judging.structural import vendors
from worker.judging.structural.findings import Finding, Report, Severity
from worker.judging.structural.liquid import Reading, literal, read
from worker.judging.structural.names import covered

KIND = "no_raw_liquid"


class Spec(BaseModel):
    """Parameters.

    Attributes:
        allow: names that may stay as an output (``now``, ``customer.number``, ``profile.*``). A tag is never allowed.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    allow: list[str] = Field(default_factory=list, max_length=1_000)


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:  # noqa: ARG001 - every check has this shape
    """Report every tag, and every output of a name that nobody fills in at run time."""
    findings = [
        finding
        for text in configuration.live_texts()
        for finding in _of_text(text, read(text.text), configuration, spec)
    ]
    looked_at = sum(1 for _ in configuration.live_texts())
    return Report(findings, f"No Liquid is left in {counted(looked_at, 'text')}.")


def _of_text(text: Text, reading: Reading, configuration: Configuration, spec: Spec) -> Iterator[Finding]:
    names_by_mark = reading.names_by_mark()
    for index, mark in enumerate(reading.marks):
        names = names_by_mark.get(index, [])
        if head := literal(mark):
            names = names or [head]
            excused = all(covered(name, spec.allow) for name in names)
        else:
            excused = bool(names) and all(_stays(name, text, configuration, spec) for name in names)
        if mark.is_output and mark.closed and excused:
            continue
        subject = ", ".join(names) or mark.tag or mark.excerpt(text.text)
        yield Finding(
            KIND,
            Severity.ERROR,
            subject,
            text.pointer,
            mark.excerpt(text.text),
            _message(mark.is_output, mark.closed, mark.excerpt(text.text)),
            _hint(mark.is_output, names),
        )


def _stays(name: str, text: Text, configuration: Configuration, spec: Spec) -> bool:
    """Whether the name may stay in compiled text."""
    return (
        covered(name, spec.allow)
        or covered(name, text.also_given)
        or vendors.supplies(configuration.format, text.role, name)
    )


def _message(is_output: bool, closed: bool, excerpt: str) -> str:
    if not closed:
        return f"Braces are opened and never closed: {excerpt}"
    return f"A Liquid {'output' if is_output else 'tag'} is left in the compiled text: {excerpt}"


def _hint(is_output: bool, names: list[str]) -> str:
    if not is_output:
        return "Compile the text again with everything that this tag needs, or take the tag out."
    allowed = ", ".join(names) if names else "the name"
    return f"Give {allowed} a value when compiling; where the vendor is meant to fill it in, add it to spec.allow."
