"""What ``--help`` says of every command."""

import itertools
import re
from importlib.metadata import version

import pytest

from tests.typed import Typed
from worker.cli import main

NARROW = "80"


@pytest.fixture
def helped(command: Typed) -> Typed:
    """The command line on a terminal of 80 columns."""
    command.monkeypatch.setenv("COLUMNS", NARROW)
    return command


@pytest.mark.parametrize("name", list(main.COMMANDS))
def test_help_has_no_marks_of_the_source_and_breaks_lines_at_the_edge_only(helped: Typed, name: str) -> None:
    """Usage names arguments as the text below does, without braces; a paragraph is as wide as the terminal."""
    said = helped(*name.split(" "), "--help")

    text, _, _ = said.out.partition("╭")
    [usage] = re.findall(r"Usage: (.*(?:\n  .*\S.*)*?)\n\s*\n", text)
    assert said.code == 0
    assert "``" not in said.out
    assert not re.search(r"[{}]|\.\.\.", usage)
    for line, following in pairs(text):
        assert len(line) + len(following.split(" ")[0]) + 1 > 70, (line, following)


def pairs(text: str) -> list[tuple[str, str]]:
    """Each line of a paragraph with the one that it goes on in."""
    paragraphs = re.split(r"\n\s*\n", text)
    lines = [[line.strip() for line in paragraph.strip().splitlines()] for paragraph in paragraphs]
    return [pair for one in lines for pair in itertools.pairwise(one)]


def test_the_list_of_commands_says_what_a_group_is_for(helped: Typed) -> None:
    """Not the names of its commands."""
    said = helped("--help")

    assert "Who may have an opinion on suites" in said.out


def test_the_version_is_the_installed_one(command: Typed) -> None:
    """Exit 0, on standard output."""
    said = command("--version")

    assert (said.code, said.out) == (0, f"assistant-test {version('assistant-test-worker')}\n")
