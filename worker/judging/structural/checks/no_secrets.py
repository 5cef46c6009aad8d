"""``no_secrets``: no secret stands in the configuration in plain text.

A literal, non-empty value of a field whose purpose is a secret (``serverUrlSecret``, ``api_key``, an ``Authorization``
header, …), a password or token in a URL, and any token that a secret scanner knows by its form. Templates,
placeholders and ids are no secrets. What is found is told by its place; its value is never shown.

Source: Vapi, "Server authentication" (credentials instead of secrets); ElevenLabs, ``secret_id`` (dossier 6.2).
"""

from collections.abc import Iterator
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from pydantic import BaseModel, ConfigDict, Field

from worker.domain.configuration import Configuration, Given, Json
from worker.judging.structural.active import Active, active_strings
from worker.judging.structural.findings import Finding, Report, Severity
from worker.judging.structural.placeholders import placeholders
from worker.judging.structural.pointers import resolve
from worker.judging.structural.secrets import is_literal, named_field, tokens

KIND = "no_secrets"
HINT: Final = (
    "Take it out, change it at its owner, and let the vendor keep the new one (a credential or a secret's id)."
)

_LISTED_NAMES: Final = ("key", "name", "header")


class Spec(BaseModel):
    """Parameters.

    Attributes:
        allow: names of properties, or pointers, whose literal values may stand there.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    allow: list[str] = Field(default_factory=list, max_length=1_000)


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:  # noqa: ARG001 - every check has this shape
    """Report each place that holds a secret, once."""
    allowed = frozenset(spec.allow)
    findings = []
    for text in active_strings(configuration.content):
        found = next(_of(text, configuration.content), None)
        if found and found.subject not in allowed and found.pointer not in allowed:
            findings.append(found)
    return Report(findings, "No secret stands here in plain text.")


def _of(text: Active, content: Json) -> Iterator[Finding]:
    field = named_field(text.keys) or _listed(text, content)
    if field and is_literal(text.text, field) and not _is_to_replace(text):
        yield _finding(field, text, f"The value of {field} stands here in plain text.")
    if "://" in text.text and (parameter := _in_url(text.text)):
        yield _finding(parameter, text, f"The value of {parameter} stands in this URL in plain text.")
    for token in tokens(text.text):
        yield _finding(text.pointer or "the text", text, f"Here stands what looks like a secret: {token.title}.")


def _is_to_replace(text: Active) -> bool:
    """Whether the value is a placeholder; ``no_placeholder_text`` tells of it."""
    return any(placeholder.sure for placeholder in placeholders(text))


def _listed(text: Active, content: Json) -> str | None:
    """The name beside a value in a list of names and values, as headers are written."""
    if text.key != "value":
        return None
    beside = resolve(content, text.pointer.rsplit("/", 1)[0])
    names = (beside.get(key) for key in _LISTED_NAMES) if isinstance(beside, dict) else ()
    return next((name for name in names if isinstance(name, str) and named_field((name,))), None)


def _in_url(text: str) -> str | None:
    """The name of a URL's parameter that is meant to hold a secret and holds one."""
    if any(blank in text for blank in " \n") or "?" not in text:
        return None
    try:
        given = parse_qsl(urlsplit(text).query, max_num_fields=100)
    except ValueError:
        return None
    return next((name for name, value in given if named_field((name,)) and is_literal(value, name)), None)


def _finding(subject: str, text: Active, message: str) -> Finding:
    return Finding(KIND, Severity.ERROR, subject, text.pointer, "", message, HINT)
