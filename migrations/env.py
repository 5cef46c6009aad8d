"""Alembic's entry: one transaction a revision, with lock and statement timeouts and an advisory lock.

The address is handed over by ``worker.db.migrate`` in the config's attributes, or stands in ``DATABASE_URL``. Of two
migrations at once the second waits for the first.
"""

import os

import sqlalchemy as sa
from alembic import context

from worker.db.models import Base

ADVISORY_LOCK = 5_307_181_246
SETTINGS = ("SET lock_timeout = '5s'", "SET statement_timeout = '10min'", "SET client_min_messages = 'warning'")


def run() -> None:
    """Walk the revisions on one connection that holds the advisory lock."""
    url = context.config.attributes.get("url") or os.environ["DATABASE_URL"]
    engine = sa.create_engine(sa.make_url(url).set(drivername="postgresql+psycopg"), poolclass=sa.NullPool)
    with engine.connect() as connection:
        connection.execute(sa.text("SELECT pg_advisory_lock(:key)"), {"key": ADVISORY_LOCK})
        for setting in SETTINGS:
            connection.execute(sa.text(setting))
        connection.commit()
        context.configure(
            connection=connection,
            target_metadata=Base.metadata,
            transaction_per_migration=True,
            version_table="assistant_test_revision",
            include_name=lambda name, kind, _: kind != "table" or str(name).startswith("assistant_test_"),
            compare_type=True,
            compare_server_default=False,
        )
        with context.begin_transaction():
            context.run_migrations()


run()
