"""bin/demo: the story of two configurations and their consumers, from nothing, in commands that one would type."""

import argparse
import os
import shlex
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from rich.markup import escape

from worker.cli.console import complain, errors, output
from worker.embedded import HOME, Services, services, shell
from worker.errors import NotReady, WorkerError
from worker.settings import Settings
from worker.story import TEAM, Story, heading
from worker.supervision import interrupts, procfile
from worker.supervision.child import ROOT
from worker.supervision.group import Supervisor, running
from worker.supervision.journal import Journal
from worker.supervisor import environment, needs_services

DATA: Final = HOME / "demo"
"""Where ``--keep`` keeps its data: apart from bin/up's, which the demo's suites and runs are not to turn up in."""
NEEDED: Final = ("worker", "beat", "relay")
READY: Final = {"worker": "worker_started", "relay": "relay_listening"}
"""The event of its log by which a process says that it is at work."""
READY_S: Final = 60
EXIT_WRONG: Final = 1
EXIT_INTERRUPTED: Final = 130


def main() -> int:
    """Tell the story; 0 where it ended as it should, 1 where not."""
    parser = argparse.ArgumentParser(prog="bin/demo", description=__doc__)
    parser.add_argument("--keep", action="store_true", help="leave everything running until Ctrl-C, and keep its data")
    keep: bool = parser.parse_args().keep
    interrupts.raised()
    os.chdir(ROOT)
    folder = Path(tempfile.mkdtemp(prefix="assistant-test-demo-"))
    log = folder / "processes.log"
    status = EXIT_WRONG
    try:
        status = _told(log, keep=keep)
    finally:
        if status == EXIT_WRONG and log.exists() and log.stat().st_size:
            errors.print(f"What the processes wrote: {escape(str(log))}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    return status


def _told(log: Path, *, keep: bool) -> int:
    """Tell the story; the exit status that it ends with."""
    try:
        return 0 if demo(log, keep=keep) else EXIT_WRONG
    except WorkerError as error:
        complain(error)
        return EXIT_WRONG
    except KeyboardInterrupt:
        errors.print("Interrupted; everything that was started has ended.")
        return EXIT_INTERRUPTED


def demo(log: Path, *, keep: bool) -> bool:
    """Start everything, tell the story, and stop everything; whether it ended as it should.

    Raises:
        WorkerError: a service, a setting or a process is not what is needed.
    """
    began = time.monotonic()
    grace_s = Settings.from_environment().grace_s
    embedded = needs_services(os.environ)
    heading("Starting PostgreSQL and Valkey" if embedded else "Using DATABASE_URL and REDIS_URL")
    with services(DATA if keep else None) as addresses, Journal(log, READY) as journal:
        os.environ |= environment(addresses) | {"ASSISTANT_TEST_TEAM": TEAM, "ASSISTANT_TEST_LOG_LEVEL": "INFO"}
        found = procfile.read(ROOT / "Procfile").processes
        commands = {name: words for name, words in found.items() if keep or name in NEEDED}
        supervisor = Supervisor(commands, os.environ, write=journal.write, grace_s=grace_s)
        story = Story()
        story.migrate()
        with running(supervisor):
            heading(f"Starting {', '.join(commands)}")
            story.apply()
            _wait(journal)
            went_well = story.tell()
            output.print(f"[dim]{time.monotonic() - began:.1f} s from the start of the services to here.[/]")
            if keep:
                _keep(story, addresses, log)
    return went_well


def _wait(journal: Journal) -> None:
    """Wait until worker and relay are at work.

    Raises:
        NotReady: one of them is not after a minute.
    """
    with errors.status("Waiting for worker and relay"):
        missing = journal.wait(READY_S)
    if missing:
        raise NotReady(f"Not at work after {READY_S} s: {', '.join(missing)}.", advice="See what the processes wrote.")


def _keep(story: Story, addresses: Services, log: Path) -> None:
    """Say how to go on in another terminal, and wait for a signal."""
    heading("Everything runs until Ctrl-C. In another terminal:")
    for line in (
        f"cd {shlex.quote(str(ROOT))}",
        *shell.exports(addresses),
        f"export ASSISTANT_TEST_TEAM={TEAM}",
        *(f"assistant-test {words}" for words in story.suggestions()),
    ):
        output.print(f"  {escape(line)}")
    output.print(f"[dim]The processes write to {escape(str(log))}.[/]")
    interrupts.counted()(None)


if __name__ == "__main__":
    sys.exit(main())
