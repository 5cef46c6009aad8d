"""When to try again, and when to give up. No clock and no random source inside: they are handed in."""

from typing import Final

TRIES: Final = 4
BASE_S: Final = 0.5
CAP_S: Final = 30.0


def pause_s(attempt: int, *, retry_after_s: float | None, jitter: float) -> float | None:
    """Seconds to wait after the ``attempt``-th failed try (1-based), or None to give up.

    Args:
        attempt: how many tries have failed.
        retry_after_s: what the vendor asked for; never shortened, capped at 5 minutes.
        jitter: from 0 to 1; spreads the pause over its upper half, so that many do not come back at once.
    """
    if attempt >= TRIES:
        return None
    grown: float = min(CAP_S, BASE_S * 2 ** (attempt - 1))
    spread = grown * (0.5 + jitter / 2)
    return max(spread, min(retry_after_s, 300.0)) if retry_after_s is not None else spread
