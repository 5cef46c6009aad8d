"""Temporary."""

from worker.domain.suite import Wording
from worker.suitefile.form import Form


def check_kind(form: Form, wording: Wording) -> None:
    """Nothing yet."""
