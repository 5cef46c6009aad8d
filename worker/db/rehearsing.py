"""A run as it would be: enqueued, read, and taken back. Nobody sees the row, and nobody is notified."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from worker.db.planning import ASSERTIONS, CASES, AssertionRow, HeldRun
from worker.db.requests import Connection, Request, enqueue
from worker.domain.plan import PlannedCase
from worker.errors import InputError

THERE: Final = "SELECT id FROM assistant_test_runs WHERE team_id = %s AND request_id = %s"
HELD: Final = """
    SELECT runs.id, runs.suite_id, false, runs.call_set_id IS NOT NULL, runs.assistant_config_id, runs.run_config,
        coalesce(runs.plan -> 'targets', '{}'), runs.plan #>> '{target,sha256}', suites.run_config, suites.targets,
        criteria.spec, runs.only_cases
    FROM assistant_test_runs AS runs
    JOIN assistant_test_suites AS suites ON suites.id = runs.suite_id
    JOIN assistant_test_criteria AS criteria ON criteria.id = runs.criteria_id
    WHERE runs.id = %s"""


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """What the first step of the run would read."""

    run: HeldRun
    cases: list[PlannedCase]
    assertions: list[AssertionRow]


def there(connection: Connection, request: Request) -> UUID | None:
    """The run that the request made before."""
    row = connection.execute(THERE, [request.team, request.request_id]).fetchone()
    return row[0] if row else None


@contextmanager
def rehearsed(connection: Connection, request: Request) -> Iterator[Rehearsed]:
    """The run that the request would make; taken back when the context ends.

    Raises:
        InputError: the request's run is there already, or it is refused as an enqueue is.
    """
    made = there(connection, request)
    if made is not None:
        raise InputError(
            f"The request_id {request.request_id} belongs to run {made}, so nothing would be run anew.",
            advice="See it with assistant-test show, or give another --request-id.",
        )
    with connection.transaction(force_rollback=True):
        [row] = connection.execute(HELD, [enqueue(connection, request)]).fetchall()
        run = HeldRun(*row)
        suites = {"suites": [run.suite_id]}
        cases = [PlannedCase(*rest) for _, *rest in connection.execute(CASES, suites)]
        yield Rehearsed(run, cases, [AssertionRow(*each) for each in connection.execute(ASSERTIONS, suites)])
