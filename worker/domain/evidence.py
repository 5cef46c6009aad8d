"""What came back when a case was executed, and what an adapter is given to execute it."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

Json = Any


@dataclass(frozen=True, slots=True)
class Target:
    """What a run is pointed at.

    Attributes:
        ref: ``live``, ``product:<id>``, ``inline:<sha256>`` …
        sha256: of the configuration's canonical text; None where no configuration was needed.
        content: the configuration; None where no runner of the run reads it.
    """

    ref: str | None
    sha256: str | None = None
    content: Json = None


@dataclass(frozen=True, slots=True)
class CaseToRun:
    """One case, as it was frozen for this run.

    Attributes:
        content: turns, or persona and goal, or variables.
        trial: 0-based.
        targets: where each vendor finds the assistant.
        timeout_s: the case's time limit, seconds.
    """

    case_run_id: UUID
    case_id: UUID
    name: str
    runner: str
    content: dict[str, Json]
    trial: int
    target: Target
    targets: dict[str, Json]
    timeout_s: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """What came back. Nothing in here is a conclusion of ours; a vendor's verdict stays in ``provider_payload``.

    Attributes:
        timing: milliseconds, by name.
        usage: tokens and cost as the provider says, by name.
        pointers: recording, target hash and the like.
    """

    transcript: list[Json] | None = None
    tool_calls: list[Json] | None = None
    timing: dict[str, Json] | None = None
    usage: dict[str, Json] | None = None
    provider: str | None = None
    provider_ref: str | None = None
    provider_payload: Json = None
    pointers: dict[str, Json] = field(default_factory=dict)
