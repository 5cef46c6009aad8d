"""What a check says where nothing is wrong, of one thing and of several."""

import re

import pytest

from worker.domain.configuration import Configuration
from worker.judging import kinds, structural

SPECS: dict[str, dict[str, object]] = {
    "clauses_survive": {"clauses": ["Be kind."]},
    "clause_absent": {"clause": "Shout."},
    "config_json_path": {"path": "$.name"},
}
ONE = {
    "name": "Cedar",
    "firstMessage": "Hello {{ name }}.",
    "model": {
        "provider": "openai",
        "model": "gpt-4.1",
        "messages": [{"role": "system", "content": "Be kind."}],
        "tools": [
            {"type": "function", "function": {"name": "book", "parameters": {"type": "object", "properties": {}}}}
        ],
    },
    "voice": {"provider": "11labs", "voiceId": "sarah"},
}
WRONG = re.compile(r"\b1 (?!of\b)\w+s\b|\bAll 1\b")


@pytest.mark.parametrize("kind", [name for name, kind in kinds.KINDS.items() if kind.reads == "configuration"])
def test_one_thing_is_told_as_one(kind: str) -> None:
    """No ``All 1 clauses survive, 1 of them``."""
    configuration = structural.reading(ONE)
    assert isinstance(configuration, Configuration)

    judged = kinds.judge_configuration(kind, SPECS.get(kind, {}), configuration, variables={"name": "Robin"})

    assert not WRONG.search(judged.rationale or ""), judged.rationale
