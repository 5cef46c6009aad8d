"""``liquid_parses``: each text with template code in it can be read by a Liquid engine.

Vapi renders with Liquid (docs.vapi.ai/assistants/dynamic-variables); what does not parse is not rendered. Retell and
ElevenLabs put values in place of names and know no Liquid, so their texts are not looked at.

Source: docs.vapi.ai/assistants/dynamic-variables (dossier 5.4); the Liquid language of Shopify.
"""

from collections.abc import Iterator
from typing import Final

from pydantic import BaseModel, ConfigDict

from worker.domain.configuration import Configuration, Format, Given, Text
from worker.domain.counted import every
from worker.judging.structural.findings import Finding, Report, Severity, cut
from worker.judging.structural.liquid import Reading, fault_of, read, unbalanced
from worker.judging.structural.markup import Mark

KIND = "liquid_parses"
PER_TEXT: Final = 50
"""Faults told of one text."""
OTHERS: Final = frozenset({Format.RETELL_AGENT, Format.ELEVENLABS_AGENT, Format.ELEVENLABS_TOOL})
UNSURE: Final = frozenset({Format.GENERIC})
"""Whose template language cannot be told."""


class Spec(BaseModel):
    """No parameters."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:  # noqa: ARG001 - every check has this shape
    """Report each mark that does not parse on its own, else the block that is not paired; notes where engines differ"""
    if configuration.format in OTHERS:
        return Report((), "The vendor knows no Liquid.")
    findings: list[Finding] = []
    templates = 0
    is_cut = False
    for text in configuration.live_texts():
        reading = read(text.text)
        templates += bool(reading.marks)
        is_cut = is_cut or reading.cut
        if reading.fault is not None:
            findings += _of_text(text, reading, configuration.format)
    return Report(
        findings,
        f"{every(templates, 'text', 'with template code parses', 'with template code parse')} as Liquid.",
        unknown="configuration_too_large" if is_cut else None,
    )


def _of_text(text: Text, reading: Reading, whose: Format) -> Iterator[Finding]:
    alone = [(mark, fault) for mark in reading.marks if (fault := fault_of(mark)) is not None][:PER_TEXT]
    if not alone:
        index = unbalanced(reading.marks)
        if index is None and reading.fault is not None:
            index = reading.fault.mark
        mark = reading.marks[index] if index is not None else None
        alone = [(mark, reading.fault.message)] if mark and reading.fault else []
    for mark, fault in alone:
        yield _finding(text, mark, fault, whose)


def _finding(text: Text, mark: Mark, fault: str, whose: Format) -> Finding:
    excerpt = cut(mark.excerpt(text.text))
    severity = Severity.INFO if whose in UNSURE or _engines_differ(mark) else Severity.ERROR
    message = f"This does not parse as Liquid ({fault.rstrip('.')}): {excerpt}"
    hint = "Mend it: an output is a name or a literal with filters behind it, without arithmetic; a tag has its end."
    if _engines_differ(mark):
        message = f"Engines of Liquid differ in what they make of this: {excerpt}"
        hint = "Write it without backslashes, or try it at the vendor."
    return Finding(KIND, severity, excerpt, text.pointer, excerpt, message, hint)


def _engines_differ(mark: Mark) -> bool:
    """Quotation marks behind a backslash are a matter of the engine; ``$`` is Vapi's own name for a tool's answer."""
    return '\\"' in mark.inner or "\\'" in mark.inner or mark.inner.lstrip().startswith("$")
