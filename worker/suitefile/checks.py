"""What spans several fields or files: names that stand twice, criteria that name nothing."""

from collections.abc import Iterable, Iterator

from worker.domain import criteria
from worker.domain.suite import Assertion, Case
from worker.suitefile.faults import Faults
from worker.suitefile.shape import ReadSuite

Named = tuple[str, str]


def check_suite(read: ReadSuite, faults: Faults) -> None:
    """Note what is wrong within one suite although each field is right."""
    suite = read.suite
    names = ["name" if case.facts else "use" for case in suite.cases]
    _once(read, faults, [(f"cases[{i}].{names[i]}", case.name) for i, case in enumerate(suite.cases)])
    _once(read, faults, _keys("assertions", suite.assertions))
    for index, case in enumerate(suite.cases):
        _once(read, faults, _keys(f"cases[{index}].assertions", case.assertions))
    if suite.self_contained:
        _criteria_match(read, faults)


def check_together(reads: Iterable[ReadSuite], faults_of: dict[str, Faults]) -> None:
    """Note suites and cases that several places describe; each has one description."""
    suites: dict[Named, ReadSuite] = {}
    cases: dict[Named, tuple[ReadSuite, str]] = {}
    for read in reads:
        faults = faults_of[read.file]
        team, name = read.suite.team, read.suite.name
        first = suites.setdefault((team, name), read)
        if name and first is not read:
            message = f"The suite {name} stands twice; first in {first.file}, line {first.line('suite')}."
            faults.add(read.line("suite"), _at(read, "suite"), message, "Remove one, or rename it.")
            continue
        for field, case in _described(read):
            owner, place = cases.setdefault((team, case.name), (read, field))
            if case.name and owner is not read:
                message = f"The case {case.name} is described twice; first in {owner.file}, line {owner.line(place)}."
                advice = f"Keep one description; in the other suite write use: {case.name}."
                faults.add(read.line(field), _at(read, field), message, advice)


def _described(read: ReadSuite) -> Iterator[tuple[str, Case]]:
    for index, case in enumerate(read.suite.cases):
        if case.facts:
            yield f"cases[{index}].name", case


def _keys(field: str, assertions: tuple[Assertion, ...]) -> list[Named]:
    return [(f"{field}[{index}].key", assertion.key) for index, assertion in enumerate(assertions)]


def _once(read: ReadSuite, faults: Faults, named: Iterable[Named]) -> None:
    """Note each name that stood before; ``named`` holds pairs of field and name."""
    seen: dict[str, int] = {}
    for field, name in named:
        if name and name in seen:
            message = f"{name} stands twice; first in line {seen[name]}."
            faults.add(read.line(field), _at(read, field), message, "Remove one, or rename it.")
        seen.setdefault(name, read.line(field))


def _criteria_match(read: ReadSuite, faults: Faults) -> None:
    for consumer, spec in read.suite.criteria.items():
        try:
            found = criteria.resolve(criteria.parse(spec), read.suite.keys())
        except criteria.CriteriaInvalid:
            continue  # its faults are noted already
        for unmatched in found.unmatched:
            field = f"criteria.{consumer}.{unmatched.path}"
            message = f"No assertion of an enabled case has the key {unmatched.key}."
            advice = f"Did you mean {unmatched.nearest[0]}?" if unmatched.nearest else "Add the assertion, or the name."
            faults.add(read.line(field), _at(read, field), message, advice)


def _at(read: ReadSuite, field: str) -> str:
    return f"{read.path}.{field}" if read.path else field
