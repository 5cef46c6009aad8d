"""From evidence to rows: one result per assertion that is owed."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

import uuid_utils.compat

from worker.db.work import Wording
from worker.domain.evidence import Target
from worker.domain.judgement import Judgement
from worker.domain.words import CaseRunStatus
from worker.domain.writes import NewResult
from worker.judging import kinds, structural

ENGINE: Final = "engine@1"
"""The evaluator of rows that say why nothing was judged."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What there is to judge of one case run."""

    status: CaseRunStatus
    snapshot: dict[str, Any]
    target: Target


def new_id() -> UUID:
    """A UUIDv7."""
    return uuid_utils.compat.uuid7()


def unjudged(outcome_id: UUID, owed: Sequence[UUID], code: str, why: str) -> list[NewResult]:
    """Rows that say why nothing was judged: NULL with a code."""
    judgement = Judgement(met=None, evaluator=ENGINE, rationale=why, error_code=code)
    return [NewResult(outcome_id, assertion_id, judgement) for assertion_id in owed]


async def judge(
    outcome_id: UUID, owed: Sequence[UUID], judged: Judged, wordings: dict[UUID, Wording]
) -> list[NewResult]:
    """Judge everything that is owed; where that burns more than a little CPU, in a thread, and the loop goes on."""
    if judged.status is not CaseRunStatus.EXECUTED:
        return unjudged(outcome_id, owed, "case_not_executed", f"The case run is {judged.status}.")
    if structural.is_small(judged.target.content):
        return _judge_all(outcome_id, owed, judged, wordings)
    return await asyncio.to_thread(_judge_all, outcome_id, owed, judged, wordings)


def _judge_all(
    outcome_id: UUID, owed: Sequence[UUID], judged: Judged, wordings: dict[UUID, Wording]
) -> list[NewResult]:
    reading = structural.reading(judged.target.content) if judged.target.sha256 else None
    variables = judged.snapshot.get("content", {}).get("variables") or {}
    results: list[NewResult] = []
    for assertion_id in owed:
        wording = wordings[assertion_id]
        if reading is None:
            judgement = Judgement(
                met=None, evaluator=ENGINE, rationale="The run holds no configuration.", error_code="evidence_missing"
            )
        else:
            judgement = kinds.judge_configuration(wording.kind, wording.spec, reading, variables=variables)
        results.append(NewResult(outcome_id, assertion_id, judgement))
    return results
