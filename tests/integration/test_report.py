"""``report`` on a real database: streamed, safe with hostile texts, honest about a run that goes on."""

import json
import os
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from uuid import UUID

import pytest
from junitparser import JUnitXml

from tests.integration.commands import Command, command
from worker.db import reports
from worker.db.reading import run_of
from worker.report import jsonl, junit, webpage
from worker.report.content import content

__all__ = ["command"]

HOSTILE = "<b>|&]]>\u0001\u001b 🙂 @all\n{{x}}"


def worked(command: Command, outcome: str = "failed") -> UUID:
    """A run of which one result is not met and the other unknown."""
    command.applied()
    run = command.enqueued()
    command.worked(run, outcome, {"liquid": False, "clause": None})
    return run


def test_each_format_tells_of_the_run(command: Command) -> None:
    """On standard output, where no file is named."""
    run = worked(command)

    [suite] = list(JUnitXml.fromstring(command("report", run, "--junit").out.encode()))
    lines = [json.loads(line) for line in command("report", run, "--jsonl").out.splitlines()]
    text = command("report", run).out

    assert (suite.tests, suite.failures, suite.errors) == (3, 2, 1)
    assert [(line["type"], line.get("key"), line.get("met")) for line in lines] == [
        ("run", None, None),
        ("result", "clause", None),
        ("result", "liquid", False),
        ("verdict", None, None),
    ]
    assert text.startswith("### ❌ failed: booking for publish\\_gate")


def test_hostile_names_and_texts_go_through_apply_the_database_and_each_format(command: Command) -> None:
    """HTML, control characters and emoji; NUL does not get into the database."""
    run = worked(command)
    more_cases(command, run, 1, name=HOSTILE, rationale=HOSTILE)

    [suite] = list(JUnitXml.fromstring(command("report", run, "--junit").out.encode()))
    lines = command("report", run, "--jsonl").out.splitlines()

    shown = HOSTILE.replace("\u0001", "\\u0001").replace("\u001b", "\\u001b")
    assert [case.classname for case in suite][-2:] == [f"booking.{shown} #2", "booking.verdict"]
    assert [json.loads(lines[-2])[field] for field in ("case", "rationale")] == [HOSTILE, HOSTILE]
    assert "<b>" not in command("report", run, "--markdown").out


def test_hostile_names_and_texts_are_text_in_html(command: Command) -> None:
    """A parser that is not ours reads them back, and finds no element that we did not write."""
    run = worked(command)
    hostile = "<script>alert(1)</script><img src=x onerror=y>\"'&amp;" + HOSTILE
    more_cases(command, run, 1, name=hostile, rationale=hostile)

    out = command("report", run, "--html").out
    reader = Reader()
    reader.feed(out)
    reader.close()

    assert hostile.replace("\u0001", "\\u0001").replace("\u001b", "\\u001b") in "".join(reader.texts)
    assert not reader.tags & {"script", "img", "a", "link", "iframe", "object", "form"}
    assert not any(name.startswith("on") or name in {"src", "href"} for name in reader.attributes)
    assert reader.open == []
    assert "\u0001" not in out


def test_html_tells_each_consumers_verdict_and_its_reasons(command: Command) -> None:
    """The stamped one first, the others under their live criteria."""
    run = worked(command)

    out = command("report", run, "--html").out

    order = ["publish_gate: <span", "required liquid", "nightly_sweep: <span", "<table>", "because of clause"]
    assert sorted(order, key=out.index) == order
    assert "at least 0.5 of liquid, clause" in out


class Reader(HTMLParser):
    """Collects what a page is made of; ``open`` holds the elements that are not closed."""

    def __init__(self) -> None:
        """Begin with nothing read."""
        super().__init__(convert_charrefs=True)
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.texts: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """It ends, and is the innermost."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Text."""
        self.texts.append(data)


def test_a_run_that_has_not_ended_has_a_report_that_says_so(command: Command) -> None:
    """CI sees an error, not a pass."""
    command.applied()
    run = command.enqueued()

    said = command("report", run, "--junit")

    [suite] = list(JUnitXml.fromstring(said.out.encode()))
    assert (said.code, suite.tests, suite.errors) == (0, 1, 1)
    assert "The run is queued; the report holds what is there so far." in said.err


def test_a_file_is_written_whole_or_not_at_all(command: Command) -> None:
    """What was there is replaced; a fault on the way leaves it, and nothing beside it."""
    run, out = worked(command), command.folder / "out" / "report.xml"
    out.parent.mkdir()
    out.write_text("before")

    command.monkeypatch.setattr(junit, "_verdict", _breaks)
    with pytest.raises(RuntimeError, match="half way"):
        command("report", run, "--junit", "--out", out)
    kept = out.read_text()
    command.monkeypatch.undo()
    command.monkeypatch.setenv("DATABASE_URL", command.connection.info.dsn)

    assert kept == "before"
    assert [path.name for path in out.parent.iterdir()] == ["report.xml"]


@pytest.mark.parametrize("kind", ["link to a file", "pipe", "link to a pipe"])
def test_what_is_no_file_is_written_into_and_never_replaced(command: Command, kind: str) -> None:
    """Such as ``--out /dev/stdout``: taking its place would destroy the link, or root's ``/dev/null``."""
    run, out, target = worked(command), command.folder / "out", command.folder / "target"
    if kind == "link to a file":
        target.write_text("before")
    else:
        os.mkfifo(target if kind == "link to a pipe" else out)
    if kind != "pipe":
        out.symlink_to(target)
    was = out.lstat().st_ino

    with ThreadPoolExecutor() as threads:
        arrived = threads.submit(out.read_text) if "pipe" in kind else None
        said = command("report", run, "--out", out)

    assert said.code == 0, said.err
    assert out.lstat().st_ino == was
    assert "booking" in (arrived.result() if arrived else target.read_text())


def _breaks(_: object) -> str:
    raise RuntimeError("half way")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--junit", "--jsonl"), "2 formats are named."),
        (("--junit", "--out", "/proc/none/report.xml"), "/proc/none/report.xml cannot be written"),
        (("--junit", "--out", "/"), "/ cannot be written: it is a folder."),
    ],
)
def test_a_mistake_is_one_clear_error(command: Command, more: tuple[str, ...], said: str) -> None:
    """With what to do next."""
    found = command("report", worked(command), *more)

    assert found.code == 2
    assert said in found.err


def test_an_unknown_run_is_one_clear_error(command: Command) -> None:
    """No file comes of it."""
    out = command.folder / "report.xml"

    found = command("report", UUID(int=9), "--junit", "--out", out)

    assert (found.code, out.exists()) == (2, False)
    assert "There is no run" in found.err


def test_a_run_of_ten_thousand_cases_is_told_in_flat_memory(command: Command) -> None:
    """The most that is held at a time does not grow with the run."""
    run = worked(command)
    more_cases(command, run, 10_000)

    peaks = []
    for lines in (junit.lines, jsonl.lines, webpage.lines):
        tracemalloc.start()
        with (
            reports.snapshot(command.connection),
            content(command.connection, run_of(command.connection, run)) as found,
        ):
            written = sum(1 for _ in lines(found))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert written > 10_000

    assert max(peaks) < 8 * 2**20


def more_cases(
    command: Command, run: UUID, number: int, *, name: str = "configuration", rationale: str = "why " * 250
) -> None:
    """Add this many case runs with one result each, as further trials of the case that is there."""
    command.connection.execute(
        """WITH more AS (
            INSERT INTO assistant_test_case_runs
                (run_id, case_id, team_id, position, trial, runner, case_snapshot, status)
            SELECT run_id, case_id, team_id, position, copy, runner, jsonb_build_object('name', %s::text), status
            FROM assistant_test_case_runs, generate_series(1, %s) AS copy WHERE run_id = %s
            RETURNING id, run_id, team_id
        ), judged AS (
            INSERT INTO assistant_test_outcomes (case_run_id, run_id, team_id, judge, status, due)
            SELECT more.id, more.run_id, more.team_id, 'rules', 'closed', ARRAY[present.assertion_id]
            FROM more, (SELECT assertion_id FROM assistant_test_assertion_results WHERE run_id = %s LIMIT 1) AS present
            RETURNING id, run_id, team_id, due
        )
        INSERT INTO assistant_test_assertion_results
            (outcome_id, assertion_id, team_id, run_id, met, evaluator, rationale)
        SELECT id, due[1], team_id, run_id, false, 'structural@1', %s FROM judged""",
        [name, number, run, run, rationale],
    )
