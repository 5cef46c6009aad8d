"""The application's consumers: who may have criteria."""

from dataclasses import dataclass
from typing import Final

from psycopg.rows import class_row

from worker.db.reading import Connection
from worker.db.requests import translated

LISTED: Final = "SELECT key, name, description FROM assistant_test_consumers ORDER BY key"
ADDED: Final = """
    INSERT INTO assistant_test_consumers (key, name, description) VALUES (%(key)s, %(name)s, %(description)s)
    ON CONFLICT (key) DO NOTHING RETURNING key"""


@dataclass(frozen=True, slots=True)
class Consumer:
    """Who asks. ``key`` is what suite files and enqueues name."""

    key: str
    name: str
    description: str


def listed(connection: Connection) -> list[Consumer]:
    """All of them, by key."""
    with connection.cursor(row_factory=class_row(Consumer)) as cursor:
        return cursor.execute(LISTED).fetchall()


def added(connection: Connection, consumer: Consumer) -> bool:
    """Insert it; False where the key is taken, and then nothing is written."""
    values = {"key": consumer.key, "name": consumer.name, "description": consumer.description}
    with translated():
        return connection.execute(ADDED, values).fetchone() is not None
