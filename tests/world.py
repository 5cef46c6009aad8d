"""A small world to test in: suites, runs and results written with plain SQL, and the questions tests ask of them."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import psycopg
from psycopg.rows import TupleRow
from psycopg.types.json import Jsonb

GOOD_PROMPT = "You book visits for Northwind Plumbing. Never promise a price on the phone. Ask for the postal code."
LOST_PROMPT = "You book visits for Northwind Plumbing. Ask for the postal code."
CLAUSE = "Never promise a price on the phone."


def configuration(prompt: str = GOOD_PROMPT) -> dict[str, Any]:
    """A small Vapi assistant with this system prompt."""
    return {
        "name": "Northwind front desk",
        "firstMessage": "Northwind Plumbing, how can I help?",
        "model": {
            "provider": "openai",
            "model": "gpt-4.1",
            "messages": [{"role": "system", "content": prompt}],
            "tools": [
                {
                    "type": "function",
                    "function": {
                        "name": "book_visit",
                        "description": "Book a visit.",
                        "parameters": {
                            "type": "object",
                            "properties": {"day": {"type": "string"}},
                            "required": ["day"],
                        },
                    },
                    "server": {"url": "https://tools.example.com/book"},
                }
            ],
        },
        "voice": {"provider": "11labs", "voiceId": "voice_1"},
    }


SURVIVES = {"key": "clauses_survive", "kind": "clauses_survive", "spec": {"clauses": [CLAUSE]}}
NO_LIQUID = {"key": "no_raw_liquid", "kind": "no_raw_liquid", "spec": {}}


@dataclass
class World:
    """Writes and asks with one synchronous autocommit connection."""

    connection: psycopg.Connection[TupleRow]
    team: str = "acme"
    ids: dict[str, UUID] = field(default_factory=dict)

    def one(self, statement: str, *values: Any) -> Any:
        """The first column of the first row."""
        row = self.connection.execute(statement, values).fetchone()
        return None if row is None else row[0]

    def rows(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """All rows."""
        return self.connection.execute(statement, values).fetchall()

    def suite(
        self,
        name: str = "booking",
        *,
        cases: int = 1,
        runner: str = "structural",
        content: dict[str, Any] | None = None,
        assertions: tuple[dict[str, Any], ...] = (SURVIVES, NO_LIQUID),
        criteria: dict[str, dict[str, Any]] | None = None,
        run_config: dict[str, Any] | None = None,
    ) -> UUID:
        """A suite with its cases, assertions and criteria; criteria by consumer."""
        suite_id: UUID = self.one(
            "INSERT INTO assistant_test_suites (team_id, name, assistant_id, run_config)"
            " VALUES (%s, %s, 'asst_main', %s) RETURNING id",
            self.team, name, Jsonb(run_config or {}),
        )  # fmt: skip
        for position in range(cases):
            self.case(suite_id, f"{name} case {position}", position, runner=runner, content=content or {})
        for assertion in assertions:
            self.assertion(suite_id, **assertion)
        default = {"publish_gate": {"required": [assertion["key"] for assertion in assertions]}}
        for consumer, spec in (criteria or default).items():
            self.criteria(suite_id, consumer, spec)
        return suite_id

    def case(
        self, suite_id: UUID, name: str, position: int = 0, *, runner: str = "structural", content: Any = None
    ) -> UUID:
        """A case in a suite."""
        case_id: UUID = self.one(
            "INSERT INTO assistant_test_cases (team_id, name, runner, content) VALUES (%s, %s, %s, %s) RETURNING id",
            self.team, name, runner, Jsonb(content or {}),
        )  # fmt: skip
        self.connection.execute(
            "INSERT INTO assistant_test_suite_cases (suite_id, case_id, team_id, position) VALUES (%s, %s, %s, %s)",
            (suite_id, case_id, self.team, position),
        )
        return case_id

    def assertion(
        self, suite_id: UUID, *, key: str, kind: str, spec: dict[str, Any], version: int = 1, statement: str = ""
    ) -> UUID:
        """A version of a suite's assertion."""
        found: UUID = self.one(
            "INSERT INTO assistant_test_assertions (team_id, suite_id, assertion_key, version, kind, spec, statement)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s) RETURNING id",
            self.team, suite_id, key, version, kind, Jsonb(spec), statement,
        )  # fmt: skip
        return found

    def criteria(self, suite_id: UUID, consumer: str, spec: dict[str, Any], version: int = 1) -> UUID:
        """A version of a consumer's criteria."""
        found: UUID = self.one(
            "INSERT INTO assistant_test_criteria (team_id, suite_id, consumer_id, version, spec)"
            " SELECT %s, %s, id, %s, %s FROM assistant_test_consumers WHERE key = %s RETURNING id",
            self.team, suite_id, version, Jsonb(spec), consumer,
        )  # fmt: skip
        return found

    def enqueue(self, suite: str = "booking", consumer: str = "publish_gate", **given: Any) -> UUID:
        """Enqueue through the SQL function; the configuration is the good one unless something else is given."""
        if not given.keys() & {"content", "config", "call_set"}:
            given["content"] = configuration()
        arguments = {"team": self.team, "suite": suite, "consumer": consumer, **given}
        named = ", ".join(f"{name} => %({name})s" for name in arguments)
        values = {name: Jsonb(value) if isinstance(value, dict) else value for name, value in arguments.items()}
        row = self.connection.execute(f"SELECT assistant_test_enqueue({named})", values).fetchone()
        assert row is not None
        run_id: UUID = row[0]
        return run_id

    def run(self, run_id: UUID) -> dict[str, Any]:
        """A run's row."""
        cursor = self.connection.execute("SELECT * FROM assistant_test_runs WHERE id = %s", (run_id,))
        row = cursor.fetchone()
        assert row is not None
        assert cursor.description is not None
        return dict(zip([column.name for column in cursor.description], row, strict=True))

    def status(self, run_id: UUID) -> str:
        """A run's status."""
        status: str = self.one("SELECT status FROM assistant_test_runs WHERE id = %s", run_id)
        return status

    def results(self, run_id: UUID) -> list[tuple[str, int, bool | None, str | None]]:
        """Key, version, met and error code of a run's results, in order."""
        return [
            (key, version, met, code)
            for key, version, met, code in self.rows(
                "SELECT assertion_key, version, met, error_code FROM assistant_test_assertion_results AS results"
                " JOIN assistant_test_assertions AS assertions ON assertions.id = results.assertion_id"
                " WHERE results.run_id = %s ORDER BY assertion_key, version",
                run_id,
            )
        ]

    def events(self, run_id: UUID) -> list[tuple[str, int]]:
        """Kind and token of a run's timeline, in order."""
        return [
            (kind, token)
            for kind, token in self.rows(
                "SELECT kind, token FROM assistant_test_run_events WHERE run_id = %s ORDER BY id", run_id
            )
        ]
