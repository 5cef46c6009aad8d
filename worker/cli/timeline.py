"""``timeline``: what happened to a run, and when."""

import json
from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any, Final

import typer
from rich.markup import escape

from worker.cli.arguments import AsJson, RunId, Team
from worker.cli.console import coloured, output, print_json
from worker.cli.naming import run_named
from worker.cli.options import database
from worker.db import timeline as kept
from worker.db.reading import RunRow
from worker.db.reports import snapshot

EveryCase = Annotated[bool, typer.Option("--cases", help="Tell of every case run.")]

ALARMING: Final = {"reaped": "red", "write_refused": "red", "webhook_given_up": "red", "cancel_requested": "yellow"}


def timeline(run: RunId, team: Team = "", every_case: EveryCase = False, as_document: AsJson = False) -> None:
    """Tell what happened to a run, and when, by the database's clock.

    Its events (see run-states.md), the last nudge, its case runs with their tries and vendors' jobs, the end of each
    pass of judging, and the calls of its webhook. Of case runs, those that needed a second try, did not execute, or
    are a vendor's job, unless ``--cases`` asks for all.
    """
    with database() as connection, snapshot(connection):
        row = run_named(connection, run, team)
        told = kept.timeline(connection, row.id, every_case=every_case)
        if as_document:
            print_json({"run": row.id, "status": row.status, "timeline": [asdict(each) for each in told]})
            return
        _print_head(row)
        for each in told:
            output.print(line(each, row.created_at))


def line(told: kept.Happening, began: datetime) -> str:
    """One line, marked up: the time, seconds since the enqueue, what, under which lease, by whom, and the rest."""
    colour = ALARMING.get(told.kind)
    kind = f"{told.kind:<17}"
    words = [
        f"{told.at:%H:%M:%S}.{told.at.microsecond // 1000:03d}",
        f"{(told.at - began).total_seconds():+10.3f} s",
        f"[{colour}]{escape(kind)}[/]" if colour else escape(kind),
        f"token {told.token}" if told.token is not None else "",
        f"[dim]{escape(_shown(told.owner))}[/]" if told.owner else "",
        escape(", ".join(f"{name} {_shown(value)}" for name, value in _for_people(told.detail or {}).items())),
    ]
    return "  ".join(word for word in words if word)


def _for_people(detail: dict[str, Any]) -> dict[str, Any]:
    """Trials counted from 1, as everywhere where people read; documents count from 0."""
    return detail | ({"trial": detail["trial"] + 1} if isinstance(detail.get("trial"), int) else {})


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return "".join(sign if sign.isprintable() else " " for sign in text)


def _print_head(row: RunRow) -> None:
    output.print(f"[bold]{escape(row.suite)}[/] for {escape(row.consumer)}, run {row.id}: {coloured(row.status)}")
    output.print(f"enqueued {row.created_at.isoformat(timespec='milliseconds')}, lane {escape(row.lane)}")
