"""All findings on one configuration, outside of any run: what ``assistant-test lint`` and programs show."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from worker.domain.configuration import Configuration, Format, Given
from worker.domain.suite import Case, Suite
from worker.domain.words import Reads
from worker.judging import kinds
from worker.judging.structural.findings import Finding, Severity
from worker.judging.structural.names import flat

STRUCTURAL_RUNNER: Final = "structural"
NOTHING: Final = Given()
OF_COMPILED_TEXTS: Final = frozenset({"no_raw_liquid"})
"""Kinds that are right only where a build has filled in everything."""

ON_REQUEST: Final = frozenset({"voice_configured"})
"""Kinds that need no parameter and judge a matter of taste: a stock voice speaks where there is no other."""


@dataclass(frozen=True)
class Check:
    """One kind with its parameters, and the variables that the case gives."""

    kind: str
    spec: dict[str, Any] = field(default_factory=dict)
    variables: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Linted:
    """What was found in one configuration, worst first, each finding once."""

    format: Format
    findings: tuple[Finding, ...]

    def count(self, severity: Severity) -> int:
        """How many findings have this severity."""
        return sum(1 for each in self.findings if each.severity is severity)


def parameterless(*, compiled: bool = False) -> tuple[str, ...]:
    """The kinds that can judge a configuration without any parameter.

    Args:
        compiled: the texts must hold no template any more; without it, those that demand so are left out.
    """
    left_out = ON_REQUEST if compiled else ON_REQUEST | OF_COMPILED_TEXTS
    found = (name for name, kind in kinds.KINDS.items() if kind.reads is Reads.CONFIGURATION and name not in left_out)
    return tuple(name for name in found if not kinds.validate_spec(name, {}))


def checks_for(suites: Iterable[Suite] = (), *, compiled: bool = False) -> list[Check]:
    """The checks that these suites ask for, and every parameterless one that they do not, with all their variables."""
    cases = [(suite, case) for suite in suites for case in _structural(suite)]
    asked = [check for suite, case in cases for check in _asked(suite, case)]
    kinds_asked = {check.kind for check in asked}
    given = {name: value for _, case in cases for name, value in _variables(case).items()}
    return [
        *asked,
        *(Check(name, variables=given) for name in parameterless(compiled=compiled) if name not in kinds_asked),
    ]


def lint(configuration: Configuration, checks: Iterable[Check], given: Given = NOTHING) -> Linted:
    """Run the checks. Never raises: a check that fails is a finding too.

    Args:
        configuration: in its normal form.
        checks: with their parameters.
        given: what the files beside it give; the variables of each check come to it.
    """
    found = [finding for check in checks for finding in _findings(configuration, check, given)]
    return Linted(configuration.format, in_order(found))


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Worst first, each once; of one severity as they came."""
    ranks = list(Severity)
    return tuple(sorted(dict.fromkeys(findings), key=lambda each: ranks.index(each.severity)))


def _structural(suite: Suite) -> Iterator[Case]:
    return (case for case in suite.cases if case.enabled and case.facts and case.facts.runner == STRUCTURAL_RUNNER)


def _variables(case: Case) -> dict[str, Any]:
    return case.facts.content.get("variables") or {} if case.facts else {}


def _asked(suite: Suite, case: Case) -> Iterator[Check]:
    """The assertions on the configuration, as a run of the suite would apply them to this case."""
    own = {assertion.key for assertion in case.assertions}
    for assertion in (*case.assertions, *(each for each in suite.assertions if each.key not in own)):
        if kinds.reads(assertion.wording.kind) is Reads.CONFIGURATION:
            yield Check(assertion.wording.kind, assertion.wording.spec, _variables(case))


def _findings(configuration: Configuration, check: Check, given: Given) -> Iterable[Finding]:
    kind = kinds.get(check.kind)
    try:
        all_given = replace(given, variables=given.variables | flat(check.variables))
        return kind.judge(configuration, kind.spec.model_validate(check.spec), all_given).findings
    except Exception as fault:  # a file that a check cannot stand must not hide the findings of the others
        message = f"The check failed: {type(fault).__name__}: {str(fault)[:200]}"
        return [Finding(check.kind, Severity.ERROR, check.kind, "", "", message, "Report it with the configuration.")]
