"""The page about linting: its commands are run, its settings are read."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from tests.docs import prose
from tests.docs.prose import ROOT
from tests.docs.test_shown_commands import shown
from worker.cli.lint import SHOWN
from worker.lint import settings_file
from worker.lint.settings import NAME

PAGE = ROOT / "docs" / "linting.md"


def test_the_commands_do_what_the_page_shows() -> None:
    """Each exits as it says and prints what it shows, without any service."""
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    commands = list(shown(PAGE))

    assert len(commands) == len(prose.commands(PAGE))
    for one in commands:
        said = subprocess.run(
            shlex.split(one.command), cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        printed = said.stdout + said.stderr
        assert said.returncode == one.status, f"{one.command}\n{printed}"
        missing = set(one.lines) - {"…", ""} - {line.strip() for line in printed.splitlines()}
        assert missing == set(), f"{one.command}\n{printed}"


def test_the_settings_that_the_page_shows_are_read(tmp_path: Path) -> None:
    """Every field stands in them, under a comment of its own."""
    text = next(block for block in prose.blocks(PAGE, "yaml") if block.startswith("severities:"))
    path = tmp_path / NAME
    path.write_text(text, encoding="utf-8")

    found = settings_file.read(path)

    assert found.severities
    assert all(re.search(rf"^{field}:", text, re.MULTILINE) for field in settings_file.FIELDS)


def test_the_page_names_every_field_of_a_finding() -> None:
    """What a program reads is a contract."""
    told = prose.prose(PAGE)

    assert [
        field for field in (*SHOWN, "file", "format", "findings", "line", "error") if f"`{field}`" not in told
    ] == []


def test_each_line_of_json_is_a_document() -> None:
    """As the page says."""
    program = Path(sys.executable).with_name("assistant-test")

    said = subprocess.run(
        [program, "lint", "--json", "examples/bakery"], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert [set(json.loads(line)) for line in said.stdout.splitlines()] == [{"file", "format", "findings"}] * 3
