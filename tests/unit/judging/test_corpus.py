"""Real configurations, reached through CORPUS_DIR; what is expected of them stands in the corpus's SOURCES.md."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.unit.judging.samples import judged, subjects
from tests.unit.judging.test_kinds import EVALUATORS, SPECS
from worker.domain.configuration import Configuration
from worker.judging.structural import reading
from worker.judging.structural.readers.load import NotJson, load

CORPUS = os.environ.get("CORPUS_DIR")
pytestmark = pytest.mark.skipif(CORPUS is None, reason="CORPUS_DIR is unset; it names the folder of real files")


def _config(name: str) -> Any:
    """A configuration of the corpus."""
    return load((Path(CORPUS or "") / "configs" / name).read_bytes())


def test_no_file_of_the_corpus_makes_judging_fail() -> None:
    """JSON or not, known or not: a clear error or a judgement."""
    files = [path for path in sorted((Path(CORPUS or "") / "configs").rglob("*")) if path.is_file()]
    readable = 0

    for path in files:
        try:
            value = load(path.read_bytes())
        except NotJson:
            continue
        readable += isinstance(reading(value), Configuration)
        for kind in EVALUATORS:
            assert judged(kind, value, SPECS.get(kind)).error_code != "judge_failed", path

    assert readable >= 40


@pytest.mark.parametrize(
    ("name", "unresolved"),
    [
        ("municipality-it/assistant.json", []),
        ("lead-announcer/assistant.json", ["contractor_first_name", "lead_budget", "lead_location", "lead_service", "lead_summary", "lead_timeline"]),
        ("hospital-in/assistant.json", ["BACKEND_URL", "today"]),
        ("debt-negotiator/external.json", ["agent_amount", "call.from", "debt", "name"]),
        ("debt-negotiator/demoed.json", ["amount", "call.from", "debt", "debt_left", "final_amount", "name"]),
        ("outbound-concierge/assistant.json", ["callerName", "details", "greeting", "objective", "voicemailLine"]),
        ("med-spa/assistant.json", []),
        ("housing-sw/assistant.json", []),
        ("partner-sales-es/assistant.json", ["empresa"]),
        ("lawfirm-squad/squad.json", []),
        ("el-bike-shop/sales_agent.json", []),
        ("el-bike-shop/winnie.json", []),
        ("el-bike-shop/jack_automotive.json", ["conversation_history", "customer_name", "lead_status", "organization_name", "phone_number"]),
        ("el-household/bea.json", ["individual_vision"]),
        ("el-events/agent.json", []),
        ("el-events/example-broken.json", ["company_name"]),
        ("el-practice-de/agent.json", []),
    ],
)  # fmt: skip
def test_the_unresolved_variables_are_those_that_people_found(name: str, unresolved: list[str]) -> None:
    """No more and no fewer: loops, built-in names, tool arguments and analysis names are not among them."""
    judgement = judged("every_variable_resolves", _config(name))

    assert judgement.detail is not None
    assert judgement.detail["unresolved"] == unresolved


@pytest.mark.parametrize(
    ("name", "left"),
    [("municipality-it/assistant.json", 1), ("plumber-fr/compiled.json", 0), ("gatekeeper-zh/assistant.json", 0)],
)
def test_raw_liquid_is_counted_as_people_count_it(name: str, left: int) -> None:
    """Comments, full-width brackets and placeholders of other styles are no Liquid."""
    assert len(subjects(judged("no_raw_liquid", _config(name)))) == left


def test_clauses_that_were_lost_in_compilation_are_told_from_those_that_survived() -> None:
    """A backup of the older prompt in a comment field does not count."""
    sections = [
        "# GESTION DES HORAIRES",
        "# GESTION DES URGENCES",
        "# DEROULE DE LA CONVERSATION",
        "# REGLES IMPORTANTES",
    ]

    judgement = judged("clauses_survive", _config("plumber-fr/compiled.json"), {"clauses": sections})

    assert subjects(judgement) == ["# GESTION DES HORAIRES"]


@pytest.mark.parametrize(
    ("name", "tool", "met"),
    [
        ("lawfirm-squad/squad.json", "handoff_to_insurance", True),
        ("partner-sales-es/assistant.json", "general_protech_save_confirmed_data", True),
        ("outbound-concierge/assistant.json", "dtmf", True),
        ("trades-receptionist/assistant.json", "getAvailableSlots", False),
        ("realestate-squads/specialist.json", "query_knowledge_base", False),
        ("clinic-intake-multi/assistant.json", "lookup_patient_by_phone", False),
        ("el-dental/agent.json", "save_lead", False),
        ("el-practice-de/agent.json", "book_appointment", True),
        ("scheduler-export/assistant.json", "lookup_tool", None),
        ("el-household/bea.json", "confirm_vision", None),
        ("debt-negotiator/external.json", "getUserInfo", True),
    ],
)
def test_tools_are_attached_missing_or_unverifiable(name: str, tool: str, met: bool | None) -> None:
    """What hides behind an id is unverifiable, not missing."""
    assert judged("tool_attached", _config(name), {"tool": tool}).met is met


@pytest.mark.parametrize(
    ("name", "faults"),
    [
        ("housing-sw/assistant.json", 0),
        ("movers/assistant.json", 0),
        ("computer-store/assistant.json", 0),
        ("el-practice-de/agent.json", 0),
        ("el-bike-shop/sales_agent.json", 3),
    ],
)
def test_schema_faults_are_those_that_people_found(name: str, faults: int) -> None:
    """Parameters called ``type`` or ``description``, nulls and empty lists are none."""
    assert len(subjects(judged("tool_schemas_valid", _config(name)))) == faults


def test_a_file_with_raw_line_breaks_in_a_string_names_the_line() -> None:
    """It was seen on line 17, column 199."""
    with pytest.raises(NotJson) as caught:
        _config("hvac-dispatcher/assistant-improved.invalid.json")

    assert (caught.value.line, caught.value.column) == (17, 199)
