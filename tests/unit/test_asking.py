"""PostgreSQL's refusals as errors of ours: the next step is one that helps."""

import psycopg
import pytest

from worker.db.asking import CROWDED, UNREACHABLE, ours, unreachable

FULL = [
    'connection to server at "127.0.0.1", port 5432 failed: FATAL:  sorry, too many clients already',
    "connection failed: FATAL:  remaining connection slots are reserved for roles with the SUPERUSER attribute",
    'connection failed: FATAL:  too many connections for role "worker"',
    'connection failed: FATAL:  too many connections for database "tests"',
    "connection failed: FATAL:  no more connections allowed (max_client_conn)",
]


@pytest.mark.parametrize("text", FULL)
def test_a_full_database_is_not_said_to_be_down(text: str) -> None:
    """It runs: there is nothing to check, but somebody to wait for. A refused start has no SQLSTATE."""
    for told in (unreachable(psycopg.OperationalError(text)), ours(psycopg.OperationalError(text))):
        assert told is not None
        assert told.message.startswith("The database has no connection left: ")
        assert told.advice == CROWDED


def test_a_full_database_is_known_by_its_sqlstate_too() -> None:
    """In whatever language it speaks."""
    assert unreachable(psycopg.errors.TooManyConnections("zu viele Verbindungen")).advice == CROWDED


def test_a_database_that_does_not_answer_is_one_to_check() -> None:
    """Nothing else is known of it."""
    assert unreachable(psycopg.OperationalError("connection refused")).advice == UNREACHABLE
