"""What a check says."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """``warn`` works for now, or cannot be told; ``bad`` keeps runs from being made or carried out."""

    OK = "ok"
    WARN = "warn"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """One part: its state in a sentence, and the next step, which is empty where all is well."""

    part: str
    state: State
    said: str
    step: str = ""


def ok(part: str, said: str) -> Finding:
    """All is well."""
    return Finding(part, State.OK, said)


def warn(part: str, said: str, step: str) -> Finding:
    """It works for now, or it cannot be told."""
    return Finding(part, State.WARN, said, step)


def bad(part: str, said: str, step: str) -> Finding:
    """Runs cannot be made, or are not carried out."""
    return Finding(part, State.BAD, said, step)


def worst(findings: Iterable[Finding]) -> State:
    """The state of the whole."""
    ranks = list(State)
    return max((finding.state for finding in findings), key=ranks.index, default=State.OK)
