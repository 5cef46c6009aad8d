"""A team's suites: read as the state that files are compared with, and written as planned, in one transaction."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import psycopg
from psycopg.rows import TupleRow
from psycopg.types.json import Jsonb

from worker.domain.apply_plan import (
    AssertionWritten,
    CaseWritten,
    Change,
    CriteriaWritten,
    LinkWritten,
    Plan,
    SuiteWritten,
    plan,
)
from worker.domain.suite import CaseFacts, Suite, SuiteFacts, Wording
from worker.domain.suite_state import AssertionVersion, CriteriaVersion, Link, Owner, ReadsOf, State
from worker.domain.words import Reads
from worker.errors import InputError

Connection = psycopg.Connection[TupleRow]

PATIENCE: Final = "SET LOCAL lock_timeout = '60s'"
LOCK: Final = "SELECT pg_advisory_xact_lock(hashtextextended('assistant_test_apply:' || %s, 0))"
SUITES: Final = """
    SELECT id, name, assistant_id, description, targets, run_config, archived_at IS NOT NULL
    FROM assistant_test_suites WHERE team_id = %s"""
CASES: Final = "SELECT id, name, runner, content, source_call_id FROM assistant_test_cases WHERE team_id = %s"
LINKS: Final = "SELECT suite_id, case_id, position, enabled FROM assistant_test_suite_cases WHERE team_id = %s"
ASSERTIONS: Final = """
    SELECT DISTINCT ON (suite_id, case_id, assertion_key)
        suite_id, case_id, assertion_key, version, kind, spec, statement, role, retired
    FROM assistant_test_assertions WHERE team_id = %s
    ORDER BY suite_id, case_id, assertion_key, version DESC"""
CRITERIA: Final = """
    SELECT DISTINCT ON (opinion.suite_id, consumer.key)
        opinion.suite_id, consumer.key, opinion.version, opinion.spec, opinion.retired
    FROM assistant_test_criteria AS opinion
    JOIN assistant_test_consumers AS consumer ON consumer.id = opinion.consumer_id
    WHERE opinion.team_id = %s
    ORDER BY opinion.suite_id, consumer.key, opinion.version DESC"""

WRITE_SUITE: Final = """
    INSERT INTO assistant_test_suites (team_id, name, assistant_id, description, targets, run_config)
    VALUES (%s, %s, %s, %s, %s, %s)
    ON CONFLICT (team_id, name) DO UPDATE SET
        assistant_id = excluded.assistant_id, description = excluded.description, targets = excluded.targets,
        run_config = excluded.run_config, archived_at = NULL"""
WRITE_CASE: Final = """
    INSERT INTO assistant_test_cases (team_id, name, runner, content, source_call_id, origin)
    VALUES (%s, %s, %s, %s, %s, %s)
    ON CONFLICT (team_id, name) DO UPDATE SET
        runner = excluded.runner, content = excluded.content, source_call_id = excluded.source_call_id"""
WRITE_LINK: Final = """
    INSERT INTO assistant_test_suite_cases (team_id, suite_id, case_id, position, enabled)
    SELECT suite.team_id, suite.id, "case".id, %s, %s
    FROM assistant_test_suites AS suite JOIN assistant_test_cases AS "case" USING (team_id)
    WHERE suite.team_id = %s AND suite.name = %s AND "case".name = %s
    ON CONFLICT (suite_id, case_id) DO UPDATE SET position = excluded.position, enabled = excluded.enabled"""
REMOVE_LINK: Final = """
    DELETE FROM assistant_test_suite_cases AS link
    USING assistant_test_suites AS suite, assistant_test_cases AS "case"
    WHERE suite.id = link.suite_id AND "case".id = link.case_id
        AND suite.team_id = %s AND suite.name = %s AND "case".team_id = %s AND "case".name = %s"""
MINT_ASSERTION: Final = {
    owner: f"""
    INSERT INTO assistant_test_assertions
        (team_id, {owner}_id, assertion_key, version, kind, spec, statement, role, retired)
    SELECT team_id, id, %s, %s, %s, %s, %s, %s, %s
    FROM assistant_test_{owner}s WHERE team_id = %s AND name = %s"""
    for owner in ("suite", "case")
}
MINT_CRITERIA: Final = """
    INSERT INTO assistant_test_criteria (team_id, suite_id, consumer_id, version, spec, retired)
    SELECT suite.team_id, suite.id, consumer.id, %s, %s, %s
    FROM assistant_test_suites AS suite, assistant_test_consumers AS consumer
    WHERE suite.team_id = %s AND suite.name = %s AND consumer.key = %s"""


def apply(
    connection: Connection,
    suites: Iterable[Suite],
    reads_of: ReadsOf,
    *,
    announce: Callable[[list[Plan]], None] = lambda _: None,
    dry_run: bool = False,
) -> list[Plan]:
    """Write what the suites of files change, all of it or nothing.

    The teams are locked first, so that of two applies at once the second sees what the first wrote.

    Args:
        connection: in autocommit mode, or in a transaction that then decides.
        suites: of any number of teams, read without fault.
        reads_of: what a kind of assertion reads.
        announce: called with the plans before anything is written.
        dry_run: plan only.

    Returns:
        One plan for each team, sorted by team. Where one has a refusal, nothing was written.

    Raises:
        InputError: somebody who took no lock wrote the same version at the same time.
    """
    by_team: dict[str, list[Suite]] = {}
    for suite in suites:
        by_team.setdefault(suite.team, []).append(suite)
    try:
        with connection.transaction():
            connection.execute(PATIENCE)
            for team in sorted(by_team):
                connection.execute(LOCK, [team])
            plans = [plan(by_team[team], state_of(connection, team, reads_of)) for team in sorted(by_team)]
            if not any(each.refusals for each in plans):
                announce(plans)
                if not dry_run:
                    for each in plans:
                        write(connection, each)
    except psycopg.errors.UniqueViolation as conflict:
        raise InputError(
            f"Somebody else wrote the same suites just now: {conflict.diag.message_detail}",
            advice="Nothing was written; apply again.",
        ) from conflict
    return plans


def state_of(connection: Connection, team: str, reads_of: ReadsOf) -> State:
    """What the team has, newest versions only."""

    def rows(query: str) -> Iterator[Any]:
        yield from connection.execute(query.encode(), [team])

    state = State(team, reads_of=reads_of)
    suites: dict[Any, str] = {}
    cases: dict[Any, str] = {}
    for key, name, assistant, description, targets, run_config, archived in rows(SUITES):
        suites[key] = name
        state.suites[name] = SuiteFacts(assistant, description, targets, run_config)
        state.archived |= {name} if archived else set()
    for key, name, runner, content, source_call_id in rows(CASES):
        cases[key] = name
        state.cases[name] = CaseFacts(runner, content, source_call_id)
    for suite_id, case_id, position, enabled in rows(LINKS):
        state.links.setdefault(suites[suite_id], {})[cases[case_id]] = Link(position, enabled)
    for suite_id, case_id, key, version, kind, spec, statement, role, retired in rows(ASSERTIONS):
        owner = Owner("suite", suites[suite_id]) if suite_id else Owner("case", cases[case_id])
        wording = Wording(kind, spec, statement, role)
        state.assertions.setdefault(owner, {})[key] = AssertionVersion(version, wording, retired)
    for suite_id, consumer, version, spec, retired in rows(CRITERIA):
        state.criteria.setdefault(suites[suite_id], {})[consumer] = CriteriaVersion(version, spec, retired)
    state.consumers = frozenset(key for (key,) in connection.execute("SELECT key FROM assistant_test_consumers"))
    state.runners = {
        name: frozenset(Reads(word) for word in brings if word in set(Reads))
        for name, brings in connection.execute("SELECT name, brings FROM assistant_test_runners")
    }
    return state


def write(connection: Connection, planned: Plan) -> None:
    """Write a plan without refusals, in the caller's transaction: what others refer to first."""
    team = planned.team
    order = (SuiteWritten, CaseWritten, LinkWritten, AssertionWritten, CriteriaWritten)
    with connection.cursor() as cursor, connection.pipeline():
        for change in sorted(planned.changes, key=lambda change: order.index(type(change))):
            statement, values = _statement(team, change)
            cursor.execute(statement.encode(), values)


def _statement(team: str, change: Change) -> tuple[str, list[Any]]:
    match change:
        case SuiteWritten(suite=suite, after=facts):
            documents = [Jsonb(facts.targets), Jsonb(facts.run)]
            return WRITE_SUITE, [team, suite, facts.assistant, facts.description, *documents]
        case CaseWritten(case=name, after=facts):
            origin = "call" if facts.source_call_id else "manual"
            return WRITE_CASE, [team, name, facts.runner, Jsonb(facts.content), facts.source_call_id, origin]
        case LinkWritten(suite=suite, case=name, after=link):
            if link is None:
                return REMOVE_LINK, [team, suite, team, name]
            return WRITE_LINK, [link.position, link.enabled, team, suite, name]
        case AssertionWritten(owner=owner, key=key, after=after):
            wording = after.wording
            values = [key, after.version, wording.kind, Jsonb(wording.spec), wording.statement, wording.role]
            return MINT_ASSERTION[owner.kind], [*values, after.retired, team, owner.name]
        case CriteriaWritten(suite=suite, consumer=consumer, after=after):
            return MINT_CRITERIA, [after.version, Jsonb(after.spec), after.retired, team, suite, consumer]
