"""The page about importing: its commands are run, in its order."""

import shlex
from pathlib import Path

import psycopg
import pytest
from psycopg.rows import TupleRow

from tests.docs import prose
from tests.docs.prose import ROOT
from tests.integration.commands import Command, command
from tests.integration.test_import_applied import registered

__all__ = ["command"]

PAGE = ROOT / "docs" / "importing.md"
PROMPTFOO = """\
providers: [openai:gpt-4.1]
prompts: ["{{user_message}}"]
tests:
  - description: asks for a visit
    vars: {user_message: Can somebody come today?}
    assert: [{type: contains, value: today}]
"""


def test_the_commands_work_in_the_page_s_order(
    command: Command, connection: psycopg.Connection[TupleRow], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each takes what the one before it wrote; only a runner has to be there."""
    (command.folder / "tests").mkdir()
    command.file(PROMPTFOO, "tests/promptfooconfig.yaml")
    registered(command)
    monkeypatch.chdir(command.folder)
    commands = [shlex.split(line) for line in prose.commands(PAGE)]

    said = [command(*words[1:]) for words in commands]

    assert {words[0] for words in commands} == {"assistant-test"}
    assert len(said) > 1
    assert [(one.code, one.err) for one in said if one.code] == []
    assert all(Path(word).exists() for words in commands for word in words if word.endswith(".yaml"))
