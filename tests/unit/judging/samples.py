"""What the tests of judging share: the payloads, and judging in one call."""

import json
from pathlib import Path
from typing import Any

from worker.domain.configuration import Configuration
from worker.domain.judgement import Judgement
from worker.judging.kinds import judge_configuration
from worker.judging.structural import reading

PAYLOADS = Path(__file__).parents[2] / "payloads"


def payload(name: str) -> Any:
    """A configuration of tests/payloads, parsed anew so that a test may change it."""
    return json.loads((PAYLOADS / name).read_text(encoding="utf-8"))


def configured(value: Any) -> Configuration:
    """The normal form of a value that must be readable."""
    read = reading(value)
    assert isinstance(read, Configuration), read
    return read


def prompt(text: str, **model: Any) -> dict[str, Any]:
    """The smallest Vapi assistant with this system prompt."""
    return {"model": {"provider": "openai", "messages": [{"role": "system", "content": text}], **model}}


def judged(kind: str, value: Any, spec: Any = None, **variables: Any) -> Judgement:
    """The judgement of one kind on one configuration."""
    return judge_configuration(kind, spec or {}, reading(value), variables=variables)


def subjects(judgement: Judgement, severity: str = "error") -> list[str]:
    """What the findings of this severity are about, in order."""
    assert judgement.detail is not None
    return [finding["subject"] for finding in judgement.detail["findings"] if finding["severity"] == severity]
