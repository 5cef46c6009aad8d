"""What a judge says about one assertion, before it becomes a row."""

from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator


class Judgement(BaseModel):
    """One assertion, judged once (the atom of model.md, without its ids).

    Attributes:
        met: true, false, or None where it could not be judged; None always comes with an ``error_code``.
        value: a measurement where the kind has one; its unit is the kind's own.
        evaluator: who judged, with version, e.g. ``structural@1``.
        rationale: one or two sentences that name the place in the evidence.
        detail: findings and the like, JSON; for structural kinds ``{"findings": [...]}``.
        error_code: why it could not be judged; one of :data:`worker.errors.RESULT_CODES`.
    """

    model_config = ConfigDict(frozen=True)

    met: bool | None
    value: float | None = None
    evaluator: str
    rationale: str = ""
    detail: dict[str, Any] | None = None
    error_code: str | None = None

    @model_validator(mode="after")
    def _unknown_says_why(self) -> "Judgement":
        if (self.met is None) != (self.error_code is not None):
            raise ValueError("a judgement has an error_code exactly when met is None")
        return self
