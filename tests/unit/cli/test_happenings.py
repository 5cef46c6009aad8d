"""What happened to a run, in sentences."""

from typing import Any

import pytest

from worker.cli import reference_words
from worker.cli.happenings import SENTENCES, rest, sentence
from worker.domain.run import Step


@pytest.mark.parametrize("kind", [*reference_words.TIMELINE, *SENTENCES])
def test_every_kind_has_a_sentence_whatever_its_detail_holds(kind: str) -> None:
    """Also of a row that keeps none; it ends as a sentence does, and it is not the kind's name."""
    for detail in (None, {}, {"step": "a new one", "status": "x"}):
        said = sentence(kind, detail)

        assert said[0].isupper()
        assert said.endswith(".")
        assert kind not in said or "_" not in kind


@pytest.mark.parametrize(
    ("kind", "detail", "said"),
    [
        ("claimed", {"step": "prepare", "claims": 1}, "A worker took it to plan it."),
        ("parked", {"step": "judge", "why": "it waits"}, "Put back until it is due again to judge what is open."),
        ("prepared", {"case_runs": 1}, "Planned: 1 case run."),
        ("ended", {"status": "completed", "outcome": "failed"}, "Ended: completed, failed."),
        ("judged", {"pass": 1, "outcomes": 3, "open": 2}, "Judged in pass 1: 3 case runs, 2 still open."),
        ("webhook_given_up", {"attempts": 5}, "Its webhook was given up after 5 times."),
        ("a_new_kind", {}, "a_new_kind."),
    ],
)
def test_a_sentence_says_what_the_detail_holds(kind: str, detail: dict[str, Any], said: str) -> None:
    """In words; numbers with their noun."""
    assert sentence(kind, detail) == said


def test_what_a_sentence_leaves_out_is_the_rest() -> None:
    """Why a run waits and until when, a vendor's job, a webhook's error."""
    assert rest("parked", {"step": "judge", "why": "x", "wake_at": "y"}) == {"why": "x", "wake_at": "y"}
    assert rest("webhook_tried", {"attempts": 1, "error": "gone"}) == {"error": "gone"}
    assert rest("case_run", {"case": "a", "attempts": [1]}) == {"attempts": [1]}
    assert rest("nudged", None) == {}


@pytest.mark.parametrize("step", Step)
def test_every_step_has_words(step: Step) -> None:
    """A worker takes a run to do something that people know."""
    assert "for the step" not in sentence("claimed", {"step": step.value})
