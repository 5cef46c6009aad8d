"""Options that several commands share, and the connection they work on."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from worker.cli.arguments import AsJson, RunId, Team
from worker.db import session
from worker.db.requests import Connection, translated
from worker.errors import InputError
from worker.settings import Settings

__all__ = ["AsJson", "RunId", "Team", "database", "id_of", "require_team", "settings_of"]


@contextmanager
def database() -> Iterator[Connection]:
    """A connection on the right revision; whatever PostgreSQL raises on it names the next step.

    Raises:
        NotReady: no address, no answer, or another revision.
    """
    with session.connect(Settings.from_environment()) as connection, translated():
        session.require_revision(connection)
        yield connection


def id_of(text: str, what: str) -> UUID:
    """An id as it was typed.

    Raises:
        InputError: it is no UUID.
    """
    try:
        return UUID(text)
    except ValueError:
        raise InputError(
            f"{text[:80]!r} is no id of a {what}.", advice="Give a UUID as the enqueue prints it."
        ) from None


def require_team(team: str) -> str:
    """The team.

    Raises:
        InputError: none is named.
    """
    if not team:
        raise InputError("No team is named.", advice="Give --team or set ASSISTANT_TEST_TEAM.")
    return team


def settings_of(given: list[str]) -> dict[str, Any]:
    """``run_config`` from ``key=value`` words and JSON objects; a later one wins.

    Raises:
        InputError: a word is neither.
    """
    merged: dict[str, Any] = {}
    for word in given:
        key, _, value = word.partition("=")
        text = word if word.lstrip().startswith("{") else f"{{{json.dumps(key.strip())}: {value}}}"
        try:
            merged |= json.loads(text)
        except (ValueError, RecursionError):
            raise InputError(
                f"--run-config {word[:80]!r} is neither key=value nor a JSON object.",
                advice="Write for example --run-config trials=3.",
            ) from None
    return merged
