"""Memory of one worker process over many runs, and with one long run in hand."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import psycopg

from bench.figure import Figure
from bench.rig import TEAM, Rig, unended

RUNS: Final = 10_000
WARM_SHARE: Final = 0.2
LONG: Final = 10_000
LONG_CASES: Final = """
WITH made AS (
    INSERT INTO assistant_test_cases (team_id, name, runner, content)
    SELECT %(team)s, 'long ' || number, 'structural', '{}' FROM generate_series(1, %(count)s) AS number
    RETURNING id, team_id)
INSERT INTO assistant_test_suite_cases (suite_id, case_id, team_id, position)
SELECT suites.id, made.id, made.team_id, row_number() OVER () + 1
FROM made, assistant_test_suites AS suites WHERE suites.name = 'bench'"""


def measure(rig: Rig) -> Iterator[Figure]:
    """Resident memory at the end of many runs against that after a fifth of them; and its peak over one long run."""
    rig.apply()
    count = rig.amount(RUNS)
    with rig.connect() as opened:
        rig.enqueue(opened, count)
        process = rig.start("worker")
        rig.until(lambda: unended(opened) < count * (1 - WARM_SHARE))
        early = resident_mib(process)
        rig.until(lambda: not unended(opened))
        late = resident_mib(process)
        told = {"runs": count, "early_mib": round(early), "late_mib": round(late)}
        yield Figure("memory_late_against_early", late / early, "x", reach=1.1, more=told)

        peak = _long_run(rig, opened, process)
        told = {"cases": rig.amount(LONG), "before_mib": round(late), "peak_mib": round(peak)}
        yield Figure("memory_of_a_long_run", peak - late, "MiB", more=told)


def _long_run(rig: Rig, opened: psycopg.Connection[Any], process: subprocess.Popen[bytes]) -> float:
    opened.execute(LONG_CASES, {"team": TEAM, "count": rig.amount(LONG)})
    rig.start("relay")
    rig.start("beat")
    rig.enqueue(opened)
    seen = [0.0]

    def ended() -> bool:
        seen.append(resident_mib(process))
        return not unended(opened)

    rig.until(ended)
    return max(seen)


def resident_mib(process: subprocess.Popen[bytes]) -> float:
    """Resident memory of a process, in MiB."""
    status = Path(f"/proc/{process.pid}/status")
    if status.exists():
        line = next(line for line in status.read_text(encoding="ascii").splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024
    told = subprocess.run(["ps", "-o", "rss=", "-p", str(process.pid)], capture_output=True, text=True, check=True)
    return int(told.stdout) / 1024
