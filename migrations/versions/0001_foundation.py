"""The foundation: the eleven tables, the timeline, beat's ticks and the registered runners.

The previous release of the worker must be able to run on the schema that this revision leaves behind. Imports Alembic
and SQLAlchemy only; nothing of ours, so that an old revision never changes with the code.

Revision: 0001, the first
"""

from pathlib import Path

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

SQL = Path(__file__).resolve().parents[1] / "sql"
BEFORE_THE_TABLES = "0001_00_uuid7.sql"


def _install(name: str) -> None:
    op.get_bind().exec_driver_sql((SQL / name).read_text(encoding="utf-8"), execution_options={"no_parameters": True})


def upgrade() -> None:
    """Create the tables between the function that their defaults call and the functions that read them."""
    _install(BEFORE_THE_TABLES)
    op.create_table(
        "assistant_test_call_sets",
        sa.Column("id", sa.Uuid(), server_default=sa.text("assistant_test_uuid7()"), nullable=False, comment="UUIDv7"),
        sa.Column("team_id", sa.Text(), nullable=False, comment="the team that owns the row; denormalised on purpose"),
        sa.Column("name", sa.Text(), nullable=False, comment="unique per team"),
        sa.Column(
            "calls",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=False,
            comment="provider and call id, or the recorded material itself",
        ),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
            comment="when the row was inserted",
        ),
        sa.Column(
            "updated_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
            comment="when the row last changed; kept by a trigger",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("assistant_test_call_sets_pkey")),
        sa.UniqueConstraint("team_id", "id", name=op.f("assistant_test_call_sets_team_id_id_key")),
        sa.UniqueConstraint("team_id", "name", name=op.f("assistant_test_call_sets_team_id_name_key")),
        comment="recorded calls that a run can target",
    )
    op.create_table(
        "assistant_test_cases",
        sa.Column("id", sa.Uuid(), server_default=sa.text("assistant_test_uuid7()"), nullable=False, comment="UUIDv7"),
        sa.Column("team_id", sa.Text(), nullable=False, comment="the team that owns the row; denormalised on purpose"),
        sa.Column("name", sa.Text(), nullable=False, comment="unique per team"),
        sa.Column("runner", sa.Text(), nullable=False, comment="what executes it, e.g. structural"),
        sa.Column(
            "content",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=False,
            comment="turns, or persona and goal, or variables; and expectations",
        ),
        sa.Column("origin", sa.Text(), server_default="manual", nullable=False, comment="manual, generated or call"),
        sa.Column("source_call_id", sa.Text(), nullable=True, comment="the recorded call it came from, if any"),
        sa.Column("source_recipe_id", sa.Text(), nullable=True, comment="the template it came from, if any"),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
            comment="when the row was inserted",
        ),
        sa.Column(
            "updated_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
            comment="when the row last changed; kept by a trigger",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("assistant_test_cases_pkey")),
        sa.UniqueConstraint("team_id", "id", name=op.f("assistant_test_cases_team_id_id_key")),
        sa.UniqueConstraint("team_id", "name", name=op.f("assistant_test_cases_team_id_name_key")),
        comment="one situation to put an assistant in",
    )
    op.create_table(
        "assistant_test_consumers",
        sa.Column("id", sa.Uuid(), server_default=sa.text("assistant_test_uuid7()"), nullable=False, comment="UUIDv7"),
        sa.Column("key", sa.Text(), nullable=False, comment="the name that programs use"),
        sa.Column("name", sa.Text(), nullable=False, comment="the name that people read"),
        sa.Column("description", sa.Text(), server_default="", nullable=False, comment="what it does with a verdict"),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
            comment="when the row was inserted",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("assistant_test_consumers_pkey")),
        sa.UniqueConstraint("key", name=op.f("assistant_test_consumers_key_key")),
        comment="who asks for a verdict; application-wide, no team",
    )
    op.create_table(
        "assistant_test_runners",
        sa.Column("name", sa.Text(), nullable=False, comment="as cases name it"),
        sa.Column("brings", sa.ARRAY(sa.Text()), nullable=False, comment="what its evidence holds: configuration, …"),
        sa.Column(
            "needs_target", sa.Text(), nullable=True, comment="configuration, or the vendor whose target it needs"
        ),
        sa.Column(
            "deadline_s", sa.Integer(), nullable=False, comment="default deadline of a run that has such cases, seconds"
        ),
        sa.Column(
            "trials", sa.Boolean(), nullable=False, comment="false: repeating a case tells nothing, so it has one trial"
        ),
        sa.Column(
            "last_seen_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
            comment="when a worker last registered it",
        ),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
            comment="when the row was inserted",
        ),
        sa.PrimaryKeyConstraint("name", name=op.f("assistant_test_runners_pkey")),
        comment="runners that workers have registered; an enqueue refuses any other",
    )
    op.create_table(
        "assistant_test_suites",
        sa.Column("id", sa.Uuid(), server_default=sa.text("assistant_test_uuid7()"), nullable=False, comment="UUIDv7"),
        sa.Column("team_id", sa.Text(), nullable=False, comment="the team that owns the row; denormalised on purpose"),
        sa.Column("name", sa.Text(), nullable=False, comment="unique per team"),
        sa.Column(
            "assistant_id", sa.Text(), nullable=False, comment="the product's id of the assistant; no foreign key"
        ),
        sa.Column("description", sa.Text(), server_default="", nullable=False, comment="for people"),
        sa.Column(
            "targets",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            server_default=sa.text("'{}'"),
            nullable=False,
            comment="where each runner finds this assistant, by vendor",
        ),
        sa.Column(
            "run_config",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            server_default=sa.text("'{}'"),
            nullable=False,
            comment="defaults of the suite's runs",
        ),
        sa.Column(
            "archived_at",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="NULL: live; an archived suite takes no runs",
        ),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
            comment="when the row was inserted",
        ),
        sa.Column(
            "updated_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
            comment="when the row last changed; kept by a trigger",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("assistant_test_suites_pkey")),
        sa.UniqueConstraint("team_id", "id", name=op.f("assistant_test_suites_team_id_id_key")),
        sa.UniqueConstraint("team_id", "name", name=op.f("assistant_test_suites_team_id_name_key")),
        comment="one assistant's selection of cases",
    )
    op.create_table(
        "assistant_test_ticks",
        sa.Column("name", sa.Text(), nullable=False, comment="the periodic task"),
        sa.Column(
            "last_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
            comment="when it last ended well",
        ),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
            comment="when the row was inserted",
        ),
        sa.PrimaryKeyConstraint("name", name=op.f("assistant_test_ticks_pkey")),
        comment="when each periodic task last did its work",
    )
    op.create_table(
        "assistant_test_assertions",
        sa.Column("id", sa.Uuid(), server_default=sa.text("assistant_test_uuid7()"), nullable=False, comment="UUIDv7"),
        sa.Column("team_id", sa.Text(), nullable=False, comment="the team that owns the row; denormalised on purpose"),
        sa.Column("suite_id", sa.Uuid(), nullable=True, comment="owner, or NULL where a case owns it"),
        sa.Column("case_id", sa.Uuid(), nullable=True, comment="owner, or NULL where a suite owns it"),
        sa.Column("assertion_key", sa.Text(), nullable=False, comment="the behaviour's name, stable over wordings"),
        sa.Column("version", sa.Integer(), nullable=False, comment="the wording, from 1"),
        sa.Column("kind", sa.Text(), nullable=False, comment="how it is judged"),
        sa.Column(
            "spec",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            server_default=sa.text("'{}'"),
            nullable=False,
            comment="the kind's parameters",
        ),
        sa.Column(
            "statement", sa.Text(), server_default="", nullable=False, comment="the wording that people and judges read"
        ),
        sa.Column(
            "role", sa.Text(), nullable=True, comment="which vendor slot the translation puts it in; no pass policy"
        ),
        sa.Column(
            "retired",
            sa.Boolean(),
            server_default=sa.text("false"),
            nullable=False,
            comment="true: a last version, nothing live",
        ),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
            comment="when the row was inserted",
        ),
        sa.CheckConstraint(
            "num_nonnulls(suite_id, case_id) = 1", name=op.f("assistant_test_assertions_one_owner_check")
        ),
        sa.ForeignKeyConstraint(
            ["team_id", "case_id"],
            ["assistant_test_cases.team_id", "assistant_test_cases.id"],
            name=op.f("assistant_test_assertions_team_id_case_id_fkey"),
        ),
        sa.ForeignKeyConstraint(
            ["team_id", "suite_id"],
            ["assistant_test_suites.team_id", "assistant_test_suites.id"],
            name=op.f("assistant_test_assertions_team_id_suite_id_fkey"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("assistant_test_assertions_pkey")),
        sa.UniqueConstraint(
            "suite_id",
            "case_id",
            "assertion_key",
            "version",
            name="assistant_test_assertions_owner_key_version_key",
            postgresql_nulls_not_distinct=True,
        ),
        comment="one behaviour to hold, in one wording; immutable; live is the newest version that is not retired",
    )
    op.create_index(
        op.f("assistant_test_assertions_case_id_idx"), "assistant_test_assertions", ["case_id"], unique=False
    )
    op.create_index(
        op.f("assistant_test_assertions_team_id_assertion_key_idx"),
        "assistant_test_assertions",
        ["team_id", "assertion_key"],
        unique=False,
    )
    op.create_table(
        "assistant_test_criteria",
        sa.Column("id", sa.Uuid(), server_default=sa.text("assistant_test_uuid7()"), nullable=False, comment="UUIDv7"),
        sa.Column("team_id", sa.Text(), nullable=False, comment="the team that owns the row; denormalised on purpose"),
        sa.Column("suite_id", sa.Uuid(), nullable=False, comment="the suite it speaks of"),
        sa.Column("consumer_id", sa.Uuid(), nullable=False, comment="whose opinion"),
        sa.Column("version", sa.Integer(), nullable=False, comment="from 1; a changed spec is the next"),
        sa.Column(
            "spec",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=False,
            comment="required, threshold, ignore (criteria.md)",
        ),
        sa.Column(
            "retired",
            sa.Boolean(),
            server_default=sa.text("false"),
            nullable=False,
            comment="true: a last version, nothing live",
        ),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
            comment="when the row was inserted",
        ),
        sa.ForeignKeyConstraint(
            ["consumer_id"], ["assistant_test_consumers.id"], name=op.f("assistant_test_criteria_consumer_id_fkey")
        ),
        sa.ForeignKeyConstraint(
            ["team_id", "suite_id"],
            ["assistant_test_suites.team_id", "assistant_test_suites.id"],
            name=op.f("assistant_test_criteria_team_id_suite_id_fkey"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("assistant_test_criteria_pkey")),
        sa.UniqueConstraint(
            "suite_id", "consumer_id", "version", name=op.f("assistant_test_criteria_suite_id_consumer_id_version_key")
        ),
        sa.UniqueConstraint("team_id", "id", name=op.f("assistant_test_criteria_team_id_id_key")),
        comment="one consumer's opinion of one suite; immutable; live is the newest version that is not retired",
    )
    op.create_index(
        op.f("assistant_test_criteria_consumer_id_idx"), "assistant_test_criteria", ["consumer_id"], unique=False
    )
    op.create_table(
        "assistant_test_suite_cases",
        sa.Column("suite_id", sa.Uuid(), nullable=False, comment="the suite"),
        sa.Column("case_id", sa.Uuid(), nullable=False, comment="the case"),
        sa.Column("team_id", sa.Text(), nullable=False, comment="the team that owns the row; denormalised on purpose"),
        sa.Column("position", sa.Integer(), nullable=False, comment="order within the suite, 0-based"),
        sa.Column(
            "enabled", sa.Boolean(), server_default=sa.text("true"), nullable=False, comment="false: left out of runs"
        ),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
            comment="when the row was inserted",
        ),
        sa.Column(
            "updated_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
            comment="when the row last changed; kept by a trigger",
        ),
        sa.ForeignKeyConstraint(
            ["team_id", "case_id"],
            ["assistant_test_cases.team_id", "assistant_test_cases.id"],
            name=op.f("assistant_test_suite_cases_team_id_case_id_fkey"),
        ),
        sa.ForeignKeyConstraint(
            ["team_id", "suite_id"],
            ["assistant_test_suites.team_id", "assistant_test_suites.id"],
            name=op.f("assistant_test_suite_cases_team_id_suite_id_fkey"),
        ),
        sa.PrimaryKeyConstraint("suite_id", "case_id", name=op.f("assistant_test_suite_cases_pkey")),
        comment="which cases a suite selects",
    )
    op.create_index(
        op.f("assistant_test_suite_cases_case_id_idx"), "assistant_test_suite_cases", ["case_id"], unique=False
    )
    op.create_table(
        "assistant_test_runs",
        sa.Column("id", sa.Uuid(), server_default=sa.text("assistant_test_uuid7()"), nullable=False, comment="UUIDv7"),
        sa.Column("team_id", sa.Text(), nullable=False, comment="the team that owns the row; denormalised on purpose"),
        sa.Column("suite_id", sa.Uuid(), nullable=False, comment="which cases"),
        sa.Column("criteria_id", sa.Uuid(), nullable=False, comment="the criteria stamped at the enqueue"),
        sa.Column("criteria_version", sa.Integer(), nullable=False, comment="its version, stamped"),
        sa.Column(
            "assistant_config_id", sa.Text(), nullable=True, comment="live, product:…, vapi:…, inline:<sha256> …"
        ),
        sa.Column("call_set_id", sa.Uuid(), nullable=True, comment="the recorded calls, where they are the target"),
        sa.Column(
            "request_id",
            sa.Text(),
            nullable=False,
            comment="unique per team: the same request never makes a second run",
        ),
        sa.Column(
            "request_hash",
            sa.Text(),
            nullable=False,
            comment="sha256 over the enqueue's arguments, to tell a reused request_id",
        ),
        sa.Column("lane", sa.Text(), nullable=False, comment="interactive or bulk"),
        sa.Column(
            "status",
            sa.Text(),
            server_default="queued",
            nullable=False,
            comment="queued, running, completed, failed, cancelled",
        ),
        sa.Column(
            "outcome", sa.Text(), nullable=True, comment="passed, failed, inconclusive; stamped once, when completed"
        ),
        sa.Column(
            "verdict",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=True,
            comment="the derivation of the outcome",
        ),
        sa.Column("error_code", sa.Text(), nullable=True, comment="why the run failed; a code of the published list"),
        sa.Column("error_detail", sa.Text(), nullable=True, comment="the same in words, with the next step"),
        sa.Column(
            "timed_out", sa.Boolean(), server_default=sa.text("false"), nullable=False, comment="the deadline passed"
        ),
        sa.Column("cancel_requested_at", sa.DateTime(timezone=True), nullable=True, comment="somebody asked to cancel"),
        sa.Column("lease_owner", sa.Text(), nullable=True, comment="the process that holds the run"),
        sa.Column(
            "lease_token",
            sa.BigInteger(),
            server_default=sa.text("0"),
            nullable=False,
            comment="fencing token; + 1 on claim and on reap, never reset",
        ),
        sa.Column(
            "lease_expires_at",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="by the database's clock; NULL: not held",
        ),
        sa.Column("deadline_s", sa.Integer(), nullable=False, comment="seconds from the first claim to the deadline"),
        sa.Column(
            "deadline_at",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="set by the first claim; NULL while queued",
        ),
        sa.Column(
            "wake_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=True,
            comment="when to look at the run again; NULL: nothing left to do",
        ),
        sa.Column(
            "nudged_at",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="when a nudge was last sent; claim and reap clear it",
        ),
        sa.Column(
            "claims",
            sa.Integer(),
            server_default=sa.text("0"),
            nullable=False,
            comment="claims in a row without progress",
        ),
        sa.Column(
            "next_step",
            sa.Text(),
            server_default="prepare",
            nullable=False,
            comment="kind of step that the next claim needs a slot for",
        ),
        sa.Column(
            "run_config",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            server_default=sa.text("'{}'"),
            nullable=False,
            comment="what the enqueue overrides",
        ),
        sa.Column(
            "plan",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=True,
            comment="everything frozen at the start; the target from the enqueue on",
        ),
        sa.Column(
            "planned_at",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="when prepare froze the plan; NULL: not yet",
        ),
        sa.Column("rerun_of", sa.Uuid(), nullable=True, comment="the run it repeats"),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True, comment="the first claim"),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True, comment="when the run ended"),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
            comment="when the row was inserted",
        ),
        sa.Column(
            "updated_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
            comment="when the row last changed; kept by a trigger",
        ),
        sa.CheckConstraint(
            "num_nonnulls(assistant_config_id, call_set_id) = 1", name=op.f("assistant_test_runs_one_target_check")
        ),
        sa.ForeignKeyConstraint(
            ["rerun_of"], ["assistant_test_runs.id"], name=op.f("assistant_test_runs_rerun_of_fkey")
        ),
        sa.ForeignKeyConstraint(
            ["team_id", "call_set_id"],
            ["assistant_test_call_sets.team_id", "assistant_test_call_sets.id"],
            name=op.f("assistant_test_runs_team_id_call_set_id_fkey"),
        ),
        sa.ForeignKeyConstraint(
            ["team_id", "criteria_id"],
            ["assistant_test_criteria.team_id", "assistant_test_criteria.id"],
            name=op.f("assistant_test_runs_team_id_criteria_id_fkey"),
        ),
        sa.ForeignKeyConstraint(
            ["team_id", "suite_id"],
            ["assistant_test_suites.team_id", "assistant_test_suites.id"],
            name=op.f("assistant_test_runs_team_id_suite_id_fkey"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("assistant_test_runs_pkey")),
        sa.UniqueConstraint("team_id", "id", name=op.f("assistant_test_runs_team_id_id_key")),
        sa.UniqueConstraint("team_id", "request_id", name=op.f("assistant_test_runs_team_id_request_id_key")),
        comment="a suite crossed with a criteria, against a target",
        postgresql_with={"fillfactor": "80"},
    )
    op.create_index(op.f("assistant_test_runs_criteria_id_idx"), "assistant_test_runs", ["criteria_id"], unique=False)
    op.create_index(
        "assistant_test_runs_due_idx",
        "assistant_test_runs",
        ["lane", "wake_at"],
        unique=False,
        postgresql_where=sa.text("wake_at IS NOT NULL"),
    )
    op.create_index(
        "assistant_test_runs_leased_idx",
        "assistant_test_runs",
        ["lease_expires_at"],
        unique=False,
        postgresql_where=sa.text("lease_expires_at IS NOT NULL"),
    )
    op.create_index(
        op.f("assistant_test_runs_suite_id_created_at_idx"),
        "assistant_test_runs",
        ["suite_id", "created_at"],
        unique=False,
    )
    op.create_table(
        "assistant_test_case_runs",
        sa.Column("id", sa.Uuid(), server_default=sa.text("assistant_test_uuid7()"), nullable=False, comment="UUIDv7"),
        sa.Column("run_id", sa.Uuid(), nullable=False, comment="the run"),
        sa.Column("case_id", sa.Uuid(), nullable=False, comment="the case"),
        sa.Column("team_id", sa.Text(), nullable=False, comment="the team that owns the row; denormalised on purpose"),
        sa.Column("position", sa.Integer(), nullable=False, comment="order within the run, 0-based"),
        sa.Column(
            "trial", sa.Integer(), server_default=sa.text("0"), nullable=False, comment="which repetition, 0-based"
        ),
        sa.Column("runner", sa.Text(), nullable=False, comment="what executes it"),
        sa.Column(
            "status",
            sa.Text(),
            server_default="pending",
            nullable=False,
            comment="pending, executed, failed, timed_out, cancelled",
        ),
        sa.Column(
            "case_snapshot",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=False,
            comment="the case as it was executed: name, runner, content",
        ),
        sa.Column(
            "transcript",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=True,
            comment="the conversation, turn by turn",
        ),
        sa.Column(
            "tool_calls",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=True,
            comment="tool calls with their arguments and results",
        ),
        sa.Column(
            "timing",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=True,
            comment="wall-clock times, milliseconds",
        ),
        sa.Column(
            "usage",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=True,
            comment="tokens and cost, as the provider says",
        ),
        sa.Column("provider", sa.Text(), nullable=True, comment="the vendor that executed it"),
        sa.Column("provider_ref", sa.Text(), nullable=True, comment="the vendor's id of it"),
        sa.Column(
            "provider_payload",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=True,
            comment="the vendor's answer as it was, its verdict included",
        ),
        sa.Column(
            "evidence",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=True,
            comment="pointers (a recording, the target's hash) and flags",
        ),
        sa.Column(
            "attempts",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            server_default=sa.text("'[]'"),
            nullable=False,
            comment="a log of tries",
        ),
        sa.Column("error_code", sa.Text(), nullable=True, comment="why it did not execute"),
        sa.Column("error_detail", sa.Text(), nullable=True, comment="the same in words"),
        sa.Column("trace_id", sa.Text(), nullable=True, comment="trace of its execution, where traces are on"),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True, comment="when its execution began"),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True, comment="when its evidence was recorded"),
        sa.Column(
            "evidence_purged_at",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="when retention emptied the evidence",
        ),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
            comment="when the row was inserted",
        ),
        sa.Column(
            "updated_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
            comment="when the row last changed; kept by a trigger",
        ),
        sa.ForeignKeyConstraint(
            ["team_id", "case_id"],
            ["assistant_test_cases.team_id", "assistant_test_cases.id"],
            name=op.f("assistant_test_case_runs_team_id_case_id_fkey"),
        ),
        sa.ForeignKeyConstraint(
            ["team_id", "run_id"],
            ["assistant_test_runs.team_id", "assistant_test_runs.id"],
            name=op.f("assistant_test_case_runs_team_id_run_id_fkey"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("assistant_test_case_runs_pkey")),
        sa.UniqueConstraint(
            "run_id", "case_id", "trial", name=op.f("assistant_test_case_runs_run_id_case_id_trial_key")
        ),
        comment="what came back when one case was executed once: evidence, nothing concluded",
    )
    op.create_index(op.f("assistant_test_case_runs_case_id_idx"), "assistant_test_case_runs", ["case_id"], unique=False)
    op.create_index(
        "assistant_test_case_runs_pending_idx",
        "assistant_test_case_runs",
        ["run_id", "position"],
        unique=False,
        postgresql_where=sa.text("status = 'pending'"),
    )
    op.create_table(
        "assistant_test_run_events",
        sa.Column("id", sa.Uuid(), server_default=sa.text("assistant_test_uuid7()"), nullable=False, comment="UUIDv7"),
        sa.Column("run_id", sa.Uuid(), nullable=False, comment="the run"),
        sa.Column("team_id", sa.Text(), nullable=False, comment="the team that owns the row; denormalised on purpose"),
        sa.Column(
            "kind", sa.Text(), nullable=False, comment="claimed, prepared, parked, reaped, write_refused, ended, …"
        ),
        sa.Column("token", sa.BigInteger(), nullable=False, comment="the lease token it happened under"),
        sa.Column("owner", sa.Text(), nullable=True, comment="the process that did it"),
        sa.Column(
            "detail",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=True,
            comment="what else is worth knowing",
        ),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
            comment="when the row was inserted",
        ),
        sa.ForeignKeyConstraint(
            ["team_id", "run_id"],
            ["assistant_test_runs.team_id", "assistant_test_runs.id"],
            name=op.f("assistant_test_run_events_team_id_run_id_fkey"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("assistant_test_run_events_pkey")),
        comment="a run's timeline, append-only",
    )
    op.create_index(
        op.f("assistant_test_run_events_run_id_created_at_idx"),
        "assistant_test_run_events",
        ["run_id", "created_at"],
        unique=False,
    )
    op.create_table(
        "assistant_test_outcomes",
        sa.Column("id", sa.Uuid(), server_default=sa.text("assistant_test_uuid7()"), nullable=False, comment="UUIDv7"),
        sa.Column("case_run_id", sa.Uuid(), nullable=False, comment="what is judged"),
        sa.Column("run_id", sa.Uuid(), nullable=False, comment="its run"),
        sa.Column("team_id", sa.Text(), nullable=False, comment="the team that owns the row; denormalised on purpose"),
        sa.Column(
            "pass_no",
            sa.Integer(),
            server_default=sa.text("0"),
            nullable=False,
            comment="0: the run's own; re-judging counts on",
        ),
        sa.Column(
            "step_no",
            sa.Integer(),
            server_default=sa.text("0"),
            nullable=False,
            comment="0: the whole case run; k: its k-th step",
        ),
        sa.Column("judge", sa.Text(), nullable=False, comment="what was asked to judge"),
        sa.Column("status", sa.Text(), server_default="open", nullable=False, comment="open or closed"),
        sa.Column(
            "due",
            sa.ARRAY(sa.Uuid()),
            nullable=False,
            comment="the assertion versions that owe a row; frozen when opened",
        ),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True, comment="when the last row was written"),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
            comment="when the row was inserted",
        ),
        sa.Column(
            "updated_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
            comment="when the row last changed; kept by a trigger",
        ),
        sa.ForeignKeyConstraint(
            ["case_run_id"], ["assistant_test_case_runs.id"], name=op.f("assistant_test_outcomes_case_run_id_fkey")
        ),
        sa.ForeignKeyConstraint(
            ["team_id", "run_id"],
            ["assistant_test_runs.team_id", "assistant_test_runs.id"],
            name=op.f("assistant_test_outcomes_team_id_run_id_fkey"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("assistant_test_outcomes_pkey")),
        sa.UniqueConstraint(
            "case_run_id", "pass_no", "step_no", name=op.f("assistant_test_outcomes_case_run_id_pass_no_step_no_key")
        ),
        comment="one pass of judging over one case run",
    )
    op.create_index(
        "assistant_test_outcomes_open_idx",
        "assistant_test_outcomes",
        ["run_id"],
        unique=False,
        postgresql_where=sa.text("status = 'open'"),
    )
    op.create_index(
        op.f("assistant_test_outcomes_run_id_pass_no_idx"),
        "assistant_test_outcomes",
        ["run_id", "pass_no"],
        unique=False,
    )
    op.create_table(
        "assistant_test_assertion_results",
        sa.Column("outcome_id", sa.Uuid(), nullable=False, comment="the pass of judging"),
        sa.Column("assertion_id", sa.Uuid(), nullable=False, comment="the assertion version"),
        sa.Column("team_id", sa.Text(), nullable=False, comment="the team that owns the row; denormalised on purpose"),
        sa.Column("run_id", sa.Uuid(), nullable=False, comment="the run, for reading without joins"),
        sa.Column("met", sa.Boolean(), nullable=True, comment="true, false, or NULL: could not be judged"),
        sa.Column("value", sa.Double(), nullable=True, comment="a measurement, where the kind has one"),
        sa.Column("evaluator", sa.Text(), nullable=False, comment="who judged, with version"),
        sa.Column(
            "rationale", sa.Text(), server_default="", nullable=False, comment="why, naming the place in the evidence"
        ),
        sa.Column(
            "detail",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=True,
            comment="findings and the like",
        ),
        sa.Column("error_code", sa.Text(), nullable=True, comment="why met is NULL"),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
            comment="when the row was inserted",
        ),
        sa.ForeignKeyConstraint(
            ["assertion_id"],
            ["assistant_test_assertions.id"],
            name=op.f("assistant_test_assertion_results_assertion_id_fkey"),
        ),
        sa.ForeignKeyConstraint(
            ["outcome_id"],
            ["assistant_test_outcomes.id"],
            name=op.f("assistant_test_assertion_results_outcome_id_fkey"),
        ),
        sa.PrimaryKeyConstraint("outcome_id", "assertion_id", name=op.f("assistant_test_assertion_results_pkey")),
        comment="the atom: one assertion, judged once, in one outcome; immutable",
    )
    op.create_index(
        op.f("assistant_test_assertion_results_assertion_id_created_at_idx"),
        "assistant_test_assertion_results",
        ["assertion_id", "created_at"],
        unique=False,
    )
    op.create_index(
        op.f("assistant_test_assertion_results_run_id_idx"),
        "assistant_test_assertion_results",
        ["run_id"],
        unique=False,
    )
    for script in sorted(SQL.glob("0001_*.sql")):
        if script.name != BEFORE_THE_TABLES:
            _install(script.name)


def downgrade() -> None:
    """Take everything away, the rows included; functions go by the prefix that all of ours have."""
    op.execute(
        """
        DO $do$
        DECLARE
            part record;
        BEGIN
            FOR part IN
                SELECT oid::regprocedure AS signature FROM pg_proc
                WHERE starts_with(proname, 'assistant_test_') AND pronamespace = current_schema()::regnamespace
            LOOP
                EXECUTE format('DROP FUNCTION %s CASCADE', part.signature);
            END LOOP;
        END
        $do$
        """,
    )
    op.drop_index(op.f("assistant_test_assertion_results_run_id_idx"), table_name="assistant_test_assertion_results")
    op.drop_index(
        op.f("assistant_test_assertion_results_assertion_id_created_at_idx"),
        table_name="assistant_test_assertion_results",
    )
    op.drop_table("assistant_test_assertion_results")
    op.drop_index(op.f("assistant_test_outcomes_run_id_pass_no_idx"), table_name="assistant_test_outcomes")
    op.drop_index(
        "assistant_test_outcomes_open_idx",
        table_name="assistant_test_outcomes",
        postgresql_where=sa.text("status = 'open'"),
    )
    op.drop_table("assistant_test_outcomes")
    op.drop_index(op.f("assistant_test_run_events_run_id_created_at_idx"), table_name="assistant_test_run_events")
    op.drop_table("assistant_test_run_events")
    op.drop_index(
        "assistant_test_case_runs_pending_idx",
        table_name="assistant_test_case_runs",
        postgresql_where=sa.text("status = 'pending'"),
    )
    op.drop_index(op.f("assistant_test_case_runs_case_id_idx"), table_name="assistant_test_case_runs")
    op.drop_table("assistant_test_case_runs")
    op.drop_index(op.f("assistant_test_runs_suite_id_created_at_idx"), table_name="assistant_test_runs")
    op.drop_index(
        "assistant_test_runs_leased_idx",
        table_name="assistant_test_runs",
        postgresql_where=sa.text("lease_expires_at IS NOT NULL"),
    )
    op.drop_index(
        "assistant_test_runs_due_idx", table_name="assistant_test_runs", postgresql_where=sa.text("wake_at IS NOT NULL")
    )
    op.drop_index(op.f("assistant_test_runs_criteria_id_idx"), table_name="assistant_test_runs")
    op.drop_table("assistant_test_runs")
    op.drop_index(op.f("assistant_test_suite_cases_case_id_idx"), table_name="assistant_test_suite_cases")
    op.drop_table("assistant_test_suite_cases")
    op.drop_index(op.f("assistant_test_criteria_consumer_id_idx"), table_name="assistant_test_criteria")
    op.drop_table("assistant_test_criteria")
    op.drop_index(op.f("assistant_test_assertions_team_id_assertion_key_idx"), table_name="assistant_test_assertions")
    op.drop_index(op.f("assistant_test_assertions_case_id_idx"), table_name="assistant_test_assertions")
    op.drop_table("assistant_test_assertions")
    op.drop_table("assistant_test_ticks")
    op.drop_table("assistant_test_suites")
    op.drop_table("assistant_test_runners")
    op.drop_table("assistant_test_consumers")
    op.drop_table("assistant_test_cases")
    op.drop_table("assistant_test_call_sets")
