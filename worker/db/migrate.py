"""Bring a database to a revision, and see whether it stands on the one that this code was written for."""

from pathlib import Path

import psycopg
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from worker.errors import NotReady

SCRIPTS = Path(__file__).resolve().parents[2] / "migrations"
OLDEST_SERVER = 150000
HOW = "Run `assistant-test migrate`, then start again."


def config(database_url: str) -> Config:
    """Alembic's configuration for this database, without an ini file."""
    made = Config()
    made.set_main_option("script_location", str(SCRIPTS))
    made.attributes["url"] = database_url
    return made


def upgrade(database_url: str, revision: str = "head") -> None:
    """Walk up to ``revision``.

    Raises:
        NotReady: the server is older than PostgreSQL 15.
    """
    with psycopg.connect(database_url) as connection:
        if connection.info.server_version < OLDEST_SERVER:
            found = connection.info.parameter_status("server_version")
            raise NotReady(f"PostgreSQL {found} is too old.", advice="Use PostgreSQL 15 or newer.")
    command.upgrade(config(database_url), revision)


def downgrade(database_url: str, revision: str = "base") -> None:
    """Walk down to ``revision``."""
    command.downgrade(config(database_url), revision)


def head() -> str:
    """The revision that this code was written for."""
    revision = ScriptDirectory.from_config(config("")).get_current_head()
    if revision is None:
        raise NotReady("The installation holds no migrations.", advice="Install the package again.")
    return revision


def require_head(found: str | None) -> None:
    """Refuse to work on any other revision than :func:`head`.

    Raises:
        NotReady: the database has another revision, or none.
    """
    if found != head():
        where = f"revision {found}" if found else "no revision of ours"
        raise NotReady(f"The database has {where}, this worker needs {head()}.", advice=HOW)
