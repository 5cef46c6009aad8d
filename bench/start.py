"""The command line from its start to its end, against a bare interpreter that imports pydantic."""

import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bench.figure import Figure, median
from bench.rig import CONFIGURATION, Rig, program

ROUNDS: Final = 20
BARE: Final = (sys.executable, "-c", "import pydantic")
CALLS: Final[Mapping[str, Sequence[str]]] = {
    "start_help": ("--help",),
    "start_lint": ("lint", str(CONFIGURATION)),
    "start_init": ("init", str(CONFIGURATION)),
}


def measure(rig: Rig) -> Iterator[Figure]:
    """Each call as a multiple of the bare interpreter, in interleaved rounds."""
    bare: list[float] = []
    took: dict[str, list[float]] = {name: [] for name in CALLS}
    for _ in range(ROUNDS):
        bare.append(_timed(BARE, rig))
        for name, words in CALLS.items():
            took[name].append(_timed((program("assistant-test"), *words), rig))
    for name, seconds in took.items():
        told = {"ms": round(median(seconds) * 1000), "bare_ms": round(median(bare) * 1000), "rounds": ROUNDS}
        yield Figure(name, median(seconds) / median(bare), "x", more=told)


def _timed(command: Sequence[str], rig: Rig) -> float:
    began = time.perf_counter()
    subprocess.run(command, env=rig.environment(), capture_output=True, check=False)
    return time.perf_counter() - began
