"""One measured figure, and the order statistics it is made of."""

import json
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Figure:
    """A figure.

    Attributes:
        name: what was measured.
        value: the figure, in ``unit``.
        reach: what engine.md budgets; None where it names nothing.
        least: True where ``reach`` is a lower bound, False where it is an upper one.
        more: what else the measurement said, such as its rounds.
    """

    name: str
    value: float
    unit: str
    reach: float | None = None
    least: bool = False
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def reached(self) -> bool | None:
        """Whether the budget is kept; None where there is none."""
        if self.reach is None:
            return None
        return self.value >= self.reach if self.least else self.value < self.reach

    def line(self) -> str:
        """The figure as one JSON line."""
        return json.dumps(
            {
                "figure": self.name,
                "value": round(self.value, 3),
                "unit": self.unit,
                "reach": self.reach,
                "reached": self.reached,
                **self.more,
            }
        )


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least ``share`` (0 to 1) of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def median(values: Sequence[float]) -> float:
    """The middle value."""
    return statistics.median(values)
