"""What follows from the end of a process: decided without looking at any."""

import signal
from dataclasses import dataclass
from typing import Final

FIRST_DELAY_S: Final = 1.0
LONGEST_DELAY_S: Final = 30.0
GROWTH: Final = 2.0
NOT_STARTED: Final = 126
"""The status of what could not be started, as shells have it."""
SETTLED_S: Final = 60.0
"""After so long a process counts as having worked, and its next end starts the delays anew."""


@dataclass(frozen=True)
class Restart:
    """A process is started anew.

    Attributes:
        delay_s: after so many seconds, 1 to 30.
        sentence: what is said about it.
    """

    delay_s: float
    sentence: str


def after_exit(status: int, up_s: float, last_delay_s: float) -> Restart:
    """What to do about a process that was not told to end.

    Args:
        status: its exit status; negative for a signal, as ``subprocess`` has it.
        up_s: how long it ran.
        last_delay_s: the delay before it was started; 0 for the first start.
    """
    delay_s = next_delay(last_delay_s, up_s)
    return Restart(delay_s, f"{ended(status)} after {up_s:.0f} s; it is started anew in {delay_s:.0f} s")


def next_delay(last_s: float, up_s: float) -> float:
    """1, 2, 4 … 30 seconds; 1 again once the process ran for a minute."""
    if last_s == 0 or up_s >= SETTLED_S:
        return FIRST_DELAY_S
    return min(LONGEST_DELAY_S, last_s * GROWTH)


def ended(status: int) -> str:
    """An exit status in words."""
    if status >= 0:
        return f"exited with status {status}"
    try:
        return f"was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"was ended by signal {-status}"
