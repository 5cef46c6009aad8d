"""What applying suite files would write: a pure comparison of files with rows (model.md, "Versioning, step by step").

The same four (kind, spec, statement, role) write nothing; different ones are the next version. What a file no longer
holds is retired by a last version, or its link is removed. Suites that no file names are left alone.
"""

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import asdict, dataclass

from worker.domain import apply_refusals
from worker.domain.apply_refusals import Refusal
from worker.domain.suite import Assertion, Case, CaseFacts, Suite, SuiteFacts
from worker.domain.suite_state import (
    AssertionVersion,
    CriteriaVersion,
    Link,
    Owner,
    State,
    same,
)


@dataclass(frozen=True, slots=True)
class SuiteWritten:
    """A suite is created (``before`` is None), updated, or taken out of the archive."""

    suite: str
    before: SuiteFacts | None
    after: SuiteFacts
    revived: bool = False


@dataclass(frozen=True, slots=True)
class CaseWritten:
    """A case is created, or edited in place; ``also_in`` names the other suites that the edit reaches."""

    suite: str
    case: str
    before: CaseFacts | None
    after: CaseFacts
    also_in: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LinkWritten:
    """A case gets a place in a suite, another place, or is removed from it (``after`` is None)."""

    suite: str
    case: str
    before: Link | None
    after: Link | None


@dataclass(frozen=True, slots=True)
class AssertionWritten:
    """A version of an assertion is minted; ``suite`` is the one whose file says so."""

    suite: str
    owner: Owner
    key: str
    before: AssertionVersion | None
    after: AssertionVersion


@dataclass(frozen=True, slots=True)
class CriteriaWritten:
    """A version of a criteria is minted."""

    suite: str
    consumer: str
    before: CriteriaVersion | None
    after: CriteriaVersion


Change = SuiteWritten | CaseWritten | LinkWritten | AssertionWritten | CriteriaWritten


@dataclass(frozen=True)
class Plan:
    """What would be written; with any refusal, nothing is."""

    team: str
    changes: tuple[Change, ...]
    refusals: tuple[Refusal, ...] = ()


def plan(suites: list[Suite], state: State) -> Plan:
    """Compare one team's suites, read without fault, with what the team has."""
    refusals = tuple(apply_refusals.unknown_names(suites, state))
    if refusals:
        return Plan(state.team, (), refusals)
    changes = tuple(change for suite in suites for change in _changes(suite, state))
    after = applied(state, changes)
    refusals = tuple(apply_refusals.consequences(suites, set(_edited_cases(changes)), state, after))
    return Plan(state.team, changes, refusals)


def applied(state: State, changes: Iterable[Change]) -> State:
    """The state after the changes; the one given stays as it is."""
    after = copy(state)
    after.suites, after.cases = dict(state.suites), dict(state.cases)
    after.links = {suite: dict(links) for suite, links in state.links.items()}
    after.assertions = {owner: dict(keys) for owner, keys in state.assertions.items()}
    after.criteria = {suite: dict(specs) for suite, specs in state.criteria.items()}
    for change in changes:
        match change:
            case SuiteWritten():
                after.suites[change.suite] = change.after
            case CaseWritten():
                after.cases[change.case] = change.after
            case LinkWritten(after=None):
                del after.links[change.suite][change.case]
            case LinkWritten(after=Link() as link):
                after.links.setdefault(change.suite, {})[change.case] = link
            case AssertionWritten():
                after.assertions.setdefault(change.owner, {})[change.key] = change.after
            case CriteriaWritten():
                after.criteria.setdefault(change.suite, {})[change.consumer] = change.after
    return after


def _changes(suite: Suite, state: State) -> Iterator[Change]:
    before = state.suites.get(suite.name)
    revived = suite.name in state.archived
    if before is None or revived or not same(asdict(before), asdict(suite.facts)):
        yield SuiteWritten(suite.name, before, suite.facts, revived)
    for case in suite.cases:
        yield from _case_changes(suite, case, state)
    yield from _link_changes(suite, state)
    yield from _assertion_changes(suite, Owner("suite", suite.name), suite.assertions, state)
    yield from _criteria_changes(suite, state)


def _case_changes(suite: Suite, case: Case, state: State) -> Iterator[Change]:
    if case.facts is None:
        return
    before = state.cases.get(case.name)
    if before is None or not same(asdict(before), asdict(case.facts)):
        also_in = tuple(name for name in state.suites_of(case.name) if name != suite.name)
        yield CaseWritten(suite.name, case.name, before, case.facts, also_in)
    yield from _assertion_changes(suite, Owner("case", case.name), case.assertions, state)


def _link_changes(suite: Suite, state: State) -> Iterator[LinkWritten]:
    links = state.links.get(suite.name, {})
    wanted = {case.name: Link(position, case.enabled) for position, case in enumerate(suite.cases)}
    for case, link in wanted.items():
        if links.get(case) != link:
            yield LinkWritten(suite.name, case, links.get(case), link)
    for case, link in links.items():
        if case not in wanted:
            yield LinkWritten(suite.name, case, link, None)


def _assertion_changes(
    suite: Suite, owner: Owner, wanted: tuple[Assertion, ...], state: State
) -> Iterator[AssertionWritten]:
    newest = state.assertions.get(owner, {})
    for assertion in wanted:
        before = newest.get(assertion.key)
        if before and not before.retired and same(asdict(before.wording), asdict(assertion.wording)):
            continue
        after = AssertionVersion(before.version + 1 if before else 1, assertion.wording)
        yield AssertionWritten(suite.name, owner, assertion.key, before, after)
    kept = {assertion.key for assertion in wanted}
    for key, before in newest.items():
        if key not in kept and not before.retired:
            last = AssertionVersion(before.version + 1, before.wording, retired=True)
            yield AssertionWritten(suite.name, owner, key, before, last)


def _criteria_changes(suite: Suite, state: State) -> Iterator[CriteriaWritten]:
    newest = state.criteria.get(suite.name, {})
    for consumer, spec in suite.criteria.items():
        before = newest.get(consumer)
        if before and not before.retired and same(before.spec, spec):
            continue
        after = CriteriaVersion(before.version + 1 if before else 1, spec)
        yield CriteriaWritten(suite.name, consumer, before, after)
    for consumer, before in newest.items():
        if consumer not in suite.criteria and not before.retired:
            last = CriteriaVersion(before.version + 1, before.spec, retired=True)
            yield CriteriaWritten(suite.name, consumer, before, last)


def _edited_cases(changes: Iterable[Change]) -> Iterator[str]:
    for change in changes:
        match change:
            case CaseWritten(case=name) | AssertionWritten(owner=Owner(kind="case", name=name)):
                yield name
