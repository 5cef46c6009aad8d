"""What programs touch: chosen cases, re-runs, wake, refused messages, webhooks.

The previous release of the worker must be able to run on the schema that this revision leaves behind: every new column
may be NULL, and each function takes the calls that its predecessor took. Imports Alembic and SQLAlchemy only.

Revision: 0002, after 0001
"""

import datetime as dt
import re
import uuid
from pathlib import Path

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

SQL = Path(__file__).resolve().parents[1] / "sql"
REPLACED = ("assistant_test_runners_of", "assistant_test_enqueue")
ADDED = ("check_cases", "check_rerun", "check_webhook", "request_hash", "wake")


def _install(text: str) -> None:
    op.get_bind().exec_driver_sql(text, execution_options={"no_parameters": True})


def _as_before(function: str) -> str:
    """The function's definition where revision 0001 keeps it."""
    found = re.search(
        rf"^CREATE FUNCTION {function}\(.*?\$\$.*?\$\$;",
        (SQL / "0001_40_enqueue.sql").read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    if found is None:
        raise LookupError(function)
    return found[0]


def _drop(function: str) -> None:
    op.execute(
        f"""
        DO $do$
        DECLARE
            part record;
        BEGIN
            FOR part IN
                SELECT oid::regprocedure AS signature FROM pg_proc
                WHERE proname = '{function}' AND pronamespace = current_schema()::regnamespace
            LOOP
                EXECUTE format('DROP FUNCTION %s', part.signature);
            END LOOP;
        END
        $do$
        """
    )


def _stamp(name: str, comment: str) -> sa.Column[dt.datetime]:
    return sa.Column(
        name,
        sa.DateTime(timezone=True),
        server_default=sa.text("clock_timestamp()"),
        nullable=False,
        comment=comment,
    )


def _id(comment: str) -> sa.Column[uuid.UUID]:
    return sa.Column("id", sa.Uuid(), server_default=sa.text("assistant_test_uuid7()"), nullable=False, comment=comment)


def upgrade() -> None:
    """Add the columns and tables, then the functions that read them."""
    _columns_of_runs()
    _refused_enqueues()
    _webhook_deliveries()
    for script in sorted(SQL.glob("0002_*.sql")):
        _install(script.read_text(encoding="utf-8"))


def _columns_of_runs() -> None:
    op.add_column(
        "assistant_test_runs",
        sa.Column(
            "only_cases",
            sa.ARRAY(sa.Uuid()),
            nullable=True,
            comment="the cases that the enqueue chose; NULL: all of the suite",
        ),
    )
    op.add_column(
        "assistant_test_runs",
        sa.Column(
            "webhook", sa.Text(), nullable=True, comment="URL that is called when the run has ended; may be secret"
        ),
    )
    op.add_column(
        "assistant_test_runs",
        sa.Column(
            "woken_at",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="a hint came while the run was held: its release makes it due at once; the next claim clears this",
        ),
    )


def _refused_enqueues() -> None:
    op.create_table(
        "assistant_test_refused_enqueues",
        _id("UUIDv7"),
        sa.Column("team_id", sa.Text(), nullable=True, comment="as the message names it; NULL where it names none"),
        sa.Column("request_id", sa.Text(), nullable=True, comment="as the message names it; NULL where it names none"),
        sa.Column(
            "arguments",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=False,
            comment="what was asked; of content only its sha256 and size in bytes",
        ),
        sa.Column("error_code", sa.Text(), nullable=False, comment="a code of the published list of requests"),
        sa.Column("error_detail", sa.Text(), nullable=False, comment="what is wrong"),
        sa.Column("advice", sa.Text(), nullable=False, comment="the next step"),
        _stamp("created_at", "when the row was inserted"),
        sa.PrimaryKeyConstraint("id", name=op.f("assistant_test_refused_enqueues_pkey")),
        comment="messages that asked for a run and were refused; a caller in SQL gets an error instead",
    )
    for column in ("request_id", "created_at"):
        op.create_index(
            op.f(f"assistant_test_refused_enqueues_{column}_idx"), "assistant_test_refused_enqueues", [column]
        )


def _webhook_deliveries() -> None:
    op.create_table(
        "assistant_test_webhook_deliveries",
        _id("UUIDv7; the webhook-id of every try"),
        sa.Column("team_id", sa.Text(), nullable=False, comment="the team that owns the row; denormalised on purpose"),
        sa.Column("run_id", sa.Uuid(), nullable=False, comment="the run that ended"),
        sa.Column("url", sa.Text(), nullable=False, comment="what is called; may be secret"),
        sa.Column("attempts", sa.Integer(), server_default=sa.text("0"), nullable=False, comment="tries begun"),
        sa.Column(
            "next_try_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=True,
            comment="when to try next, pushed ahead before each try; NULL: over",
        ),
        sa.Column(
            "delivered_at",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="when the receiver answered with 2xx",
        ),
        sa.Column("given_up_at", sa.DateTime(timezone=True), nullable=True, comment="when we stopped trying"),
        sa.Column(
            "last_status", sa.Integer(), nullable=True, comment="HTTP status of the last answer; NULL: none came"
        ),
        sa.Column("last_error", sa.Text(), nullable=True, comment="what went wrong last; NULL: nothing"),
        _stamp("created_at", "when the row was inserted"),
        _stamp("updated_at", "when the row last changed; kept by a trigger"),
        sa.ForeignKeyConstraint(
            ["team_id", "run_id"],
            ["assistant_test_runs.team_id", "assistant_test_runs.id"],
            name=op.f("assistant_test_webhook_deliveries_team_id_run_id_fkey"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("assistant_test_webhook_deliveries_pkey")),
        sa.UniqueConstraint("run_id", name=op.f("assistant_test_webhook_deliveries_run_id_key")),
        comment="the call that a run's end owes, written by the statement that ends the run",
    )
    op.create_index(
        "assistant_test_webhook_deliveries_due_idx",
        "assistant_test_webhook_deliveries",
        ["next_try_at"],
        postgresql_where=sa.text("next_try_at IS NOT NULL"),
    )
    op.execute(
        """
        CREATE TRIGGER assistant_test_webhook_deliveries_touch BEFORE UPDATE ON assistant_test_webhook_deliveries
        FOR EACH ROW EXECUTE FUNCTION assistant_test_touch()
        """
    )


def downgrade() -> None:
    """Take away what was added, the rows of the two tables included, and bring the replaced functions back."""
    for function in (*(f"assistant_test_{name}" for name in ADDED), *REPLACED):
        _drop(function)
    op.drop_table("assistant_test_webhook_deliveries")
    op.drop_table("assistant_test_refused_enqueues")
    for column in ("woken_at", "webhook", "only_cases"):
        op.drop_column("assistant_test_runs", column)
    for function in REPLACED:
        _install(_as_before(function))
