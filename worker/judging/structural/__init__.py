"""Deterministic checks on a configuration: one reader per vendor, one normal form, one module per check."""

from worker.domain.configuration import Configuration, Json, Unreadable
from worker.judging.structural.readers import read


def reading(content: Json) -> Configuration | Unreadable:
    """The configuration in its normal form, or why it is none. Never raises on bad content."""
    return read(content)
