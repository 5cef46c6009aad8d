"""The reference pages are what the code says, to the byte, and they leave nothing out."""

import inspect
import re
from pathlib import Path

import pytest

from worker import errors
from worker.cli import main, reference
from worker.cli import reference_words as words
from worker.cli.lazy import callback
from worker.domain.words import RunStatus
from worker.settings import Settings, variable
from worker.telemetry.events import EVENTS

ROOT = Path(__file__).resolve().parents[2]
PAGES = reference.pages()
KIND_IN_SQL = re.compile(r"VALUES \(v?_?run\w*(?:\.id)?, [\w.]+, '(\w+)'|SELECT id, team_id, '(\w+)'")
KIND_IN_PYTHON = re.compile(r"_note\(context, \"(\w+)\"\)")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_what_the_code_makes_of_it(name: str) -> None:
    """A stale page is red; ``python -m worker.cli.reference`` makes it anew."""
    stored = (reference.FOLDER / name).read_text("utf-8")

    assert stored == PAGES[name]


def test_the_folder_holds_these_pages_and_no_other() -> None:
    """A page that nothing makes any more would go stale unseen."""
    assert {path.name for path in reference.FOLDER.iterdir()} == set(PAGES)


@pytest.mark.parametrize("command", list(main.COMMANDS))
def test_every_command_is_described(command: str) -> None:
    """Each command of ``assistant-test`` has a section."""
    assert f"\n## {command}\n" in PAGES["command-line.md"]


@pytest.mark.parametrize("name", Settings.model_fields)
def test_every_setting_is_described(name: str) -> None:
    """Each environment variable stands in the table, with words."""
    row = rf"^\| `{variable(name)}` \| .+ \| .+ \| \S.+\. \|$"

    assert re.search(row, PAGES["settings.md"], re.MULTILINE)


@pytest.mark.parametrize(
    ("codes", "steps"),
    [
        (errors.RUN_CODES, words.RUN_STEPS),
        (errors.REQUEST_CODES, words.REQUEST_STEPS),
        (errors.CASE_CODES, words.CASE_STEPS),
        (errors.RESULT_CODES, words.RESULT_STEPS),
    ],
    ids=["run", "request", "case", "result"],
)
def test_every_code_has_a_next_step_and_no_step_is_left_over(codes: dict[str, str], steps: dict[str, str]) -> None:
    """What to do is said of each published code, and of no other."""
    assert set(steps) == set(codes)


def test_every_event_has_a_meaning_and_no_meaning_is_left_over() -> None:
    """The catalogue of log events is described whole."""
    assert set(words.EVENTS) == set(EVENTS)


def test_every_kind_of_the_timeline_is_described() -> None:
    """What statements and steps append to a run's timeline is in the table, and nothing else is."""
    paths = [*(ROOT / "worker").rglob("*.py"), *(ROOT / "migrations" / "sql").glob("*.sql")]
    texts = [path.read_text("utf-8") for path in paths if "reference" not in path.name]

    in_sql = {kind for text in texts if "run_events" in text for pair in KIND_IN_SQL.findall(text) for kind in pair}
    in_python = {kind for text in texts for kind in KIND_IN_PYTHON.findall(text)}

    assert (in_sql | in_python) - {""} == set(words.TIMELINE)


def test_every_run_state_is_in_the_diagram() -> None:
    """The diagram is drawn from the table of moves."""
    drawn = set(re.findall(r"(\w+) --> ", PAGES["run-states.md"]))

    assert drawn == set(RunStatus)


@pytest.mark.parametrize("command", list(main.COMMANDS))
def test_every_command_that_may_exit_with_1_is_in_the_table_of_statuses(command: str) -> None:
    """Where a command's own words tell of an exit 1, the table does too; those that exit as ``run`` stand beside it."""
    said = inspect.getdoc(callback(main.COMMANDS[command])) or ""
    tells = re.search(r"Exits? (with|as)\b|--exit-code", said) is not None and "Exit 0 in both" not in said

    listed = re.search(rf"^\| 1 \| .*`{command}( --exit-code)?`", PAGES["command-line.md"], re.MULTILINE) is not None

    assert listed == tells
