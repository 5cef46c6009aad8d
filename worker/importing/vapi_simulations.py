"""Vapi simulations: a scenario (what the tester does, and what is checked) played by a personality, each in its file.

Files refer to each other by id or by their own name. What is checked is a value that a structured output extracts: it
becomes a rubric where that output is among the files, since its description says what to look for.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from worker.domain.suite import Wording
from worker.importing.formats import Desk, Document, Keys, Made, literal, named
from worker.importing.ledger import View

RUNNER: Final = "vapi_simulations"
PERSONA: Final = "A caller."
ENVELOPES: Final = ("results", "data")
PLATFORM: Final = "It is the platform's."
REASONS: Final = {
    "model": "What plays or judges is the runner's.",
    "provider": "What plays or judges is the runner's.",
    "temperature": "What plays or judges is the runner's.",
    "voice": "How the tester speaks is the runner's.",
    "transcriber": "How the tester hears is the runner's.",
    "tools": "What the tester can do is the runner's.",
    "toolMocks": "A tool's answer is given in advance; here the assistant's tools answer.",
    "targetOverrides": "A case has no overrides of the assistant; its variables may hold what it needs.",
    "latencyExpectations": "Latency of a model or a voice is not measured here.",
    "hooks": "The product's own webhooks are told of a run's end.",
    "required": "Say in the criteria what must hold.",
    "slackWebhookUrl": "A run names its own webhook.",
    "targetAssignments": "Where the assistant is found is a target of the suite; write it there.",
    "assistant_ids": "Where the assistant is found is a target of the suite; write it there.",
    "schema": "Only the description is carried over.",
    "id": PLATFORM,
    "orgId": PLATFORM,
    "createdAt": PLATFORM,
    "updatedAt": PLATFORM,
}


def part(root: Any) -> str:
    """Which part of a simulation this is; empty where it is none."""
    if not isinstance(root, dict):
        return ""
    if "evaluations" in root and isinstance(root.get("instructions"), str):
        return "scenario"
    if isinstance(root.get("simulationIds"), list):
        return "suite"
    if ("scenarioId" in root or "scenario" in root) and ("personalityId" in root or "personality" in root):
        return "simulation"
    if isinstance(root.get("schema"), dict) and str(root.get("type")) in {"ai", "regex"} and "name" in root:
        return "output"
    return "personality" if _is_personality(root) else ""


def _is_personality(root: dict[str, Any]) -> bool:
    known = {"name", "assistant", "id", "orgId", "path", "createdAt", "updatedAt"}
    return isinstance(root.get("assistant"), dict) and "name" in root and not root.keys() - known


def is_listing(root: Any) -> bool:
    """Several parts, as the API lists them."""
    return any(part(each) for each in _listed(root))


def _listed(root: Any) -> list[Any]:
    listed = next((root[key] for key in ENVELOPES if key in root), []) if isinstance(root, dict) else root
    return listed if isinstance(listed, list) else []


def convert(documents: list[Document], desk: Desk) -> Made:
    """One suite of all simulations; a scenario that none of them plays becomes a case, too."""
    made = Made("vapi-simulations", [document.file for document in documents], "Vapi simulations")
    parts = _Parts(documents, desk, made)
    for document in documents:
        document.reasons = REASONS
    for suite in parts.all("suite"):
        made.name = made.description = named(suite.view["name"], made.name)
        for reference in suite.view["simulationIds"].items():
            if parts.find("simulation", reference.value) is None:
                reference.leave("No such simulation is among the files.")
            else:
                reference.carry()
    for simulation in parts.all("simulation"):
        _simulation(simulation, parts)
    for scenario in parts.all("scenario"):
        if scenario not in parts.played:
            scenario.view["name"].change("No simulation of these files plays it; it is played by a caller of no kind.")
            _case(scenario.view["name"].text(), scenario.view, PERSONA, parts)
    for unused in [*parts.all("personality"), *parts.all("output")]:
        if unused.view.is_untouched:
            unused.view.leave("None of these files uses it.")
    return made


@dataclass(frozen=True, eq=False, slots=True)
class _Part:
    """One part, and the name of its file, by which others may refer to it; empty where the file holds several."""

    kind: str
    view: View
    stem: str


class _Parts:
    """All parts of an import by what they are and how they refer to each other."""

    def __init__(self, documents: list[Document], desk: Desk, made: Made) -> None:
        self.desk = desk
        self.made = made
        self.played: set[_Part] = set()
        self._all = [each for document in documents for each in _parts_of(document)]

    def all(self, kind: str) -> list[_Part]:
        return [each for each in self._all if each.kind == kind]

    def find(self, kind: str, reference: Any) -> _Part | None:
        """The part of this id or file name."""
        for each in self.all(kind):
            if isinstance(reference, str) and reference and reference in (each.stem, each.view["id"].value):
                return each
        return None


def _parts_of(document: Document) -> Iterator[_Part]:
    if kind := part(document.root):
        yield _Part(kind, document.view, document.stem)
        return
    envelope = next((document.view[key] for key in ENVELOPES if key in document.view), document.view)
    for item in envelope.items():
        if kind := part(item.value):
            yield _Part(kind, item, "")


def _simulation(simulation: _Part, parts: _Parts) -> None:
    view = simulation.view
    scenario, personality = view["scenario"], view["personality"]
    if "scenarioId" in view:
        found = parts.find("scenario", view["scenarioId"].value)
        if found is None:
            view.leave("Its scenario is not among the files.")
            return
        parts.played.add(found)
        view["scenarioId"].carry()
        scenario = found.view
    if not scenario["instructions"].text().strip():
        view.leave("Its scenario tells the caller nothing.")
        scenario.leave("It tells the caller nothing.")
        return
    if "personalityId" in view:
        known = parts.find("personality", view["personalityId"].value)
        if known is None:
            view["personalityId"].leave(f"No such personality is among the files; the caller is: {PERSONA}")
        else:
            view["personalityId"].carry()
            personality = known.view
    name = named(view["name"], scenario["name"].text() or simulation.stem or "simulation")
    _case(name, scenario, _persona(personality), parts)


def _persona(personality: View) -> str:
    for message in personality["assistant"]["model"]["messages"].items():
        if message["role"].text() == "system" and message["content"].text().strip():
            message["role"].carry()
            personality["name"].leave("A persona has no name of its own.")
            return literal(message["content"])
    return PERSONA


def _case(name: str, scenario: View, persona: str, parts: _Parts) -> None:
    if not scenario["instructions"].text().strip():
        scenario.leave("It tells the caller nothing.")
        return
    keys = Keys()
    for item in scenario["evaluations"].items():
        _evaluation(item, parts, keys)
    scenario_name = named(scenario["name"], "")
    if scenario_name not in name:
        scenario["name"].leave("The case has the simulation's name.")
    content = {"persona": persona, "goal": literal(scenario["instructions"])}
    parts.made.cases.append(parts.desk.case(name, RUNNER, content, keys.made))


def _evaluation(item: View, parts: _Parts, keys: Keys) -> None:
    output = item["structuredOutput"]
    if "structuredOutputId" in item:
        found = parts.find("output", item["structuredOutputId"].value)
        if found is None:
            item.leave("What it looks for is in a structured output that is not among the files; write it as a rubric.")
            return
        output = found.view
    if not output["name"].text() or "value" not in item:
        item.leave("It does not say what is compared with what.")
        return
    name, says = output["name"].text(), output["description"].text()
    place = name + (f".{item['path'].text()}" if item["path"].text() else "")
    claim = f"{place} {item['comparator'].text() or '='} {json.dumps(item['value'].value, ensure_ascii=False)}"
    keys.add(name, Wording("rubric", statement=f"{claim}\n\n{says}" if says else claim))
    item["value"].change("A value that was extracted and compared became a rubric; reword it as a behaviour.")
    for used in (
        item["comparator"],
        item["path"],
        item["structuredOutputId"],
        output["name"],
        output["description"],
    ):
        used.imply()
