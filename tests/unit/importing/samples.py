"""Small files of each format, and what an import makes of them."""

import json
from pathlib import Path
from typing import Any

from worker import suitefile
from worker.domain.suite import Assertion, Case, Wording
from worker.importing import Imported, imported

PROMPTFOO: dict[str, Any] = {
    "description": "Guardrails",
    "prompts": ["Be kind. {{user_message}}"],
    "providers": ["openai:gpt-4.1"],
    "defaultTest": {"vars": {"city": "Leeds"}, "assert": [{"type": "llm-rubric", "value": "Stays polite."}]},
    "tests": [
        {
            "description": "asks for a price",
            "vars": {"user_message": "How much?", "plan": {"name": "gold"}},
            "assert": [
                {"type": "not-contains-any", "value": ["$", "€"]},
                {"type": "icontains", "value": "consultation", "weight": 2},
                {"type": "javascript", "value": "output.length < 10"},
                {"type": "not-llm-rubric", "value": "Names a number.", "metric": "no numbers"},
            ],
        },
        {"vars": {"user_message": ["Hi", "Hello"]}, "assert": [{"type": "contains-all", "value": ["a", "b"]}]},
    ],
}
EVAL: dict[str, Any] = {
    "type": "chat.mockConversation",
    "name": "asks for the day",
    "messages": [
        {"role": "system", "content": "You are on hold."},
        {"role": "user", "content": "Tuesday, please"},
        {"role": "assistant", "judgePlan": {"type": "exact", "content": "Which time?"}},
        {"role": "user", "content": "Half past ten"},
        {
            "role": "assistant",
            "judgePlan": {
                "type": "regex",
                "content": "10[:.]30",
                "toolCalls": [{"name": "book", "arguments": {"at": "10.*"}}],
            },
            "continuePlan": {"exitOnFailureEnabled": True},
        },
        {"role": "assistant", "content": "Done.", "toolCalls": [{"name": "book"}]},
        {
            "role": "assistant",
            "judgePlan": {
                "type": "ai",
                "model": {
                    "provider": "openai",
                    "model": "gpt-4.1",
                    "messages": [{"role": "system", "content": "Pass"}],
                },
            },
        },
    ],
}
TEST_SUITE: dict[str, Any] = {
    "name": "Support",
    "tests": [
        {"name": "sad", "type": "voice", "script": "Say you are sad.", "rubric": ["Shows empathy."], "attempts": 2},
        {"name": "glad", "script": "Be glad.", "scorers": [{"type": "ai", "rubric": "Is glad, too."}], "attempts": 3},
    ],
}
SIMULATION: dict[str, dict[str, Any]] = {
    "slow-roof": {"name": "Slow roof", "personalityId": "slow", "scenarioId": "roof"},
    "slow": {
        "name": "Slow",
        "assistant": {"model": {"model": "gpt-4.1", "messages": [{"role": "system", "content": "You speak slowly."}]}},
    },
    "roof": {
        "name": "Roof",
        "instructions": "Ask for a roof.",
        "evaluations": [
            {"structuredOutputId": "booked", "comparator": "=", "value": True, "required": True},
            {"structuredOutputId": "nowhere", "comparator": "=", "value": "yes"},
        ],
    },
    "booked": {"name": "booked", "type": "ai", "description": "A visit is booked.", "schema": {"type": "boolean"}},
    "all": {"name": "Roofs", "simulationIds": ["slow-roof", "gone"]},
}
ELEVENLABS: dict[str, Any] = {
    "type": "llm",
    "id": "test_1",
    "name": "offers Thursday",
    "chat_history": [
        {"role": "agent", "message": "Lakeside, hello", "time_in_call_secs": 0},
        {"role": "user", "message": "Any slot on {{day}}?", "time_in_call_secs": 3},
    ],
    "success_condition": "Names a time.",
    "success_examples": [{"response": "At 9:30.", "type": "success"}],
    "failure_examples": [{"response": "Closed.", "type": "failure"}],
    "dynamic_variables": {"clinic": "Lakeside"},
}
TOOL: dict[str, Any] = {
    "type": "tool",
    "name": "looks it up",
    "chat_history": [{"role": "user", "message": "Any slot?"}],
    "tool_call_parameters": {
        "referenced_tool": {"id": "tool_3f9a", "type": "webhook"},
        "parameters": [
            {"path": "body.day", "eval": {"type": "exact", "expected_value": "2026-12-03"}},
            {"path": "body.why", "eval": {"type": "llm", "description": "a reason"}},
        ],
    },
}
ALL: dict[str, Any] = {
    "promptfoo": PROMPTFOO,
    "eval": EVAL,
    "suite": TEST_SUITE,
    **SIMULATION,
    "elevenlabs": ELEVENLABS,
    "tool": TOOL,
}


def brought(folder: Path, files: dict[str, Any], **options: str) -> Imported:
    """Write each value as a JSON file of this name (as it is, where it is text and the name has an ending), import all."""
    for name, content in files.items():
        path = folder / (name if "." in name else f"{name}.json")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return imported([folder], **{"team": "acme", **options})


def cases(found: Imported) -> list[Case]:
    """All cases of all suites."""
    return [case for draft in found.drafts for case in draft.suite.cases]


def wordings(found: Imported) -> list[Wording]:
    """All wordings of all suites, a suite's own before those of its cases."""
    owned: list[Assertion] = []
    for draft in found.drafts:
        owned += draft.suite.assertions
        owned += [each for case in draft.suite.cases for each in case.assertions]
    return [each.wording for each in owned]


def read_back(found: Imported, folder: Path) -> list[suitefile.ReadSuite]:
    """The suites as ``apply`` reads them; raises where it would refuse one."""
    folder.mkdir(exist_ok=True)
    paths = []
    for draft in found.drafts:
        path = folder / draft.file
        path.write_text(draft.text, encoding="utf-8")
        paths.append(path)
    return suitefile.read(paths) if paths else []
