"""A rig of real processes for each acceptance test."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest

from tests.eventually import eventually
from tests.processes import Processes, Started, processes
from tests.world import World
from worker.telemetry.events import EVENTS

OF_ANY_EVENT = {"event", "logger", "level", "timestamp", "exception"}
SOON_S = 40
"""Long enough for a crowded machine; what is waited for is a fact, and nothing depends on how long it takes."""


@dataclass
class Rig:
    """A world, and processes on it."""

    world: World
    processes: Processes
    folder: Path

    def start(self, name: str, **settings: Any) -> Started:
        """Start a process and wait until it is at work."""
        return self.processes.start(name, **settings)

    def ended(self, run_id: UUID) -> str:
        """Wait for a run's end; its status."""
        eventually(lambda: self.world.status(run_id) in {"completed", "failed", "cancelled"}, SOON_S)
        return self.world.status(run_id)

    def file(self, name: str) -> Path:
        """A path in the test's folder."""
        return self.folder / name

    def lines(self, name: str) -> list[str]:
        """The lines of a file in the test's folder, none where it is not there."""
        path = self.file(name)
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []

    def nothing_twice(self, run_id: UUID, *, cases: int, results: int) -> None:
        """Every case run and every owed row is there once, and no event came under a token older than one before it."""
        world = self.world
        assert world.one("SELECT count(*) FROM assistant_test_case_runs WHERE run_id = %s", run_id) == cases
        outcomes = world.rows("SELECT status, cardinality(due) FROM assistant_test_outcomes WHERE run_id = %s", run_id)
        assert outcomes == [("closed", results)] * cases
        written = world.one("SELECT count(*) FROM assistant_test_assertion_results WHERE run_id = %s", run_id)
        assert written == cases * results
        kinds = [kind for kind, _ in world.events(run_id)]
        assert kinds.count("ended") == 1
        assert kinds.count("prepared") == 1
        tokens = [token for kind, token in world.events(run_id) if kind in {"claimed", "reaped", "ended"}]
        assert tokens == sorted(tokens)


def logs_as_listed(started: Processes) -> None:
    """What our code logged stands in the catalogue of events, with exactly its fields, whatever the test did."""
    said = [event for one in started.started for event in one.events() if event["logger"].startswith("worker.")]
    odd = [
        event for event in said if event.keys() - OF_ANY_EVENT != set(EVENTS.get(event["event"], ("no such event",)))
    ]
    assert odd == []


@pytest.fixture
def rig(database_url: str, redis_url: str, connection: psycopg.Connection, tmp_path: Path) -> Iterator[Rig]:
    """Processes that are ended with the test."""
    with processes(database_url, redis_url, tmp_path) as started:
        yield Rig(World(connection), started, tmp_path)
    logs_as_listed(started)
