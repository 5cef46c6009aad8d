"""A document to suites: which fields there are, and what each may hold."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from worker.domain import criteria
from worker.domain.nearest import nearest
from worker.domain.plan import RUN_CONFIG_BOUNDS
from worker.domain.suite import (
    CONTENT_FIELDS,
    RUNNERS_WITHOUT_SCRIPT,
    Assertion,
    Case,
    CaseFacts,
    Json,
    Suite,
    SuiteFacts,
    Wording,
)
from worker.suitefile.faults import Faults
from worker.suitefile.form import Form
from worker.suitefile.kinds import check_kind
from worker.suitefile.nodes import Entry, Mapping, Node, Sequence, line_of, plain

SUITE_FIELDS = ("suite", "team", "assistant", "description", "targets", "run", "assertions", "cases", "criteria")
CASE_FIELDS = ("name", "runner", "assertions", "enabled", "source_call_id", *CONTENT_FIELDS)
USE_FIELDS = ("use", "enabled")
OWNER_FIELDS = ("suite", "suite_id", "case", "case_id", "owner")
ASSERTION_FIELDS = ("key", "kind", "spec", "statement", "role")


@dataclass(frozen=True)
class ReadSuite:
    """A suite with the place it was read from.

    Attributes:
        path: where the suite stands in its document: empty, or ``[2]`` in a list of suites.
    """

    suite: Suite
    file: str
    path: str
    node: Node

    def line(self, field: str = "") -> int:
        """The line of a field such as ``cases[2].runner``, or of the closest thing around it."""
        return line_of(self.node, field)


def suites(document: Node, team: str, faults: Faults) -> Iterator[ReadSuite]:
    """The suites of a document: one, or a list of them."""
    if not isinstance(document, Sequence):
        yield ReadSuite(_suite(document, "", team, faults), faults.file, "", document)
        return
    for index, item in enumerate(document.items):
        path = f"[{index}]"
        yield ReadSuite(_suite(item, path, team, faults), faults.file, path, item)


def _suite(node: Node, path: str, team: str, faults: Faults) -> Suite:
    form = Form(node, path, faults, SUITE_FIELDS)
    if not isinstance(node, Mapping):
        return Suite("", "", SuiteFacts(""))
    return Suite(
        team=_team(form, team),
        name=form.name("suite"),
        facts=SuiteFacts(
            assistant=form.name("assistant"),
            description=form.text("description"),
            targets=_targets(form),
            run=_run_config(form),
        ),
        assertions=tuple(_assertion(item, place, faults) for place, item in form.items("assertions")),
        cases=tuple(_case(item, place, faults) for place, item in form.items("cases")),
        criteria={entry.key: _criteria(entry, place, faults) for place, entry in form.entries("criteria")},
    )


def _team(form: Form, team: str) -> str:
    said = form.name("team", demanded=False)
    if said and team and said != team:
        form.fault("team", f"The file is for team {said}, the command for {team}.", "Correct the one that is wrong.")
    if not form.has("team") and not team:
        form.fault("team", "No team is named.", "Add team: to the file, or give --team or ASSISTANT_TEST_TEAM.")
    return said or team


def _targets(form: Form) -> Json:
    for place, entry in form.entries("targets"):
        if not isinstance(entry.value, Mapping):
            form.faults.add(entry.line, place, "A target is a mapping.", "Write for example {assistant_id: …}.")
    return form.free("targets")


def _run_config(form: Form) -> Json:
    if not form.has("run"):
        return {}
    config = Form(form.fields["run"].value, form.at("run"), form.faults, tuple(RUN_CONFIG_BOUNDS))
    found = {key: config.whole(key, *bounds) for key, bounds in RUN_CONFIG_BOUNDS.items()}
    return {key: value for key, value in found.items() if value is not None}


def _assertion(node: Node, path: str, faults: Faults) -> Assertion:
    form = Form(_without_owner(node, path, faults), path, faults, ASSERTION_FIELDS)
    if not isinstance(node, Mapping):
        return Assertion("", Wording(""))
    wording = Wording(
        kind=form.name("kind"),
        spec=form.free("spec"),
        statement=form.text("statement"),
        role=form.name("role", demanded=False) or None,
    )
    if wording.kind:
        check_kind(form, wording)
    return Assertion(form.name("key"), wording)


def _without_owner(node: Node, path: str, faults: Faults) -> Node:
    """The assertion without fields that name an owner; each of them is a fault, since its place names it already."""
    if not isinstance(node, Mapping):
        return node
    for entry in node.entries:
        if entry.key in OWNER_FIELDS:
            message = "An assertion has one owner: the suite or the case under which it stands."
            faults.add(entry.line, f"{path}.{entry.key}", message, "Remove the field, or move the assertion there.")
    kept = tuple(entry for entry in node.entries if entry.key not in OWNER_FIELDS)
    return replace(node, entries=kept)


def _case(node: Node, path: str, faults: Faults) -> Case:
    if isinstance(node, Mapping) and node.find("use"):
        form = Form(node, path, faults, USE_FIELDS)
        return Case(form.name("use"), facts=None, enabled=form.flag("enabled", default=True))
    form = Form(node, path, faults, CASE_FIELDS)
    if not isinstance(node, Mapping):
        return Case("", facts=None)
    return Case(
        name=form.name("name"),
        facts=CaseFacts(
            runner=form.name("runner"),
            content=_content(form),
            source_call_id=form.name("source_call_id", demanded=False) or None,
        ),
        assertions=tuple(_assertion(item, place, faults) for place, item in form.items("assertions")),
        enabled=form.flag("enabled", default=True),
    )


def _content(form: Form) -> Json:
    content: Json = {}
    if form.has("turns"):
        content["turns"] = form.texts("turns")
    for field in ("persona", "goal"):
        if form.has(field):
            content[field] = form.text(field, demanded=True)
    for field in ("variables", "facts", "expectations"):
        if form.has(field):
            content[field] = plain(form.fields[field].value) if field != "variables" else form.free(field)
    _require_script(form)
    return content


def _require_script(form: Form) -> None:
    """A conversation needs turns, or a persona with a goal; a structural case plays none."""
    if not form.has("runner"):
        return
    runner = form.text("runner")
    scripted = [field for field in ("turns", "persona", "goal") if form.has(field)]
    if runner in RUNNERS_WITHOUT_SCRIPT:
        for field in scripted:
            form.fault(field, f"A {runner} case plays no conversation.", f"Remove {field}, or name another runner.")
    elif not scripted or (form.has("turns") and not any(True for _ in form.items("turns"))):
        near = nearest(runner, RUNNERS_WITHOUT_SCRIPT, limit=1)
        advice = f"Did you mean the runner {near[0]}?" if near else "Give it turns, or a persona and a goal."
        form.faults.add(form.line, form.path, f"The {runner} case has no content.", advice)
    elif len([field for field in scripted if field != "turns"]) == 1 and "turns" not in scripted:
        missing = "goal" if scripted == ["persona"] else "persona"
        form.fault(missing, "A persona needs a goal, and a goal a persona.", f"Add {missing}: and a text.")


def _criteria(entry: Entry, path: str, faults: Faults) -> Json:
    spec = plain(entry.value)
    try:
        criteria.parse(spec)
    except criteria.CriteriaInvalid as wrong:
        for fault in wrong.faults:
            line = line_of(entry.value, fault.path) if fault.path else entry.line
            field = f"{path}.{fault.path}" if fault.path else path
            faults.add(line, field, fault.message, fault.advice)
    return spec if isinstance(spec, dict) else {}
