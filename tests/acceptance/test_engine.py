"""What the engine promises while everything is alive: slots, cancel, deadline."""

from tests.acceptance.conftest import SOON_S, Rig
from tests.eventually import eventually

RESULTS = 2


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
