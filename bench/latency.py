"""From enqueue to verdict: a structural run on an idle worker, and behind a backlog of the bulk lane."""

import time
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import psycopg

from bench.figure import Figure, median, percentile
from bench.rig import Rig, unended

RUNS = 300
WARM = 20
BACKLOG = 10_000
END_S = 30


def measure(rig: Rig) -> Iterator[Figure]:
    """Latencies in milliseconds, as whoever waits sees them."""
    rig.apply()
    for name in ("relay", "worker", "worker_bulk", "beat"):
        rig.start(name)
    with rig.connect() as opened:
        _preflights(rig, opened, WARM)
        idle = _preflights(rig, opened, rig.amount(RUNS))
        yield Figure("latency_idle_median", median(idle), "ms", reach=50, more={"runs": len(idle)})
        yield Figure("latency_idle_p99", percentile(idle, 0.99), "ms", reach=250, more={"runs": len(idle)})

        backlog = rig.amount(BACKLOG)
        rig.enqueue(opened, backlog, lane="bulk")
        busy = _preflights(rig, opened, rig.amount(RUNS))
        left = {"runs": len(busy), "backlog": backlog, "backlog_left": unended(opened, "bulk")}
        yield Figure("latency_behind_bulk_median", median(busy), "ms", more=left)
        yield Figure("latency_behind_bulk_p99", percentile(busy, 0.99), "ms", reach=1000, more=left)


def _preflights(rig: Rig, opened: psycopg.Connection[Any], count: int) -> list[float]:
    with rig.connect() as listening:
        listening.execute("LISTEN assistant_test_ended")
        return [_preflight(rig, opened, listening) for _ in range(count)]


def _preflight(rig: Rig, opened: psycopg.Connection[Any], listening: psycopg.Connection[Any]) -> float:
    began = time.perf_counter()
    (run_id,) = rig.enqueue(opened)
    if not _told(listening, run_id):
        rig.until(lambda: not unended(opened, "interactive"), END_S)
    return (time.perf_counter() - began) * 1000


def _told(listening: psycopg.Connection[Any], run_id: UUID) -> bool:
    return any(notice.payload == str(run_id) for notice in listening.notifies(timeout=END_S, stop_after=1))
