"""Structural checks: every kind over one real configuration from enqueue to verdict, and files through lint's path.

The configurations are those of the folder ``CORPUS_DIR``; without it, the examples, which are small.
"""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import psycopg
from psycopg.types.json import Jsonb

from bench.catalogue import CONSUMER, SUITE, suite_for
from bench.figure import Figure, median, percentile
from bench.rig import ROOT, TEAM, Rig
from worker.domain.configuration import Configuration
from worker.errors import FileError, NotReady
from worker.judging import kinds, linting
from worker.judging.structural import reading
from worker.judging.structural.readers.load import MAX_BYTES, NotJson, load

ROUNDS: Final = 7
RUNS: Final = 200
WARM: Final = 20
END_S: Final = 30
ENQUEUE: Final = """
SELECT assistant_test_enqueue(team => %(team)s, suite => %(suite)s, consumer => %(consumer)s, content => %(content)s)"""


def measure(rig: Rig) -> Iterator[Figure]:
    """Files a minute and the largest file first: they need no process of the rig."""
    files = list(_files())
    yield from _lint(files)
    yield from _to_verdict(rig, files)


def _files() -> Iterator[tuple[Path, bytes, Configuration]]:
    """The files that are configurations, with their bytes."""
    corpus = os.environ.get("CORPUS_DIR")
    folder = Path(corpus) / "configs" if corpus else ROOT / "examples"
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.stat().st_size > MAX_BYTES:
            continue
        source = path.read_bytes()
        try:
            found = reading(load(source))
        except (NotJson, FileError):
            continue
        if isinstance(found, Configuration):
            yield path, source, found


def _lint(files: list[tuple[Path, bytes, Configuration]]) -> Iterator[Figure]:
    checks = linting.checks_for()
    sources = [source for _, source, _ in files]
    rates = [_rate(sources, checks) for _ in range(ROUNDS)][1:]
    more = {"files": len(files), "bytes": sum(map(len, sources)), "checks": len(checks), "cores": 1}
    yield Figure("lint_files_per_minute", median(rates), "1/min", reach=1000, least=True, more=more)
    largest = max(sources, key=len, default=b"")
    took = [_took_ms(largest, checks) for _ in range(ROUNDS)]
    yield Figure("lint_largest_file_median", median(took), "ms", reach=100, more={"bytes": len(largest)})


def _rate(sources: list[bytes], checks: list[linting.Check]) -> float:
    return 60_000 * len(sources) / sum(_took_ms(source, checks) for source in sources)


def _took_ms(source: bytes, checks: list[linting.Check]) -> float:
    began = time.perf_counter()
    found = reading(load(source))
    if isinstance(found, Configuration):
        linting.lint(found, checks)
    return (time.perf_counter() - began) * 1000


def _to_verdict(rig: Rig, files: list[tuple[Path, bytes, Configuration]]) -> Iterator[Figure]:
    """The largest file, judged by every kind with parameters."""
    _, source, configuration = max(files, key=lambda file: len(file[1]))
    path = rig.folder / "catalogue.suite.json"
    path.write_text(suite_for(configuration, TEAM), encoding="utf-8")
    rig.apply()
    rig.command("apply", str(path))
    for name in ("relay", "worker", "beat"):
        rig.start(name)
    content = Jsonb(configuration.content)
    with rig.connect() as opened, rig.connect() as listening:
        listening.execute("LISTEN assistant_test_ended")
        rounds = [
            (_ended_ms(rig, listening, lambda: _enqueued(opened, content)), _small(rig, opened, listening))
            for _ in range(WARM + rig.amount(RUNS))
        ][WARM:]
    took, small = [large for large, _ in rounds], [beside for _, beside in rounds]
    more = {
        "runs": len(took),
        "kinds": len(kinds.KINDS),
        "bytes": len(source),
        "small_run_median": round(median(small), 3),
        "small_run_p99": round(percentile(small, 0.99), 3),
        "times_the_small_run": round(median(took) / median(small), 3),
    }
    yield Figure("every_kind_to_verdict_median", median(took), "ms", reach=50, more=more)
    yield Figure("every_kind_to_verdict_p99", percentile(took, 0.99), "ms", reach=250, more=more)


def _small(rig: Rig, opened: psycopg.Connection[Any], listening: psycopg.Connection[Any]) -> float:
    """The run of ``latency``, interleaved: ten assertions over 2 kB, so that the figures can be compared."""
    return _ended_ms(rig, listening, lambda: rig.enqueue(opened)[0])


def _enqueued(opened: psycopg.Connection[Any], content: Jsonb) -> UUID | None:
    given = {"team": TEAM, "suite": SUITE, "consumer": CONSUMER, "content": content}
    row = opened.execute(ENQUEUE, given).fetchone()
    return row[0] if row else None


def _ended_ms(rig: Rig, listening: psycopg.Connection[Any], enqueue: Callable[[], UUID | None]) -> float:
    """From the enqueue to the news of its end, as whoever waits sees it."""
    began = time.perf_counter()
    run_id = enqueue()
    notices = listening.notifies(timeout=END_S, stop_after=1)
    if not any(notice.payload == str(run_id) for notice in notices):
        raise NotReady(f"Run {run_id} did not end within {END_S} s.", advice=f"See the logs:\n{rig.logs()}")
    return (time.perf_counter() - began) * 1000
