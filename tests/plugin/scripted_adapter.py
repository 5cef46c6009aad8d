"""A runner that does what a case's content says: waits for a file, fails, breaks, or kills its process.

It is found by entry point, as any outside adapter is: the tests put this folder on the worker's path.
"""

import asyncio
import os
import signal
from pathlib import Path

from worker.domain.evidence import CaseToRun, Evidence
from worker.domain.words import Reads
from worker.errors import AdapterError, AdapterErrorKind
from worker.ports import CaseAdapter, Traits


class ScriptedAdapter:
    """Plays the script in ``content``; keys: until, log, fail, times, breaks, kills, payload, unstorable."""

    traits = Traits(
        brings=frozenset({Reads.CONFIGURATION}), needs_target="configuration", deadline_s=60, waits=True, trials=True
    )

    def __init__(self) -> None:
        """Count the calls by case run."""
        self._calls: dict[object, int] = {}

    async def execute(self, case: CaseToRun) -> Evidence:
        """Do as the content says."""
        script = case.content
        calls = self._calls[case.case_run_id] = self._calls.get(case.case_run_id, 0) + 1
        if log := script.get("log"):
            _append(Path(log), f"{case.case_run_id} {case.trial}\n")
        if script.get("kills"):
            os.kill(os.getpid(), signal.SIGKILL)
        if script.get("breaks"):
            raise ValueError("broken on purpose")
        if (kind := script.get("fail")) and calls <= script.get("times", 1_000):
            raise AdapterError(AdapterErrorKind(kind), "failed on purpose", retry_after_s=script.get("retry_after_s"))
        if until := script.get("until"):
            await _made(Path(until))
        return Evidence(
            transcript=[{"role": "assistant", "text": f"played {case.name}"}],
            provider_payload=object() if script.get("unstorable") else script.get("payload"),
            pointers={"target_sha256": case.target.sha256},
        )


def _append(path: Path, line: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(line)


async def _made(path: Path) -> None:
    while not await asyncio.to_thread(path.exists):  # noqa: ASYNC110  another process makes it: nothing to await
        await asyncio.sleep(0.2)


def make() -> CaseAdapter:
    """The entry point."""
    return ScriptedAdapter()
