"""The steps, in the order in which a run meets them; this is the reading order too."""

from collections.abc import Awaitable, Callable
from typing import Final

from worker.domain.next import Next
from worker.domain.run import Step
from worker.steps.context import StepContext
from worker.steps.execute import converse, execute
from worker.steps.finish import finish
from worker.steps.judge import judge_open
from worker.steps.prepare import prepare

STEPS: Final[dict[Step, Callable[[StepContext], Awaitable[Next]]]] = {
    Step.PREPARE: prepare,
    Step.EXECUTE: execute,
    Step.CONVERSE: converse,
    Step.JUDGE: judge_open,
    Step.FINISH: finish,
}
