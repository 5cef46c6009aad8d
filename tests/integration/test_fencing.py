"""Fencing: each promise holds, and each guard is shown to matter by taking it out."""

import psycopg
import pytest

from tests.integration import fencing as scenes
from worker.db import fencing, flushing, leases

SCENES = [
    scenes.late_write_while_new_owner_runs,
    scenes.late_write_by_the_same_process,
    scenes.late_write_after_reap,
    scenes.claim_during_open_write,
    scenes.results_written_twice,
    scenes.outcome_opened_twice,
    scenes.evidence_recorded_twice,
]

TOKEN = "runs.lease_token = lease.token AND "


def _without(statement: str, part: str, instead: str = "") -> str:
    assert part in statement
    return statement.replace(part, instead)


def no_token_predicate(patch: pytest.MonkeyPatch, _: psycopg.Connection) -> None:
    """Take the token out of the guard of writes."""
    patch.setattr(flushing, "FLUSH", _without(flushing.FLUSH, TOKEN))


def no_bump_on_reap(patch: pytest.MonkeyPatch, _: psycopg.Connection) -> None:
    """Let reap leave the token as it is."""
    patch.setattr(leases, "REAP", _without(leases.REAP, "lease_token = runs.lease_token + 1,"))


def no_bump_on_claim(patch: pytest.MonkeyPatch, _: psycopg.Connection) -> None:
    """Let claim leave the token as it is."""
    patch.setattr(leases, "CLAIM_THESE", _without(leases.CLAIM_THESE, "lease_token = runs.lease_token + 1,"))


def no_row_lock(patch: pytest.MonkeyPatch, _: psycopg.Connection) -> None:
    """Check the token with a plain read, as EXISTS does."""
    plain = f"""held AS (
        SELECT runs.id, runs.team_id FROM assistant_test_runs AS runs, {fencing.GIVEN}
        WHERE runs.id = lease.run_id AND {fencing.GUARD})"""
    patch.setattr(flushing, "FLUSH", _without(flushing.FLUSH, fencing.HELD.strip(), plain))


def no_key_on_results(patch: pytest.MonkeyPatch, connection: psycopg.Connection) -> None:
    """Take the atom's primary key away."""
    connection.execute(
        "ALTER TABLE assistant_test_assertion_results DROP CONSTRAINT assistant_test_assertion_results_pkey"
    )
    patch.setattr(flushing, "FLUSH", _without(flushing.FLUSH, "ON CONFLICT (outcome_id, assertion_id) DO NOTHING"))


def no_key_on_outcomes(patch: pytest.MonkeyPatch, connection: psycopg.Connection) -> None:
    """Take the unique key of an outcome away."""
    connection.execute(
        "ALTER TABLE assistant_test_outcomes DROP CONSTRAINT assistant_test_outcomes_case_run_id_pass_no_step_no_key"
    )
    patch.setattr(flushing, "FLUSH", _without(flushing.FLUSH, "ON CONFLICT (case_run_id, pass_no, step_no) DO NOTHING"))


def no_pending_predicate(patch: pytest.MonkeyPatch, connection: psycopg.Connection) -> None:
    """Let recorded evidence be written again, trigger and predicate both gone."""
    connection.execute("DROP TRIGGER assistant_test_case_runs_keep_evidence ON assistant_test_case_runs")
    patch.setattr(flushing, "FLUSH", _without(flushing.FLUSH, "AND case_runs.status = 'pending'"))


MUTATIONS = [
    (no_token_predicate, scenes.late_write_while_new_owner_runs),
    (no_token_predicate, scenes.late_write_by_the_same_process),
    (no_bump_on_claim, scenes.late_write_by_the_same_process),
    (no_bump_on_reap, scenes.late_write_after_reap),
    (no_row_lock, scenes.claim_during_open_write),
    (no_key_on_results, scenes.results_written_twice),
    (no_key_on_outcomes, scenes.outcome_opened_twice),
    (no_pending_predicate, scenes.evidence_recorded_twice),
]


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
async def test_fencing_holds(scene: scenes.Scenario, database_url: str, connection: psycopg.Connection) -> None:
    """Each promise of engine.md, "Fencing", on a real PostgreSQL."""
    async with scenes.staged(database_url, connection) as stage:
        await scene(stage)


@pytest.mark.parametrize(("mutation", "scene"), MUTATIONS, ids=lambda part: part.__name__)
async def test_guard_taken_out_turns_its_scene_red(
    mutation: scenes.Mutation,
    scene: scenes.Scenario,
    database_url: str,
    connection: psycopg.Connection,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No guard is decoration: without it the scene that names it fails."""
    async with scenes.staged(database_url, connection) as stage:
        mutation(monkeypatch, connection)

        with pytest.raises(AssertionError):
            await scene(stage)
