"""``every_variable_resolves``: each variable of a text is given by somebody.

Vapi renders an undefined variable as empty text without an error; ElevenLabs closes the session with 1008. Given
is what the configuration supplies, what the vendor fills in at run time, what the text itself assigns, and the case's
variables.
"""

from collections.abc import Iterator

from pydantic import BaseModel, ConfigDict, Field

from worker.domain.configuration import Configuration, Format, Given, GivenVariable, Text
from worker.domain.nearest import nearest
from worker.judging.structural import vendors
from worker.judging.structural.findings import Finding, Report, Severity
from worker.judging.structural.liquid import Reading, Use
from worker.judging.structural.names import covered
from worker.judging.structural.templates import read

KIND = "every_variable_resolves"
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


class Spec(BaseModel):
    """Parameters.

    Attributes:
        allow: names that come from elsewhere at run time (``customer_name``, ``profile.*``).
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    allow: list[str] = Field(default_factory=list, max_length=1_000)


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:
    """Report each unresolved name once per text, and each text that does not parse as Liquid."""
    own = frozenset(
        given.name for given in configuration.variables if not _refers_to_itself(given, configuration.format)
    )
    names = own | given.variables | frozenset(spec.allow)
    findings: list[Finding] = []
    used: set[str] = set()
    cut = False
    for text in configuration.live_texts():
        reading = read(configuration.format, text.text)
        cut = cut or reading.cut
        used |= {use.path for use in reading.uses}
        findings += _faults(text, reading)
        findings += _unresolved(text, reading, configuration, names)
    findings.sort(key=lambda finding: finding.severity is not Severity.ERROR)
    unresolved = sorted({finding.subject for finding in findings if finding.severity is Severity.ERROR})
    return Report(
        findings,
        f"All {len(used)} variables resolve.",
        {"unresolved": unresolved, "known_as_of": vendors.AS_OF},
        "configuration_too_large" if cut else None,
    )


def _refers_to_itself(given: GivenVariable, whose: Format) -> bool:
    """A placeholder such as ``"name": "{{name}}"`` gives nothing."""
    return given.value is not None and any(use.path == given.name for use in read(whose, given.value).uses)


def _unresolved(text: Text, reading: Reading, configuration: Configuration, given: frozenset[str]) -> Iterator[Finding]:
    told: set[str] = set()
    for use in reading.uses:
        if use.path in told or covered(use.path, given) or covered(use.path, text.also_given):
            continue
        if vendors.supplies(configuration.format, text.role, use.path):
            continue
        told.add(use.path)
        yield Finding(
            KIND,
            _severity(use, configuration.format),
            use.path,
            text.pointer,
            reading.marks[use.mark].excerpt(text.text),
            _message(use, configuration.format),
            _hint(use, configuration, given),
        )


def _severity(use: Use, whose: Format) -> Severity:
    if use.defaulted:
        return Severity.INFO
    return Severity.WARNING if vendors.may_be_newer(whose, use.path) else Severity.ERROR


def _message(use: Use, whose: Format) -> str:
    if use.defaulted:
        return f"Nothing gives the variable {use.path}; its default will stand there."
    if use.malformed:
        return f"This is no valid Liquid, and nothing gives a variable of this name: {use.path}."
    return f"Nothing gives the variable {use.path}; {EFFECTS.get(whose, EFFECTS[Format.VAPI_ASSISTANT])}."


def _hint(use: Use, configuration: Configuration, given: frozenset[str]) -> str:
    close = nearest(use.path, given, 1)
    meant = f" Is {close[0]} meant?" if close else ""
    home = HOMES.get(configuration.format, HOMES[Format.VAPI_ASSISTANT])
    return (
        f"Give {use.path} in {home} or in the case's variables, or add it to spec.allow where the caller supplies it."
        f"{vendors.nearest_home(configuration.format, use.path)}{meant}"
    )


def _faults(text: Text, reading: Reading) -> Iterator[Finding]:
    if reading.fault is not None:
        mark = reading.fault.mark
        excerpt = reading.marks[mark].excerpt(text.text) if mark is not None else ""
        yield Finding(
            KIND,
            Severity.WARNING,
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
