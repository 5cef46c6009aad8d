"""What a check finds, and how findings become a judgement."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

from worker.domain.configuration import Configuration
from worker.domain.judgement import Judgement

KEPT: Final = 100
"""Findings kept in a judgement's detail; ``total`` says how many there were."""
EXCERPT: Final = 200
"""Characters of an excerpt."""


class Severity(StrEnum):
    """``error`` makes the assertion not met; the others are told and change nothing."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Finding(NamedTuple):
    """One thing that a check found.

    Attributes:
        check: the kind that found it.
        subject: what it is about: a variable, a clause, a tool.
        pointer: JSON pointer of the place, in the configuration as it was given; empty where there is no one place.
        excerpt: what stands there.
        message: what is wrong, for people.
        hint: how to mend it; good enough for a program.
    """

    check: str
    severity: Severity
    subject: str
    pointer: str
    excerpt: str
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class Report:
    """What a check says of one configuration.

    Attributes:
        summary: the rationale where nothing is wrong.
        detail: more for programs, beside the findings.
        unknown: an error code where the check cannot decide; the findings then say why.
    """

    findings: Sequence[Finding]
    summary: str
    detail: dict[str, Any] | None = None
    unknown: str | None = None


def cut(text: str) -> str:
    """``text`` on one line, at most 200 characters of it."""
    line = " ".join(text[: EXCERPT * 4].split())
    return line if len(line) <= EXCERPT else line[: EXCERPT - 1] + "…"


def judgement(report: Report, configuration: Configuration, evaluator: str) -> Judgement:
    """Fold a report: any error gives false, else what is unknown gives None, else true."""
    errors = [finding for finding in report.findings if finding.severity is Severity.ERROR]
    met = False if errors else None if report.unknown else True
    told = errors or list(report.findings) if met is not True else []
    return Judgement(
        met=met,
        evaluator=evaluator,
        rationale=_rationale(told, report.summary),
        detail=_detail(report, configuration),
        error_code=report.unknown if met is None else None,
    )


def _rationale(told: Sequence[Finding], summary: str) -> str:
    if not told:
        return summary
    first = told[0]
    place = f" ({first.pointer})" if first.pointer else ""
    more = f" And {len(told) - 1} more." if len(told) > 1 else ""
    return f"{first.message}{place}{more}"


def _detail(report: Report, configuration: Configuration) -> dict[str, Any]:
    detail: dict[str, Any] = {
        "findings": [finding._asdict() for finding in report.findings[:KEPT]],
        "format": str(configuration.format),
    }
    if len(report.findings) > KEPT:
        detail["total"] = len(report.findings)
    if configuration.oddities:
        detail["passed_over"] = [asdict(oddity) for oddity in configuration.oddities]
    return detail | (report.detail or {})
