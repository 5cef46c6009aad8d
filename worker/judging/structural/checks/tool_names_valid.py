"""``tool_names_valid``: each tool has a name that the vendor takes.

Letters, digits, underscores and hyphens, 64 at most: Vapi ``function.name`` (dossier 5.3; 40 at most for an
``apiRequest``), ElevenLabs ``name`` (dossier 6.2), Retell ``name``. A built-in tool needs none.

Source: Vapi API reference, ``function.name`` (dossier 5.3); ElevenLabs (dossier 6.2); Retell API reference, ``name``.
"""

import re
from collections.abc import Iterator
from typing import Final

from pydantic import BaseModel, ConfigDict

from worker.domain.configuration import Configuration, Given, Tool
from worker.domain.counted import counted
from worker.judging.structural.findings import Finding, Report, Severity, cut
from worker.judging.structural.readers.tree import word
from worker.judging.structural.tools import VAPI, Written, written_name

KIND = "tool_names_valid"
LONGEST: Final = 64
LONGEST_REQUEST: Final = 40

_NAME: Final = re.compile(r"[a-zA-Z0-9_-]+")
_TEMPLATE: Final = ("{{", "${", "<")
_NAMELESS: Final = frozenset({"function", "webhook", "client", "custom"})
"""Kinds whose tools cannot be called without a name of their own."""


class Spec(BaseModel):
    """No parameters."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:  # noqa: ARG001 - every check has this shape
    """Report each name that the vendor refuses, and each tool that needs a name and has none."""
    findings = [finding for tool in configuration.tools for finding in _of(tool, configuration)]
    return Report(findings, f"The names of {counted(len(configuration.tools), 'tool')} are valid.")


def _of(tool: Tool, configuration: Configuration) -> Iterator[Finding]:
    name = written_name(configuration, tool)
    if name is None and not tool.names and tool.kind in _NAMELESS:
        message = f"A tool of the kind {tool.kind} needs a name, and this one has none."
        yield Finding(KIND, Severity.ERROR, tool.title, tool.pointer, "", message, "Give it a name.")
    most = LONGEST_REQUEST if tool.kind == "apiRequest" and configuration.format in VAPI else LONGEST
    if name is not None and (fault := _fault(name, most)):
        subject = name.value if isinstance(name.value, str) and name.value else name.pointer
        excerpt = cut(name.value) if isinstance(name.value, str) else ""
        hint = f"Use letters, digits, underscores and hyphens, {most} at most."
        yield Finding(KIND, Severity.ERROR, subject, name.pointer, excerpt, f"This tool's name {fault}.", hint)


def _fault(name: Written, most: int) -> str | None:
    if not isinstance(name.value, str):
        return f"is {word(name.value)} and no text"
    if any(mark in name.value for mark in _TEMPLATE):
        return None  # the checks on variables and placeholders tell of it
    if not name.value:
        return "is empty"
    if len(name.value) > most:
        return f"has {len(name.value)} characters; {most} are allowed"
    if not _NAME.fullmatch(name.value):
        wrong = "".join(dict.fromkeys(_NAME.sub("", name.value)))
        return f"holds what no name may hold: {cut(repr(wrong))}"
    return None
