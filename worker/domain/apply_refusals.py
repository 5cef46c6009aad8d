"""Why suite files that are right in themselves cannot be applied to what a team has."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from worker.domain import criteria
from worker.domain.meant import meant
from worker.domain.suite import Suite
from worker.domain.suite_state import State


class Refusal(NamedTuple):
    """One reason; ``field`` is a path within the suite of a file, which ``suite`` names."""

    suite: str
    field: str
    message: str
    advice: str


def unknown_names(suites: list[Suite], state: State) -> Iterator[Refusal]:
    """Cases, runners and consumers that the files name and nobody has."""
    cases = {case.name for suite in suites for case in suite.cases if case.facts} | state.cases.keys()
    for suite in suites:
        for index, case in enumerate(suite.cases):
            if case.facts is None and case.name not in cases:
                message = f"Team {state.team} has no case {case.name}."
                yield Refusal(suite.name, f"cases[{index}].use", message, meant(case.name, cases))
            if case.facts and case.facts.runner not in state.runners:
                message = f"No worker has registered the runner {case.facts.runner}."
                advice = f"{meant(case.facts.runner, state.runners)} A worker registers its adapters when it starts."
                yield Refusal(suite.name, f"cases[{index}].runner", message, advice)
        for consumer in suite.criteria:
            if consumer not in state.consumers:
                message = f"There is no consumer {consumer}."
                yield Refusal(suite.name, f"criteria.{consumer}", message, meant(consumer, state.consumers))


def consequences(suites: list[Suite], edited: set[str], state: State, after: State) -> Iterator[Refusal]:
    """What must not come out: a case shared between assistants, a criteria that names nothing any more.

    Args:
        suites: the suites of the files.
        edited: names of the cases that would change, or whose assertions would.
        state: before.
        after: what the rows would be.
    """
    for suite in suites:
        yield from _other_assistants(suite, after)
        yield from _unmatched(suite, after)
    seen = {suite.name for suite in suites} | after.archived
    for suite in suites:
        for index, case in enumerate(suite.cases):
            others = [name for name in state.suites_of(case.name) if case.name in edited and name not in seen]
            seen |= set(others)
            for other in others:
                yield from _broken(suite.name, f"cases[{index}]", other, state, after)


def _other_assistants(suite: Suite, after: State) -> Iterator[Refusal]:
    for index, case in enumerate(suite.cases):
        for other in after.suites_of(case.name):
            theirs = after.suites[other].assistant
            if theirs != suite.facts.assistant:
                message = f"The case {case.name} stands in suite {other} of another assistant, {theirs}."
                advice = f"Make a copy: describe it here under a name of its own, such as {case.name} ({suite.name})."
                yield Refusal(suite.name, f"cases[{index}].{'name' if case.facts else 'use'}", message, advice)


def _unmatched(suite: Suite, after: State) -> Iterator[Refusal]:
    for consumer, found in _missing(suite.name, after):
        message = f"No run of this suite would judge the key {found.key}."
        near = f"Did you mean {found.nearest[0]}?" if found.nearest else "Keep the assertion, or take the key out."
        advice = f"{near} It takes an enabled case whose runner brings what the assertion reads."
        yield Refusal(suite.name, f"criteria.{consumer}.{found.path}", message, advice)


def _broken(suite: str, field: str, other: str, state: State, after: State) -> Iterator[Refusal]:
    """Keys that the criteria of a suite outside the files lose because they share an edited case."""
    before = {(consumer, found.key) for consumer, found in _missing(other, state)}
    for consumer, found in _missing(other, after):
        if (consumer, found.key) not in before:
            message = f"The case stands in suite {other} too, where {consumer} requires the key {found.key}."
            yield Refusal(
                suite, field, message, f"Keep the assertion, or change the criteria of suite {other} as well."
            )


def _missing(suite: str, state: State) -> Iterable[tuple[str, criteria.Unmatched]]:
    pairs = list(state.pairs(suite))
    for consumer, spec in state.live_criteria(suite).items():
        try:
            found = criteria.resolve(criteria.parse(spec), pairs)
        except criteria.CriteriaInvalid:
            continue  # written by other means than a file; a run says so at its start
        for unmatched in found.unmatched:
            yield consumer, unmatched
