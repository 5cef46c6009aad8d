"""The registry of kinds, and that judging never raises."""

from dataclasses import replace
from typing import Any

import pytest
from pydantic import BaseModel

from tests.unit.judging.samples import configured, judged, payload, prompt
from worker.domain.configuration import Configuration, Given
from worker.domain.words import Reads
from worker.errors import RESULT_CODES
from worker.judging import kinds
from worker.judging.structural.findings import Report

EVALUATORS = {name: kind.evaluator for name, kind in kinds.KINDS.items()}

SPECS: dict[str, Any] = {
    "clause_absent": {"clause": "Be rude."},
    "clause_present": {"clause": "Be kind."},
    "clauses_survive": {"clauses": ["Be kind."]},
    "config_json_path": {"path": "$.name"},
    "config_json_schema": {"schema": {"type": "object"}},
    "model_allowed": {"providers": ["openai"]},
    "tool_absent": {"tool": "book"},
    "tool_attached": {"tool": "book"},
    "unchanged_since": {"sha256": "0" * 64},
}


def test_every_check_of_a_configuration_has_the_same_evaluator() -> None:
    """A result names who judged and with which version; ``test_versions`` keeps the version honest."""
    assert set(EVALUATORS.values()) == {kinds.STRUCTURAL}


@pytest.mark.parametrize("name", sorted(EVALUATORS))
def test_each_kind_reads_a_configuration(name: str) -> None:
    """So its assertions apply to cases whose runner brings one."""
    assert kinds.get(name).reads is Reads.CONFIGURATION
    assert kinds.reads(name) is Reads.CONFIGURATION


def test_an_unknown_kind_names_the_nearest() -> None:
    """Most unknown kinds are typing errors."""
    with pytest.raises(kinds.UnknownKind, match="no_raw_liquid"):
        kinds.get("no_raw_liqiud")
    with pytest.raises(kinds.UnknownKind, match="Known kinds: clause_absent"):
        kinds.get("zzz")
    assert kinds.reads("zzz") is None


@pytest.mark.parametrize(
    ("kind", "spec", "path"),
    [
        ("no_raw_liquid", {"alow": []}, "alow"),
        ("no_raw_liquid", {"allow": "name"}, "allow"),
        ("no_raw_liquid", {"allow": ["a", 7]}, "allow[1]"),
        ("no_raw_liquid", ["allow"], ""),
        ("clauses_survive", {}, "clauses"),
        ("clauses_survive", {"clauses": []}, "clauses"),
        ("clauses_survive", {"clauses": ["a"] * 201}, "clauses"),
        ("tool_schemas_valid", {"strict": True}, "strict"),
        ("tool_schemas_valid", None, ""),
    ],
)
def test_a_spec_that_does_not_fit_has_faults_with_their_paths(kind: str, spec: Any, path: str) -> None:
    """The path goes into the spec, as a person would write it."""
    assert path in [found.path for found in kinds.validate_spec(kind, spec)]


@pytest.mark.parametrize("clause", ["", "  ", {"name": "a"}, {"text": "a"}, 7, None])
def test_a_clause_that_says_nothing_is_refused(clause: Any) -> None:
    """An empty clause would stand in every text."""
    faults = kinds.validate_spec("clauses_survive", {"clauses": [clause]})

    assert all(found.path.startswith("clauses[0]") for found in faults)
    assert faults


@pytest.mark.parametrize("name", sorted(EVALUATORS))
def test_a_good_spec_has_no_faults(name: str) -> None:
    """The smallest spec of each kind."""
    assert kinds.validate_spec(name, SPECS.get(name, {})) == []


@pytest.mark.parametrize("name", sorted(EVALUATORS))
@pytest.mark.parametrize("value", [None, [], 7, {"model": 7}, {"port": 8080}])
def test_an_unreadable_configuration_is_null_for_every_kind(name: str, value: Any) -> None:
    """It is not known what the assistant would do."""
    judgement = judged(name, value, SPECS.get(name))

    assert (judgement.met, judgement.error_code) == (None, "configuration_unreadable")
    assert judgement.rationale


def test_an_unknown_kind_is_null_when_judged() -> None:
    """An older worker meets a newer assertion."""
    assert judged("zzz", prompt("x")).error_code == "kind_unknown"


def test_a_fault_of_a_judge_is_null_and_names_the_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is caught in one place; the others are judged as ever."""

    def broken(configuration: Configuration, spec: BaseModel, given: Given) -> Report:
        raise ZeroDivisionError("planted")

    monkeypatch.setitem(kinds.KINDS, "no_raw_liquid", replace(kinds.get("no_raw_liquid"), judge=broken))

    failed = judged("no_raw_liquid", prompt("x"))

    assert (failed.met, failed.error_code) == (None, "judge_failed")
    assert failed.detail == {"exception": "ZeroDivisionError", "message": "planted"}
    assert judged("every_variable_resolves", prompt("x")).met is True


@pytest.mark.parametrize("variables", [None, {}, {"a": object()}, {7: 1}])
def test_any_variables_are_taken(variables: Any) -> None:
    """What a case holds is checked where it is written, not here."""
    judgement = kinds.judge_configuration("every_variable_resolves", {}, configured(prompt("x")), variables=variables)

    assert judgement.met is True


def test_findings_have_everything_that_a_program_needs_to_repair() -> None:
    """Check, severity, subject, pointer, excerpt, message, hint; and the vendor's shape beside them."""
    detail = judged("no_raw_liquid", prompt("{{ name }}")).detail

    assert detail is not None
    assert detail["format"] == "vapi_assistant"
    (finding,) = detail["findings"]
    assert list(finding) == ["check", "severity", "subject", "pointer", "excerpt", "message", "hint"]
    assert all(finding.values())


def test_a_flood_of_findings_is_cut_and_counted() -> None:
    """A judgement is a row, not a book."""
    detail = judged("no_raw_liquid", prompt("{{ name }}" * 500)).detail

    assert detail is not None
    assert (len(detail["findings"]), detail["total"]) == (100, 500)


def test_what_was_passed_over_is_in_the_detail() -> None:
    """So that nobody takes an odd field for a judged one."""
    detail = judged("no_raw_liquid", payload("vapi/booking.json") | {"endCallMessage": 7}).detail

    assert detail is not None
    assert [oddity["pointer"] for oddity in detail["passed_over"]] == ["/endCallMessage"]


def test_every_error_code_given_here_is_published() -> None:
    """The list of codes is what consumers build on."""
    given = {"kind_unknown", "spec_invalid", "configuration_unreadable", "judge_failed"}

    assert given | {"configuration_incomplete", "configuration_too_large"} <= RESULT_CODES.keys()
