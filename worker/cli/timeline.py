"""``timeline``: what happened to a run, and when."""

import json
from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any, Final

import typer
from rich.markup import escape

from worker.cli.arguments import AsJson, RunId, Team
from worker.cli.console import coloured, print_json
from worker.cli.hanging import tell
from worker.cli.happenings import rest, sentence
from worker.cli.naming import run_named
from worker.cli.options import database
from worker.db import timeline as kept
from worker.db.reading import RunRow
from worker.db.reports import snapshot

EveryCase = Annotated[bool, typer.Option("--cases", help="Tell of every case run.")]

INDENT: Final = 26
"""Columns of both times."""
ALARMING: Final = {"reaped": "red", "write_refused": "red", "webhook_given_up": "red", "cancel_requested": "yellow"}


def timeline(run: RunId, team: Team = "", every_case: EveryCase = False, as_document: AsJson = False) -> None:
    """Tell what happened to a run, and when, by the database's clock.

    In sentences; in brackets the kind (see run-states.md), the lease and the process. Its events, the last nudge, its
    case runs with their tries and vendors' jobs, the end of each pass of judging, and the calls of its webhook. Of case
    runs, those that needed a second try, did not execute, or are a vendor's job, unless ``--cases`` asks for all.
    """
    with database() as connection, snapshot(connection):
        row = run_named(connection, run, team)
        told = kept.timeline(connection, row.id, every_case=every_case)
        if as_document:
            print_json({"run": row.id, "status": row.status, "timeline": [asdict(each) for each in told]})
            return
        _print_head(row)
        for each in told:
            tell(line(each, row.created_at), indent=INDENT)


def line(told: kept.Happening, began: datetime) -> str:
    """One line, marked up: the time, seconds since the enqueue, what, and for operators its kind, lease and process."""
    colour = ALARMING.get(told.kind)
    said = escape(sentence(told.kind, told.detail))
    more = [f"{name} {_shown(value)}" for name, value in rest(told.kind, told.detail).items()]
    lease = f"lease {told.token}" if told.token else ""
    by = ", ".join(word for word in (told.kind, lease, _shown(told.owner or ""), *more) if word)
    return (
        f"{told.at:%H:%M:%S}.{told.at.microsecond // 1000:03d} {(told.at - began).total_seconds():+9.3f} s  "
        f"{f'[{colour}]{said}[/]' if colour else said}  [dim]({escape(by)})[/]"
    )


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return "".join(sign if sign.isprintable() else " " for sign in text)


def _print_head(row: RunRow) -> None:
    tell(f"[bold]{escape(row.suite)}[/] for {escape(row.consumer)}, run {row.id}: {coloured(row.status)}")
    tell(f"enqueued {row.created_at.isoformat(timespec='milliseconds')}, lane {escape(row.lane)}")
