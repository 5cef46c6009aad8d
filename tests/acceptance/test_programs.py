"""What programs rely on, with real processes: messages, webhooks, chosen cases, hints."""

import json
from typing import Any
from uuid import UUID

import pytest

from tests.acceptance.conftest import SOON_S, Rig
from tests.eventually import eventually
from tests.receiver import receiver
from tests.world import configuration
from worker import broker
from worker.settings import Settings

ASKED: dict[str, Any] = {"team": "acme", "suite": "booking", "consumer": "publish_gate"}
SECRET = "whsec_" + "QUFB" * 8


def send(rig: Rig, *positional: Any, **given: Any) -> None:
    """Send the task's message, as a product does."""
    app = broker.make_celery(Settings(redis_url=rig.processes.redis_url))
    app.send_task(broker.ENQUEUE, args=positional, kwargs=given, queue="interactive", ignore_result=True)


def test_a_message_makes_a_run_and_the_same_message_the_same_run(rig: Rig) -> None:
    """request_id holds for messages too; the run is worked like any other."""
    rig.world.suite()
    worker = rig.start("worker")
    rig.start("relay")

    for _ in range(2):
        send(rig, **ASKED, request_id="publish-17", content=configuration())
    eventually(lambda: [found["event"] for found in worker.events()].count("enqueue_taken") == 2, SOON_S)

    ((run_id,),) = rig.world.rows("SELECT id FROM assistant_test_runs")
    assert rig.ended(run_id) == "completed"
    assert rig.world.run(run_id)["outcome"] == "passed"


def test_refused_messages_are_kept_and_never_end_the_worker(rig: Rig) -> None:
    """A wrong name, a wrong type, text that PostgreSQL cannot hold, nonsense: a row each, and the next one works."""
    rig.world.suite()
    worker = rig.start("worker")

    send(rig, **ASKED | {"suite": "bookings"}, request_id="r1", content={"caller": "Ada"})
    send(rig, **ASKED, request_id="r2", colour="green")
    send(rig, **ASKED, request_id="r3", run_config="three")
    send(rig, **ASKED | {"suite": "a\0b"}, request_id="r4")
    send(rig, "acme", "booking")
    send(rig, **ASKED, request_id="good", content=configuration())

    rows = "SELECT request_id, error_code, team_id FROM assistant_test_refused_enqueues ORDER BY request_id"
    eventually(lambda: len(rig.world.rows(rows)) == 5 and worker.said("enqueue_taken"), SOON_S)
    found = {request: (code, team) for request, code, team in rig.world.rows(rows)}
    assert found["r1"] == ("suite_unknown", "acme")
    assert {found[request] for request in ("r2", "r3", "r4")} == {("argument_invalid", "acme")}
    assert worker.running()
    kept = rig.world.one("SELECT arguments::text FROM assistant_test_refused_enqueues WHERE request_id = 'r1'")
    assert "Ada" not in kept
    assert json.loads(kept)["content"]["bytes"] > 0


def test_a_webhook_is_called_when_the_run_has_ended(rig: Rig) -> None:
    """Without beat: the process that ended the run calls at once. Its log holds no query."""
    rig.world.suite()
    worker = rig.start("worker", webhook_secret=SECRET)
    rig.start("relay")
    with receiver() as hook:
        run_id = rig.world.enqueue(webhook=f"{hook.url}/ended?token=s3cret")

        eventually(lambda: worker.said("webhook_delivered"), SOON_S)

    (call,) = hook.calls
    said = json.loads(call.body)
    assert (said["run"], said["outcome"], said["partial"]) == (str(run_id), "passed", False)
    assert rig.world.one("SELECT delivered_at IS NOT NULL FROM assistant_test_webhook_deliveries") is True
    assert "s3cret" not in worker.log.read_text(encoding="utf-8")


def test_beat_delivers_what_the_process_that_ended_the_run_did_not(rig: Rig) -> None:
    """The call is owed from the very statement that ended the run, so a killed process loses none."""
    rig.world.suite()
    doomed = rig.start("worker", webhook_secret=SECRET, failpoint="after_finish:kill")
    rig.start("relay")
    with receiver() as hook:
        run_id = rig.world.enqueue(webhook=hook.url)
        eventually(lambda: not doomed.running(), SOON_S)
        owed = rig.world.one("SELECT count(*) FROM assistant_test_webhook_deliveries WHERE delivered_at IS NULL")

        rig.start("worker", webhook_secret=SECRET)
        rig.start("beat", deliver_s=1)
        eventually(lambda: hook.calls, SOON_S)

    assert (rig.world.status(run_id), owed) == ("completed", 1)


@pytest.mark.parametrize("given", ["one case", "fewer trials"])
def test_a_partial_run_is_inconclusive_whatever_its_results(rig: Rig, given: str) -> None:
    """All that was judged is met, and still nothing is said of the whole."""
    suite_id: UUID = rig.world.suite(cases=3, run_config={"trials": 2})
    (first, *_) = rig.world.rows("SELECT case_id FROM assistant_test_suite_cases ORDER BY position")
    chosen: dict[str, Any] = {"only_cases": [*first]} if given == "one case" else {"run_config": {"trials": 1}}
    rig.start("worker")
    rig.start("relay")

    run_id = rig.world.enqueue(**chosen)

    assert rig.ended(run_id) == "completed"
    row = rig.world.run(run_id)
    assert (row["outcome"], row["verdict"]["partial"]) == ("inconclusive", True)
    assert {met for _, _, met, _ in rig.world.results(run_id)} == {True}
    cases = rig.world.one("SELECT count(DISTINCT case_id) FROM assistant_test_case_runs WHERE run_id = %s", run_id)
    assert cases == (1 if given == "one case" else 3)
    assert rig.world.rows(
        "SELECT outcome, partial FROM assistant_test_verdicts(%s) JOIN assistant_test_suites ON id = %s",
        [run_id],
        suite_id,
    ) == [("inconclusive", True)]


def test_naming_every_case_is_no_partial_run(rig: Rig) -> None:
    """A selection that leaves nothing out is the whole suite."""
    rig.world.suite(cases=2)
    every = [case_id for (case_id,) in rig.world.rows("SELECT case_id FROM assistant_test_suite_cases")]
    rig.start("worker")
    rig.start("relay")

    run_id = rig.world.enqueue(only_cases=every)

    assert rig.ended(run_id) == "completed"
    assert rig.world.run(run_id)["outcome"] == "passed"


def test_a_hint_at_a_held_run_brings_another_look_after_its_release(rig: Rig) -> None:
    """The holder parks for an hour; the hint that came meanwhile makes it due at once, and the next claim clears it."""
    rig.world.suite(runner="scripted", content={"until": str(rig.file("go")), "log": str(rig.file("plays"))})
    worker = rig.start("worker")
    rig.start("relay")
    run_id = rig.world.enqueue()
    eventually(lambda: len(rig.lines("plays")) == 1, SOON_S)

    answer = rig.world.one("SELECT assistant_test_wake(%s)", run_id)
    woken = rig.world.run(run_id)["woken_at"]
    worker.end()

    row = rig.world.run(run_id)
    assert (answer, woken is not None) == (True, True)
    assert row["lease_expires_at"] is None
    assert ("woken", row["lease_token"]) in rig.world.events(run_id)
    rig.file("go").touch()
    rig.start("worker")
    assert rig.ended(run_id) == "completed"
    assert rig.world.run(run_id)["woken_at"] is None
