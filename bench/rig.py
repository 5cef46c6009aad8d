"""What figures are measured on: real servers, a migrated database, real processes; all of them ended here."""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit
from uuid import UUID

import psycopg
import redis
from psycopg.types.json import Jsonb

from worker.db import migrate
from worker.embedded import Services, services
from worker.errors import NotReady
from worker.supervision import procfile

ROOT: Final = Path(__file__).resolve().parents[1]
SUITE: Final = ROOT / "bench" / "suite.yaml"
CONFIGURATION: Final = ROOT / "bench" / "assistant.json"
TEAM: Final = "bench"
COMMANDS: Final = {
    **procfile.read(ROOT / "Procfile").processes,
    "noop": [
        "celery",
        "-A",
        "bench.noop:app",
        "worker",
        "-P",
        "threads",
        "-c",
        "32",
        "-Q",
        "noop",
        "--without-gossip",
        "--without-mingle",
    ],
}
PROMPT: Final = "{model,messages,0,content}"
ENQUEUE: Final = """
SELECT assistant_test_enqueue(team => %(team)s, suite => 'bench', consumer => 'publish_gate', lane => %(lane)s,
    content => jsonb_set(given.content, %(prompt)s, to_jsonb((given.content #>> %(prompt)s) || gen_random_uuid())))
FROM generate_series(1, %(count)s) CROSS JOIN (SELECT %(content)s::jsonb AS content) AS given"""
LOOK_S: Final = 0.01
STOP_S: Final = 60
PATIENCE_S: Final = 600


@dataclass
class Rig:
    """A fresh database and broker, and the processes on them."""

    services: Services
    scale: float
    folder: Path
    started: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def fresh(self) -> "Rig":
        """The same servers with a new database, migrated, and an empty broker."""
        self.end()
        name = f"bench_{uuid.uuid4().hex[:12]}"
        with psycopg.connect(self.services.database_url, autocommit=True) as opened:
            opened.execute(f"CREATE DATABASE {name}")
        url = urlunsplit(urlsplit(self.services.database_url)._replace(path=f"/{name}"))
        migrate.upgrade(url)
        with redis.Redis.from_url(self.services.redis_url) as client:
            client.flushdb()
        return Rig(Services(url, self.services.redis_url), self.scale, self.folder, self.started)

    def amount(self, full: int) -> int:
        """An amount at this scale, at least 20."""
        return max(20, int(full * self.scale))

    def connect(self) -> psycopg.Connection[Any]:
        """A connection whose statements commit."""
        return psycopg.connect(self.services.database_url, autocommit=True)

    def apply(self) -> None:
        """Write the suite, and have its runner registered as a worker's start does."""
        self.command("apply", str(SUITE))
        with self.connect() as opened:
            opened.execute(
                "INSERT INTO assistant_test_runners (name, brings, needs_target, deadline_s, trials)"
                " VALUES ('structural', '{configuration}', 'configuration', 60, false) ON CONFLICT DO NOTHING"
            )

    def command(self, *words: str) -> None:
        """Run the command line to its end.

        Raises:
            NotReady: it failed; its words are in the error.
        """
        done = subprocess.run(
            [program("assistant-test"), *words], env=self.environment(), capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise NotReady(f"assistant-test {words[0]} failed: {done.stderr.strip()}", advice="Mend it and start anew.")

    def enqueue(self, opened: psycopg.Connection[Any], count: int = 1, lane: str = "interactive") -> list[UUID]:
        """Enqueue runs of the suite on its configuration, each with a prompt of its own as edits have."""
        content = Jsonb(json.loads(CONFIGURATION.read_text(encoding="utf-8")))
        found = opened.execute(
            ENQUEUE, {"team": TEAM, "content": content, "prompt": PROMPT, "lane": lane, "count": count}
        )
        return [run_id for (run_id,) in found]

    def environment(self) -> dict[str, str]:
        """What processes get."""
        own = {name: value for name, value in os.environ.items() if not name.startswith("ASSISTANT_TEST_")}
        return own | {
            "DATABASE_URL": self.services.database_url,
            "REDIS_URL": self.services.redis_url,
            "ASSISTANT_TEST_TEAM": TEAM,
            "ASSISTANT_TEST_LOG_LEVEL": "WARNING",
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{own.get('PATH', os.defpath)}",
        }

    def start(self, name: str, **settings: Any) -> subprocess.Popen[bytes]:
        """Start a process; settings by their names, such as ``bulk_room=10``."""
        chosen = {f"ASSISTANT_TEST_{key.upper()}": str(value) for key, value in settings.items()}
        with (self.folder / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(
                COMMANDS[name], cwd=ROOT, env=self.environment() | chosen, stdout=log, stderr=log
            )
        self.started.append(process)
        return process

    def end(self) -> None:
        """End all processes that were started here."""
        while self.started:
            process = self.started.pop()
            process.terminate()
            try:
                process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def until(self, fact: Callable[[], bool], within_s: float = PATIENCE_S, every_s: float = LOOK_S) -> None:
        """Wait for a fact, looking every some seconds.

        Raises:
            NotReady: it did not come, or a process ended meanwhile.
        """
        end = time.monotonic() + within_s
        while not fact():
            gone = [process for process in self.started if process.poll() is not None]
            if gone or time.monotonic() > end:
                why = f"a process ended with status {gone[0].returncode}" if gone else f"it took over {within_s:g} s"
                raise NotReady(f"The figure cannot be taken: {why}.", advice=f"See the logs:\n{self.logs()}")
            pause(every_s)

    def logs(self) -> str:
        """The last lines of the processes' logs."""
        return "\n".join(
            path.read_text(encoding="utf-8", errors="replace")[-1500:] for path in self.folder.glob("*.log")
        )


def pause(seconds: float = LOOK_S) -> None:
    """Let a moment pass between two looks."""
    threading.Event().wait(seconds)


def unended(opened: psycopg.Connection[Any], lane: str | None = None) -> int:
    """How many runs have not ended."""
    row = opened.execute(
        "SELECT count(*) FROM assistant_test_runs WHERE finished_at IS NULL AND lane = coalesce(%s, lane)", [lane]
    ).fetchone()
    return int(row[0]) if row else 0


@contextmanager
def rig(scale: float) -> Iterator[Rig]:
    """Servers for the length of the block: those of the environment, or embedded ones that wait for the disk."""
    with ExitStack() as stack:
        found = stack.enter_context(services(None, durable=True))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="assistant-test-bench-")))
        made = Rig(found, scale, folder)
        stack.callback(made.end)
        yield made


def program(name: str) -> str:
    """The path of a program of this environment."""
    return str(Path(sys.executable).parent / name)
