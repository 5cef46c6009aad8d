"""assistant_test_enqueue: the same request never makes a second run, and what is wrong is refused before a row exists."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import psycopg
import pytest
from psycopg.types.json import Jsonb

from tests.world import World, configuration
from worker.domain.plan import RUN_CONFIG_BOUNDS
from worker.errors import REQUEST_CODES

REFUSED = "AT400"


def runs(world: World) -> int:
    """How many runs there are."""
    count: int = world.one("SELECT count(*) FROM assistant_test_runs")
    return count


def test_an_enqueue_stamps_the_live_criteria(world: World) -> None:
    """The run names the criteria's newest version, and waits at once."""
    suite_id = world.one("SELECT id FROM assistant_test_suites")
    world.criteria(suite_id, "publish_gate", {"required": ["no_raw_liquid"]}, version=2)

    run = world.run(world.enqueue())

    assert (run["status"], run["criteria_version"], run["claims"]) == ("queued", 2, 0)
    assert run["wake_at"] is not None
    assert run["deadline_at"] is None
    assert run["assistant_config_id"].startswith("inline:")


def test_the_same_request_is_the_same_run(world: World) -> None:
    """Twice the same team, request_id and arguments: one run."""
    first = world.enqueue(request_id="publish-17")

    second = world.enqueue(request_id="publish-17")

    assert first == second
    assert runs(world) == 1


def test_a_rolled_back_enqueue_leaves_nothing_and_may_be_sent_again(world: World) -> None:
    """The product's own transaction decides: rolled back once, then committed, it is exactly one run."""
    with world.connection.transaction(force_rollback=True):
        world.enqueue(request_id="publish-17")

    left = runs(world)
    world.enqueue(request_id="publish-17")
    world.enqueue(request_id="publish-17")

    assert left == 0
    assert runs(world) == 1


def test_fifty_at_once_make_one_run(world: World, database_url: str) -> None:
    """Concurrent equal requests all get the same answer."""

    def send(_: int) -> UUID:
        with psycopg.connect(database_url, autocommit=True) as connection:
            return World(connection).enqueue(request_id="crowd")

    with ThreadPoolExecutor(10) as crowd:
        answers = set(crowd.map(send, range(50)))

    assert len(answers) == 1
    assert runs(world) == 1


def test_a_raised_bar_does_not_make_a_repeated_request_a_new_one(world: World) -> None:
    """The criteria's version is no argument of the request."""
    first = world.enqueue(request_id="publish-17")
    suite_id = world.one("SELECT id FROM assistant_test_suites")
    world.criteria(suite_id, "publish_gate", {"required": ["no_raw_liquid"]}, version=2)

    assert world.enqueue(request_id="publish-17") == first


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"team": "nobody"}, "team_unknown"),
        ({"team": ""}, "argument_invalid"),
        ({"suite": "bookings"}, "suite_unknown"),
        ({"consumer": "publish_gte"}, "consumer_unknown"),
        ({"consumer": "nightly_sweep"}, "criteria_missing"),
        ({"lane": "express"}, "lane_unknown"),
        ({"request_id": ""}, "argument_invalid"),
        ({"run_config": {"trails": 3}}, "run_config_key_unknown"),
        ({"run_config": {"trials": 0}}, "run_config_invalid"),
        ({"run_config": {"trials": 2.5}}, "run_config_invalid"),
        ({"run_config": {"trials": "3"}}, "run_config_invalid"),
        ({"run_config": {"trials": True}}, "run_config_invalid"),
        ({"run_config": {"deadline_s": 1e9}}, "run_config_invalid"),
        ({"config": "somewhere"}, "config_reference_invalid"),
        ({"config": "live", "content": {}}, "target_ambiguous"),
        ({"call_set": UUID(int=1)}, "call_set_unknown"),
        ({"content": {"text": "x" * 2_200_000}}, "content_too_large"),
    ],
)
def test_a_wrong_request_is_refused_before_a_row_exists(world: World, given: dict[str, Any], code: str) -> None:
    """Each mistake has a published code, names what is wrong, and says what to do."""
    with pytest.raises(psycopg.Error) as refused:
        world.enqueue(**given)

    assert refused.value.sqlstate == REFUSED
    assert str(refused.value.diag.message_primary).startswith(f"{code}: ")
    assert refused.value.diag.message_hint
    assert code in REQUEST_CODES
    assert runs(world) == 0


def test_an_unknown_runner_is_refused(world: World) -> None:
    """A runner that no worker has registered would leave the run queued for ever."""
    world.suite("calls", runner="vapi_chatt")

    with pytest.raises(psycopg.Error, match=r"runner_unknown: .*vapi_chatt"):
        world.enqueue("calls")

    assert runs(world) == 0


def test_a_reused_request_id_with_other_arguments_is_refused(world: World) -> None:
    """A request_id names one question."""
    world.enqueue(request_id="publish-17")

    with pytest.raises(psycopg.Error, match="request_id_reused"):
        world.enqueue(request_id="publish-17", content=configuration("Another prompt."))

    assert runs(world) == 1


def test_another_team_may_use_the_same_request_id(world: World) -> None:
    """request_id is unique per team."""
    other = World(world.connection, team="other")
    other.suite()

    assert world.enqueue(request_id="r") != other.enqueue(request_id="r")


def test_an_archived_suite_takes_no_runs(world: World) -> None:
    """archived_at takes a suite out of use; its history stays."""
    world.connection.execute("UPDATE assistant_test_suites SET archived_at = now()")

    with pytest.raises(psycopg.Error, match="suite_unknown"):
        world.enqueue()


def test_only_the_interactive_lane_notifies(world: World, database_url: str) -> None:
    """PostgreSQL serialises the commits of transactions that notify, so the bulk lane stays silent."""
    with psycopg.connect(database_url, autocommit=True) as listener:
        listener.execute("LISTEN assistant_test_enqueued")

        world.enqueue(lane="bulk")
        run_id = world.enqueue()
        heard = [notice.payload for notice in listener.notifies(timeout=5, stop_after=1)]

    assert heard == [str(run_id)]


def test_sql_and_python_know_the_same_run_config_keys(world: World) -> None:
    """The keys and bounds are written once in SQL and once in Python; both take and refuse the same."""
    for key, (low, high) in RUN_CONFIG_BOUNDS.items():
        for value, fits in [(low, True), (high, True), (low - 1, False), (high + 1, False)]:
            check = "SELECT assistant_test_check_run_config(%s)"
            if fits:
                world.one(check, Jsonb({key: value}))
            else:
                with pytest.raises(psycopg.Error, match="run_config_invalid"):
                    world.one(check, Jsonb({key: value}))


def test_cancel_of_an_unknown_run_is_refused(world: World) -> None:
    """A mistyped id is no silent false."""
    with pytest.raises(psycopg.Error, match="run_unknown"):
        world.one("SELECT assistant_test_cancel(%s)", UUID(int=7))
