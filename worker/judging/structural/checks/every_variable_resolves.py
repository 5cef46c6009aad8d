"""``every_variable_resolves``: each variable of a text is given by somebody.

Vapi renders an undefined variable as empty text without an error; ElevenLabs closes the session with 1008. Given
is what the configuration supplies, what the vendor fills in at run time, what the text itself assigns, and the case's
variables. In a squad of Vapi each member finds its own values, those of the squad, and what was extracted on a way that
leads to it. A name that is only tested, or has a default, may be absent.

Source: docs.vapi.ai/assistants/dynamic-variables (dossier 5.4); ElevenLabs, "Dynamic variables" (dossier 6.4);
Retell, build/dynamic-variables.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from worker.domain.configuration import Configuration, Format, Given, Role, Text
from worker.domain.counted import every
from worker.judging.structural import vendors
from worker.judging.structural.findings import Finding, Report, Severity
from worker.judging.structural.liquid import Reading, Use
from worker.judging.structural.meant import Meant
from worker.judging.structural.names import covered
from worker.judging.structural.supply import supplies
from worker.judging.structural.templates import read

KIND = "every_variable_resolves"
TESTS: Final = frozenset({"if", "elsif", "unless", "case", "when"})
PARTING: Final = frozenset({Role.TOOL_MESSAGE, Role.TOOL_DESCRIPTION})
"""Roles of what is said on the way to another assistant."""
PARTS: Final = frozenset({Format.VAPI_TOOLS, Format.ELEVENLABS_TOOL, Format.PROMPT_TEXT})
"""Formats whose variables somebody else gives."""
WEIGHTS: Final = tuple(Severity)
_NAME: Final = re.compile(r"\w[\w.-]*(?: \w[\w.-]*)*")
UNDECIDED: Final = "It cannot be seen here whether somebody gives the variable"
EFFECTS = {
    Format.VAPI_ASSISTANT: "it is rendered as empty text",
    Format.ELEVENLABS_AGENT: "the session is closed at its start",
    Format.RETELL_AGENT: "it is spoken as it stands, with its braces",
}
HOMES = {
    Format.VAPI_ASSISTANT: "assistantOverrides.variableValues",
    Format.ELEVENLABS_AGENT: "agent.dynamic_variables.dynamic_variable_placeholders",
    Format.RETELL_AGENT: "default_dynamic_variables",
}


class Seen(NamedTuple):
    """What can be seen of those that give variables.

    Attributes:
        is_part: a part of a configuration, such as tools alone.
        is_whole: False where what leads to the assistant cannot be seen.
    """

    whose: Format
    is_part: bool
    is_whole: bool
    meant: Meant


class Spec(BaseModel):
    """Parameters.

    Attributes:
        allow: names that come from elsewhere at run time (``customer_name``, ``profile.*``).
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    allow: list[str] = Field(default_factory=list, max_length=1_000)


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:
    """Report each unresolved name once per text, and where it cannot be told whether somebody gives it."""
    outside = given.variables | frozenset(spec.allow)
    is_part = configuration.format in PARTS and not given.files
    meant = Meant()
    findings: list[Finding] = []
    used: set[str] = set()
    cut = undecided = False
    for supply in supplies(configuration):
        seen = Seen(configuration.format, is_part, supply.is_whole, meant)
        for text in supply.one.live_texts():
            reading = read(configuration.format, text.text)
            if not reading.marks:
                continue
            cut = cut or reading.cut
            used |= {use.path for use in reading.uses}
            findings += _faults(text, reading)
            parting = (supply.parting,) if text.role in PARTING else ()
            findings += _unresolved(text, reading, seen, (outside, text.also_given, *supply.names, *parting))
        undecided = undecided or is_part or not supply.is_whole
    findings.sort(key=lambda finding: finding.severity is not Severity.ERROR)
    unresolved = sorted({finding.subject for finding in findings if finding.severity is Severity.ERROR})
    undecided = undecided and any(finding.message.startswith(UNDECIDED) for finding in findings)
    return Report(
        findings,
        f"{every(len(used), 'variable', 'resolves', 'resolve')}.",
        {"unresolved": unresolved, "known_as_of": vendors.AS_OF},
        "configuration_too_large" if cut else "configuration_incomplete" if undecided else None,
    )


def _unresolved(text: Text, reading: Reading, seen: Seen, given: Sequence[frozenset[str]]) -> Iterator[Finding]:
    """One finding for each name, at the use of it that weighs most."""
    told: dict[str, tuple[Severity, Use]] = {}
    for use in reading.uses:
        if any(covered(use.path, names) for names in given) or vendors.supplies(seen.whose, text.role, use.path):
            continue
        severity = _severity(use, reading, seen)
        if use.path not in told or WEIGHTS.index(severity) < WEIGHTS.index(told[use.path][0]):
            told[use.path] = (severity, use)
    for path, (severity, use) in told.items():
        excerpt = reading.marks[use.mark].excerpt(text.text)
        message = _message(use, reading, seen)
        yield Finding(KIND, severity, path, text.pointer, excerpt, message, _hint(use, seen, given))


def _severity(use: Use, reading: Reading, seen: Seen) -> Severity:
    if use.defaulted or _is_test(use, reading) or _is_undecided(use, seen) or _is_no_name(use):
        return Severity.INFO
    return Severity.WARNING if vendors.may_be_newer(seen.whose, use.path) else Severity.ERROR


def _is_test(use: Use, reading: Reading) -> bool:
    """A condition: that the name is not given is one of the cases that it tells apart."""
    return reading.marks[use.mark].tag in TESTS


def _is_no_name(use: Use) -> bool:
    """An expression of another language; that it does not parse is told elsewhere."""
    return use.malformed and not _NAME.fullmatch(use.path)


def _is_undecided(use: Use, seen: Seen) -> bool:
    """Whoever uses this part may give the name; one in capitals was to be replaced when the file was built."""
    return not seen.is_whole or (seen.is_part and not use.path.isupper())


def _message(use: Use, reading: Reading, seen: Seen) -> str:
    if use.defaulted:
        return f"Nothing gives the variable {use.path}; its default will stand there."
    if _is_undecided(use, seen):
        return f"{UNDECIDED} {use.path}."
    if _is_test(use, reading):
        return f"Nothing gives the variable {use.path}; the condition takes it for absent."
    if use.malformed:
        return f"This is no valid Liquid, and nothing gives a variable of this name: {use.path}."
    return f"Nothing gives the variable {use.path}; {EFFECTS.get(seen.whose, EFFECTS[Format.VAPI_ASSISTANT])}."


def _hint(use: Use, seen: Seen, given: Sequence[frozenset[str]]) -> str:
    meant = seen.meant.instead_of(use.path, *given)
    home = HOMES.get(seen.whose, HOMES[Format.VAPI_ASSISTANT])
    return (
        f"Give {use.path} in {home} or in the case's variables, or add it to spec.allow where the caller supplies it."
        f"{vendors.nearest_home(seen.whose, use.path)}{' ' if meant else ''}{meant}"
    )


def _faults(text: Text, reading: Reading) -> Iterator[Finding]:
    if reading.fault is not None:
        mark = reading.fault.mark
        excerpt = reading.marks[mark].excerpt(text.text) if mark is not None else ""
        yield Finding(
            KIND,
            Severity.INFO,
            "Liquid syntax",
            text.pointer,
            excerpt,
            f"The text does not parse as Liquid ({reading.fault.message}); its names were read mark by mark.",
            "Mend the mark; engines differ in what they make of it.",
        )
    if reading.cut:
        yield Finding(
            KIND,
            Severity.WARNING,
            "Liquid syntax",
            text.pointer,
            "",
            f"The text has more than {len(reading.marks)} Liquid marks; those behind were not looked at.",
            "Split the text.",
        )
