"""``consumers list`` and ``consumers add``: who may have criteria."""

import re
from dataclasses import asdict
from typing import Annotated, Final

import typer
from rich.markup import escape
from rich.table import Table

from worker.cli.arguments import AsJson
from worker.cli.console import output, print_json
from worker.cli.options import database
from worker.db import consumers
from worker.db.consumers import Consumer
from worker.errors import InputError

KEY: Final = re.compile(r"[a-z][a-z0-9_]{0,62}")

Key = Annotated[str, typer.Argument(metavar="KEY", help="What suite files and enqueues name.", show_default=False)]
Name = Annotated[str, typer.Option("--name", help="The name for people; by default the key in words.")]
Description = Annotated[str, typer.Option("--description", help="What it decides.")]


def list_(as_document: AsJson = False) -> None:
    """List the application's consumers; they belong to no team."""
    with database() as connection:
        found = consumers.listed(connection)
    if as_document:
        print_json([asdict(each) for each in found])
        return
    table = Table("key", "name", "description", show_edge=False)
    for each in found:
        table.add_row(escape(each.key), escape(each.name), escape(each.description))
    output.print(table)


def add(key: Key, name: Name = "", description: Description = "", as_document: AsJson = False) -> None:
    """Add a consumer; suites may then have criteria for it."""
    if not KEY.fullmatch(key):
        raise InputError(
            f"{key[:80]!r} is no key of a consumer.",
            advice="Use small letters, digits and _, starting with a letter, at most 63: for example publish_gate.",
        )
    made = Consumer(key, name or key.replace("_", " ").capitalize(), description)
    with database() as connection:
        if not consumers.added(connection, made):
            raise InputError(
                f"There is a consumer {key} already.", advice="See it with: assistant-test consumers list."
            )
    if as_document:
        print_json(asdict(made))
    else:
        output.print(f"{escape(key)} is added. Give it criteria in a suite file, and apply.")
