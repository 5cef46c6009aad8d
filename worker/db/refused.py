"""Messages that were refused: kept, since nobody waits for their error."""

from dataclasses import dataclass
from typing import Any, Final

from psycopg.types.json import Jsonb

from worker.db.leases import Connection

KEEP: Final = """
INSERT INTO assistant_test_refused_enqueues (team_id, request_id, arguments, error_code, error_detail, advice)
VALUES (%(team)s, %(request_id)s, %(arguments)s, %(code)s, %(detail)s, %(advice)s)
"""


@dataclass(frozen=True, slots=True)
class Refused:
    """A refused message; ``arguments`` hold no content (``worker.messages.shown``)."""

    team: str | None
    request_id: str | None
    arguments: dict[str, Any]
    code: str
    detail: str
    advice: str


async def keep(connection: Connection, refused: Refused) -> None:
    """Write the row."""
    given = {
        "team": refused.team,
        "request_id": refused.request_id,
        "arguments": Jsonb(refused.arguments),
        "code": refused.code,
        "detail": refused.detail,
        "advice": refused.advice,
    }
    await connection.execute(KEEP, given)
