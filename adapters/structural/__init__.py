"""The structural runner: executes nothing, hands the frozen configuration over as evidence."""

from worker.domain.evidence import CaseToRun, Evidence
from worker.domain.words import Reads
from worker.errors import AdapterError, AdapterErrorKind
from worker.ports import CaseAdapter, Traits


class StructuralAdapter:
    """Its evidence is a pointer to the plan's target: the configuration is stored once per run."""

    traits = Traits(
        brings=frozenset({Reads.CONFIGURATION}),
        needs_target="configuration",
        deadline_s=60,
        waits=False,
        trials=False,
        calls=0,
    )

    async def execute(self, case: CaseToRun) -> Evidence:
        """Point at the configuration that the plan holds.

        Raises:
            AdapterError: permanent for the run, where the plan holds no configuration.
        """
        if case.target.sha256 is None:
            raise AdapterError(AdapterErrorKind.PERMANENT_RUN, "The run's plan holds no configuration.")
        return Evidence(pointers={"target_sha256": case.target.sha256})


def make() -> CaseAdapter:
    """The entry point ``structural`` of the group ``worker.adapters``."""
    return StructuralAdapter()
