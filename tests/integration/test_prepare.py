"""A run that cannot be carried out fails at its start, with a published code and words that say what to do."""

import dataclasses
import hashlib
import json
from typing import Any

import psycopg
import pytest

from tests.integration.in_process import ended, plugged
from tests.world import NO_LIQUID, SURVIVES, World
from worker.errors import RUN_CODES
from worker.registry import Registry

ENDED = {"completed", "failed", "cancelled"}
SOON_S = 30


@pytest.fixture
def world(connection: psycopg.Connection) -> World:
    """A team without a suite yet."""
    return World(connection)


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Registry:
    """What is installed, with the adapter and the source of the tests' own plugin."""
    return plugged(monkeypatch)


def says(row: dict[str, Any], code: str, *words: str) -> None:
    """The run failed with a published code, words of its own, and nothing executed."""
    assert (row["status"], row["error_code"], row["outcome"]) == ("failed", code, None)
    assert code in RUN_CODES
    for word in words:
        assert word in row["error_detail"]
    assert row["planned_at"] is None


async def test_an_unmatched_key_is_named_with_the_nearest(world: World, registry: Registry, database_url: str) -> None:
    """A key that no assertion has would pass unseen; it fails the run, and the key that was meant is offered."""
    world.suite(criteria={"publish_gate": {"required": ["clauses_survived", "no_raw_liquid"]}})

    row = await ended(world, registry, database_url, world.enqueue())

    says(row, "criteria_key_unmatched", "clauses_survived", "nearest: clauses_survive", "apply")
    assert "no_raw_liquid at" not in row["error_detail"]


async def test_a_suite_without_enabled_cases_has_nothing_to_show(
    world: World, registry: Registry, database_url: str
) -> None:
    """No case is no pass."""
    world.suite()
    world.connection.execute("UPDATE assistant_test_suite_cases SET enabled = false")

    row = await ended(world, registry, database_url, world.enqueue())

    says(row, "no_cases", "no enabled case", "Enable or add a case")


async def test_a_reference_without_a_source_says_what_to_install(
    world: World, registry: Registry, database_url: str
) -> None:
    """The entry point that is missing is named."""
    world.suite()

    row = await ended(world, registry, database_url, world.enqueue(config="product:42"))

    says(row, "target_source_missing", "product:42", "worker.config_sources: product")


async def test_a_reference_that_is_not_found_is_named(world: World, registry: Registry, database_url: str) -> None:
    """The source's own words stand beside it."""
    world.suite()

    row = await ended(world, registry, database_url, world.enqueue(config="shelf:lost"))

    says(row, "target_unknown", "shelf:lost", "it was never there", "Correct the reference")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("down", "The shelf is away"),
        ("closed", "The shelf is closed"),
        ("broken", "it broke: ZeroDivisionError"),
        ("odd", "no JSON (TypeError)"),
    ],
)
async def test_a_source_that_cannot_be_asked_is_no_fault_of_the_worker(
    world: World, registry: Registry, database_url: str, name: str, why: str
) -> None:
    """It is away for longer, refuses, breaks, or gives no JSON: the run says which source and why."""
    world.suite()

    row = await ended(world, registry, database_url, world.enqueue(config=f"shelf:{name}"))

    says(row, "target_unreachable", f"shelf:{name}", why, "start a new run")


async def test_a_passing_fault_of_a_source_is_tried_again(world: World, registry: Registry, database_url: str) -> None:
    """One lost connection fails no run."""
    world.suite(assertions=(NO_LIQUID,))

    row = await ended(world, registry, database_url, world.enqueue(config="shelf:shaky"))

    assert (row["status"], row["outcome"]) == ("completed", "passed")


async def test_a_fetched_configuration_is_frozen_with_its_hash(
    world: World, registry: Registry, database_url: str
) -> None:
    """The source gets the reference, the assistant and the merged targets; the plan holds what it gave."""
    world.suite(assertions=(NO_LIQUID,))
    content = {"model": {"messages": [{"role": "system", "content": "You are desk."}]}}
    shelf: Any = registry.source("shelf:desk")

    row = await ended(world, registry, database_url, world.enqueue(config="shelf:desk", targets={"vapi": {"id": "a"}}))

    assert row["status"] == "completed"
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"))
    digest = hashlib.sha256(canonical.encode()).hexdigest()
    assert row["plan"]["target"] == {"ref": "shelf:desk", "sha256": digest, "content": content}
    assert shelf.asked == [("shelf:desk", "asst_main", {"vapi": {"id": "a"}})]


async def test_a_fetched_configuration_that_postgresql_refuses_is_stored_escaped(
    world: World, registry: Registry, database_url: str
) -> None:
    """NUL, a lone surrogate and NaN end no run: the check reads what is there."""
    world.suite(assertions=(NO_LIQUID,))

    row = await ended(world, registry, database_url, world.enqueue(config="shelf:hostile"))

    assert row["status"] == "completed"
    assert row["plan"]["target"]["content"]["rate"] == "nan"
    assert row["plan"]["target"]["content"]["model"]["messages"][0]["content"] == "a\\u0000b \\ud800"


async def test_a_run_over_a_call_set_has_no_configuration_to_give(
    world: World, registry: Registry, database_url: str
) -> None:
    """A runner that needs a configuration is not run on recorded calls; its case is left out and counted."""
    world.suite()
    call_set = world.one(
        "INSERT INTO assistant_test_call_sets (team_id, name, calls) VALUES ('acme', 'june', '[]') RETURNING id"
    )

    row = await ended(world, registry, database_url, world.enqueue(call_set=call_set))

    says(row, "no_cases", "1 left out")


async def test_a_run_without_the_target_that_a_runner_needs_says_which(
    world: World, registry: Registry, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A vendor's runner finds the assistant under ``targets``; what is missing there is named."""
    world.suite(runner="structural")
    structural = registry.adapter("structural")
    monkeypatch.setattr(
        type(structural), "traits", dataclasses.replace(structural.traits, needs_target="vapi"), raising=True
    )

    row = await ended(world, registry, database_url, world.enqueue())

    says(row, "target_missing", "structural", "vapi", "targets")


async def test_prepare_freezes_the_live_assertions_and_the_criteria(
    world: World, registry: Registry, database_url: str
) -> None:
    """The newest version that is not retired is judged; what is edited after the start is not."""
    suite_id = world.suite(assertions=(SURVIVES, NO_LIQUID), criteria={"publish_gate": {"required": ["no_raw_liquid"]}})
    world.assertion(suite_id, key="no_raw_liquid", kind="no_raw_liquid", spec={}, version=2)
    world.connection.execute(
        "INSERT INTO assistant_test_assertions (team_id, suite_id, assertion_key, version, kind, spec, statement, retired)"
        " SELECT team_id, suite_id, assertion_key, 2, kind, spec, statement, true FROM assistant_test_assertions"
        " WHERE assertion_key = 'clauses_survive'"
    )
    run_id = world.enqueue()

    await ended(world, registry, database_url, run_id)

    assert world.results(run_id) == [("no_raw_liquid", 2, True, None)]
