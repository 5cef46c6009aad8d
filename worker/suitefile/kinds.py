"""What a file may ask of an assertion: its kind and that kind's parameters."""

from worker.domain.suite import Wording
from worker.domain.words import Reads
from worker.suitefile.form import Form


def reads_of(kind: str) -> Reads | None:
    """What a kind reads; None where this installation does not know it."""
    return None


def check_kind(form: Form, wording: Wording) -> None:
    """Nothing yet."""
