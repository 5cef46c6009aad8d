"""PostgreSQL: whether it answers, which one it is, and what it holds of the processes."""

from typing import Final

import psycopg
from psycopg.rows import TupleRow

from worker.db import session
from worker.db.revision import OLDEST_SERVER, head
from worker.doctor.findings import Finding, bad, ok
from worker.doctor.processes import Facts
from worker.errors import NotReady

Connection = psycopg.Connection[TupleRow]

STATEMENT_MS: Final = 5_000

AGES: Final = "SELECT name, extract(epoch FROM clock_timestamp() - last_at)::float8 FROM assistant_test_ticks"
RELAYS: Final = f"""
    SELECT count(*) FROM pg_stat_activity
    WHERE application_name = '{session.RELAY}' AND datname = current_database()"""
WAITING: Final = """
    SELECT lane, extract(epoch FROM clock_timestamp() - min(wake_at))::float8 FROM assistant_test_runs
    WHERE wake_at <= clock_timestamp() AND lease_owner IS NULL GROUP BY lane"""
EXPIRED: Final = """
    SELECT count(*) FROM assistant_test_runs
    WHERE lease_expires_at < clock_timestamp() - make_interval(secs => %s)"""


def server(connection: Connection) -> Finding:
    """Its version; older ones than PostgreSQL 15 lack what the schema uses."""
    version = connection.info.parameter_status("server_version") or "of an unknown version"
    if connection.info.server_version < OLDEST_SERVER:
        return bad("database", f"PostgreSQL {version} is too old.", "Use PostgreSQL 15 or newer.")
    return ok("database", f"PostgreSQL {version} answers.")


def revision(connection: Connection) -> Finding:
    """Whether it is the one that this release needs."""
    try:
        session.require_revision(connection)
    except NotReady as other:
        return bad("revision", other.message, other.advice)
    return ok("revision", f"The database is at revision {head()}.")


def facts(connection: Connection, expired_after_s: float) -> Facts:
    """What the database holds of the processes."""
    [[relays]] = connection.execute(RELAYS).fetchall()
    [[expired]] = connection.execute(EXPIRED, [expired_after_s]).fetchall()
    return Facts(
        ages=dict(connection.execute(AGES).fetchall()),
        relays=relays,
        waiting=dict(connection.execute(WAITING).fetchall()),
        expired=expired,
    )
