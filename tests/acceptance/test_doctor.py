"""The doctor sees real processes come and go."""

from tests.acceptance.conftest import SOON_S, Rig
from tests.eventually import eventually
from worker.doctor import State, examine

QUICK = {"ASSISTANT_TEST_DISPATCH_S": "1", "ASSISTANT_TEST_REAP_S": "1"}


def states(database_url: str, redis_url: str) -> dict[str, State]:
    """The state of each part."""
    environment = {"DATABASE_URL": database_url, "REDIS_URL": redis_url, **QUICK}
    return {each.part: each.state for each in examine(environment)}


def test_a_process_is_missed_until_it_works_and_after_it_is_gone(rig: Rig, database_url: str, redis_url: str) -> None:
    """Worker by what it notes, beat by the ticks that the worker does, relay by its session."""

    def state(part: str) -> State:
        return states(database_url, redis_url)[part]

    assert (state("worker (interactive)"), state("beat"), state("relay")) == (State.BAD, State.WARN, State.WARN)
    rig.start("worker")
    eventually(lambda: state("worker (interactive)") is State.OK, SOON_S)
    assert state("beat") is State.BAD

    beat, relay = rig.start("beat"), rig.start("relay")

    eventually(lambda: (state("beat"), state("relay")) == (State.OK, State.OK), SOON_S)
    beat.end()
    relay.end()
    eventually(lambda: (state("beat"), state("relay")) == (State.BAD, State.WARN), SOON_S)
    assert state("worker (interactive)") is State.OK
