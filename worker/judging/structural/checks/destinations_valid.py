"""``destinations_valid``: numbers and SIP addresses that are dialled can be dialled.

Vendors take numbers in E.164 (Vapi refuses others unless ``numberE164CheckEnabled`` is false, dossier 5.3). Possible
for the country is enough: whether a number is assigned is not ours to know. SIP addresses follow RFC 3261, 19.1.

Source: Vapi API reference, ``transferCall`` (dossier 5.3); ITU-T E.164; RFC 3261, section 19.1.
"""

import re
from typing import Final

from pydantic import BaseModel, ConfigDict

from worker.domain.configuration import Configuration, Destination, Given
from worker.domain.counted import every
from worker.judging.structural.findings import Finding, Report, Severity, cut

KIND = "destinations_valid"
SUBJECT = "destination"

_E164: Final = re.compile(r"\+[1-9][0-9]{6,14}")
_SIP: Final = re.compile(
    r"sips?:(?:[^\s@<>]{1,200}@)?(?:\[[0-9a-f:.]{2,45}\]|[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?)(?::[0-9]{1,5})?(?:[;?]\S*)?",
    re.IGNORECASE,
)
_LOCAL: Final = re.compile(r"[+*#]?[(]?[0-9][0-9*#,;\s()./-]{0,38}")


class Spec(BaseModel):
    """No parameters."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:  # noqa: ARG001 - every check has this shape
    """Report each destination that cannot be dialled; unknown where a template stands there."""
    destinations = [each for one in configuration.assistants for each in one.destinations]
    findings = []
    templates = 0
    for destination in destinations:
        if _is_template(destination.value):
            templates += 1
            findings.append(_template(destination))
        elif fault := fault_of(destination.kind, destination.value.strip()):
            findings.append(_wrong(destination, fault))
    return Report(
        findings,
        f"{every(len(destinations), 'destination', 'can', 'can')} be dialled.",
        unknown="configuration_incomplete" if templates else None,
    )


def fault_of(kind: str, value: str) -> str | None:
    """Why this cannot be dialled; None where it can."""
    if not value:
        return "nothing stands there"
    if kind == "sip" or value.lower().startswith(("sip:", "sips:")):
        return None if _SIP.fullmatch(value) else "this is no SIP address, such as sip:desk@example.com"
    if kind == "local":
        return None if _LOCAL.fullmatch(value) else "this is no number"
    if not _E164.fullmatch(value):
        return "this is no number in E.164: a plus, the country's code and digits alone, such as +14155550123"
    return None if _is_possible(value) else "no number of this country has this length"


def _is_possible(value: str) -> bool:
    import phonenumbers  # noqa: PLC0415 - it takes 90 ms to import; most configurations dial nothing

    try:
        number = phonenumbers.parse(value, None)
    except phonenumbers.NumberParseException:
        return False
    reason = phonenumbers.is_possible_number_with_reason(number)
    return reason == phonenumbers.ValidationResult.IS_POSSIBLE


def _is_template(value: str) -> bool:
    return any(opening in value for opening in ("{{", "{%", "${"))


def _template(destination: Destination) -> Finding:
    value = cut(destination.value)
    message = f"What is dialled here is known only when {value} is filled in."
    hint = "See to it that a number in E.164 or a SIP address comes out."
    return Finding(KIND, Severity.INFO, value, destination.pointer, value, message, hint)


def _wrong(destination: Destination, fault: str) -> Finding:
    value = cut(destination.value)
    message = f"{value or 'A destination'} cannot be dialled: {fault}."
    hint = "Put the number in E.164 here." if destination.kind != "sip" else "Put the SIP address here."
    return Finding(KIND, Severity.ERROR, value or SUBJECT, destination.pointer, value, message, hint)
