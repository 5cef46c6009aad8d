"""From ticks, sessions and due runs to what is said of each process."""

from dataclasses import replace

from worker.doctor.findings import State, worst
from worker.doctor.processes import Facts, findings
from worker.settings import Settings

SETTINGS = Settings(dispatch_s=2, reap_s=15)
WELL = Facts(
    ages={"worker_interactive": 3, "worker_bulk": 1, "dispatch_due": 1, "reap_expired_leases": 14},
    relays=1,
    waiting={"bulk": 5},
    expired=0,
)


def states(facts: Facts) -> dict[str, State]:
    """The state of each part."""
    return {each.part: each.state for each in findings(facts, SETTINGS)}


def said(facts: Facts, part: str) -> str:
    """What is said of a part, and the next step."""
    [found] = [each for each in findings(facts, SETTINGS) if each.part == part]
    return f"{found.said} {found.step}"


def without(name: str, age: float | None = None) -> Facts:
    """All is well, but a tick is that old, or was never done."""
    ages = {key: value for key, value in WELL.ages.items() if key != name}
    return replace(WELL, ages=ages if age is None else {**ages, name: age})


def test_all_is_well() -> None:
    """Five parts, each of them ok and without a next step."""
    found = list(findings(WELL, SETTINGS))

    assert [each.part for each in found] == ["worker (interactive)", "worker (bulk)", "beat", "relay", "queue"]
    assert worst(found) is State.OK
    assert not any(each.step for each in found)


def test_a_worker_that_notes_nothing_any_more_is_gone() -> None:
    """Per lane; never seen, or seen too long ago."""
    assert states(without("worker_bulk"))["worker (bulk)"] is State.BAD
    assert "never seen" in said(without("worker_bulk"), "worker (bulk)")
    assert "last seen 26 s ago" in said(without("worker_bulk", 26), "worker (bulk)")
    assert "worker_bulk" in said(without("worker_bulk"), "worker (bulk)")
    assert states(without("worker_bulk", 10))["worker (bulk)"] is State.OK


def test_a_worker_that_missed_some_notes_deserves_a_look() -> None:
    """It is stopped, or stuck, and not yet gone."""
    assert states(without("worker_bulk", 24))["worker (bulk)"] is State.WARN
    assert "neither stopped nor stuck" in said(without("worker_bulk", 24), "worker (bulk)")


def test_a_stopped_worker_is_named_and_not_beat() -> None:
    """Its ticks are as old as its own notes; the one process that is well is not blamed."""
    ages = {"worker_interactive": 24, "worker_bulk": 1, "dispatch_due": 25, "reap_expired_leases": 30}
    stopped = replace(WELL, ages=ages, waiting={"interactive": 70})

    assert states(stopped)["worker (interactive)"] is State.WARN
    assert states(stopped)["beat"] is State.WARN
    assert "as a worker does its ticks" in said(stopped, "beat")
    assert "Mend the worker of the lane interactive first." in said(stopped, "queue")


def test_beat_is_down_where_a_worker_lives_and_does_no_ticks() -> None:
    """Each of its two ticks counts by its own period."""
    assert states(without("dispatch_due", 14))["beat"] is State.BAD
    assert states(without("dispatch_due", 12))["beat"] is State.WARN
    assert states(without("dispatch_due", 10))["beat"] is State.OK
    assert states(without("reap_expired_leases", 79))["beat"] is State.BAD
    assert "process beat" in said(without("dispatch_due"), "beat")


def test_without_a_worker_beat_cannot_be_told() -> None:
    """Its ticks are done by a worker; an old one blames nobody."""
    facts = replace(WELL, ages={})

    assert states(facts)["beat"] is State.WARN
    assert "cannot be told" in said(facts, "beat")


def test_without_a_relay_runs_wait_for_a_tick() -> None:
    """It is an accelerator, so it is a warning."""
    facts = replace(WELL, relays=0)

    assert states(facts)["relay"] is State.WARN
    assert "up to 2 s" in said(facts, "relay")


def test_runs_that_nobody_takes_are_a_warning_and_leases_that_nobody_reaps_are_bad() -> None:
    """The queue tells what the processes' own signs may hide."""
    assert states(replace(WELL, waiting={"bulk": 61}))["queue"] is State.WARN
    assert "bulk 61 s" in said(replace(WELL, waiting={"bulk": 61}), "queue")
    assert states(replace(WELL, expired=2))["queue"] is State.BAD
