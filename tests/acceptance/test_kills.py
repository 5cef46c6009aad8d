"""Workers that die or are frozen, at each failpoint: another one finishes the run, and no row is written twice."""

import signal

import pytest

from tests.acceptance.conftest import SOON_S, Rig
from tests.eventually import eventually
from tests.processes import Started
from worker.failpoints import NAMES

RESULTS = 2
TICK_S = 1
CROWD_S = 10
"""What a machine with other work may add to any of it."""


def _killed(one: Started) -> bool:
    return one.process.poll() == -signal.SIGKILL


def test_each_failpoint_is_reached(rig: Rig) -> None:
    """A run walks through every name of the list, so that no fault test waits for a place that is gone."""
    rig.world.suite()
    rig.start("worker", failpoint_log=rig.file("reached"))
    run_id = rig.world.enqueue()
    rig.start("relay")
    rig.start("beat")

    rig.ended(run_id)

    eventually(lambda: set(NAMES) <= set(rig.lines("reached")), SOON_S)
    assert set(NAMES) == set(rig.lines("reached"))


@pytest.mark.parametrize("name", NAMES)
def test_run_of_a_killed_worker_is_finished_by_another(rig: Rig, name: str) -> None:
    """SIGKILL at any point loses nothing and doubles nothing."""
    rig.world.suite()
    rig.start("beat")
    run_id = rig.world.enqueue()
    victim = rig.processes.start("worker", ready=False, failpoint=f"{name}:kill")
    eventually(lambda: _killed(victim), SOON_S)

    rig.start("worker")

    assert rig.ended(run_id) == "completed"
    assert rig.world.run(run_id)["outcome"] == "passed"
    rig.nothing_twice(run_id, cases=1, results=RESULTS)
    owners = rig.world.rows(
        "SELECT DISTINCT owner FROM assistant_test_run_events WHERE run_id = %s AND kind = 'claimed'", run_id
    )
    assert len(owners) == (1 if name == "after_finish" else 2)


def test_a_killed_workers_run_is_taken_over_within_its_lease_and_a_tick(rig: Rig) -> None:
    """A worker that is idle needs no word from the dead one: the lease runs out, and the next tick finds the run."""
    rig.world.suite(runner="scripted", content={"until": str(rig.file("go")), "log": str(rig.file("plays"))})
    rig.start("beat")
    victim = rig.start("worker")
    run_id = rig.world.enqueue()
    eventually(lambda: len(rig.lines("plays")) == 1, SOON_S)
    rig.start("worker")

    victim.send(signal.SIGKILL)
    eventually(lambda: not victim.running(), SOON_S)
    expires = rig.world.run(run_id)["lease_expires_at"]
    eventually(lambda: len(rig.lines("plays")) == 2, SOON_S)
    rig.file("go").touch()

    assert rig.ended(run_id) == "completed"
    rig.nothing_twice(run_id, cases=1, results=RESULTS)
    taken_over = rig.world.one(
        "SELECT max(created_at) FROM assistant_test_run_events WHERE run_id = %s AND kind = 'claimed'", run_id
    )
    assert (taken_over - expires).total_seconds() < TICK_S + CROWD_S


@pytest.mark.parametrize("name", [name for name in NAMES if name != "after_finish"])
def test_late_writes_of_a_frozen_worker_are_refused(rig: Rig, name: str) -> None:
    """SIGSTOP beyond the lease, then SIGCONT while the new owner is still running: the late write is refused."""
    rig.world.suite()
    rig.start("beat")
    run_id = rig.world.enqueue()
    frozen = rig.processes.start("worker", ready=False, failpoint=f"{name}:stop", renew_s=60)
    eventually(frozen.stopped, SOON_S)
    gate = rig.file("gate")
    owner = rig.start("worker", failpoint=f"before_finish:wait:{gate}", failpoint_log=rig.file("owner"))
    eventually(lambda: "before_finish" in rig.lines("owner"), SOON_S)
    held = rig.world.run(run_id)

    frozen.send(signal.SIGCONT)
    eventually(lambda: frozen.said("write_refused"), SOON_S)

    during = rig.world.run(run_id)
    assert during["status"] == "running"
    assert (during["lease_token"], during["lease_owner"]) == (held["lease_token"], held["lease_owner"])
    gate.touch()
    assert rig.ended(run_id) == "completed"
    assert rig.world.run(run_id)["outcome"] == "passed"
    rig.nothing_twice(run_id, cases=1, results=RESULTS)
    eventually(lambda: "write_refused" in [kind for kind, _ in rig.world.events(run_id)], SOON_S)
    refused = [token for kind, token in rig.world.events(run_id) if kind == "write_refused"]
    assert max(refused) < held["lease_token"]
    assert owner.running()
    assert frozen.running()


def test_a_worker_frozen_after_its_finish_changes_nothing_on_waking(rig: Rig) -> None:
    """Nothing is written after the end, by nobody."""
    rig.world.suite()
    run_id = rig.world.enqueue()
    frozen = rig.processes.start("worker", ready=False, failpoint="after_finish:stop", renew_s=60)
    eventually(frozen.stopped, SOON_S)
    before = rig.world.run(run_id)

    frozen.send(signal.SIGCONT)
    eventually(lambda: frozen.said("run_ended"), SOON_S)

    assert rig.world.run(run_id) == before
    rig.nothing_twice(run_id, cases=1, results=RESULTS)


def test_a_run_that_kills_its_workers_ends_failed(rig: Rig) -> None:
    """A poisonous run ends after so many claims without progress, with a code that says so."""
    rig.world.suite(runner="scripted", content={"kills": True})
    rig.start("beat")
    rig.start("worker")
    run_id = rig.world.enqueue()

    def ended() -> bool:
        if not any(one.running() for one in rig.processes.started if one.name == "worker"):
            rig.processes.start("worker", ready=False, max_claims=2)
        return rig.world.status(run_id) == "failed"

    eventually(ended, 90)

    row = rig.world.run(run_id)
    assert row["error_code"] == "worker_lost_repeatedly"
    assert row["outcome"] is None
    assert [met for _, _, met, _ in rig.world.results(run_id)] == [None] * RESULTS


def test_sigterm_gives_runs_back_and_another_worker_plays_them_again(rig: Rig) -> None:
    """A clean stop releases what it cannot finish within the grace time; the next worker plays the case from its start."""
    rig.world.suite(runner="scripted", content={"until": str(rig.file("go")), "log": str(rig.file("plays"))})
    rig.start("beat")
    first = rig.start("worker", grace_s=0.2)
    run_id = rig.world.enqueue()
    eventually(lambda: len(rig.lines("plays")) == 1, SOON_S)

    assert first.end() == 0
    released = rig.world.run(run_id)
    rig.start("worker")
    eventually(lambda: len(rig.lines("plays")) == 2, SOON_S)
    rig.file("go").touch()

    assert released["lease_owner"] is None
    assert released["status"] == "running"
    assert rig.ended(run_id) == "completed"
    rig.nothing_twice(run_id, cases=1, results=RESULTS)
