"""bin/up with small real processes: started anew when killed, gone when told to, gone when it dies itself."""

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.eventually import eventually
from worker.supervision.child import ROOT

SOON_S = 30
LOOP = "import os, signal; print('pid', os.getpid(), flush=True); signal.pause()"
DEAF = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); " + LOOP
PARENT = (
    "import subprocess, sys, os; "
    "print('pid', os.getpid(), flush=True); "
    f"subprocess.run([sys.executable, '-c', {DEAF!r}], check=False)"
)

POLITE = (
    "import os, pathlib, signal; "
    "signal.signal(signal.SIGTERM, lambda *_: pathlib.Path('FILE').touch() or os._exit(0)); " + LOOP
)


@dataclass
class Up:
    """A supervisor and what it wrote so far."""

    process: subprocess.Popen[bytes]
    log: Path

    def text(self) -> str:
        """All that it wrote."""
        return self.log.read_text(encoding="utf-8")

    def said(self, name: str, pattern: str) -> list[str]:
        """Lines under this name that match as a whole."""
        return re.findall(rf"^{name} +\| ({pattern})$", self.text(), re.MULTILINE)

    def pids(self, name: str) -> list[int]:
        """Process ids that a process of this name told, oldest first."""
        return [int(found.removeprefix("pid ")) for found in self.said(name, r"pid \d+")]

    def pid(self, name: str, nth: int = 1) -> int:
        """The id of the nth process of this name, once it runs."""
        eventually(lambda: len(self.pids(name)) >= nth, SOON_S)
        return self.pids(name)[nth - 1]

    def end(self, sign: signal.Signals = signal.SIGTERM) -> int:
        """Signal it; its exit status."""
        self.process.send_signal(sign)
        return self.process.wait(SOON_S)


@dataclass
class Ups:
    """Starts supervisors with Procfiles of the test's own."""

    folder: Path
    started: list[Up] = field(default_factory=list)

    def __call__(self, *more: str, grace_s: int = 5, **scripts: str) -> Up:
        """Start one; scripts are Python by process name, ``more`` are further lines of its Procfile."""
        path = self.folder / f"Procfile{len(self.started)}"
        lines = [f"{name}: {shlex.join([sys.executable, '-c', script])}" for name, script in scripts.items()]
        path.write_text("\n".join([*lines, *more]) + "\n", encoding="utf-8")
        log = path.with_suffix(".log")
        environment = {**os.environ, "DATABASE_URL": "unused", "REDIS_URL": "unused"}
        environment["ASSISTANT_TEST_GRACE_S"] = str(grace_s)
        command = [sys.executable, "-m", "worker.supervisor", "--procfile", str(path)]
        with log.open("wb") as sink:
            process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=sink, stderr=subprocess.STDOUT)
        up = Up(process, log)
        self.started.append(up)
        return up


@pytest.fixture
def up(tmp_path: Path) -> Iterator[Ups]:
    """Supervisors that end with the test."""
    started = Ups(tmp_path)
    yield started
    for one in started.started:
        if one.process.poll() is None:
            one.end()


def test_what_is_killed_is_started_anew_and_said(up: Ups) -> None:
    """A killed process is there again, under another id, while its neighbour goes on."""
    one = up(first=LOOP, second=LOOP)
    first, second = one.pid("first"), one.pid("second")

    os.kill(first, signal.SIGKILL)

    again = one.pid("first", 2)
    assert again != first
    assert one.said("first", r"was ended by SIGKILL after \d+ s; it is started anew in 1 s")
    assert one.pids("second") == [second]
    assert is_there(second)


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_all_are_gone_after_a_signal(up: Ups, sign: signal.Signals) -> None:
    """TERM and Ctrl-C end all processes, children that ignore TERM too, and the exit status is 0."""
    one = up(first=LOOP, parent=PARENT)
    pids = [one.pid("first"), one.pid("parent", 1), one.pid("parent", 2)]

    status = one.end(sign)

    assert status == 0
    eventually(lambda: not any(map(is_there, pids)), SOON_S)
    assert "started anew" not in one.text()


def test_a_second_interrupt_ends_the_deaf_at_once(up: Ups) -> None:
    """Whoever ignores TERM has its time, unless Ctrl-C comes again."""
    one = up(deaf=DEAF, grace_s=600)
    pid = one.pid("deaf")
    one.process.send_signal(signal.SIGINT)
    eventually(lambda: one.said("up", "stopping; Ctrl-C again ends them at once"), SOON_S)
    assert is_there(pid)

    status = one.end(signal.SIGINT)

    assert status == 0
    assert not is_there(pid)


def test_nothing_outlives_a_killed_supervisor(up: Ups) -> None:
    """KILL leaves no time to tell anybody; the processes end all the same, those that ignore TERM too."""
    one = up(first=LOOP, parent=PARENT, grace_s=1)
    pids = [one.pid("first"), one.pid("parent", 1), one.pid("parent", 2)]

    one.end(signal.SIGKILL)

    eventually(lambda: not any(map(is_there, pids)), SOON_S)


def test_processes_of_a_killed_supervisor_end_in_order(up: Ups, tmp_path: Path) -> None:
    """They get TERM first, and time to let go of their work."""
    told = tmp_path / "told"
    one = up(polite=POLITE.replace("FILE", str(told)), grace_s=600)
    pid = one.pid("polite")

    one.end(signal.SIGKILL)

    eventually(lambda: told.exists() and not is_there(pid), SOON_S)


def test_a_failed_release_line_stops_the_start(up: Ups) -> None:
    """One sentence says so, and no process was started."""
    one = up(release="raise SystemExit(7)", first=LOOP)

    status = one.process.wait(SOON_S)

    assert status == 2
    assert "Error: The release line of the Procfile exited with status 7." in one.text()
    assert "first" not in one.text()


def test_a_program_that_is_not_there_is_told_and_tried_again(up: Ups) -> None:
    """A typing error in one line leaves the others running."""
    one = up("other: no-such-program -x", first=LOOP)

    eventually(lambda: len(one.said("other", "no-such-program cannot be started: No such file or directory")) > 1, 30)

    assert one.said("other", r"exited with status 126 after 0 s; it is started anew in 1 s")
    assert is_there(one.pid("first"))


def test_a_release_program_that_is_not_there_stops_the_start(up: Ups) -> None:
    """As one that fails does."""
    one = up("release: no-such-program", first=LOOP)

    status = one.process.wait(SOON_S)

    assert status == 2
    assert one.said("release", "no-such-program cannot be started: No such file or directory")
    assert "Error: The release line of the Procfile exited with status 126." in one.text()


def test_the_release_line_ends_before_others_start(up: Ups) -> None:
    """Migrations are through before the first worker looks."""
    one = up(release="print('migrated')", first=LOOP)

    one.pid("first")

    names = [line.split()[0] for line in one.text().splitlines() if line.split()[0] != "up"]
    assert names == ["release", "first"]


def is_there(pid: int) -> bool:
    """True while a process of this id runs; a zombie, which nobody collects in a bare container, does not."""
    found = subprocess.run(["ps", "-o", "state=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return bool(found.stdout.strip()) and not found.stdout.strip().startswith("Z")
