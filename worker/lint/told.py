"""What ``lint`` tells of one file, whatever the form."""

from collections.abc import Callable
from dataclasses import dataclass

from worker.errors import Fault
from worker.judging.linting import Linted
from worker.judging.structural.findings import Finding, Severity

LineOf = Callable[[str], int | None]


@dataclass(frozen=True)
class Told:
    """One file.

    Attributes:
        found: its format and findings; None where it cannot be read.
        faults: why it cannot be read; empty where it can.
        line_of: the line of a pointer, 1-based, where it is known.
    """

    path: str
    found: Linted | None = None
    faults: tuple[Fault, ...] = ()
    line_of: LineOf = lambda _: None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found, worst first."""
        return self.found.findings if self.found else ()

    @property
    def is_bad(self) -> bool:
        """Whether somebody should look at it: a warning or an error."""
        return any(each.severity is not Severity.INFO for each in self.findings)
