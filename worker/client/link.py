"""The client's connection: opened when it is needed, opened anew when it is lost. Says nothing of passwords."""

import asyncio
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import DictRow, dict_row

from worker.db.asking import UNREACHABLE, ours
from worker.errors import InputError, NotReady

SHOWN: Final = ("host", "port", "dbname")
FOUND_DEAD_S: Final = {"connect_timeout": 5, "keepalives_idle": 15, "keepalives_interval": 5, "keepalives_count": 3}

Connection = psycopg.AsyncConnection[DictRow]


class Address:
    """Where the database is.

    Raises:
        InputError: the text is no address; it is not repeated, since it may hold a password.
    """

    def __init__(self, url: str) -> None:
        """Read a URL, or PostgreSQL's ``key=value`` words."""
        try:
            self._parameters: dict[str, Any] = {**FOUND_DEAD_S, **conninfo_to_dict(url)}
        except psycopg.Error:
            raise InputError(
                "The database's address cannot be read.",
                advice="Write postgresql://user:password@host:5432/name, with @ : / in a password as %40 %3A %2F.",
            ) from None

    def __repr__(self) -> str:
        return " ".join(f"{name}={self._parameters[name]}" for name in SHOWN if name in self._parameters)

    async def connect(self, application: str) -> Connection:
        """A new autocommit connection.

        Raises:
            psycopg.OperationalError: the database does not answer.
        """
        parameters = {**self._parameters, "application_name": application}
        return await psycopg.AsyncConnection.connect(autocommit=True, row_factory=dict_row, **parameters)


class Link:
    """One connection that its users take in turn; what they ask takes milliseconds."""

    def __init__(self, address: Address) -> None:
        """Nothing is opened yet."""
        self._address = address
        self._turn = asyncio.Lock()
        self._open: Connection | None = None

    async def rows(self, statement: str, values: dict[str, Any]) -> list[DictRow]:
        """The statement's rows. It must be one that may be repeated: after a lost connection it is, once.

        Raises:
            RequestRefused: one of our SQL functions refused.
            InputError: a value that the database cannot hold.
            NotReady: the database is away, or its schema is not ours.
        """
        async with self._turn:
            try:
                return await self._ask(statement, values)
            except psycopg.OperationalError as lost:
                if self._open is not None and not self._open.closed:
                    raise _named(lost) from lost
            except psycopg.Error as error:
                raise _named(error) from error
            try:
                return await self._ask(statement, values)
            except psycopg.Error as error:
                raise _named(error) from error

    async def _ask(self, statement: str, values: dict[str, Any]) -> list[DictRow]:
        if self._open is None or self._open.closed:
            self._open = await self._address.connect("assistant_test_client")
        cursor = await self._open.execute(statement, values)
        return await cursor.fetchall()

    async def close(self) -> None:
        """Close the connection, if there is one."""
        if self._open is not None:
            await self._open.close()
            self._open = None


def _named(error: psycopg.Error) -> Exception:
    return ours(error) or NotReady(f"The database answered with SQLSTATE {error.sqlstate}.", advice=UNREACHABLE)
