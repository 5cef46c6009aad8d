"""What never changes is kept so by the database, and each refusal says what to do instead."""

import psycopg
import pytest

from tests.integration.fencing import staged
from tests.world import World
from worker import contract
from worker.domain.words import RunStatus, Verdict
from worker.domain.writes import Ending

STATEMENTS = {
    "assertion": ("UPDATE assistant_test_assertions SET statement = 'softer'", "next version"),
    "assertion retired in place": ("UPDATE assistant_test_assertions SET retired = true", "next version"),
    "criteria": ("UPDATE assistant_test_criteria SET spec = '{}'", "next version"),
    "result": ("UPDATE assistant_test_assertion_results SET met = true", "new pass"),
    "evidence": ("UPDATE assistant_test_case_runs SET transcript = '[]'", "new run"),
    "attempts": ("UPDATE assistant_test_case_runs SET attempts = '[1]'", "new run"),
    "status of recorded evidence": ("UPDATE assistant_test_case_runs SET status = 'pending'", "new run"),
    "snapshot": ("UPDATE assistant_test_case_runs SET case_snapshot = '{\"a\": 1}'", "Edit the case"),
    "stamped outcome": ("UPDATE assistant_test_runs SET outcome = 'failed'", "assistant_test_verdicts"),
    "outcome taken back": ("UPDATE assistant_test_runs SET outcome = NULL", "assistant_test_verdicts"),
    "ended status": ("UPDATE assistant_test_runs SET status = 'running'", "rerun_of"),
    "what an outcome owes": ("UPDATE assistant_test_outcomes SET due = '{}'", "new pass"),
    "closed outcome": ("UPDATE assistant_test_outcomes SET status = 'open'", "new pass"),
    "timeline": ("UPDATE assistant_test_run_events SET kind = 'x'", "another event"),
}


@pytest.fixture
async def finished(database_url: str, connection: psycopg.Connection) -> World:
    """A run that ended, with evidence, an outcome and results."""
    async with staged(database_url, connection) as stage:
        lease = await stage.claim(stage.first, "one")
        await contract.flush(stage.first, [stage.flush(lease, "words")])
        await contract.release(stage.first, lease, Ending(RunStatus.COMPLETED, Verdict.PASSED, {"outcome": "passed"}))
        return stage.world


@pytest.mark.parametrize(("statement", "instead"), STATEMENTS.values(), ids=STATEMENTS.keys())
async def test_change_is_refused_with_advice(finished: World, statement: str, instead: str) -> None:
    """UPDATE of what is designed never to change: SQLSTATE AT409, and the way that leads on."""
    with pytest.raises(psycopg.Error) as refused:
        finished.connection.execute(statement)

    assert refused.value.sqlstate == "AT409"
    assert instead in str(refused.value.diag.message_hint)


async def test_retention_may_empty_evidence_once(finished: World) -> None:
    """The one exception: evidence emptied and evidence_purged_at set, in one update; results stay."""
    before = finished.one("SELECT count(*) FROM assistant_test_assertion_results")

    finished.connection.execute(
        "UPDATE assistant_test_case_runs SET transcript = NULL, tool_calls = NULL, provider_payload = NULL,"
        " evidence = NULL, evidence_purged_at = clock_timestamp()"
    )

    assert finished.one("SELECT transcript FROM assistant_test_case_runs") is None
    assert finished.one("SELECT count(*) FROM assistant_test_assertion_results") == before
    with pytest.raises(psycopg.Error, match="immutable"):
        finished.connection.execute("UPDATE assistant_test_case_runs SET transcript = '[]'")


async def test_retention_cannot_put_other_evidence_in_place(finished: World) -> None:
    """Setting evidence_purged_at is no way to rewrite a transcript."""
    with pytest.raises(psycopg.Error, match="immutable"):
        finished.connection.execute(
            "UPDATE assistant_test_case_runs SET transcript = '[]', evidence_purged_at = clock_timestamp()"
        )
