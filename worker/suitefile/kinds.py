"""What a file may ask of an assertion: its kind and that kind's parameters."""

from worker.domain.meant import meant
from worker.domain.nearest import nearest
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
    known = list(kinds.get(wording.kind).spec.model_fields)
    takes = f"The parameters of {wording.kind} are {', '.join(known)}." if known else "It takes no parameters."
    for wrong in faults:
        place = f"spec.{wrong.path}" if wrong.path else "spec"
        line = line_of(form.node, place) if form.has("spec") else form.line
        at_top = wrong.unknown == wrong.path
        advice = meant(wrong.unknown, known) if at_top and nearest(wrong.unknown, known) else takes
        form.faults.add(line, form.at(place), wrong.said, advice)
