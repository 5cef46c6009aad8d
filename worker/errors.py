"""Everything that can go wrong, as a tree and as the published list of codes.

    WorkerError
    ├── InputError            what somebody gave us is wrong; nothing was written
    │   ├── FileError         … in a file: file, line, field
    │   └── RequestRefused    … in an enqueue or another request
    ├── RunFailed             the run cannot be carried out at all; it ends ``failed`` with the code
    ├── LeaseLost             somebody else holds the run; this step stops and writes nothing
    ├── EvidenceConflict      different evidence for a case run that has been recorded
    ├── EvidenceUnstorable    PostgreSQL refuses the row, alone as well as in a group
    ├── AdapterError          a vendor call went wrong; ``kind`` says what the engine may do about it
    └── NotReady              a service, a revision or a setting is missing; says how to mend it

A message follows one pattern: what happened, where, and (``advice``) what to do next.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

RUN_CODES: Final[dict[str, str]] = {
    "criteria_key_unmatched": "The criteria names a key that no assertion of this run has.",
    "criteria_invalid": "The criteria cannot be read; it was not written by apply.",
    "no_cases": "The suite has no enabled case that the run's target allows.",
    "target_missing": "A runner needs a target that the run does not give.",
    "target_unknown": "The target that the run names was not found.",
    "target_unreachable": "The source of the target could not be asked.",
    "target_source_missing": "No source is installed for this kind of reference.",
    "runner_unknown": "No installed adapter has this runner's name.",
    "vendor_rejected": "The vendor refused the whole run: credentials, or an unknown assistant.",
    "worker_lost_repeatedly": "The run was claimed five times in a row without progress; it seems to kill its worker.",
    "internal_error": "The worker met a fault of its own; its log names it.",
}
"""Codes of ``runs.error_code`` when a run ends ``failed``."""

REQUEST_CODES: Final[dict[str, str]] = {
    "team_unknown": "No suite belongs to this team.",
    "suite_unknown": "The team has no live suite of this name.",
    "consumer_unknown": "The application has no consumer of this key.",
    "criteria_missing": "The consumer has no live criteria for this suite.",
    "runner_unknown": "A case of the suite names a runner that no worker has registered.",
    "run_config_key_unknown": "run_config has a key that nobody reads.",
    "run_config_invalid": "run_config has a value of the wrong type or out of range.",
    "lane_unknown": "The lane is neither interactive nor bulk.",
    "call_set_unknown": "The team has no call set of this id.",
    "target_ambiguous": "A run has one target: a configuration or a call set.",
    "config_reference_invalid": "The configuration reference is not of a known form.",
    "content_too_large": "The configuration given with the enqueue is over 2 MiB.",
    "argument_invalid": "An argument is missing, empty or of the wrong type.",
    "request_id_reused": "This request_id was used before, with other arguments.",
    "run_unknown": "There is no run of this id for this team.",
    "run_not_ended": "A run is repeated after its end.",
    "nothing_to_rerun": "No case of the run that its suite still has is failed, or undecided, as was asked.",
    "case_unknown": "A case is named, by id or pattern, that is no enabled case of the suite.",
    "webhook_invalid": "The webhook is no http or https URL, is too long, or holds a user and password.",
}
"""Codes of a refused enqueue and of other refused requests."""

CASE_CODES: Final[dict[str, str]] = {
    "adapter_failed": "The case could not be executed; the adapter's words are in error_detail.",
    "case_timed_out": "The case took longer than its time limit.",
    "deadline_passed": "The run's deadline passed before the case was executed.",
    "evidence_unstorable": "The database refused what came back, even alone.",
    "run_ended": "The run ended before the case was executed.",
    "cancelled": "The run was cancelled before the case was executed.",
}
"""Codes of ``case_runs.error_code``."""

RESULT_CODES: Final[dict[str, str]] = {
    "case_not_executed": "The case did not execute, so there is nothing to judge.",
    "configuration_unreadable": "The configuration could not be read as any known format.",
    "configuration_incomplete": "What this check needs cannot be seen in the configuration, such as a stored tool.",
    "configuration_too_large": "The configuration is too large or too deep for this check to look through.",
    "evidence_missing": "The evidence that this kind reads is not there.",
    "judge_failed": "The judge met a fault of its own; the others are unaffected.",
    "kind_unknown": "This worker knows no such kind of assertion.",
    "spec_invalid": "The assertion's spec does not fit its kind.",
    "deadline_passed": "The run's deadline passed before this was judged.",
    "cancelled": "The run was cancelled before this was judged.",
    "run_ended": "The run ended before this was judged.",
}
"""Codes of ``assertion_results.error_code``; with each of them ``met`` is NULL."""

COMMAND_CODES: Final[dict[str, str]] = {
    "usage_invalid": "A command was called with an option, argument or name that it does not have or take.",
    "input_invalid": "Something that was given is wrong, and no other code says it more precisely.",
    "file_invalid": "A file has faults; `faults` lists each with file, line and field.",
    "not_ready": "A service, a schema revision or a setting is missing.",
    "not_ended": "The time to wait is over; the run goes on.",
    "interrupted": "The command was interrupted; a run that it waited for goes on.",
    "output_lost": "Standard output takes no more.",
    "refused": "What was asked for cannot be done now.",
}
"""Codes with which a command ends under ``--json`` where none of a request, a run or a case says it."""


class WorkerError(Exception):
    """Base of all errors that are ours. ``advice`` is the next step, never empty; ``code`` is of a published list."""

    code = "refused"

    def __init__(self, message: str, *, advice: str) -> None:
        super().__init__(message)
        self.message = message
        self.advice = advice

    def __str__(self) -> str:
        return f"{self.message} {self.advice}"


class InputError(WorkerError):
    """What somebody gave us is wrong; nothing was written."""

    code = "input_invalid"


@dataclass(frozen=True)
class Fault:
    """One fault in a file.

    Attributes:
        file: the path as the user gave it.
        line: 1-based; None where the fault has no place (an unreadable file).
        field: path of the field, e.g. ``cases[2].assertions[0].spec.any``; empty for the file as a whole.
        message: what is wrong.
        advice: what to do.
    """

    file: str
    line: int | None
    field: str
    message: str
    advice: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line is not None else self.file
        return f"{place}: {self.field + ': ' if self.field else ''}{self.message} {self.advice}"


class FileError(InputError):
    """One or more faults in files; all that were found are told at once.

    Attributes:
        closing: what became of the whole, such as that nothing was written, where something might have been; or empty.
    """

    code = "file_invalid"

    def __init__(self, faults: list[Fault], *, closing: str = "") -> None:
        super().__init__("\n".join(str(fault) for fault in faults), advice=closing or faults[0].advice)
        self.faults = faults
        self.closing = closing


class RequestRefused(InputError):
    """A request was refused before a row existed. ``code`` is one of :data:`REQUEST_CODES`."""

    def __init__(self, code: str, message: str, *, advice: str) -> None:
        super().__init__(_sentence(message), advice=advice)
        self.code = code

    def __str__(self) -> str:
        return f"{self.code}: {super().__str__()}"


class RunFailed(WorkerError):
    """The run cannot be carried out at all. ``code`` is one of :data:`RUN_CODES`."""

    def __init__(self, code: str, message: str, *, advice: str) -> None:
        super().__init__(message, advice=advice)
        self.code = code


class LeaseLost(WorkerError):
    """The run's token has moved on: another process holds the run, or it was reaped."""

    def __init__(self, run_id: str, token: int) -> None:
        super().__init__(
            f"The lease on run {run_id} (token {token}) is lost.",
            advice="This step stops; whoever holds the run now finishes it.",
        )
        self.run_id = run_id
        self.token = token


class EvidenceConflict(WorkerError):
    """A case run was recorded before with other evidence; the first record stays."""

    def __init__(self, case_run_id: str) -> None:
        super().__init__(
            f"Case run {case_run_id} holds other evidence already.",
            advice="The first record stays; start a new run to try again.",
        )
        self.case_run_id = case_run_id


class EvidenceUnstorable(WorkerError):
    """PostgreSQL refuses the row, alone as well as in a group."""

    def __init__(self, detail: str) -> None:
        super().__init__(
            f"The database refuses this evidence: {detail}",
            advice="The case ends evidence_unstorable; report the adapter.",
        )


class AdapterErrorKind(StrEnum):
    """What the engine may do about a failed vendor call (engine.md, "Errors")."""

    TRANSIENT = "transient"
    PERMANENT_CASE = "permanent_case"
    PERMANENT_RUN = "permanent_run"
    AMBIGUOUS = "ambiguous"


class AdapterError(WorkerError):
    """A vendor call went wrong.

    Attributes:
        kind: what the engine may do about it.
        retry_after_s: seconds that the vendor asked us to wait, where it did.
    """

    def __init__(
        self,
        kind: AdapterErrorKind,
        message: str,
        *,
        retry_after_s: float | None = None,
        advice: str = "See the vendor's status and the case run's attempts.",
    ) -> None:
        super().__init__(message, advice=advice)
        self.kind = kind
        self.retry_after_s = retry_after_s


class NotReady(WorkerError):
    """A service, a schema revision or a setting is missing."""

    code = "not_ready"


def _sentence(words: str) -> str:
    """What SQL says without capital and full stop, as a sentence; a name such as ``run_config`` stays as it is."""
    first = words.partition(" ")[0]
    begun = words[:1].upper() + words[1:] if first.isalpha() else words
    return begun if begun.endswith((".", "?", "!")) else f"{begun}."
