"""``watch``, ``cancel`` and ``timeline``: what they say of a run, and what they leave as it is."""

import re

import pytest

from tests.integration.commands import Command, command
from worker.cli import following
from worker.cli.waiting import wait

__all__ = ["command"]

ALL_MET = {"liquid": True, "clause": True}


@pytest.mark.parametrize(
    ("outcome", "met", "code"),
    [("passed", ALL_MET, 0), ("failed", {"liquid": True, "clause": False}, 1), (None, {}, 2)],
)
def test_watch_shows_the_end_and_exits_as_run_does(
    command: Command, outcome: str | None, met: dict[str, bool | None], code: int
) -> None:
    """0 passed, 1 failed, 2 everything else; the same document as run --json."""
    command.applied()
    run = command.enqueued("--request-id", "r1")
    command.worked(run, outcome, met)

    said = command("watch", run, "--json")
    ran = command("run", "booking", "-c", "publish_gate", "--team", "acme", "--request-id", "r1", "--json")

    assert (said.code, said.document) == (code, ran.document)


def test_watch_waits_for_the_end(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says how far the run is, and then shows it."""
    command.applied()
    run = command.enqueued()
    monkeypatch.setattr(
        following,
        "wait",
        lambda *given, **more: wait(*given, **more, pause=lambda _: command.worked(run, "passed", ALL_MET)),
    )

    said = command("watch", run)

    assert said.code == 0
    assert "queued" in said.err
    assert "Verdict of publish_gate: passed" in said.out


def test_watch_that_is_interrupted_leaves_the_run_and_says_how_to_come_back(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the watching ends."""
    command.applied()
    run = command.enqueued()

    def interrupted(*_: object, **__: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(following, "wait", interrupted)

    said = command("watch", run)

    assert said.code == 130
    assert f"assistant-test watch {run}" in said.err
    assert command.one("SELECT cancel_requested_at IS NULL FROM assistant_test_runs WHERE id = %s", run)


def test_watch_stops_when_its_time_is_over(command: Command) -> None:
    """The run is as it was."""
    command.applied()
    run = command.enqueued()

    said = command("watch", run, "--timeout", "0.01")

    assert said.code == 2
    assert f"assistant-test watch {run}" in said.err


def test_cancel_asks_the_run_to_end_and_says_what_happens_next(command: Command) -> None:
    """Once asked, asking again changes nothing."""
    command.applied()
    run = command.enqueued()

    said = command("cancel", run)
    again = command("cancel", run, "--json")

    assert said.code == 0
    assert "runs nothing" in said.out
    assert f"assistant-test watch {run}" in said.out
    assert again.document == {"run": str(run), "cancelling": True, "status": "queued", "outcome": None}
    assert command.one("SELECT cancel_requested_at IS NOT NULL FROM assistant_test_runs WHERE id = %s", run)


def test_cancel_of_a_run_that_has_ended_says_so(command: Command) -> None:
    """Its outcome stays."""
    command.applied()
    run = command.enqueued()
    command.worked(run, "passed", ALL_MET)

    said = command("cancel", run)
    document = command("cancel", run, "--json").document

    assert said.code == 0
    assert "has already ended: completed, passed. Nothing changes." in said.out
    assert document == {"run": str(run), "cancelling": False, "status": "completed", "outcome": "passed"}


@pytest.mark.parametrize("name", ["watch", "cancel", "timeline"])
def test_a_run_of_another_team_is_unknown(command: Command, name: str) -> None:
    """And nothing happens to it."""
    command.applied()
    run = command.enqueued()

    said = command(name, run, "--team", "zeta")

    assert said.code == 2
    assert "There is no run" in said.err
    assert command.one("SELECT cancel_requested_at IS NULL FROM assistant_test_runs WHERE id = %s", run)


EVENT = """
    INSERT INTO assistant_test_run_events (run_id, team_id, kind, token, owner, detail)
    VALUES (%s, 'acme', %s, %s, %s, '{"step": "execute"}')"""
CASE = """
    INSERT INTO assistant_test_case_runs (run_id, case_id, team_id, position, trial, runner, case_snapshot, status,
        finished_at, error_code, provider, provider_ref, attempts)
    SELECT run_id, case_id, team_id, 1, 1, runner, case_snapshot, 'failed', clock_timestamp(), 'adapter_failed', 'vapi',
        'job_7', '[{"took_ms": 5, "error": "[red]gone\\u001b"}]'
    FROM assistant_test_case_runs WHERE run_id = %s"""
DELIVERY = """
    INSERT INTO assistant_test_webhook_deliveries (run_id, team_id, url, attempts, last_status, delivered_at, next_try_at)
    VALUES (%s, 'acme', 'https://hooks.example/secret', 2, 200, clock_timestamp() + '1 s', NULL)"""


def test_timeline_tells_in_order_what_the_database_keeps(command: Command) -> None:
    """Events, tries, vendors' jobs, judging and webhook; never the webhook's address, nor what a terminal obeys."""
    command.applied()
    run = command.enqueued()
    command.rows(EVENT + " RETURNING id", run, "claimed", 1, "worker-a")
    command.rows(EVENT + " RETURNING id", run, "reaped", 2, "worker\x1b[2J-a")
    command.rows(EVENT + " RETURNING id", run, "write_refused", 1, "worker-a")
    command.worked(run, "passed", ALL_MET)
    command.connection.execute(CASE, [run])
    command.connection.execute("UPDATE assistant_test_outcomes SET closed_at = clock_timestamp()")
    command.connection.execute(DELIVERY, [run])

    said = command("timeline", run)
    document = command("timeline", run, "--json").document

    assert [each["kind"] for each in document["timeline"]] == [
        "enqueued", "claimed", "reaped", "write_refused", "case_run", "judged", "webhook_owed", "webhook_delivered",
    ]  # fmt: skip
    assert document["timeline"][4]["detail"]["provider_ref"] == "job_7"
    assert document["timeline"][2] | {"at": None} == {
        "at": None, "kind": "reaped", "token": 2, "owner": "worker\x1b[2J-a", "detail": {"step": "execute"},
    }  # fmt: skip
    lines = said.out.splitlines()[2:]
    assert [re.findall(r"\((\w+)[,)]", line)[0] for line in lines] == [each["kind"] for each in document["timeline"]]
    assert [line[26:].split("  (")[0] for line in lines] == [
        "Asked for by publish_gate.",
        "A worker took it to play its cases.",
        "The worker fell silent, so it was taken from it.",
        "A worker that had lost it tried to write, and was refused.",
        "The case configuration #2 is failed, adapter_failed.",
        "Judged: 1 case run.",
        "Its webhook is to be called.",
        "Its webhook was called: 2 times, answered 200.",
    ]
    assert "[red]gone" in said.out
    assert "secret" not in said.out
    assert "\x1b" not in said.out


def test_timeline_tells_of_uneventful_case_runs_where_all_are_asked_for(command: Command) -> None:
    """One try that went well is no news."""
    command.applied()
    run = command.enqueued()
    command.worked(run, "passed", ALL_MET)

    told = ["case_run" in command("timeline", run, *more).out for more in ((), ("--cases",))]

    assert told == [False, True]


CUT_OFF = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"""


@pytest.mark.parametrize("name", ["watch", "run"])
def test_a_restart_of_the_database_ends_no_waiting(
    command: Command, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The run goes on, so the waiting does, and the exit status is the verdict's."""
    command.applied()
    run = command.enqueued("--request-id", "r1")
    looks: list[float] = []

    def pause(seconds: float) -> None:
        looks.append(seconds)
        if len(looks) == 1:
            command.connection.execute(CUT_OFF)
        else:
            command.worked(run, "failed", ALL_MET)

    monkeypatch.setattr(following, "wait", lambda *all_, **more: wait(*all_, **more, pause=pause))
    again = ["booking", "-c", "publish_gate", "--team", "acme", "--request-id", "r1"]

    said = command(name, *([str(run)] if name == "watch" else again))

    assert said.code == 1, said.err
    assert "The run goes on; looking for the database again." in said.err
    assert "Verdict of publish_gate: failed" in said.out


def test_a_database_that_stays_away_ends_the_waiting_and_says_how_to_come_back(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One error, the run's id in it."""
    command.applied()
    run = command.enqueued()

    def gone(_: float) -> None:
        command.connection.execute(CUT_OFF)
        monkeypatch.setenv("DATABASE_URL", "postgresql://someone:hunter2@127.0.0.1:9/nothing")

    monkeypatch.setattr(following, "AWAY_S", 0.0)
    monkeypatch.setattr(following, "wait", lambda *all_, **more: wait(*all_, **more, pause=gone))

    said = command("watch", run)

    assert said.code == 2
    assert f"the run goes on. Come back to it with: assistant-test watch {run}" in said.err
    assert "hunter2" not in said.err


def test_a_queued_run_that_was_asked_to_end_says_so(command: Command) -> None:
    """No worker holds it, so nobody has ended it yet."""
    command.applied()
    run = command.enqueued()
    command("cancel", run)

    shown = command("show", run)
    watched = command("watch", run, "--timeout", "0.01")

    assert "queued, cancel requested" in shown.out
    assert "queued, cancel requested" in watched.err
    assert command("show", run, "--json").document["run"]["cancel_requested_at"]
