"""The version of the structural evaluator rises where a check judges the same configuration otherwise."""

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.unit.judging import versions
from worker.domain.configuration import Configuration, Given
from worker.judging import kinds
from worker.judging.structural.findings import Report

WRITE = "python -m tests.unit.judging.versions"


def changed() -> list[str]:
    """The kinds that say something else than what is stored of this version, or of which nothing is stored."""
    known = versions.stored().get(kinds.STRUCTURAL, {})
    return [name for name, digest in versions.digests().items() if known.get(name) != digest]


def test_no_check_judges_otherwise_under_the_same_version() -> None:
    """The digests of what each check says of a fixed set of configurations are stored by version."""
    assert changed() == [], (
        f"These judge otherwise than {kinds.STRUCTURAL} did, or are new. If a release has judged with it, raise STRUCTURAL"
        f" in worker/judging/kinds.py, then run `{WRITE}`. If none has, run `{WRITE} --unreleased`. A new kind needs the"
        f" command alone. Commit what it writes."
    )


def test_a_changed_meaning_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that suddenly finds nothing has another digest."""

    def blind(configuration: Configuration, spec: Any, given: Given) -> Report:
        return Report([], "All is well.")

    monkeypatch.setitem(kinds.KINDS, "no_secrets", replace(kinds.get("no_secrets"), judge=blind))

    assert changed() == ["no_secrets"]


@pytest.mark.parametrize("name", sorted(kinds.KINDS))
def test_each_check_says_different_things_of_the_fixed_configurations(name: str) -> None:
    """Else its digest could hardly change."""
    configurations = json.loads(versions.CONFIGURATIONS.read_text(encoding="utf-8"))

    said = {str(versions.said(name, value)) for value in configurations.values()}
    assert len(said) > 2
