"""``watch`` and ``cancel``: follow a run that is there to its end, or ask it to end."""

import time
from contextlib import ExitStack
from typing import Annotated, Final
from uuid import UUID

import typer
from rich.markup import escape

from worker.cli import results
from worker.cli.arguments import AsJson, RunId, Team
from worker.cli.console import coloured, errors, output, print_json
from worker.cli.naming import run_named
from worker.cli.options import database
from worker.cli.waiting import NEVER, wait
from worker.db.reading import RunRow, run_of
from worker.db.requests import Connection, translated
from worker.db.requests import cancel as cancel_in
from worker.domain.words import RunStatus, Verdict
from worker.errors import NotReady

EXIT_OF = {Verdict.PASSED: 0, Verdict.FAILED: 1, Verdict.INCONCLUSIVE: 2}
NOT_CARRIED_OUT = 2
INTERRUPTED = 130

AWAY_S: Final = 60.0
"""How long the database may be away while we wait for a run."""
AGAIN_S: Final = 0.5
SOON_S: Final = 0.001

Timeout = Annotated[float, typer.Option("--timeout", min=0, help="Stop waiting after so many seconds; 0: never.")]


def watch(run: RunId, team: Team = "", timeout: Timeout = 0, as_document: AsJson = False) -> None:
    """Say how far a run is until it has ended, and show it.

    Exits as ``run`` does: 0 if it passed, 1 if it failed, 2 if it is inconclusive or could not be carried out. Ctrl-C
    ends the watching; the run goes on.
    """
    with database() as connection:
        row = run_named(connection, run, team)
        ended = follow(connection, row.id, timeout_s=timeout, as_document=as_document)
    raise typer.Exit(exit_code(ended))


def cancel(run: RunId, team: Team = "", as_document: AsJson = False) -> None:
    """Ask a run to end as cancelled; of a run that has ended nothing changes. Exit 0 in both cases."""
    with database() as connection:
        row = run_named(connection, run, team)
        asked = cancel_in(connection, row.id)
        row = run_of(connection, row.id)
    if as_document:
        print_json({"run": row.id, "cancelling": asked, "status": row.status, "outcome": row.outcome})
    elif not asked:
        verdict = f", {coloured(row.outcome)}" if row.outcome else ""
        output.print(f"Run {row.id} has already ended: {coloured(row.status)}{verdict}. Nothing changes.")
    else:
        output.print(f"Run {row.id} was asked to end. {_next(row)}")
        output.print(f"Follow it with: assistant-test watch {row.id}")


def follow(connection: Connection, run: UUID, *, timeout_s: float, as_document: bool) -> RunRow:
    """Wait for the run's end, show it, and give it; with a ``timeout_s`` of 0 for as long as it takes.

    A connection that is lost is made anew: a restart of the database ends no run, so it ends no waiting for one.

    Raises:
        typer.Exit: interrupted, or the time is over; the run goes on, and it is said how to come back to it.
        NotReady: the database stays away.
    """
    began = time.monotonic()
    try:
        with translated():
            return _followed(connection, run, timeout_s=timeout_s, as_document=as_document)
    except NotReady as lost:
        if not connection.closed:
            raise
        errors.print(f"[yellow]{escape(lost.message)}[/] The run goes on; looking for the database again.")
    with ExitStack() as stack:
        anew = _connected(stack, run)
        left_s = max(timeout_s - (time.monotonic() - began), SOON_S) if timeout_s else 0
        return follow(anew, run, timeout_s=left_s, as_document=as_document)


def _connected(stack: ExitStack, run: UUID) -> Connection:
    until = time.monotonic() + AWAY_S
    while True:
        try:
            return stack.enter_context(database())
        except NotReady as away:
            if time.monotonic() > until:
                raise NotReady(away.message, advice=f"{away.advice} Meanwhile {_come_back(run)}") from None
        NEVER.wait(AGAIN_S)


def _come_back(run: UUID) -> str:
    return f"the run goes on. Come back to it with: assistant-test watch {run}"


def _followed(connection: Connection, run: UUID, *, timeout_s: float, as_document: bool) -> RunRow:
    come_back = _come_back(run)
    try:
        ended = wait(connection, run, timeout_s=timeout_s or None)
    except KeyboardInterrupt:
        errors.print(f"\nStopped waiting; {come_back}")
        _document_of("interrupted", "Stopped waiting; the run goes on.", run, as_document=as_document)
        raise typer.Exit(INTERRUPTED) from None
    if not ended:
        errors.print(f"Not ended after {timeout_s:g} s; {come_back}")
        said = f"Not ended after {timeout_s:g} s; the run goes on."
        _document_of("not_ended", said, run, as_document=as_document)
        raise typer.Exit(NOT_CARRIED_OUT)
    row = run_of(connection, run)
    results.present(connection, row, as_document=as_document)
    return row


def _document_of(code: str, said: str, run: UUID, *, as_document: bool) -> None:
    """The error document of a run that was not waited for to its end."""
    if as_document:
        advice = f"Come back to it with: assistant-test watch {run}"
        print_json({"error": {"code": code, "message": said, "advice": advice, "faults": [], "run": run}}, indent=None)


def exit_code(row: RunRow) -> int:
    """What a run means for CI: 0 passed, 1 failed, 2 everything else."""
    return EXIT_OF[Verdict(row.outcome)] if row.outcome else NOT_CARRIED_OUT


def _next(row: RunRow) -> str:
    if row.status == RunStatus.QUEUED:
        return "It is queued: the worker that takes it ends it as cancelled, and runs nothing."
    return "It is running: what is under way is given up, and then it ends as cancelled, without a verdict."
