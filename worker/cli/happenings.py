"""What happened to a run, in sentences; the reference's words for each kind are in run-states.md."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from worker.domain.counted import counted

Detail = Mapping[str, Any]

STEPS: Final = {
    "prepare": "to plan it",
    "execute": "to play its cases",
    "converse": "to hold its conversations",
    "judge": "to judge what is open",
    "finish": "to give its verdict",
}

_CASE: Final = ("attempts", "provider", "provider_ref")


def _step(detail: Detail) -> str:
    step = str(detail.get("step", ""))
    return STEPS.get(step, f"for the step {step}" if step else "to work it")


def _case(detail: Detail) -> str:
    trial = detail.get("trial")
    number = f" #{trial + 1}" if isinstance(trial, int) and trial else ""
    said = ", ".join(_words(detail, "status", "error_code"))
    return f"The case {detail.get('case', '')}{number} is {said or 'there'}."


def _judged(detail: Detail) -> str:
    still = int(detail.get("open", 0))
    again = f" in pass {detail['pass']}" if detail.get("pass") else ""
    left = f", {still} still open" if still else ""
    return f"Judged{again}: {counted(int(detail.get('outcomes', 0)), 'case run')}{left}."


def _times(detail: Detail) -> str:
    number = int(detail.get("attempts", 1))
    return "once" if number == 1 else f"{number} times"


def _words(detail: Detail, *names: str) -> list[str]:
    return [str(detail[name]) for name in names if detail.get(name)]


SENTENCES: Final[dict[str, Callable[[Detail], str]]] = {
    "enqueued": lambda detail: f"Asked for by {detail.get('consumer', 'somebody')}.",
    "nudged": lambda _: "A worker was told of it.",
    "claimed": lambda detail: f"A worker took it {_step(detail)}.",
    "prepared": lambda detail: f"Planned: {counted(int(detail.get('case_runs', 0)), 'case run')}.",
    "parked": lambda detail: f"Put back until it is due again {_step(detail)}.",
    "reaped": lambda _: "The worker fell silent, so it was taken from it.",
    "write_refused": lambda _: "A worker that had lost it tried to write, and was refused.",
    "cancel_requested": lambda _: "Somebody asked to cancel it.",
    "woken": lambda _: "Somebody hinted that it is worth a look.",
    "case_run": _case,
    "judged": _judged,
    "ended": lambda detail: f"Ended: {', '.join(_words(detail, 'status', 'outcome', 'error_code'))}.",
    "webhook_owed": lambda _: "Its webhook is to be called.",
    "webhook_tried": lambda detail: f"Its webhook was called {_times(detail)}, without success so far.",
    "webhook_delivered": lambda detail: f"Its webhook was called: {_times(detail)}, answered {detail.get('status')}.",
    "webhook_given_up": lambda detail: f"Its webhook was given up after {_times(detail)}.",
}
"""A sentence for each kind of ``worker.db.timeline.Happening``, from its detail."""


def sentence(kind: str, detail: Detail | None) -> str:
    """The sentence; of a kind that is not known its name."""
    made = SENTENCES.get(kind)
    return made(detail or {}) if made else f"{kind}."


def rest(kind: str, detail: Detail | None) -> dict[str, Any]:
    """What the sentence leaves out: tries and a vendor's job, why it waits and until when, a webhook's error."""
    told = {"case_run": _CASE, "parked": ("why", "wake_at"), "woken": ("leased",)}
    names = told.get(kind, ("error", "next_try_at") if kind.startswith("webhook") else ())
    return {name: value for name, value in (detail or {}).items() if name in names}
