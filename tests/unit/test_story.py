"""What bin/demo concludes, what it hears, and for whom it waits."""

import io
import sys
from pathlib import Path

import pytest

from worker import story
from worker.cli.console import output
from worker.errors import NotReady
from worker.story import CHAPTERS, Heard, closing, typed
from worker.supervision.journal import Journal

AS_TOLD = {chapter.config: dict(chapter.verdicts) for chapter in CHAPTERS}
EXITS = [0, 1, 0]


def test_a_story_that_ends_as_told_ends_well(capsys: pytest.CaptureFixture[str]) -> None:
    """Every consumer's verdict and every exit status is the one that belongs to it."""
    assert closing(AS_TOLD, EXITS) is True

    assert "different verdicts" in capsys.readouterr().out


@pytest.mark.parametrize("consumer", ["publish_gate", "blueprint_ci"])
def test_another_verdict_is_another_ending(consumer: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One verdict that differs, of any consumer, and the demo has failed."""
    lost = CHAPTERS[1].config
    found = {**AS_TOLD, lost: {**AS_TOLD[lost], consumer: "inconclusive"}}

    assert closing(found, EXITS) is False

    assert "This is not how it should have ended." in capsys.readouterr().out


def test_another_exit_status_is_another_ending() -> None:
    """A pipeline goes by the exit status, so it counts as well as the verdict."""
    assert closing(AS_TOLD, [0, 0, 0]) is False


def test_a_command_is_shown_heard_and_passed_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The reader sees the command as one would type it, and then what it prints."""
    monkeypatch.setattr(story, "app", lambda words, **_: output.print(f"did {words}"))

    ran = typed("run", "a suite")

    assert (ran.code, ran.text) == (0, "did ['run', 'a suite']\n")
    assert capsys.readouterr().out == f"$ assistant-test run 'a suite'\n{ran.text}"


def test_a_mistake_ends_a_command_with_its_exit_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The error is told as the command line tells it."""
    monkeypatch.delenv("DATABASE_URL", raising=False)

    ran = typed("migrate")

    assert ran.code == 2
    assert "Error: DATABASE_URL is not set." in capsys.readouterr().err


def test_an_interrupted_command_interrupts_the_story(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a command does with Ctrl-C is to exit with 130."""
    monkeypatch.setattr(story, "app", lambda *_, **__: 130)

    with pytest.raises(KeyboardInterrupt):
        typed("run", "booking")


def test_the_story_stops_where_its_ground_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a migrated database nothing that follows would mean anything."""
    monkeypatch.setattr(story, "app", lambda *_, **__: 2)

    with pytest.raises(NotReady, match="assistant-test migrate failed"):
        story.Story().migrate()
    with pytest.raises(NotReady, match="No run came of"):
        story.Story().tell()


def test_what_listens_is_a_stream_like_the_one_behind_it() -> None:
    """Whether it is a terminal is asked of the real stream, and nothing is held back."""
    behind = io.StringIO()
    heard = Heard(behind)

    print("one", file=heard)

    assert behind.getvalue() == "".join(heard.parts) == "one\n"
    assert heard.isatty() is False
    assert Heard(sys.__stdout__ or behind).encoding


def test_a_process_is_waited_for_until_it_says_its_event(tmp_path: Path) -> None:
    """Another event, or the same one from another process, does not count."""
    with Journal(tmp_path / "log", {"worker": "worker_started", "relay": "relay_listening"}) as journal:
        journal.write("worker", '{"event": "worker_stopped"}')
        journal.write("beat", '{"event": "worker_started"}')
        journal.write("relay", '{"event": "relay_listening"}')
        missing = journal.wait(0)

        journal.write("worker", '{"event": "worker_started"}')

        assert missing == ["worker"]
        assert journal.wait(0) == []


def test_lines_are_kept_until_the_journal_is_closed(tmp_path: Path) -> None:
    """A last line of a process that is ending is no error."""
    path = tmp_path / "log"
    with Journal(path, {}) as journal:
        journal.write("beat", "tick \udcff")

    journal.write("beat", "too late")

    assert path.read_text(encoding="utf-8") == "beat | tick \\udcff\n"
