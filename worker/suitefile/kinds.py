"""What a file may ask of an assertion: its kind and that kind's parameters."""

from worker.domain.suite import Wording
from worker.judging import kinds
from worker.suitefile.form import Form
from worker.suitefile.nodes import line_of


def check_kind(form: Form, wording: Wording) -> None:
    """Note an unknown kind, and every fault of the spec at its line."""
    try:
        faults = kinds.validate_spec(wording.kind, wording.spec)
    except kinds.UnknownKind as unknown:
        form.fault("kind", unknown.message, unknown.advice)
        return
    known = ", ".join(kinds.get(wording.kind).spec.model_fields)
    advice = f"The parameters of {wording.kind} are {known}." if known else f"{wording.kind} takes no parameters."
    for path, message in faults:
        place = f"spec.{path}" if path else "spec"
        line = line_of(form.node, place) if form.has("spec") else form.line
        form.faults.add(line, form.at(place), f"{message}.", advice)
