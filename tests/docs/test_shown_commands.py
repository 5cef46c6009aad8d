"""The commands that the README shows are run: each exits as it says and prints what it shows."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from tests.docs import prose
from tests.docs.prose import ROOT
from tests.processes import processes

README = ROOT / "README.md"
ELSEWHERE = {
    "bin/demo": ROOT / "worker" / "demo.py",
    "bin/test": ROOT / ".ci" / "run",
    "bin/check": ROOT / ".ci" / "run",
    "bin/test tests/unit": ROOT / "bin" / "test",
    "bin/test --all": ROOT / "bin" / "test",
    ".ci/run": ROOT / ".ci" / "run",
    "export DATABASE_URL=postgresql://user:password@127.0.0.1:5432/assistant_test": ROOT / "worker" / "settings.py",
    "export REDIS_URL=redis://127.0.0.1:6379/0": ROOT / "worker" / "settings.py",
    "cp .env.example .env": ROOT / ".env.example",
    "docker compose up --build": ROOT / "docker-compose.yml",
    "bin/up": ROOT / "worker" / "supervisor.py",
}
"""Commands that are not run here, each with the file that stands for it."""
SHOWN = re.compile(r"^```sh\n([^`]*)^```\n(?:\n```text\n([^`]*)^```)?", re.MULTILINE)
RUN_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
LONGEST_S = 60


@dataclass(frozen=True)
class Shown:
    """A command of the README.

    Attributes:
        status: what it says that the command exits with; 0 where it says nothing.
        lines: of the output that it shows, what stands on each; "…" stands for lines left out.
    """

    command: str
    status: int
    lines: tuple[str, ...]


def shown(page: Path = README) -> Iterator[Shown]:
    """The ``assistant-test`` commands, in order; an output belongs to the last command of the block before it."""
    for block, output in SHOWN.findall(page.read_text("utf-8")):
        found = [line for line in block.splitlines() if line.startswith("assistant-test ")]
        for line in found:
            command, _, comment = line.partition("  # exits with ")
            lines = tuple(text.strip() for text in output.splitlines()) if line == found[-1] else ()
            yield Shown(command, int(comment or 0), lines)


@pytest.mark.timeout(300)
def test_the_commands_do_what_the_readme_shows(database_url: str, redis_url: str, tmp_path: Path) -> None:
    """In the README's order, the demo first; on a real database and with all processes; RUN stands for the last run."""
    environment = {
        **os.environ,
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "COLUMNS": "120",
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}",
    }
    run_id = ""
    own = {name: value for name, value in environment.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    demo = subprocess.run(
        [sys.executable, "-m", "worker.demo"], cwd=ROOT, env=own, capture_output=True, timeout=LONGEST_S, check=False
    )
    assert demo.returncode == 0, demo.stdout + demo.stderr

    with processes(database_url, redis_url, tmp_path) as started:
        for name in ("worker", "worker_bulk", "beat", "relay"):
            started.start(name)
        for one in shown():
            words = shlex.split(one.command.replace("RUN", run_id))
            said = subprocess.run(
                words, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=LONGEST_S, check=False
            )
            printed = said.stdout + said.stderr
            run_id = (RUN_ID.findall(said.stdout) or [run_id])[0]

            assert said.returncode == one.status, f"{one.command}\n{printed}"
            missing = set(one.lines) - {"…", ""} - {line.strip() for line in printed.splitlines()}
            assert missing == set(), f"{one.command}\n{printed}"


def test_the_sql_does_what_the_readme_says(
    database_url: str, connection: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The statements run as they stand, in order: one run, not ended yet, and cancelled."""
    monkeypatch.setenv("DATABASE_URL", database_url)
    program = Path(sys.executable).with_name("assistant-test")
    subprocess.run([program, "apply", "examples/booking.suite.yaml"], cwd=ROOT, capture_output=True, check=True)
    enqueue, *later = [part for block in prose.blocks(README, "sql") for part in block.split(";\n") if part.strip()]

    run = connection.execute(enqueue.encode()).fetchone()
    status, verdicts, cancelled = [connection.execute(statement.encode()).fetchall() for statement in later]

    assert run is not None
    assert status == [("queued", None, None, None)]
    assert verdicts == []
    assert cancelled == [(True,)]


def test_every_command_is_run_or_stands_for_a_file() -> None:
    """A command that the README shows and nobody runs would go stale unseen."""
    told = prose.commands(README)

    left = {command for command in told if not command.startswith("assistant-test ")}

    assert left == set(ELSEWHERE)
    assert all(path.exists() for path in ELSEWHERE.values())
