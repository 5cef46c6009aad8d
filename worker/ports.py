"""The ports: what the worker asks of the world outside, in plain types."""

from dataclasses import dataclass
from typing import Any, Protocol

from worker.domain.evidence import CaseToRun, Evidence
from worker.domain.words import Reads

PORT_VERSION = 1
"""Adapters say for which version of these ports they were written; another one is refused at the start."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What the engine must know of a runner before it runs anything.

    Attributes:
        brings: what its evidence holds; only kinds that read one of these apply to its cases.
        needs_target: ``configuration``, a vendor's name in ``targets``, or None.
        deadline_s: default deadline of a run that has such cases, seconds (engine.md, "Deadline").
        waits: True where a case waits for a vendor and so takes a long slot.
        trials: False where repeating a case tells nothing.
        calls: how many conversations with a vendor one execution of a case starts; None: not known.
    """

    brings: frozenset[Reads]
    needs_target: str | None
    deadline_s: int
    waits: bool
    trials: bool
    port_version: int = PORT_VERSION
    calls: int | None = None


class CaseAdapter(Protocol):
    """Executes one case at a time; the engine drives concurrency, time limits and retries."""

    @property
    def traits(self) -> Traits:
        """What the engine must know of this runner."""
        ...

    async def execute(self, case: CaseToRun) -> Evidence:
        """Play the case once.

        Raises:
            AdapterError: with the kind that says what the engine may do about it.
        """
        ...


class ConfigSource(Protocol):
    """Finds the configuration that a reference names (engine.md, "Target")."""

    async def fetch(self, reference: str, assistant_id: str, targets: dict[str, Any]) -> Any:
        """The configuration as JSON.

        Args:
            reference: ``live`` or ``<source>:<id>``.
            assistant_id: the suite's assistant, in the product's words; what ``live`` means.
            targets: where each vendor finds it.

        Raises:
            LookupError: there is no such configuration.
            AdapterError: the source could not be asked.
        """
        ...
