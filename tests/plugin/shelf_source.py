"""Configurations for ``shelf:<id>``: one that is there, one that never was, and all that can go wrong on the way."""

from typing import Any

from worker.errors import AdapterError, AdapterErrorKind
from worker.ports import ConfigSource


class ShelfSource:
    """Gives what the reference's id says."""

    def __init__(self) -> None:
        """Count how often each reference was asked for."""
        self.asked: list[tuple[str, str, dict[str, Any]]] = []

    async def fetch(self, reference: str, assistant_id: str, targets: dict[str, Any]) -> Any:
        """The configuration, or the fault that the id names."""
        self.asked.append((reference, assistant_id, targets))
        match reference.partition(":")[2]:
            case "lost":
                raise LookupError("it was never there")
            case "down":
                raise AdapterError(AdapterErrorKind.TRANSIENT, "The shelf is away", retry_after_s=60)
            case "shaky" if len(self.asked) < 2:
                raise AdapterError(AdapterErrorKind.TRANSIENT, "The shelf is away for a moment")
            case "closed":
                raise AdapterError(AdapterErrorKind.PERMANENT_RUN, "The shelf is closed")
            case "broken":
                raise ZeroDivisionError
            case "odd":
                return {1, 2}
            case "hostile":
                return {"model": {"messages": [{"role": "system", "content": "a\x00b \ud800"}]}, "rate": float("nan")}
            case name:
                return {"model": {"messages": [{"role": "system", "content": f"You are {name}."}]}}


def make() -> ConfigSource:
    """The entry point."""
    return ShelfSource()
