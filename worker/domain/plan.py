"""The plan of a run: everything frozen at its start, so that later edits no longer touch it. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from worker.domain.words import Reads

BUILT_IN_RUN_CONFIG: Final[dict[str, int]] = {"trials": 1}
RUN_CONFIG_BOUNDS: Final[dict[str, tuple[int, int]]] = {
    "trials": (1, 100),
    "concurrency": (1, 256),
    "deadline_s": (1, 86_400),
    "case_timeout_s": (1, 7_200),
}
"""The keys of run_config that anything reads, with their ranges; the SQL of the enqueue holds the same list."""

RECORDED_CALL: Final = "recorded_call"


@dataclass(frozen=True, slots=True)
class LiveAssertion:
    """An assertion's live version.

    Attributes:
        case_id: its owner, or None where the suite owns it.
        reads: what its kind reads; None where this worker does not know the kind.
    """

    id: UUID
    case_id: UUID | None
    key: str
    reads: Reads | None


@dataclass(frozen=True, slots=True)
class PlannedCase:
    """A case of the suite that is enabled."""

    id: UUID
    name: str
    runner: str


@dataclass(frozen=True, slots=True)
class Due:
    """One assertion that owes a row: version and key."""

    id: UUID
    key: str


@dataclass(frozen=True)
class Plan:
    """What applies to what (model.md, "What applies to what").

    Attributes:
        suite: the suite's assertions, each with what its kind reads.
        cases: assertions that cases own, by case; they replace the suite's of the same key there.
        brings: by runner, what its evidence holds.
        run_config: merged key by key: built-in, suite, enqueue.
        left_out: names of enabled cases that the run's target does not allow.
        partial: whoever started the run left out cases or trials.
    """

    suite: tuple[LiveAssertion, ...]
    cases: Mapping[UUID, tuple[LiveAssertion, ...]]
    brings: Mapping[str, frozenset[Reads]]
    run_config: Mapping[str, int]
    criteria: Mapping[str, Any]
    targets: Mapping[str, Any]
    left_out: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    partial: bool = False
    planned: tuple[PlannedCase, ...] = field(default=(), repr=False)

    def due(self, case_id: UUID, runner: str) -> tuple[Due, ...]:
        """The assertion versions that one case of this runner owes rows for, in a stable order."""
        own = self.cases.get(case_id, ())
        replaced = {assertion.key for assertion in own}
        brought = self.brings.get(runner, frozenset())
        shared = (
            assertion
            for assertion in self.suite
            if assertion.key not in replaced and (assertion.reads is None or assertion.reads in brought)
        )
        return tuple(Due(assertion.id, assertion.key) for assertion in (*own, *shared))

    def pairs(self) -> set[tuple[UUID, str]]:
        """Every pair of case and assertion key that this run will judge."""
        return {(case.id, due.key) for case in self.planned for due in self.due(case.id, case.runner)}

    def trials(self, *, repeats: bool) -> int:
        """How often a case is executed; once where repeating tells nothing."""
        return self.run_config.get("trials", 1) if repeats else 1

    def stored(self) -> dict[str, Any]:
        """The plan as ``runs.plan`` holds it, beside the target."""
        return {
            "suite": [_written(assertion) for assertion in self.suite],
            "cases": {str(owner): [_written(one) for one in owned] for owner, owned in self.cases.items()},
            "brings": {runner: sorted(reads) for runner, reads in self.brings.items()},
            "run_config": dict(self.run_config),
            "criteria": dict(self.criteria),
            "targets": dict(self.targets),
            "left_out": list(self.left_out),
            "warnings": list(self.warnings),
            "partial": self.partial,
        }


def read_plan(stored: Mapping[str, Any]) -> Plan:
    """A plan as the row holds it."""
    return Plan(
        suite=tuple(_read(item, None) for item in stored["suite"]),
        cases={
            UUID(owner): tuple(_read(item, UUID(owner)) for item in owned) for owner, owned in stored["cases"].items()
        },
        brings={runner: frozenset(map(Reads, reads)) for runner, reads in stored["brings"].items()},
        run_config=stored["run_config"],
        criteria=stored["criteria"],
        targets=stored["targets"],
        left_out=tuple(stored["left_out"]),
        warnings=tuple(stored["warnings"]),
        partial=stored["partial"],
    )


def merged_run_config(*layers: Mapping[str, Any]) -> dict[str, Any]:
    """Key by key, the later layer wins."""
    return {key: value for layer in (BUILT_IN_RUN_CONFIG, *layers) for key, value in layer.items()}


def allowed(cases: Iterable[PlannedCase], *, over_call_set: bool) -> tuple[list[PlannedCase], list[str]]:
    """The cases that the run's target allows, and the names of those it leaves out."""
    kept: list[PlannedCase] = []
    left_out: list[str] = []
    for case in cases:
        if (case.runner == RECORDED_CALL) == over_call_set:
            kept.append(case)
        else:
            left_out.append(case.name)
    return kept, left_out


def chosen(
    cases: Iterable[PlannedCase], only: Iterable[UUID] | None, *, trials: int | None, suite_trials: int
) -> tuple[list[PlannedCase], bool]:
    """The allowed cases that the enqueue chose, and whether the run is partial.

    Args:
        cases: those that the run's target allows.
        only: the ids that the enqueue names; None: all.
        trials: as the enqueue asks; None: as the suite says.
        suite_trials: as the suite says.
    """
    every = list(cases)
    wanted = None if only is None else set(only)
    kept = [case for case in every if wanted is None or case.id in wanted]
    return kept, len(kept) < len(every) or (trials is not None and trials < suite_trials)


def _written(assertion: LiveAssertion) -> list[str | None]:
    return [str(assertion.id), assertion.key, assertion.reads]


def _read(item: list[Any], owner: UUID | None) -> LiveAssertion:
    return LiveAssertion(id=UUID(item[0]), case_id=owner, key=item[1], reads=Reads(item[2]) if item[2] else None)
