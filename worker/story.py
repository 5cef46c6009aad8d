"""What bin/demo tells: a good configuration and one with a lost clause, and what four consumers make of each run."""

import re
import shlex
import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from typing import Any, Final, TextIO
from uuid import UUID

from rich.markup import escape
from rich.table import Table

from worker.cli.console import coloured, complain, output
from worker.cli.main import EXIT_INTERRUPTED, EXIT_WRONG, app
from worker.cli.options import database
from worker.db.reading import live_criteria_of, run_of, verdict_under
from worker.errors import NotReady, WorkerError

TEAM: Final = "acme"
SUITES: Final = ("examples/booking.suite.yaml", "examples/front-desk.suite.yaml")
CONSUMER: Final = "publish_gate"
GIVES_UP_S: Final = 60


@dataclass(frozen=True)
class Chapter:
    """One run.

    Attributes:
        label: its column in the table at the end.
        config: the configuration's file.
        verdicts: what each consumer must make of the run; the first is the one it is stamped for.
    """

    title: str
    label: str
    suite: str
    config: str
    verdicts: Mapping[str, str]


GOOD: Final = Chapter(
    "A good configuration",
    "good",
    "booking",
    "examples/booking.good.vapi.json",
    {CONSUMER: "passed", "avo_preflight": "passed", "blueprint_ci": "passed", "nightly_sweep": "passed"},
)
LOST: Final = Chapter(
    "The same, with a clause lost in compilation",
    "clause lost",
    "booking",
    "examples/booking.lost-clause.vapi.json",
    {CONSUMER: "failed", "avo_preflight": "failed", "blueprint_ci": "passed", "nightly_sweep": "passed"},
)
AGENT: Final = Chapter(
    "An agent of another vendor",
    "other vendor",
    "front_desk",
    "examples/front-desk.elevenlabs.json",
    {CONSUMER: "passed", "blueprint_ci": "passed"},
)
CHAPTERS: Final = (GOOD, LOST, AGENT)
EXIT_OF: Final = {"passed": 0, "failed": 1}


class Story:
    """Types commands, and remembers the runs that come of them."""

    def __init__(self) -> None:
        """Begin with no runs."""
        self._runs: dict[str, UUID] = {}

    def migrate(self) -> None:
        """Bring the database to this release's revision.

        Raises:
            NotReady: the command failed; it has said why.
        """
        _must("migrate")

    def apply(self) -> None:
        """Write the suites of the examples.

        Raises:
            NotReady: the command failed; it has said why.
        """
        _must("apply", *SUITES)

    def tell(self) -> bool:
        """Run, look and compare; whether everything came out as it should.

        Raises:
            NotReady: a run could not even be enqueued.
        """
        exits = [self._run(chapter) for chapter in CHAPTERS]
        heading("The same runs, for every consumer: nothing is run again")
        for chapter in (GOOD, LOST):
            typed("verdicts", str(self._runs[chapter.config]))
        heading("Why the second one failed")
        typed("show", str(self._runs[LOST.config]), "--reasons")
        found = {chapter.config: verdicts_of(self._runs[chapter.config]) for chapter in CHAPTERS}
        heading("In one table")
        output.print(table(found))
        return closing(found, exits)

    def suggestions(self) -> list[str]:
        """Commands to go on with."""
        run = self._runs[LOST.config]
        return [
            f"verdicts {run}",
            f"show {run} --reasons",
            f"run {LOST.suite} --consumer blueprint_ci --config-file {LOST.config}",
        ]

    def _run(self, chapter: Chapter) -> int:
        heading(chapter.title)
        words = ["--consumer", CONSUMER, "--config-file", chapter.config, "--timeout", str(GIVES_UP_S)]
        ran = typed("run", chapter.suite, *words)
        output.print(f"[dim]exit status {ran.code}[/]")
        found = re.search(r"^Run ([0-9a-f-]{36})$", ran.text, re.MULTILINE)
        if found is None:
            raise NotReady(f"No run came of {chapter.config}.", advice="The command says why.")
        self._runs[chapter.config] = UUID(found[1])
        return ran.code


@dataclass(frozen=True)
class Ran:
    """What a command exited with, and what it printed on standard output."""

    code: int
    text: str


def typed(*words: str) -> Ran:
    """Show a command, and do what the command line does with it, in this process.

    Raises:
        KeyboardInterrupt: it was interrupted.
    """
    output.print(f"[bold]$ assistant-test {escape(shlex.join(words))}[/]")
    heard = Heard(sys.stdout)
    with redirect_stdout(heard):
        try:
            code = int(app(list(words), standalone_mode=False) or 0)
        except WorkerError as error:
            complain(error)
            code = EXIT_WRONG
    if code == EXIT_INTERRUPTED:
        raise KeyboardInterrupt
    return Ran(code, "".join(heard.parts))


class Heard:
    """A stream that passes everything on, and remembers it."""

    def __init__(self, stream: TextIO) -> None:
        """Pass on to ``stream``."""
        self._stream = stream
        self.parts: list[str] = []

    def write(self, text: str) -> int:
        """Pass text on."""
        self.parts.append(text)
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        """All else is the stream's own: whether it is a terminal, how it is encoded."""
        return getattr(self._stream, name)


def verdicts_of(run: UUID) -> dict[str, str]:
    """What each consumer with live criteria makes of a run."""
    with database() as connection:
        row = run_of(connection, run)
        found = {
            live.consumer: verdict_under(connection, run, live.criteria_id)
            for live in live_criteria_of(connection, row.suite_id)
        }
    return {consumer: str(verdict.outcome) for consumer, verdict in found.items() if verdict}


def table(found: Mapping[str, Mapping[str, str]]) -> Table:
    """Consumers down, configurations across."""
    drawn = Table("consumer", *(chapter.label for chapter in CHAPTERS), show_edge=False)
    columns = [found[chapter.config] for chapter in CHAPTERS]
    for consumer in GOOD.verdicts:
        cells = (coloured(verdicts[consumer]) if consumer in verdicts else "" for verdicts in columns)
        drawn.add_row(consumer, *cells)
    return drawn


def closing(found: Mapping[str, Mapping[str, str]], exits: list[int]) -> bool:
    """Say whether everything came out as it should; True where it did."""
    expected = {chapter.config: dict(chapter.verdicts) for chapter in CHAPTERS}
    if found == expected and exits == [EXIT_OF[chapter.verdicts[CONSUMER]] for chapter in CHAPTERS]:
        output.print("\nOne run, several consumers, different verdicts, and each can say why.")
        return True
    output.print(f"\n[red]This is not how it should have ended.[/] Expected: {escape(str(expected))}")
    return False


def heading(words: str) -> None:
    """Begin a part of the story."""
    output.print(f"\n[bold blue]==[/] [bold]{escape(words)}[/]")


def _must(*words: str) -> None:
    if typed(*words).code != 0:
        raise NotReady(f"assistant-test {words[0]} failed.", advice="It says why above.")
