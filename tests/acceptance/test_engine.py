"""What the engine promises while everything is alive: lanes, slots, cancel, deadline, faults of adapters."""

from tests.acceptance.conftest import SOON_S, Rig
from tests.eventually import eventually
from tests.world import configuration

RESULTS = 2
FAULTS = {
    "breaks": {"breaks": True},
    "refused": {"fail": "permanent_case"},
    "ambiguous": {"fail": "ambiguous"},
    "unstorable": {"unstorable": True},
    "passing": {"fail": "transient", "times": 1},
}


def test_a_preflight_is_answered_while_a_process_has_200_long_steps_in_hand(rig: Rig) -> None:
    """No thread waits for a vendor, so a structural run passes through a process that is full of conversations."""
    world = rig.world
    world.suite("calls", runner="scripted", content={"until": str(rig.file("go")), "log": str(rig.file("plays"))})
    world.suite("preflight")
    rig.start("worker")
    rig.start("relay")
    long_runs = [world.enqueue("calls") for _ in range(200)]
    eventually(lambda: len(rig.lines("plays")) == len(long_runs), SOON_S)

    preflight = world.enqueue("preflight")

    assert rig.ended(preflight) == "completed"
    in_hand = world.one(
        "SELECT count(*) FROM assistant_test_runs WHERE lease_expires_at > clock_timestamp() AND status = 'running'"
    )
    assert in_hand == len(long_runs)
    rig.file("go").touch()
    for run_id in long_runs:
        assert rig.ended(run_id) == "completed"


def test_cancel_ends_a_run_in_mid_conversation(rig: Rig) -> None:
    """From a true answer on the run ends cancelled, its pending cases with it, and nothing is judged."""
    rig.world.suite(runner="scripted", content={"until": str(rig.file("never")), "log": str(rig.file("plays"))})
    rig.start("worker")
    rig.start("beat")
    run_id = rig.world.enqueue()
    eventually(lambda: len(rig.lines("plays")) == 1, SOON_S)

    answer = rig.world.one("SELECT assistant_test_cancel(%s)", run_id)

    assert answer is True
    assert rig.ended(run_id) == "cancelled"
    assert rig.world.run(run_id)["outcome"] is None
    kinds = [kind for kind, _ in rig.world.events(run_id)]
    assert kinds == ["enqueued", "claimed", "prepared", "cancel_requested", "ended"]
    statuses = rig.world.rows("SELECT status, error_code FROM assistant_test_case_runs WHERE run_id = %s", run_id)
    assert statuses == [("cancelled", "cancelled")]
    assert {(met, code) for _, _, met, code in rig.world.results(run_id)} == {(None, "case_not_executed")}
    assert rig.world.one("SELECT assistant_test_cancel(%s)", run_id) is False


def test_a_passed_deadline_completes_the_run_timed_out_and_inconclusive(rig: Rig) -> None:
    """What is still pending at the deadline is timed out, never passed and never failed."""
    rig.world.suite(runner="scripted", content={"until": str(rig.file("never"))})
    rig.start("worker")
    rig.start("beat")

    run_id = rig.world.enqueue(run_config={"deadline_s": 1})

    assert rig.ended(run_id) == "completed"
    row = rig.world.run(run_id)
    assert (row["timed_out"], row["outcome"]) == (True, "inconclusive")
    statuses = rig.world.rows("SELECT status, error_code FROM assistant_test_case_runs WHERE run_id = %s", run_id)
    assert statuses == [("timed_out", "deadline_passed")]
    rig.nothing_twice(run_id, cases=1, results=RESULTS)


def test_a_fault_of_an_adapter_ends_its_case_and_nothing_else(rig: Rig) -> None:
    """A case that did not execute has its rows NULL, so the run is inconclusive; a passing fault is tried again."""
    suite_id = rig.world.suite()
    for position, (name, script) in enumerate(FAULTS.items(), 1):
        rig.world.case(suite_id, name, position, runner="scripted", content=script)
    rig.start("worker")
    rig.start("beat")

    run_id = rig.world.enqueue()

    assert rig.ended(run_id) == "completed"
    assert rig.world.run(run_id)["outcome"] == "inconclusive"
    found = rig.world.rows(
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
    unjudged = [code for _, _, met, code in rig.world.results(run_id) if met is None]
    assert unjudged == ["case_not_executed"] * 4 * RESULTS


def test_a_fault_for_the_whole_run_ends_it_at_once(rig: Rig) -> None:
    """Bad credentials fail the run with its first case, not five hundred cases one by one."""
    rig.world.suite(cases=50, runner="scripted", content={"fail": "permanent_run"}, run_config={"concurrency": 1})
    rig.start("worker")
    rig.start("beat")

    run_id = rig.world.enqueue()

    assert rig.ended(run_id) == "failed"
    assert rig.world.run(run_id)["error_code"] == "vendor_rejected"
    assert rig.world.one("SELECT count(*) FROM assistant_test_case_runs WHERE status <> 'cancelled'") == 0


def test_trials_repeat_a_case_and_structural_cases_have_one(rig: Rig) -> None:
    """run_config.trials repeats conversations; a structural check repeated would tell nothing."""
    suite_id = rig.world.suite(run_config={"trials": 3})
    rig.world.case(suite_id, "talk", 1, runner="scripted")
    rig.start("worker")
    rig.start("beat")

    run_id = rig.world.enqueue()

    assert rig.ended(run_id) == "completed"
    found = rig.world.rows(
        "SELECT runner, array_agg(trial ORDER BY trial) FROM assistant_test_case_runs WHERE run_id = %s"
        " GROUP BY runner ORDER BY runner",
        run_id,
    )
    assert found == [("scripted", [0, 1, 2]), ("structural", [0])]


def test_a_run_keeps_what_it_executed_when_a_case_is_edited(rig: Rig) -> None:
    """case_runs.case_snapshot holds the content of the time, whatever the case says now."""
    rig.world.suite(content={"variables": {"city": "Leeds"}})
    rig.start("worker")
    rig.start("beat")
    run_id = rig.world.enqueue(content=configuration())
    rig.ended(run_id)

    rig.world.connection.execute('UPDATE assistant_test_cases SET content = \'{"variables": {"city": "York"}}\'')

    snapshot = rig.world.one("SELECT case_snapshot FROM assistant_test_case_runs WHERE run_id = %s", run_id)
    assert snapshot["content"] == {"variables": {"city": "Leeds"}}
