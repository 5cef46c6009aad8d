"""Real processes for tests: workers, beat and relay, started with settings, watched through their logs, ended by pid."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.eventually import eventually
from worker.supervision import procfile

ROOT = Path(__file__).resolve().parents[1]
PLUGIN = ROOT / "tests" / "plugin"
QUICK = {
    "ASSISTANT_TEST_LEASE_S": "1",
    "ASSISTANT_TEST_RENEW_S": "0.3",
    "ASSISTANT_TEST_DISPATCH_S": "1",
    "ASSISTANT_TEST_REAP_S": "1",
    "ASSISTANT_TEST_RENUDGE_S": "2",
    "ASSISTANT_TEST_RENUDGE_INTERACTIVE_S": "1",
    "ASSISTANT_TEST_IDLE_IN_TRANSACTION_S": "0.5",
    "ASSISTANT_TEST_GRACE_S": "1",
}
START_S = 30
STOP_S = 30
COMMANDS = {
    **procfile.read(ROOT / "Procfile").processes,
    "in_flight": [
        "celery",
        "-A",
        "in_flight",
        "worker",
        "-P",
        "threads",
        "-c",
        "2",
        "-Q",
        "in_flight",
        "--without-gossip",
        "--without-mingle",
        "-l",
        "INFO",
    ],
}
READY = {
    "worker": "worker_started",
    "worker_bulk": "worker_started",
    "relay": "relay_listening",
    "beat": None,
    "in_flight": None,
}


@dataclass
class Started:
    """One process and its log."""

    name: str
    process: subprocess.Popen[bytes]
    log: Path

    def events(self) -> list[dict[str, Any]]:
        """The JSON lines of its log."""
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
        return [json.loads(line) for line in lines if line.startswith("{") and line.endswith("}")]

    def said(self, event: str) -> bool:
        """True once the log has an event of this name."""
        return any(found.get("event") == event for found in self.events())

    def send(self, sign: signal.Signals) -> None:
        """Signal this very process, by its id."""
        os.kill(self.process.pid, sign)

    def running(self) -> bool:
        """True while it has not exited."""
        return self.process.poll() is None

    def stopped(self) -> bool:
        """True while the process is stopped by SIGSTOP (state T)."""
        return _state(self.process.pid) == "T"

    def end(self) -> int:
        """TERM, then KILL where that is not enough; returns the exit status."""
        self.ask_to_end()
        try:
            return self.process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.send(signal.SIGKILL)
            return self.process.wait(STOP_S)

    def ask_to_end(self) -> None:
        """TERM, and CONT for one that is stopped; returns at once."""
        if self.running():
            self.send(signal.SIGTERM)
            self.send(signal.SIGCONT)


@dataclass
class Processes:
    """Starts processes on one database and one broker, and ends all that it started."""

    database_url: str
    redis_url: str
    folder: Path
    started: list[Started] = field(default_factory=list)

    def start(self, name: str, *, ready: bool = True, **settings: Any) -> Started:
        """Start a process; settings are given by their names, such as ``lease_s=30``."""
        chosen = {f"ASSISTANT_TEST_{key.upper()}": str(value) for key, value in settings.items()}
        bin_folder = Path(sys.executable).parent
        environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith("ASSISTANT_TEST_")},
            **QUICK,
            **chosen,
            "DATABASE_URL": self.database_url,
            "REDIS_URL": self.redis_url,
            "PYTHONPATH": f"{PLUGIN}",
            "PATH": f"{bin_folder}:{os.environ.get('PATH', '')}",
        }
        number = len(self.started)
        log = self.folder / f"{number:02d}_{name}.log"
        command = [*COMMANDS[name]]
        if name.startswith("worker"):
            command += ["-n", f"{name}{number}@%h"]
        with log.open("wb") as sink:
            process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=sink, stderr=subprocess.STDOUT)
        one = Started(name, process, log)
        self.started.append(one)
        event = READY[name]
        if ready and event is not None:
            eventually(lambda: one.said(event) or not one.running(), START_S)
            assert one.running(), log.read_text(encoding="utf-8", errors="replace")[-4000:]
        return one

    def end(self) -> None:
        """Ask all of them to end, then wait for each."""
        for one in self.started:
            one.ask_to_end()
        for one in self.started:
            one.end()


@contextmanager
def processes(database_url: str, redis_url: str, folder: Path) -> Iterator[Processes]:
    """Processes that end with the block, all at the same time."""
    made = Processes(database_url, redis_url, folder)
    try:
        yield made
    finally:
        made.end()


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return subprocess.run(
            ["ps", "-o", "state=", "-p", str(pid)], capture_output=True, text=True, check=False
        ).stdout[:1]
