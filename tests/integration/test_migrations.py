"""Migrations: walked up, down and up again on a database with rows; models and schema agree."""

import psycopg
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.script import ScriptDirectory

from tests.world import World
from worker.db import migrate, revision, session
from worker.db.models import PREFIX, Base
from worker.errors import NotReady

ELEVEN = {
    "suites", "cases", "suite_cases", "assertions", "consumers", "criteria", "runs", "call_sets", "case_runs",
    "outcomes", "assertion_results",
}  # fmt: skip
BESIDE = {"run_events", "ticks", "runners", "refused_enqueues", "webhook_deliveries"}
OURS = (
    "SELECT relname FROM pg_class WHERE relname LIKE 'assistant\\_test\\_%%' UNION ALL"
    " SELECT proname FROM pg_proc WHERE proname LIKE 'assistant\\_test\\_%%' ORDER BY 1"
)


def test_there_is_one_head_and_the_names_of_the_scripts_tell_it() -> None:
    """Two heads would leave the order of revisions to chance; commands read the names and do without Alembic."""
    assert ScriptDirectory.from_config(migrate.config("")).get_heads() == [revision.head()]


def test_up_down_and_up_again_with_rows(connection: psycopg.Connection, database_url: str) -> None:
    """Down leaves no trace of ours, and up brings the same schema again."""
    world = World(connection)
    world.suite()
    world.enqueue()
    before = world.rows(OURS)

    migrate.downgrade(database_url)
    left = [name for (name,) in world.rows(OURS) if not str(name).startswith("assistant_test_revision")]
    migrate.upgrade(database_url)

    assert left == []
    assert world.rows(OURS) == before
    world.suite()
    assert world.status(world.enqueue()) == "queued"


def test_one_step_down_and_up_again_keeps_the_runs(connection: psycopg.Connection, database_url: str) -> None:
    """The functions of the revision before are back, the same request is the same run on either side."""
    world = World(connection)
    world.suite()
    run_id = world.enqueue(request_id="publish-17")
    before = world.rows(OURS)

    migrate.downgrade(database_url, "0001")
    again_below = world.enqueue(request_id="publish-17")
    migrate.upgrade(database_url)
    again_above = world.enqueue(request_id="publish-17")

    assert (again_below, again_above) == (run_id, run_id)
    assert world.rows(OURS) == before


def test_models_and_schema_agree(connection: psycopg.Connection, database_url: str) -> None:
    """Autogenerate finds nothing to do, comments included."""
    del connection
    command.check(migrate.config(database_url))


def test_the_tables_are_the_eleven_and_those_beside(connection: psycopg.Connection) -> None:
    """No table that the model does not name."""
    names = World(connection).rows("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")

    ours = {name.removeprefix(PREFIX) for (name,) in names} - {"revision"}
    assert ours == ELEVEN | BESIDE


def test_there_are_exactly_two_check_constraints(connection: psycopg.Connection) -> None:
    """Sets of words are an enum in Python, never a CHECK; what remains are one owner and one target."""
    names = World(connection).rows(
        "SELECT conname FROM pg_constraint WHERE contype = 'c' AND conrelid::regclass::text LIKE 'assistant%%'"
        " ORDER BY conname"
    )

    assert [name for (name,) in names] == [
        "assistant_test_assertions_one_owner_check",
        "assistant_test_runs_one_target_check",
    ]


def test_there_are_no_enum_types(connection: psycopg.Connection) -> None:
    """A new word must not need a migration."""
    assert World(connection).one("SELECT count(*) FROM pg_type WHERE typtype = 'e' AND typname LIKE 'assistant%%'") == 0


def test_every_column_has_a_comment(connection: psycopg.Connection) -> None:
    """A person who looks at a table reads there what a column means."""
    missing = World(connection).rows(
        "SELECT relname, attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid"
        " WHERE relkind = 'r' AND relname LIKE 'assistant\\_test\\_%%' AND relname <> 'assistant_test_revision'"
        " AND attnum > 0 AND col_description(attrelid, attnum) IS NULL"
    )

    assert missing == []


@pytest.mark.parametrize(
    ("table", "columns"),
    [
        ("runs", ["lane", "wake_at"]),
        ("runs", ["lease_expires_at"]),
        ("runs", ["team_id", "request_id"]),
        ("case_runs", ["run_id", "case_id", "trial"]),
        ("assertion_results", ["run_id"]),
        ("assertion_results", ["assertion_id", "created_at"]),
        ("refused_enqueues", ["request_id"]),
        ("webhook_deliveries", ["run_id"]),
        ("webhook_deliveries", ["next_try_at"]),
    ],
)
def test_the_indexes_that_the_engine_lives_on_are_there(
    connection: psycopg.Connection, table: str, columns: list[str]
) -> None:
    """Due runs, expired leases, request_id, a run's rows, a behaviour over time."""
    del connection
    mapped = Base.metadata.tables[PREFIX + table]
    indexed = [[column.name for column in index.columns] for index in mapped.indexes]
    unique = [
        [column.name for column in constraint.columns]
        for constraint in mapped.constraints
        if isinstance(constraint, sa.UniqueConstraint)
    ]

    assert columns in indexed + unique


def test_foreign_keys_keep_teams_apart(connection: psycopg.Connection) -> None:
    """A case of one team cannot stand in another team's suite."""
    world, other = World(connection), World(connection, team="other")
    suite_id = world.suite()
    other.suite(cases=0)
    case_id = other.one(
        "INSERT INTO assistant_test_cases (team_id, name, runner, content) VALUES ('other', 'x', 'structural', '{}') RETURNING id"
    )

    with pytest.raises(psycopg.errors.ForeignKeyViolation):
        world.connection.execute(
            "INSERT INTO assistant_test_suite_cases (suite_id, case_id, team_id, position) VALUES (%s, %s, 'acme', 9)",
            (suite_id, case_id),
        )


def test_ids_are_uuidv7_in_order(connection: psycopg.Connection) -> None:
    """Version 7, and later ones sort behind earlier ones to the millisecond."""
    ids = [World(connection).one("SELECT assistant_test_uuid7()") for _ in range(50)]

    assert {found.version for found in ids} == {7}
    assert [found.int >> 80 for found in ids] == sorted(found.int >> 80 for found in ids)


def test_a_database_on_another_revision_is_refused_with_the_way_to_migrate(connection: psycopg.Connection) -> None:
    """The worker starts on the schema that it was written for, or says how to get there."""
    connection.execute("UPDATE assistant_test_revision SET version_num = '0000'")
    with pytest.raises(NotReady, match=r"revision 0000.*assistant-test migrate"):
        session.require_revision(connection)

    connection.execute("DROP TABLE assistant_test_revision")
    with pytest.raises(NotReady, match="no revision of ours"):
        session.require_revision(connection)
