"""The whole contract against bare Celery no-ops: runs per second of one worker process, its queue filled before."""

import time
from collections.abc import Callable, Iterator
from typing import Final

import redis

from bench.figure import Figure, median
from bench.noop import NOOP
from bench.rig import Rig, unended
from worker.broker import LOOK, make_celery
from worker.settings import Settings

ROUNDS: Final = 5
RUNS: Final = 2_000
ONE: Final = 1
GROUPED: Final = 25
KEY: Final = "assistant_test:noop"
LOOK_S: Final = 0.1
"""Between two counts of what is left: each costs the database a read that no contract asks for."""


def measure(rig: Rig) -> Iterator[Figure]:
    """Medians of interleaved rounds: no-ops, one id a nudge, grouped nudges."""
    rig.apply()
    count = rig.amount(RUNS)
    rates: dict[str, list[float]] = {"noop": [], "one": [], "grouped": []}
    for _ in range(ROUNDS):
        rates["noop"].append(_noops(rig, count))
        rates["one"].append(_contract(rig, count, lane="interactive", size=ONE))
        rates["grouped"].append(_contract(rig, count, lane="bulk", size=GROUPED))
    bare = median(rates["noop"])
    more = {"runs": count, "rounds": ROUNDS, "noops_per_s": round(bare)}
    for name, reach in (("one", 0.5), ("grouped", 1.0)):
        rate = median(rates[name])
        told = more | {"runs_per_s": round(rate), "each": [round(one) for one in rates[name]]}
        yield Figure(f"contract_{name}_against_noops", rate / bare, "x", reach=reach, least=True, more=told)


def _contract(rig: Rig, count: int, *, lane: str, size: int) -> float:
    with rig.connect() as opened:
        run_ids = [str(run_id) for run_id in rig.enqueue(opened, count, lane)]
        _publish(rig, LOOK, lane, [run_ids[start : start + size] for start in range(0, count, size)])
        return _rate(rig, "worker" if lane == "interactive" else "worker_bulk", lambda: unended(opened))


def _noops(rig: Rig, count: int) -> float:
    _publish(rig, NOOP, "noop", [["an id"] for _ in range(count)])
    with redis.Redis.from_url(rig.services.redis_url) as client:
        return _rate(rig, "noop", lambda: int(client.llen(KEY)))


def _publish(rig: Rig, name: str, queue: str, messages: list[list[str]]) -> None:
    with make_celery(Settings(redis_url=rig.services.redis_url)) as app, app.producer_or_acquire() as producer:
        for run_ids in messages:
            app.send_task(name, args=[run_ids], queue=queue, producer=producer, ignore_result=True)


def _rate(rig: Rig, process: str, left: Callable[[], int]) -> float:
    """How many are done per second, from the first that is seen done to the last."""
    before = left()
    rig.start(process)
    rig.until(lambda: left() < before)
    began, at_first = time.perf_counter(), left()
    rig.until(lambda: left() == 0, every_s=LOOK_S)
    took = time.perf_counter() - began
    rig.end()
    return at_first / took
