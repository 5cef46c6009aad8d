"""A suite that holds every kind of assertion on a configuration, with parameters taken from that configuration."""

import json
from collections.abc import Mapping
from typing import Any, Final

from worker.domain.configuration import Configuration, Role
from worker.errors import NotReady
from worker.judging import kinds
from worker.judging.structural.checks.unchanged_since import digest

SUITE: Final = "catalogue"
CONSUMER: Final = "blueprint_ci"
CASE: Final = "the configuration"
SHORTEST_CLAUSE: Final = 20
LONGEST_CLAUSE: Final = 200
"""Characters."""


def suite_for(configuration: Configuration, team: str) -> str:
    """The suite file, JSON; its criteria requires what needs no parameter.

    Raises:
        NotReady: there is a kind that demands parameters which nobody has written here.
    """
    given = specs(configuration)
    lost = [name for name in kinds.KINDS if kinds.validate_spec(name, given.get(name, {}))]
    if lost:
        raise NotReady(f"No parameters are known for {', '.join(lost)}.", advice="Add them to bench/catalogue.py.")
    assertions = [{"key": name, "kind": name, "spec": given.get(name, {})} for name in kinds.KINDS]
    suite = {
        "suite": SUITE,
        "team": team,
        "assistant": "asst_catalogue",
        "assertions": assertions,
        "cases": [{"name": CASE, "runner": "structural"}],
        "criteria": {CONSUMER: {"required": ["tool_names_valid"]}},
    }
    return json.dumps(suite, ensure_ascii=False)


def specs(configuration: Configuration) -> Mapping[str, dict[str, Any]]:
    """Parameters of the kinds that demand some, and of those that do more with them."""
    tool = next((name for found in configuration.tools for name in found.names), "end_call")
    model = next((model.name for one in configuration.assistants for model in one.models if model.name), "gpt-4.1")
    clause = _clause(configuration)
    return {
        "clauses_survive": {"clauses": [clause]},
        "clause_present": {"clause": clause},
        "clause_absent": {"clause": "This sentence stands nowhere."},
        "prompt_length": {},
        "config_json_path": {"path": "$..name", "at_most": 1_000},
        "config_json_schema": {"schema": {"type": "object", "additionalProperties": {"minProperties": 0}}},
        "model_allowed": {"models": [model, "gpt-*"]},
        "no_raw_liquid": {"allow": ["customer.*"]},
        "no_secrets": {"allow": ["/serverUrlSecret"]},
        "tool_absent": {"tool": "format_the_disk"},
        "tool_attached": {"tool": tool},
        "tool_urls_valid": {"https": True},
        "unchanged_since": {"sha256": digest(configuration.content)},
    }


def _clause(configuration: Configuration) -> str:
    """A line of the prompt without a template."""
    prompts = (text.text for text in configuration.live_texts() if text.role is Role.SYSTEM_PROMPT)
    lines = (line.strip() for prompt in prompts for line in prompt.splitlines())
    usable = (line for line in lines if SHORTEST_CLAUSE <= len(line) <= LONGEST_CLAUSE and "{" not in line)
    return next(usable, "Be kind.")
