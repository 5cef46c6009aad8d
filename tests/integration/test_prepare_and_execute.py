"""What becomes of the cases of a run: faults of adapters, trials, and what is kept of what was executed."""

import psycopg
import pytest

from tests.integration.in_process import ended, plugged
from tests.world import World, configuration
from worker.registry import Registry

RESULTS = 2
FAULTS = {
    "breaks": {"breaks": True},
    "refused": {"fail": "permanent_case"},
    "ambiguous": {"fail": "ambiguous"},
    "unstorable": {"unstorable": True},
    "passing": {"fail": "transient", "times": 1},
}


@pytest.fixture
def world(connection: psycopg.Connection) -> World:
    """A team without a suite yet, on a database that a worker with the plugin's runner has seen."""
    connection.execute(
        "INSERT INTO assistant_test_runners (name, brings, needs_target, deadline_s, trials)"
        " VALUES ('scripted', '{configuration}', 'configuration', 60, true)"
    )
    return World(connection)


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Registry:
    """What is installed, with the tests' plugin."""
    return plugged(monkeypatch)


async def test_a_fault_of_an_adapter_ends_its_case_and_nothing_else(
    world: World, registry: Registry, database_url: str
) -> None:
    """A case that did not execute has its rows NULL, so the run is inconclusive; a passing fault is tried again."""
    suite_id = world.suite()
    for position, (name, script) in enumerate(FAULTS.items(), 1):
        world.case(suite_id, name, position, runner="scripted", content=script)

    run_id = world.enqueue()

    assert (await ended(world, registry, database_url, run_id))["status"] == "completed"
    assert world.run(run_id)["outcome"] == "inconclusive"
    found = world.rows(
        "SELECT case_snapshot ->> 'name', status, error_code, jsonb_array_length(attempts) FROM assistant_test_case_runs"
        " WHERE run_id = %s ORDER BY position",
        run_id,
    )
    assert found == [
        ("booking case 0", "executed", None, 1),
        ("breaks", "failed", "adapter_failed", 1),
        ("refused", "failed", "adapter_failed", 1),
        ("ambiguous", "failed", "adapter_failed", 1),
        ("unstorable", "failed", "evidence_unstorable", 0),
        ("passing", "executed", None, 2),
    ]
    unjudged = [code for _, _, met, code in world.results(run_id) if met is None]
    assert unjudged == ["case_not_executed"] * 4 * RESULTS


async def test_a_fault_for_the_whole_run_ends_it_at_once(world: World, registry: Registry, database_url: str) -> None:
    """Bad credentials fail the run with its first case, not five hundred cases one by one."""
    world.suite(cases=50, runner="scripted", content={"fail": "permanent_run"}, run_config={"concurrency": 1})

    run_id = world.enqueue()

    assert (await ended(world, registry, database_url, run_id))["status"] == "failed"
    assert world.run(run_id)["error_code"] == "vendor_rejected"
    assert world.one("SELECT count(*) FROM assistant_test_case_runs WHERE status <> 'cancelled'") == 0


async def test_trials_repeat_a_case_and_structural_cases_have_one(
    world: World, registry: Registry, database_url: str
) -> None:
    """run_config.trials repeats conversations; a structural check repeated would tell nothing."""
    suite_id = world.suite(run_config={"trials": 3})
    world.case(suite_id, "talk", 1, runner="scripted")

    run_id = world.enqueue()

    assert (await ended(world, registry, database_url, run_id))["status"] == "completed"
    found = world.rows(
        "SELECT runner, array_agg(trial ORDER BY trial) FROM assistant_test_case_runs WHERE run_id = %s"
        " GROUP BY runner ORDER BY runner",
        run_id,
    )
    assert found == [("scripted", [0, 1, 2]), ("structural", [0])]


async def test_a_run_keeps_what_it_executed_when_a_case_is_edited(
    world: World, registry: Registry, database_url: str
) -> None:
    """case_runs.case_snapshot holds the content of the time, whatever the case says now."""
    world.suite(content={"variables": {"city": "Leeds"}})
    run_id = world.enqueue(content=configuration())
    await ended(world, registry, database_url, run_id)

    world.connection.execute('UPDATE assistant_test_cases SET content = \'{"variables": {"city": "York"}}\'')

    snapshot = world.one("SELECT case_snapshot FROM assistant_test_case_runs WHERE run_id = %s", run_id)
    assert snapshot["content"] == {"variables": {"city": "Leeds"}}
