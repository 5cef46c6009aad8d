"""What comes back of a case is stored whatever is in it, or refused alone; nobody else's evidence goes with it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest

from tests.world import World
from worker import contract
from worker.db.leases import Connection
from worker.domain.evidence import Evidence
from worker.domain.lease import Lease
from worker.domain.storable import LIMIT_BYTES
from worker.domain.words import CaseRunStatus
from worker.domain.writes import CaseRecord, Flush
from worker.errors import EvidenceConflict, EvidenceUnstorable
from worker.grouping import Group

DEEP = 100_000


async def leased(world: World, connection: Connection) -> tuple[Lease, UUID]:
    """A run in hand, with one pending case run."""
    run_id = world.enqueue()
    case_run_id: UUID = world.one(
        "INSERT INTO assistant_test_case_runs (run_id, case_id, team_id, position, trial, runner, case_snapshot)"
        " SELECT %s, id, team_id, 0, 0, runner, '{}' FROM assistant_test_cases RETURNING id",
        run_id,
    )
    (lease,) = await contract.claim(connection, [run_id], owner="test", lease_s=60)
    return lease, case_run_id


def executed(case_run_id: UUID, **evidence: Any) -> CaseRecord:
    """A record of an executed case."""
    return CaseRecord(case_run_id, CaseRunStatus.EXECUTED, Evidence(**evidence), elapsed_ms=1)


def nested(depth: int) -> list[Any]:
    """Lists in lists."""
    inner: list[Any] = []
    for _ in range(depth):
        inner = [inner]
    return inner


HOSTILE = {
    "nul": ("a\x00b", "a\\u0000b"),
    "lone surrogate": ("a\ud800b", "a\\ud800b"),
    "nul in a key": ({"a\x00": 1}, {"a\\u0000": 1}),
    "nan": ({"rate": float("nan")}, {"rate": "nan"}),
    "infinity": ([float("inf"), float("-inf")], ["inf", "-inf"]),
}


@pytest.mark.parametrize(("given", "stored"), HOSTILE.values(), ids=HOSTILE)
async def test_what_postgresql_refuses_is_stored_escaped_and_flagged(
    world: World, aconnection: Connection, given: Any, stored: Any
) -> None:
    """NUL, lone surrogates and numbers that JSON does not have become readable text; the flag says so."""
    lease, case_run_id = await leased(world, aconnection)

    await contract.record(aconnection, lease, [executed(case_run_id, provider_payload=given, transcript=[given])])

    row = world.rows("SELECT provider_payload, transcript, evidence, status FROM assistant_test_case_runs")
    assert row == [(stored, [stored], {"escaped": True}, "executed")]


@pytest.mark.parametrize("field", ["provider", "provider_ref"])
async def test_hostile_text_is_stored_escaped(world: World, aconnection: Connection, field: str) -> None:
    """Plain text columns refuse the same characters."""
    lease, case_run_id = await leased(world, aconnection)

    await contract.record(aconnection, lease, [executed(case_run_id, **{field: "a\x00b\udfff"})])

    assert world.one(f"SELECT {field} FROM assistant_test_case_runs") == "a\\u0000b\\udfff"


async def test_words_that_only_look_hostile_stay_as_they_are(world: World, aconnection: Connection) -> None:
    """A backslash, a u and zeros that somebody said are text like any other."""
    said = "the JSON escape \\u0000, an emoji \U0001f600, a quotation \u201cmark\u201d"
    lease, case_run_id = await leased(world, aconnection)

    await contract.record(aconnection, lease, [executed(case_run_id, transcript=[{"text": said}])])

    assert world.rows("SELECT transcript, evidence FROM assistant_test_case_runs") == [([{"text": said}], {})]


async def test_a_payload_over_the_limit_is_cut_and_flagged(world: World, aconnection: Connection) -> None:
    """A list keeps its first items, anything else an excerpt; the flag names the column."""
    lease, case_run_id = await leased(world, aconnection)
    turn = {"text": "x" * 1000}

    await contract.record(
        aconnection,
        lease,
        [executed(case_run_id, transcript=[turn] * 3000, provider_payload={"text": "x" * 3 * LIMIT_BYTES})],
    )

    ((transcript, payload, flags),) = world.rows(
        "SELECT transcript, provider_payload, evidence FROM assistant_test_case_runs"
    )
    assert flags == {"truncated": ["transcript", "provider_payload"]}
    assert 0 < len(transcript) < 3000
    assert transcript == [turn] * len(transcript)
    assert payload["truncated"] is True
    assert payload["bytes"] > 3 * LIMIT_BYTES


@pytest.mark.parametrize("given", [nested(DEEP), b"\xff", object()], ids=["too deep", "bytes", "an object"])
async def test_what_is_no_json_is_refused_in_our_words(world: World, aconnection: Connection, given: Any) -> None:
    """An adapter's slip is named; nothing is written and the case run stays pending."""
    lease, case_run_id = await leased(world, aconnection)

    with pytest.raises(EvidenceUnstorable, match="cannot be written as JSON"):
        await contract.record(aconnection, lease, [executed(case_run_id, provider_payload=given)])

    assert world.one("SELECT status FROM assistant_test_case_runs") == "pending"


async def test_the_same_evidence_again_is_no_error(world: World, aconnection: Connection) -> None:
    """A commit whose answer was lost is done again; the row stays as it was."""
    lease, case_run_id = await leased(world, aconnection)
    record = executed(
        case_run_id, transcript=[{"text": "a\x00"}], timing={"ms": 0.1}, usage={"cost": 1e-7}, provider_payload=None
    )
    await contract.record(aconnection, lease, [record])
    first = world.rows("SELECT * FROM assistant_test_case_runs")

    await contract.record(aconnection, lease, [record])

    assert world.rows("SELECT * FROM assistant_test_case_runs") == first


@pytest.mark.parametrize(
    "other",
    [
        {"transcript": [{"text": "other"}]},
        {"transcript": [{"text": "one"}], "usage": {"tokens": 2}},
        {"transcript": None},
        {"transcript": [{"text": "one"}], "pointers": {"recording": "https://example.com/2"}},
    ],
    ids=["words", "usage", "nothing", "pointer"],
)
async def test_other_evidence_is_refused(world: World, aconnection: Connection, other: dict[str, Any]) -> None:
    """What came back first is what came back."""
    lease, case_run_id = await leased(world, aconnection)
    await contract.record(aconnection, lease, [executed(case_run_id, transcript=[{"text": "one"}])])

    with pytest.raises(EvidenceConflict):
        await contract.record(aconnection, lease, [executed(case_run_id, **other)])

    assert world.one("SELECT transcript FROM assistant_test_case_runs") == [{"text": "one"}]


@asynccontextmanager
async def flushing_together(connection: Connection, sizes: list[int]) -> AsyncIterator[Group[Flush, None]]:
    """The group that a process flushes with, noting the sizes of its calls."""

    async def work(flushes: Sequence[Flush]) -> Sequence[Exception | None]:
        """Write them, and note how many they were."""
        sizes.append(len(flushes))
        return await contract.flush(connection, flushes)

    group: Group[Flush, None] = Group("flush", work)
    group.start()
    yield group
    await group.stop()


POISON: dict[str, Callable[[UUID], CaseRecord]] = {
    "refused by PostgreSQL": lambda id_: replace(executed(id_), elapsed_ms=float("nan")),
    "no JSON": lambda id_: executed(id_, provider_payload=object()),
}


@pytest.mark.parametrize("culprits", [{5}, {0, 7}, {3, 4}], ids=["one", "first and last", "neighbours"])
@pytest.mark.parametrize("poison", POISON)
async def test_a_refused_group_is_split_until_the_culprit_stands_alone(
    world: World, aconnection: Connection, culprits: set[int], poison: str
) -> None:
    """Eight runs flush together; whoever brings what cannot be stored is refused, all others are stored."""
    held = [await leased(world, aconnection) for _ in range(8)]
    flushes = [
        Flush(lease, records=(POISON[poison](case_run_id) if place in culprits else executed(case_run_id),))
        for place, (lease, case_run_id) in enumerate(held)
    ]
    sizes: list[int] = []

    async with flushing_together(aconnection, sizes) as group:
        answers = await asyncio.gather(*map(group.submit, flushes), return_exceptions=True)

    refused = {place for place, answer in enumerate(answers) if isinstance(answer, EvidenceUnstorable)}
    stored = world.rows("SELECT run_id FROM assistant_test_case_runs WHERE status = 'executed' ORDER BY run_id")
    assert refused == culprits
    assert stored == sorted((lease.run_id,) for place, (lease, _) in enumerate(held) if place not in culprits)
    assert sizes[0] == len(flushes)


async def test_no_depth_of_nesting_takes_others_with_it(world: World, aconnection: Connection) -> None:
    """A value that can be written alone may be too deep beside others; it is refused, whatever is beside it stored."""
    held = [await leased(world, aconnection) for _ in range(40)]
    flushes = [
        Flush(lease, records=(executed(case_run_id, provider_payload=nested(200 + 10 * place) if place else {}),))
        for place, (lease, case_run_id) in enumerate(held)
    ]

    async with flushing_together(aconnection, []) as group:
        answers = await asyncio.gather(*map(group.submit, flushes), return_exceptions=True)

    stored = {
        run_id
        for (run_id,) in world.rows("SELECT run_id FROM assistant_test_case_runs WHERE finished_at > '-infinity'")
    }
    assert {type(answer) for answer in answers} <= {type(None), EvidenceUnstorable}
    assert stored == {lease.run_id for (lease, _), answer in zip(held, answers, strict=True) if answer is None}
    assert held[0][0].run_id in stored
