"""``--since``: a span back from now, or a time."""

import re
from datetime import UTC, datetime, timedelta
from typing import Final

from worker.errors import InputError

AGO: Final = re.compile(r"(\d{1,4})([dhm])")
UNITS: Final = {"d": "days", "h": "hours", "m": "minutes"}


def moment(text: str, now: datetime) -> datetime | None:
    """What ``--since`` means; None where it is empty.

    Raises:
        InputError: it is no time.
    """
    if not text:
        return None
    try:
        if ago := AGO.fullmatch(text):
            return now - timedelta(**{UNITS[ago[2]]: int(ago[1])})
        given = datetime.fromisoformat(text)
    except (ValueError, OverflowError):
        raise InputError(
            f"--since {text[:80]!r} is no time.", advice="Write 7d, 12h, 30m, 2026-01-31 or 2026-01-31T18:00."
        ) from None
    return given if given.tzinfo else given.replace(tzinfo=UTC)
