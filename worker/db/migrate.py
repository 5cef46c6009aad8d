"""Bring a database to a revision."""

import psycopg
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy.exc import DBAPIError

from worker.db.revision import OLDEST_SERVER, SCRIPTS
from worker.errors import NotReady


def config(database_url: str) -> Config:
    """Alembic's configuration for this database, without an ini file."""
    made = Config()
    made.set_main_option("script_location", str(SCRIPTS))
    made.attributes["url"] = database_url
    return made


def upgrade(database_url: str, revision: str = "head") -> None:
    """Walk up to ``revision``.

    Raises:
        NotReady: the server is older than PostgreSQL 15, or the database stands on a revision that is not ours.
        psycopg.Error: as PostgreSQL said it.
    """
    with psycopg.connect(database_url) as connection:
        if connection.info.server_version < OLDEST_SERVER:
            found = connection.info.parameter_status("server_version")
            raise NotReady(f"PostgreSQL {found} is too old.", advice="Use PostgreSQL 15 or newer.")
    try:
        command.upgrade(config(database_url), revision)
    except CommandError as refused:
        raise NotReady(
            f"The database cannot be migrated: {refused}.", advice="Install the release that this database belongs to."
        ) from refused
    except DBAPIError as wrapped:
        raise wrapped.orig if isinstance(wrapped.orig, psycopg.Error) else wrapped from wrapped


def downgrade(database_url: str, revision: str = "base") -> None:
    """Walk down to ``revision``."""
    command.downgrade(config(database_url), revision)
