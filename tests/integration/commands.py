"""The command line for tests, in this process: what it exits with and what it prints; and runs that have ended."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest
from psycopg.rows import TupleRow
from psycopg.types.json import Jsonb

from tests.typed import Said, Typed

SUITE = """\
suite: booking
team: acme
assistant: asst_main
assertions:
  - {key: liquid, kind: no_raw_liquid}
  - {key: clause, kind: clauses_survive, spec: {clauses: [Never promise a price.]}}
cases:
  - name: configuration
    runner: structural
criteria:
  publish_gate: {required: [liquid, clause]}
  nightly_sweep: {threshold: [{keys: [liquid, clause], min: 0.5}]}
"""


@dataclass(frozen=True, kw_only=True)
class Command(Typed):
    """The same, on a database."""

    connection: psycopg.Connection[TupleRow]

    def file(self, text: str = SUITE, name: str = "suite.yaml") -> Path:
        """A file with this text; the suite by default."""
        return super().file(text, name)

    def applied(self, text: str = SUITE, name: str = "suite.yaml") -> Said:
        """Apply this text, which must go well."""
        said = self("apply", self.file(text, name))
        assert said.code == 0, said.err
        return said

    def enqueued(self, *more: object, consumer: str = "publish_gate") -> UUID:
        """Enqueue the suite, which must go well."""
        said = self("enqueue", "booking", "--team", "acme", "--consumer", consumer, *more)
        assert said.code == 0, said.err
        return UUID(said.out.strip())

    def rows(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        return self.connection.execute(statement.encode(), values).fetchall()

    def one(self, statement: str, *values: Any) -> Any:
        """The one value of a query."""
        [[value]] = self.rows(statement, *values)
        return value

    def worked(
        self, run: UUID, outcome: str | None, met: Mapping[str, bool | None], details: Mapping[str, Any] | None = None
    ) -> None:
        """End the run as a worker would, with one case run and one result per live assertion of its suite."""
        case_run = self.one(
            """INSERT INTO assistant_test_case_runs (run_id, case_id, team_id, position, runner, case_snapshot)
            SELECT run.id, link.case_id, run.team_id, 0, 'structural', '{"name": "configuration"}'
            FROM assistant_test_runs AS run JOIN assistant_test_suite_cases AS link USING (suite_id)
            WHERE run.id = %s RETURNING id""",
            run,
        )
        self.connection.execute("UPDATE assistant_test_case_runs SET status = 'executed' WHERE id = %s", [case_run])
        pass_no_0 = self.one(
            """INSERT INTO assistant_test_outcomes (case_run_id, run_id, team_id, judge, status, due)
            SELECT %s, id, team_id, 'rules', 'closed', ARRAY(
                SELECT DISTINCT ON (assertion_key) owned.id FROM assistant_test_assertions AS owned
                WHERE owned.suite_id = run.suite_id ORDER BY assertion_key, version DESC)
            FROM assistant_test_runs AS run WHERE id = %s RETURNING id""",
            case_run,
            run,
        )
        for key, value in met.items():
            self.connection.execute(
                """INSERT INTO assistant_test_assertion_results
                    (outcome_id, assertion_id, team_id, run_id, met, evaluator, rationale, error_code, detail)
                SELECT judged.id, named.id, judged.team_id, judged.run_id, %s, 'structural@1', %s, %s, %s
                FROM assistant_test_outcomes AS judged
                JOIN assistant_test_assertions AS named ON named.id = ANY (judged.due)
                WHERE judged.id = %s AND named.assertion_key = %s""",
                [
                    value,
                    f"because of {key}",
                    "evidence_missing" if value is None else None,
                    Jsonb((details or {}).get(key, {})),
                    pass_no_0,
                    key,
                ],
            )
        self.connection.execute(
            """UPDATE assistant_test_runs SET status = %s, outcome = %s, error_code = %s, wake_at = NULL,
                started_at = clock_timestamp(), finished_at = clock_timestamp() WHERE id = %s""",
            ["completed" if outcome else "failed", outcome, None if outcome else "no_cases", run],
        )


@pytest.fixture
def command(
    tmp_path: Path,
    database_url: str,
    connection: psycopg.Connection[TupleRow],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Command:
    """The command line on a database of its own, with no team set."""
    monkeypatch.setenv("DATABASE_URL", database_url)
    monkeypatch.delenv("ASSISTANT_TEST_TEAM", raising=False)
    return Command(folder=tmp_path, connection=connection, monkeypatch=monkeypatch, capsys=capsys)
