"""The completion scripts, the one for bash in a real bash."""

import subprocess
from pathlib import Path

import pytest

from tests.typed import Typed
from worker.cli.main import COMMANDS

ASK = """
PATH=/nowhere
COMP_WORDS=({words} "{last}") COMP_CWORD={place} COMP_LINE="{words} {last}" COMP_POINT=${{#COMP_LINE}}
_shtab_assistant_test
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typed:
    """The command line, with neither database nor broker."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("REDIS_URL", raising=False)
    return Typed(folder=tmp_path, monkeypatch=monkeypatch, capsys=capsys)


@pytest.mark.parametrize(
    ("words", "last", "found"),
    [
        (["assistant-test"], "re", {"rerun", "report"}),
        (["assistant-test", "run"], "--tri", {"--trials"}),
        (["assistant-test", "run", "booking", "--lane"], "", {"interactive", "bulk"}),
        (["assistant-test", "consumers"], "a", {"add"}),
        (["assistant-test", "lint"], "ba", {"bad.json"}),
        (["assistant-test", "completion"], "f", {"fish"}),
    ],
)
def test_bash_completes_without_starting_a_program(typed: Typed, words: list[str], last: str, found: set[str]) -> None:
    """Commands, options, values, files; there is nothing on the path that could be started."""
    typed.file("{}", "bad.json")
    script = typed("completion", "bash").out + ASK.format(words=" ".join(words), last=last, place=len(words))

    said = subprocess.run(
        ["bash", "--norc", "-c", script], cwd=typed.folder, capture_output=True, text=True, check=True
    )

    assert found <= {word.strip() for word in said.stdout.split()}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_script_knows_every_command(typed: Typed, shell: str) -> None:
    """A command that is added is completed."""
    said = typed("completion", shell)

    assert said.code == 0
    assert all(name.split(" ")[-1] in said.out for name in COMMANDS)


def test_another_shell_is_refused_with_those_there_are(typed: Typed) -> None:
    """One clear error."""
    said = typed("completion", "tcsh")

    assert said.code == 2
    assert "fish" in said.err
