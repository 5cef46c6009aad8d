"""bin/demo from outside: how it ends, what it shows, and what it leaves behind."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from tests.eventually import eventually
from worker.supervision.child import ROOT

ENDS_S = 100
"""Long enough for a crowded machine; the demo gives up by itself before."""

ENDED_BY_INT = {130, -signal.SIGINT}
"""Shells show both as 130; where an interrupt hits code that ``exec`` runs, Python ends itself by the signal."""


@dataclass
class Demo:
    """A demo on services of the test."""

    folder: Path
    environment: dict[str, str]
    process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> Path:
        """What it wrote, both streams together."""
        return self.folder / "demo.log"

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start it."""
        command = [sys.executable, "-m", "worker.demo", *arguments]
        with self.log.open("wb") as sink:
            self.process = subprocess.Popen(
                command, cwd=self.folder, env=self.environment, stdout=sink, stderr=subprocess.STDOUT
            )
        return self.process

    def text(self) -> str:
        """What it wrote so far."""
        return self.log.read_text(encoding="utf-8")

    def started(self) -> list[str]:
        """Processes that have its database's address in their environment, itself aside."""
        return [one for one in holders_of(self.environment["DATABASE_URL"]) if "worker.demo" not in one]

    def left(self) -> list[str]:
        """Files that it left."""
        return [path.name for path in (self.folder / "tmp").iterdir()]


@pytest.fixture
def demo(database_url: str, redis_url: str, tmp_path: Path) -> Iterator[Demo]:
    """A demo that ends with the test."""
    (tmp_path / "tmp").mkdir()
    given = {"DATABASE_URL": database_url, "REDIS_URL": redis_url, "TMPDIR": str(tmp_path / "tmp")}
    one = Demo(tmp_path, {**os.environ, **given, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"})
    yield one
    if one.process is not None and one.process.poll() is None:
        one.process.send_signal(signal.SIGTERM)
        one.process.wait(ENDS_S)


def test_the_story_ends_with_two_verdicts_on_one_run(demo: Demo, connection: psycopg.Connection) -> None:
    """Exit 0; the gate fails the run on the lost clause, and CI passes the same run; nothing is left."""
    status = demo.start().wait(ENDS_S)

    text = demo.text()
    assert status == 0, text
    assert "Traceback" not in text
    runs = re.findall(r"^Run ([0-9a-f-]{36})$", text, re.MULTILINE)
    assert len(runs) == 3
    assert verdicts_shown(text, runs[0]) == dict.fromkeys(
        ("avo_preflight", "blueprint_ci", "nightly_sweep", "publish_gate"), "passed"
    )
    assert verdicts_shown(text, runs[1]) == {
        "avo_preflight": "failed",
        "blueprint_ci": "passed",
        "nightly_sweep": "passed",
        "publish_gate": "failed",
    }
    assert "The clause is lost: “smell of gas”." in text
    stamped = connection.execute("SELECT id::text, outcome FROM assistant_test_runs ORDER BY id").fetchall()
    assert stamped == list(zip(runs, ("passed", "failed", "passed"), strict=True))
    assert demo.started() == []
    assert demo.left() == []


def test_an_interrupt_leaves_no_process(demo: Demo) -> None:
    """Ctrl-C in the middle ends whatever was started by then."""
    process = demo.start()
    eventually(lambda: len(demo.started()) >= 3, ENDS_S)

    process.send_signal(signal.SIGINT)

    assert process.wait(ENDS_S) in ENDED_BY_INT
    assert demo.text().endswith("Interrupted; everything that was started has ended.\n")
    assert "Traceback" not in demo.text()
    assert demo.started() == []
    assert demo.left() == []


def test_a_database_that_does_not_answer_is_told(demo: Demo) -> None:
    """One error with the next step, and the exit status 1."""
    demo.environment["DATABASE_URL"] = "postgresql://127.0.0.1:1/nothing"

    status = demo.start().wait(ENDS_S)

    assert status == 1
    assert "Error: " in demo.text()
    assert "Traceback" not in demo.text()
    assert demo.left() == []


def verdicts_shown(text: str, run: str) -> dict[str, str]:
    """What ``verdicts RUN`` printed, by consumer."""
    _, _, after = text.partition(f"$ assistant-test verdicts {run}\n")
    shown, _, _ = after.partition("$ ")
    return dict(re.findall(r"^(\w+), criteria version 1(?: \(stamped\))?: (\w+)$", shown, re.MULTILINE))


def holders_of(address: str) -> list[str]:
    """Command lines of processes with this address in their environment."""
    shown = subprocess.run(["ps", "eww", "-A", "-o", "args="], capture_output=True, text=True, check=True).stdout
    return [line for line in shown.splitlines() if f"DATABASE_URL={address}" in line]
