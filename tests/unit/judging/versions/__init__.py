"""What each version of the structural evaluator says of a fixed set of configurations.

``configurations.json`` is fixed: a configuration may be added, never changed. ``digests.json`` holds a digest of the
judgements by version and kind: met or not, code, and of each finding severity, subject and place; wording may change.
"""

import hashlib
import json
from pathlib import Path
from typing import Any, Final

from tests.unit.judging.samples import judged
from worker.judging import kinds

FOLDER: Final = Path(__file__).parent
CONFIGURATIONS: Final = FOLDER / "configurations.json"
DIGESTS: Final = FOLDER / "digests.json"
SPECS: Final[dict[str, dict[str, Any]]] = {
    "clause_absent": {"clause": "Never promise a price."},
    "clause_present": {"clause": "never promise a “price”"},
    "clauses_survive": {"clauses": ["Never promise a price.", "be kind"]},
    "config_json_path": {"path": "$..name", "one_of": ["book_visit", "Front desk"]},
    "config_json_schema": {"schema": {"required": ["name"], "properties": {"name": {"maxLength": 9}}}},
    "model_allowed": {"models": ["gpt-4.1"], "providers": ["openai"]},
    "prompt_length": {"min_characters": 50},
    "tool_absent": {"tools": ["endCall", "end_call", "book_visit"]},
    "tool_attached": {"tools": ["endCall", "find_slots"]},
    "unchanged_since": {"values": {"/name": "Front desk"}},
}
"""Parameters of the kinds that demand some."""
KEPT: Final = 12
"""Digits of a digest."""


def digests() -> dict[str, str]:
    """The digest of each kind's judgements today."""
    configurations = json.loads(CONFIGURATIONS.read_text(encoding="utf-8"))
    return {name: _digest(name, configurations) for name in sorted(kinds.KINDS)}


def stored() -> dict[str, dict[str, str]]:
    """The digests by version."""
    found: dict[str, dict[str, str]] = json.loads(DIGESTS.read_text(encoding="utf-8"))
    return found


def _digest(kind: str, configurations: dict[str, Any]) -> str:
    judgements = {name: said(kind, value) for name, value in configurations.items()}
    return hashlib.sha256(json.dumps(judgements, sort_keys=True).encode()).hexdigest()[:KEPT]


def said(kind: str, value: Any) -> Any:
    """What a kind says of one configuration, without its wording."""
    judgement = judged(kind, value, SPECS.get(kind))
    findings = (judgement.detail or {}).get("findings", [])
    places = sorted((each["severity"], each["subject"], each["pointer"]) for each in findings)
    return [judgement.met, judgement.error_code, places]
