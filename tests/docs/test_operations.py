"""The operator's page names the processes that there are, and its statements run."""

import re

import psycopg

from tests.docs import prose
from tests.docs.prose import ROOT
from worker.settings import PREFIX, Settings, variable
from worker.supervision import procfile

PAGE = ROOT / "docs" / "operations.md"
TEXT = PAGE.read_text("utf-8")
DEFAULT = re.compile(rf"`({PREFIX}\w+)` \(([\d.]+) s\)")


def test_the_table_of_processes_is_the_procfile() -> None:
    """Each process has a row, and no row is of a process that is gone."""
    found = procfile.read(ROOT / "Procfile")
    table = TEXT.partition("## Processes")[2].partition("## Lanes")[0]

    rows = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)

    assert rows == ["release", *found.processes]


def test_the_statements_run(connection: psycopg.Connection) -> None:
    """What an operator copies works on a migrated database."""
    block = "\n".join(prose.blocks(PAGE, "sql"))

    statements = [part for part in block.split(";\n") if part.strip()]

    for statement in statements:
        connection.execute(statement.encode())


def test_the_defaults_that_are_named_are_the_defaults() -> None:
    """Seconds in brackets behind a setting are its default."""
    defaults = {variable(name): field.default for name, field in Settings.model_fields.items()}

    named = DEFAULT.findall(TEXT)

    assert named
    assert {name: float(seconds) for name, seconds in named} == {name: defaults[name] for name, _ in named}


def test_the_settings_that_pages_name_exist() -> None:
    """No page tells of a variable that nobody reads."""
    known = {variable(name) for name in Settings.model_fields}

    named = {word for page in prose.pages() for word in re.findall(rf"\b{PREFIX}[A-Z_]+\b", page.read_text("utf-8"))}

    assert named <= known
