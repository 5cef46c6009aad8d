"""The cases that somebody chose: by name for an enqueue, by what a run found for its re-run."""

from collections.abc import Collection, Sequence
from typing import Final
from uuid import UUID

from psycopg.rows import dict_row

from worker.db.repeating import AGAIN, REPEATED, Repeat, repeat
from worker.db.requests import Connection, translated
from worker.domain.choice import Missed, Only, matching
from worker.errors import RequestRefused

CASES: Final = """
    SELECT cases.name, cases.id
    FROM assistant_test_find_suite(%s, %s) AS suite
    JOIN assistant_test_suite_cases AS links ON links.suite_id = suite.id AND links.enabled
    JOIN assistant_test_cases AS cases ON cases.id = links.case_id
    ORDER BY links.position, cases.id"""

RUNNERS: Final = """
    SELECT DISTINCT cases.runner
    FROM assistant_test_find_suite(%(team)s, %(suite)s) AS suite
    JOIN assistant_test_suite_cases AS links ON links.suite_id = suite.id AND links.enabled
    JOIN assistant_test_cases AS cases ON cases.id = links.case_id
    WHERE %(only)s::uuid[] IS NULL OR cases.id = ANY (%(only)s::uuid[])"""


def runners(connection: Connection, team: str, suite: str, only_cases: Sequence[UUID] | None) -> list[str]:
    """The runners of the suite's enabled cases, or of the chosen ones among them.

    Raises:
        RequestRefused: ``suite_unknown``, ``team_unknown``.
    """
    values = {"team": team, "suite": suite, "only": None if only_cases is None else list(only_cases)}
    with translated():
        return [runner for (runner,) in connection.execute(RUNNERS, values)]


def cases_named(connection: Connection, team: str, suite: str, patterns: Sequence[str]) -> tuple[UUID, ...]:
    """The enabled cases of the suite that any of the patterns names.

    Raises:
        RequestRefused: ``case_unknown`` where a pattern names none, ``suite_unknown``, ``team_unknown``.
    """
    with translated():
        names: dict[str, UUID] = dict(connection.execute(CASES, [team, suite]).fetchall())
    found, missed = matching(names, patterns)
    if missed:
        raise RequestRefused(
            "case_unknown",
            f"No enabled case of suite {suite} is named {', '.join(each.pattern for each in missed)}.",
            advice=" ".join(map(_advice, missed)),
        )
    return found


def rerun(connection: Connection, run: UUID, team: str, only: Collection[Only], request_id: str) -> tuple[UUID, Repeat]:
    """The run that repeats ``run``, and what of it.

    Raises:
        RequestRefused: with a code of the published list; nothing was written.
    """
    with translated(), connection.cursor(row_factory=dict_row) as cursor:
        row = cursor.execute(REPEATED, {"run": run, "team": team or None}).fetchone()
        asked = repeat(run, row, only)
        values = {"run": run, "request_id": request_id or None, "only_cases": asked.only_cases}
        made = cursor.execute(AGAIN, values).fetchone()
    return UUID(str((made or {})["run"])), asked


def _advice(missed: Missed) -> str:
    return f"Near {missed.pattern}: {', '.join(missed.near)}." if missed.near else "The suite has no enabled case."
