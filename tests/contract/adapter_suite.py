"""What the engine relies on in every adapter; a class to inherit, with one :class:`Line` for each adapter.

A package with an adapter of its own may run it too: subclass :class:`AdapterSuite`, give ``line`` and ``adapter``.
"""

import asyncio
import copy
import json
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

import pytest

from worker.domain.evidence import CaseToRun, Evidence, Target
from worker.domain.storable import storable
from worker.domain.words import Reads
from worker.errors import AdapterError
from worker.ports import PORT_VERSION, CaseAdapter

LIMIT_S = 10
TOGETHER = 20
DAY_S = 86_400
TARGET = Target(ref="inline:0", sha256="0" * 64, content={"model": {"messages": []}})


@dataclass(frozen=True)
class Line:
    """One adapter's contents.

    Attributes:
        plays: a case's content that executes.
        refused: one that cannot be executed, or None where there is none.
        endless: one that would wait for ever, or None where none waits.
        target: what the cases are pointed at.
        refused_target: a target that the adapter cannot work with, or None.
    """

    plays: dict[str, Any]
    refused: dict[str, Any] | None = None
    endless: dict[str, Any] | None = None
    target: Target = TARGET
    refused_target: Target | None = None

    def case(self, content: dict[str, Any] | None = None, number: int = 0) -> CaseToRun:
        """A case with this content; the one that plays by default."""
        return CaseToRun(
            case_run_id=UUID(int=number + 1),
            case_id=UUID(int=number + 1),
            name=f"case {number}",
            runner="of the suite",
            content=copy.deepcopy(self.plays if content is None else content),
            trial=0,
            target=self.target,
            targets={},
            timeout_s=LIMIT_S,
        )

    def failing(self) -> list[CaseToRun]:
        """The cases that cannot be executed."""
        content = [] if self.refused is None else [self.case(self.refused)]
        target = [] if self.refused_target is None else [replace(self.case(), target=self.refused_target)]
        return content + target


class AdapterSuite:
    """The promises of the port ``CaseAdapter``."""

    def test_its_traits_are_what_the_engine_reads(self, adapter: CaseAdapter) -> None:
        """They are constant, of the ports' types, and within range."""
        traits = adapter.traits

        assert traits == adapter.traits
        assert traits.port_version == PORT_VERSION
        assert traits.brings
        assert all(isinstance(one, Reads) for one in traits.brings)
        assert traits.needs_target is None or traits.needs_target
        assert 0 < traits.deadline_s <= DAY_S
        assert (type(traits.waits), type(traits.trials)) == (bool, bool)

    async def test_a_case_that_plays_gives_evidence_that_can_be_stored(self, adapter: CaseAdapter, line: Line) -> None:
        """Plain JSON in every field, as the rows take it without a change."""
        evidence = await asyncio.wait_for(adapter.execute(line.case()), LIMIT_S)

        assert isinstance(evidence, Evidence)
        assert all(value is None or isinstance(value, list) for value in (evidence.transcript, evidence.tool_calls))
        named = (evidence.timing, evidence.usage, evidence.pointers)
        assert all(value is None or isinstance(value, dict) for value in named)
        for value in (evidence.transcript, evidence.tool_calls, *named, evidence.provider_payload):
            assert storable(value) == (json.loads(json.dumps(value)), False)

    async def test_it_leaves_the_case_as_it_is(self, adapter: CaseAdapter, line: Line) -> None:
        """The case is a snapshot, shared with whoever judges it."""
        case = line.case()
        before = copy.deepcopy(case)

        await asyncio.wait_for(adapter.execute(case), LIMIT_S)

        assert case == before

    async def test_cases_at_once_do_not_meet(self, adapter: CaseAdapter, line: Line) -> None:
        """One adapter plays all cases of a process: together gives what one by one gives."""
        cases = [line.case(number=number) for number in range(TOGETHER)]

        alone = [await asyncio.wait_for(adapter.execute(case), LIMIT_S) for case in cases]
        together = await asyncio.wait_for(asyncio.gather(*map(adapter.execute, cases)), LIMIT_S)

        assert [replace(one, timing=None) for one in together] == [replace(one, timing=None) for one in alone]

    async def test_what_cannot_be_executed_is_an_adapter_error(self, adapter: CaseAdapter, line: Line) -> None:
        """With a kind that the engine acts on, and a next step."""
        for case in line.failing():
            with pytest.raises(AdapterError) as refused:
                await asyncio.wait_for(adapter.execute(case), LIMIT_S)

            assert refused.value.kind
            assert refused.value.advice

    async def test_a_case_that_is_cut_short_ends_at_once(self, adapter: CaseAdapter, line: Line) -> None:
        """Cancel, deadline, lost lease and time limit are one thing to an adapter: it is cancelled, and lets itself be."""
        playing = asyncio.ensure_future(adapter.execute(line.case(line.endless)))
        done, _ = await asyncio.wait({playing}, timeout=0.1)

        playing.cancel()
        await asyncio.wait({playing}, timeout=LIMIT_S)

        assert playing.done()
        assert playing.cancelled() or done
        assert line.endless is None or not done
