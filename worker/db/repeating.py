"""A run asked for once more: what there is to repeat, and the enqueue that repeats it. Reads nothing itself."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from worker.domain.choice import Only
from worker.domain.words import RunStatus
from worker.errors import RequestRefused

REPEATED: Final = """
    SELECT run.id, run.status,
        NOT EXISTS (SELECT FROM assistant_test_case_runs AS ran WHERE ran.run_id = run.id) AS unplanned,
        coalesce(found.failed, '{}') AS failed, coalesce(found.undecided, '{}') AS undecided,
        coalesce(found.gone, '{}') AS gone
    FROM assistant_test_runs AS run
    LEFT JOIN LATERAL (
        SELECT array_agg(each.case_id) FILTER (WHERE each.failed AND each.linked) AS failed,
            array_agg(each.case_id) FILTER (WHERE each.undecided AND each.linked) AS undecided,
            array_agg(each.name) FILTER (WHERE NOT each.linked) AS gone
        FROM (
            SELECT ran.case_id, min(ran.case_snapshot ->> 'name') AS name,
                bool_or(coalesce(NOT result.met, false)) AS failed,
                bool_or(ran.status <> 'executed' OR (owed.assertion_id IS NOT NULL AND result.met IS NULL))
                    AS undecided,
                EXISTS (
                    SELECT FROM assistant_test_suite_cases AS link
                    WHERE link.suite_id = run.suite_id AND link.case_id = ran.case_id AND link.enabled) AS linked
            FROM assistant_test_case_runs AS ran
            LEFT JOIN assistant_test_outcomes AS judged ON judged.case_run_id = ran.id AND judged.pass_no = 0
            LEFT JOIN LATERAL unnest(judged.due) AS owed (assertion_id) ON true
            LEFT JOIN assistant_test_assertion_results AS result
                ON result.outcome_id = judged.id AND result.assertion_id = owed.assertion_id
            WHERE ran.run_id = run.id
            GROUP BY ran.case_id
        ) AS each
    ) AS found ON true
    WHERE run.id = %(run)s AND (%(team)s::text IS NULL OR run.team_id = %(team)s)"""

AGAIN: Final = """
    SELECT assistant_test_enqueue(
        team => run.team_id, suite => suite.name, consumer => consumer.key, request_id => %(request_id)s,
        config => CASE WHEN run.plan #> '{target,content}' IS NULL OR run.assistant_config_id NOT LIKE 'inline:%%'
            THEN run.assistant_config_id END,
        content => CASE WHEN run.assistant_config_id LIKE 'inline:%%' THEN run.plan #> '{target,content}' END,
        call_set => run.call_set_id, lane => run.lane, run_config => run.run_config,
        targets => run.plan -> 'targets',
        only_cases => coalesce(%(only_cases)s::uuid[], run.only_cases), rerun_of => run.id) AS run
    FROM assistant_test_runs AS run
    JOIN assistant_test_suites AS suite ON suite.id = run.suite_id
    JOIN assistant_test_criteria AS opinion ON opinion.id = run.criteria_id
    JOIN assistant_test_consumers AS consumer ON consumer.id = opinion.consumer_id
    WHERE run.id = %(run)s"""
"""The same question: the configuration as it was given, a reference as a reference; the consumer's live criteria."""


@dataclass(frozen=True, slots=True)
class Repeat:
    """What is asked once more.

    Attributes:
        only_cases: None: what the original asked for.
        gone: names of the original's cases that the suite has no longer, or has disabled.
    """

    only_cases: list[UUID] | None
    gone: tuple[str, ...]


def repeat(run: UUID, row: Mapping[str, Any] | None, only: Collection[Only]) -> Repeat:
    """What of a run is run again; ``row`` is that of :data:`REPEATED`, and ``only`` empty for all of it.

    Raises:
        RequestRefused: ``run_unknown``, ``run_not_ended``, ``nothing_to_rerun``.
    """
    if row is None:
        raise RequestRefused("run_unknown", f"There is no run {run}.", advice="Check the id and the team.")
    if not RunStatus(row["status"]).ended:
        raise RequestRefused(
            "run_not_ended", f"Run {run} is {row['status']}.", advice="Wait for its end, or cancel it, and ask again."
        )
    if not only or (row["unplanned"] and Only.UNDECIDED in only):
        return Repeat(None, ())
    cases = dict.fromkeys(case for each in only for case in row[each.value])
    if not cases:
        asked = " or ".join(sorted(only))
        raise RequestRefused(
            "nothing_to_rerun",
            f"No case of run {run} that its suite still has is {asked}.",
            advice="Ask without --failed and --undecided to run all of it again.",
        )
    return Repeat(list(cases), tuple(sorted(row["gone"])))
