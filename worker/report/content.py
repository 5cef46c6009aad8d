"""All that a report says: read in one snapshot, its rows streamed."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from worker.db import reports
from worker.db.reading import Cell, Connection, RunRow, live_criteria_of, verdict_under
from worker.db.reports import Total
from worker.db.verdicts import RunVerdict
from worker.domain.criteria import NO_RULE
from worker.report.rules import Rule, rules


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the run means under one consumer's criteria; ``verdict`` is None unless the run is completed."""

    consumer: str
    version: int
    verdict: RunVerdict | None
    rules: list[Rule]


@dataclass(frozen=True, slots=True)
class Content:
    """One run, as a report tells of it.

    Attributes:
        verdict: None unless the run is completed.
        rows: can be gone through once.
        others: reads what the run means under live criteria other than its own, by consumer.
    """

    run: RunRow
    verdict: RunVerdict | None
    rules: list[Rule]
    totals: list[Total]
    rows: Iterable[Cell]
    others: Callable[[], list[Opinion]] = list

    @property
    def headline(self) -> str:
        """The verdict in one word, or that there is none."""
        return self.run.outcome or "no verdict"

    @property
    def seconds(self) -> float:
        """From the run's start to its end; 0 where it has not ended or never started."""
        if self.run.started_at is None or self.run.finished_at is None:
            return 0.0
        return (self.run.finished_at - self.run.started_at).total_seconds()

    def remarks(self) -> Iterator[str]:
        """What stands beside the rules: why there is no verdict, and what makes one inconclusive or bounds it."""
        run, verdict = self.run, self.verdict
        if not run.ended:
            yield f"The run has not ended, it is {run.status}; this is what is there so far."
        elif run.outcome is None:
            yield f"The run ended as {run.status} and has no verdict."
        if run.error_code:
            yield f"{run.error_code}: {run.error_detail or ''}"
        if run.timed_out:
            yield "The run's deadline passed."
        if verdict and verdict.partial:
            yield "The run is partial: cases or trials were left out, so nothing can be decided."
        if verdict and verdict.unmatched:
            yield f"No result is due for {', '.join(verdict.unmatched)}, so nothing can be decided."
        if verdict and verdict.observed_only:
            yield NO_RULE
        if run.left_out:
            yield f"Left out, as the target does not allow them: {', '.join(run.left_out)}"
        yield from run.warnings


@contextmanager
def content(connection: Connection, run: RunRow) -> Iterator[Content]:
    """The content of a run's report, while the context lasts.

    Raises:
        RequestRefused: ``run_unknown``.
    """
    verdict = verdict_under(connection, run.id, run.criteria_id)
    totals = reports.totals(connection, run.id)
    rows = reports.rows(connection, run.id)
    yield Content(run, verdict, rules(run.criteria, verdict), totals, rows, lambda: list(_others(connection, run)))


def _others(connection: Connection, run: RunRow) -> Iterator[Opinion]:
    for live in live_criteria_of(connection, run.suite_id):
        if live.criteria_id != run.criteria_id:
            verdict = verdict_under(connection, run.id, live.criteria_id)
            yield Opinion(live.consumer, live.version, verdict, rules(live.spec, verdict))
