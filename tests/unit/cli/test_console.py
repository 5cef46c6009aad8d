"""What a command prints of other people's texts: shown, never obeyed by a terminal."""

import io
import json

import pytest
from rich.table import Table

from worker.cli.console import Plain, complain, fault_lines, print_json
from worker.errors import Fault, FileError, InputError, WorkerError

HOSTILE = {
    "\x1b[2J": r"\x1b[2J",
    "\x9b31m": r"\x9b31m",
    "a\rb": r"a\x0db",
    "\u202etxet": r"\u202etxet",
    "\x07": r"\x07",
    "\u2028": r"\u2028",
}


@pytest.mark.parametrize(("text", "shown"), HOSTILE.items(), ids=HOSTILE.values())
def test_a_text_cannot_steer_the_terminal(text: str, shown: str) -> None:
    """Escapes, carriage returns and turned directions stand there in words, in lines and in tables."""
    written = io.StringIO()
    table = Table("case")
    table.add_row(f"<{text}>")

    console = Plain(file=written, soft_wrap=True)
    console.print(f"<{text}>")
    console.print(table)

    assert written.getvalue().count(f"<{shown}>") == 2
    assert text not in written.getvalue()


def test_colours_of_ours_reach_a_terminal() -> None:
    """Only what is in a text is put in words."""
    written = io.StringIO()

    Plain(file=written, force_terminal=True, color_system="standard").print("[red]failed[/]\nin two lines")

    assert written.getvalue() == "\x1b[31mfailed\x1b[0m\nin two lines\n"


def test_a_document_holds_the_text_and_no_control_character(capsys: pytest.CaptureFixture[str]) -> None:
    """JSON lets some pass that terminals obey."""
    name = "a\x1b\x7f\x9b\u2028b"

    print_json({"name": name})

    out = capsys.readouterr().out
    assert json.loads(out) == {"name": name}
    assert not {"\x1b", "\x7f", "\x9b", "\u2028"} & set(out)


def test_equal_faults_are_one_line_with_their_number_and_first_places() -> None:
    """What is wrong in 47 places in one way is read once."""
    same = [Fault("a.yaml", line, f"cases[{line}].runner", "No such runner.", "Install it.") for line in range(2, 49)]
    other = Fault("a.yaml", 60, "cases[60].name", "The field is missing.", "Add it.")

    lines = list(fault_lines([*same, other]))

    assert lines == [
        "a.yaml:2: cases[…].runner: No such runner. Install it. (47 times; also in lines 3, 4, 5, …)",
        "a.yaml:60: cases[60].name: The field is missing. Add it.",
    ]


@pytest.mark.parametrize(
    "error",
    [
        InputError("a\nb\tc.json cannot be read.", advice="Name\nanother."),
        FileError([Fault("a\nb\tc.json", 3, "", "It is wrong.", "Mend it.")]),
    ],
)
def test_an_error_keeps_to_its_line_whatever_a_file_is_called(
    error: WorkerError, capsys: pytest.CaptureFixture[str]
) -> None:
    """A name of several lines could pass for errors of ours."""
    complain(error)

    said = capsys.readouterr().err
    assert "a\\x0ab\\x09c.json" in said
    assert len(said.splitlines()) == 2
