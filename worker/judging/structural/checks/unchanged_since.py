"""``unchanged_since``: the configuration, or named places of it, are what they were.

A hash is the SHA-256, in hexadecimal, of the value as JSON with sorted keys, without white space, in UTF-8. The
detail of each judgement holds the hashes of today, to be copied.

Source: RFC 6901 (pointers).
"""

import hashlib
import json
from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints, model_validator

from worker.domain.configuration import Configuration, Given, Json
from worker.judging.structural.findings import Finding, Report, Severity, cut
from worker.judging.structural.pointers import PATTERN, NothingThere, resolve
from worker.judging.structural.secrets import named_field

KIND = "unchanged_since"

Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Pointer = Annotated[str, StringConstraints(pattern=PATTERN, max_length=2_000)]


class Spec(BaseModel):
    """Parameters: at least one of the three.

    Attributes:
        sha256: the hash of the whole configuration.
        hashes: hashes of places, by JSON pointer.
        values: values of places, by JSON pointer.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    sha256: Hash | None = None
    hashes: dict[Pointer, Hash] = Field(default_factory=dict, max_length=200)
    values: dict[Pointer, JsonValue] = Field(default_factory=dict, max_length=200)

    @model_validator(mode="after")
    def _something(self) -> "Spec":
        if self.sha256 is None and not self.hashes and not self.values:
            raise ValueError("give sha256, hashes or values")
        return self

    def wanted(self) -> Iterator[tuple[str, str]]:
        """Each pointer with the hash that it is meant to have."""
        if self.sha256 is not None:
            yield "", self.sha256
        yield from self.hashes.items()
        yield from ((pointer, digest(value)) for pointer, value in self.values.items())


def digest(value: Json) -> str:
    """The hash of a value."""
    written = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:  # noqa: ARG001 - every check has this shape
    """Report each place that is gone or different."""
    content = configuration.content
    findings, now = [], {}
    for pointer, wanted in spec.wanted():
        try:
            value = resolve(content, pointer)
        except NothingThere:
            message = f"Nothing stands at {cut(pointer)} any more."
            findings.append(Finding(KIND, Severity.ERROR, pointer, "", "", message, "Put back what stood there."))
            continue
        now[pointer] = digest(value)
        if now[pointer] != wanted:
            findings.append(_changed(pointer, value))
    detail: dict[str, Any] = {"sha256": digest(content), "hashes": now}
    return Report(findings, "Nothing has changed of what was named.", detail)


def _changed(pointer: str, value: Json) -> Finding:
    shown = isinstance(value, str) and not named_field(pointer.split("/"))
    what = f"What stands at {cut(pointer)}" if pointer else "The configuration"
    hint = "Put back what stood there, or name the new value or hash in the assertion."
    return Finding(
        KIND,
        Severity.ERROR,
        pointer or "configuration",
        pointer,
        cut(value) if shown else "",
        f"{what} has changed.",
        hint,
    )
