"""Chosen cases, re-runs and webhooks of an enqueue; and assistant_test_wake."""

from typing import Any
from uuid import UUID

import psycopg
import pytest

from tests.world import World
from worker.db import leases
from worker.domain.run import Step
from worker.errors import REQUEST_CODES

HOOK = "https://product.example/hooks/ended?token=s3cret"


@pytest.fixture
def world(connection: psycopg.Connection) -> World:
    """A team with one suite of three cases."""
    made = World(connection)
    made.suite(cases=3)
    return made


def cases(world: World) -> list[UUID]:
    """The suite's cases in order."""
    return [found for (found,) in world.rows("SELECT case_id FROM assistant_test_suite_cases ORDER BY position")]


def test_what_was_chosen_stands_on_the_run(world: World) -> None:
    """Cases are kept once each; the run it repeats and the webhook as they were given."""
    first, second, _ = cases(world)
    original = world.enqueue()

    run = world.run(world.enqueue(only_cases=[second, first, second], rerun_of=original, webhook=HOOK))

    assert run["only_cases"] == sorted([first, second])
    assert (run["rerun_of"], run["webhook"]) == (original, HOOK)


def test_without_them_the_hash_is_the_one_from_before(world: World) -> None:
    """A request_id that the revision before took still names its run: NULL is the same as not given."""
    world.enqueue(request_id="publish-17")

    again = world.enqueue(request_id="publish-17", only_cases=None, rerun_of=None, webhook=None)

    assert world.run(again)["request_id"] == "publish-17"
    before = world.one(
        "SELECT encode(sha256(convert_to(jsonb_build_array(suite_id, 'publish_gate', assistant_config_id, NULL::uuid,"
        " lane, run_config, '{}'::jsonb)::text, 'UTF8')), 'hex') FROM assistant_test_runs"
    )
    assert world.run(again)["request_hash"] == before


@pytest.mark.parametrize("other", ["only_cases", "rerun_of", "webhook"])
def test_each_of_them_is_part_of_the_question(world: World, other: str) -> None:
    """The same request_id with another choice is another question."""
    original = world.enqueue(request_id="publish-17")
    given: dict[str, Any] = {"only_cases": cases(world)[:1], "rerun_of": original, "webhook": HOOK}

    with pytest.raises(psycopg.Error, match="request_id_reused"):
        world.enqueue(**{"request_id": "publish-17", other: given[other]})


def test_the_order_of_the_cases_is_no_part_of_the_question(world: World) -> None:
    """A set is a set."""
    first, second, _ = cases(world)

    answers = {world.enqueue(request_id="r", only_cases=order) for order in ([first, second], [second, first])}

    assert len(answers) == 1


def test_an_unknown_or_disabled_case_is_refused_with_those_there_are(world: World) -> None:
    """case_unknown names the id, and its hint the suite's enabled cases."""
    first, second, _ = cases(world)
    world.connection.execute("UPDATE assistant_test_suite_cases SET enabled = false WHERE case_id = %s", (second,))

    for wrong in (second, UUID(int=7)):
        with pytest.raises(
            psycopg.Error, match=f"case_unknown: {wrong} is no enabled case of suite booking"
        ) as refused:
            world.enqueue(only_cases=[first, wrong])
        assert str(first) in str(refused.value.diag.message_hint)
        assert str(second) not in str(refused.value.diag.message_hint)


def test_choosing_nothing_is_refused(world: World) -> None:
    """An empty list is a mistake, not a run without cases."""
    with pytest.raises(psycopg.Error, match="argument_invalid: only_cases names no case"):
        world.one("SELECT assistant_test_enqueue('acme', 'booking', 'publish_gate', only_cases => '{}')")


def test_a_rerun_names_a_run_of_the_same_team_and_suite(world: World) -> None:
    """Another suite's run, another team's, or none at all is refused."""
    world.suite("other", cases=0)
    world.case(world.one("SELECT id FROM assistant_test_suites WHERE name = 'other'"), "lone")
    foreign = World(world.connection, team="elsewhere")
    foreign.suite()

    for wrong in (world.enqueue("other"), foreign.enqueue(), UUID(int=7)):
        with pytest.raises(psycopg.Error, match="run_unknown: suite booking of team acme has no run"):
            world.enqueue(rerun_of=wrong)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "shop.example/hook",
        "ftp://product.example/hook",
        "http://",
        "https://user:word@product.example/hook",
        "https://product.example/a b",
        "https://product.example/a\nb",
        "https://product.example\\@elsewhere.example/",
        "https://product.example/" + "x" * 2000,
    ],
)
def test_a_webhook_is_an_http_or_https_url(world: World, url: str) -> None:
    """Anything else is refused, and the refusal does not repeat it."""
    with pytest.raises(psycopg.Error, match="webhook_invalid") as refused:
        world.enqueue(webhook=url)

    assert not url or url not in str(refused.value)
    assert {"webhook_invalid", "case_unknown"} <= set(REQUEST_CODES)


@pytest.mark.parametrize("url", ["http://127.0.0.1:8080", "https://product.example?x=1", HOOK])
def test_webhooks_with_port_query_or_no_path_are_taken(world: World, url: str) -> None:
    """What a URL may look like."""
    assert world.run(world.enqueue(webhook=url))["webhook"] == url


def wake(world: World, run_id: UUID) -> bool:
    """Hint at a run."""
    answer: bool = world.one("SELECT assistant_test_wake(%s)", run_id)
    return answer


def test_a_hint_makes_a_parked_run_due_at_once_and_tells_the_relay(world: World, database_url: str) -> None:
    """Whatever it waited for; the nudge that may be under way no longer counts; the timeline says so."""
    run_id = world.enqueue()
    world.connection.execute(
        "UPDATE assistant_test_runs SET status = 'running', wake_at = now() + interval '1 hour', nudged_at = now()"
    )
    with psycopg.connect(database_url, autocommit=True) as listener:
        listener.execute("LISTEN assistant_test_enqueued")

        answer = wake(world, run_id)
        heard = [notice.payload for notice in listener.notifies(timeout=5, stop_after=1)]

    assert answer is True
    assert heard == [str(run_id)]
    row = world.run(run_id)
    assert world.one("SELECT wake_at <= clock_timestamp() FROM assistant_test_runs") is True
    assert (row["nudged_at"], row["woken_at"]) == (None, None)
    assert [kind for kind, _ in world.events(run_id)] == ["enqueued", "woken"]


def test_a_hint_at_a_held_run_is_kept_for_its_release(world: World) -> None:
    """The lease and the time of the next look stay; a second hint adds nothing."""
    run_id = world.enqueue()
    world.connection.execute(
        "UPDATE assistant_test_runs SET status = 'running', lease_expires_at = now() + interval '1 hour', lease_token = 3"
    )
    before = world.run(run_id)

    answers = [wake(world, run_id), wake(world, run_id)]

    row = world.run(run_id)
    assert answers == [True, True]
    assert row["woken_at"] is not None
    assert (row["wake_at"], row["lease_expires_at"]) == (before["wake_at"], before["lease_expires_at"])
    assert world.events(run_id) == [("enqueued", 0), ("woken", 3)]


@pytest.mark.parametrize("status", ["completed", "failed", "cancelled"])
def test_a_hint_at_an_ended_run_changes_nothing(world: World, status: str) -> None:
    """It answers false."""
    run_id = world.enqueue()
    world.connection.execute("UPDATE assistant_test_runs SET status = %s, wake_at = NULL", (status,))
    before = world.run(run_id)

    assert wake(world, run_id) is False
    assert world.run(run_id) == before
    assert [kind for kind, _ in world.events(run_id)] == ["enqueued"]


def test_a_hint_at_an_unknown_run_is_refused(world: World) -> None:
    """A mistyped id is no silent false."""
    with pytest.raises(psycopg.Error, match="run_unknown"):
        wake(world, UUID(int=7))


@pytest.mark.parametrize("hinted", [True, False])
async def test_the_release_of_a_hinted_run_makes_it_due_at_once(
    world: World, aconnection: psycopg.AsyncConnection, hinted: bool
) -> None:
    """Whatever its holder wanted to wait for; the next claim clears the hint. Without one the holder's time counts."""
    run_id = world.enqueue()
    given: dict[str, Any] = {"owner": "test", "lease_s": 60, "steps": ["prepare"], "limit": 1}
    (lease,) = await leases.claim_these(aconnection, [run_id], **given)
    if hinted:
        wake(world, run_id)

    await leases.release(aconnection, [leases.Parking(lease, 3600, Step.PREPARE, "wait")])
    due = world.one("SELECT wake_at <= clock_timestamp() FROM assistant_test_runs")
    again = await leases.claim_these(aconnection, [run_id], **given)

    assert due is hinted
    assert len(again) == (1 if hinted else 0)
    assert world.run(run_id)["woken_at"] is None
