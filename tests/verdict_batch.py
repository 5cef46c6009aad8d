"""Random runs with their results, made up in memory and written in bulk, for tests of verdicts on a real database."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any
from uuid import UUID, uuid4

from psycopg.types.json import Jsonb

from tests.verdicts import KEYS, random_spec
from worker.db.leases import Connection
from worker.domain.verdict import Due

RUNS_IN_A_BATCH = 120
CASES = 3
MET = (True, True, True, True, True, False, None)


@dataclass
class Planned:
    """A run as it was made up, before any SQL saw it; rows by pass."""

    id: UUID
    criteria_id: UUID
    spec: dict[str, Any]
    status: str = "completed"
    partial: bool = False
    rows: dict[int, list[Due]] = field(default_factory=dict)
    open_passes: set[int] = field(default_factory=set)

    def pass_meant(self, asked: int | None) -> int | None:
        """What criteria.md means by a number, or by the newest."""
        if asked is None:
            return max(self.rows.keys() - self.open_passes, default=None)
        return asked if asked == 0 or asked in self.rows else None


class Batch:
    """Rows of many runs of one suite, written with one COPY a table."""

    def __init__(self) -> None:
        """A suite with its cases and a consumer, and no run yet."""
        self.tables: dict[str, list[dict[str, Any]]] = {}
        self.suite = self.add("suites", name=str(uuid4()), assistant_id="asst_main")
        self.cases = [
            self.add("cases", name=str(uuid4()), runner="structural", content=Jsonb({})) for _ in range(CASES)
        ]
        self.consumer = self.add("consumers", key=str(uuid4()), name="one of many")
        self.assertions: dict[tuple[str, UUID | None, int], UUID] = {}
        self.runs: list[Planned] = []

    def add(self, table: str, **values: Any) -> UUID:
        """A row with an id of its own."""
        row = {"id": uuid4(), **({} if table == "consumers" else {"team_id": "acme"}), **values}
        self.tables.setdefault(table, []).append(row)
        made: UUID = row["id"]
        return made

    def assertion(self, key: str, case: UUID | None, version: int) -> UUID:
        """The suite's assertion of this key, or a case's own."""
        if (key, case, version) not in self.assertions:
            owner = {"suite_id": None if case else self.suite, "case_id": case}
            made = self.add("assertions", **owner, assertion_key=key, version=version, kind="x")
            self.assertions[key, case, version] = made
        return self.assertions[key, case, version]

    def run(self, spec: dict[str, Any], **values: Any) -> Planned:
        """A run under a criteria of its own."""
        version = len(self.runs) + 1
        criteria = self.add(
            "criteria", suite_id=self.suite, consumer_id=self.consumer, version=version, spec=Jsonb(spec)
        )
        run = Planned(uuid4(), criteria, spec, **values)
        target = {"assistant_config_id": "live", "lane": "bulk", "status": run.status, "deadline_s": 60}
        stamp = {"criteria_id": criteria, "criteria_version": version, "request_id": str(run.id), "request_hash": ""}
        plan = Jsonb({"partial": True} if run.partial else {})
        self.tables.setdefault("runs", []).append(
            {"id": run.id, "team_id": "acme", "suite_id": self.suite, "plan": plan, **target, **stamp}
        )
        self.runs.append(run)
        return run

    def case_run(self, run: Planned, case: int, trial: int) -> UUID:
        """One case, executed once."""
        of = {"run_id": run.id, "case_id": self.cases[case], "position": case, "trial": trial}
        return self.add("case_runs", **of, runner="structural", status="executed", case_snapshot=Jsonb({}))

    def outcome(
        self, run: Planned, case_run: UUID, due: Sequence[tuple[UUID, Due]], *, pass_no: int = 0, step_no: int = 0
    ) -> None:
        """One pass over one case run, with the rows that are not missing."""
        status = "open" if pass_no in run.open_passes else "closed"
        of = {"case_run_id": case_run, "run_id": run.id, "pass_no": pass_no, "step_no": step_no}
        outcome = self.add("outcomes", **of, judge="x", status=status, due=[assertion for assertion, _ in due])
        run.rows.setdefault(pass_no, []).extend(row for _, row in due)
        for assertion, row in due:
            if not row.missing:
                code = "judge_failed" if row.met is None else None
                result = {"outcome_id": outcome, "assertion_id": assertion, "run_id": run.id, "met": row.met}
                self.tables.setdefault("assertion_results", []).append(
                    {"team_id": "acme", **result, "evaluator": "x@1", "error_code": code}
                )

    async def write(self, connection: Connection) -> None:
        """All of it, in an order that foreign keys accept."""
        order = (
            "suites",
            "cases",
            "consumers",
            "assertions",
            "criteria",
            "runs",
            "case_runs",
            "outcomes",
            "assertion_results",
        )
        async with connection.transaction(), connection.cursor() as cursor:
            for table in order:
                rows = self.tables.get(table, [])
                columns = ", ".join(rows[0]) if rows else ""
                if rows:
                    async with cursor.copy(f"COPY assistant_test_{table} ({columns}) FROM STDIN") as copy:
                        for row in rows:
                            await copy.write_row(tuple(row.values()))


def random_batch(random: Random) -> Batch:
    """Runs with trials, steps, passes, NULLs, missing rows, wordings of cases' own, and keys that match nothing."""
    batch = Batch()
    for _ in range(RUNS_IN_A_BATCH):
        status = random.choices(("completed", "running", "failed", "cancelled"), (12, 1, 1, 1))[0]
        run = batch.run(random_spec(random), status=status, partial=random.random() < 0.1)
        passes = random.choice((1, 1, 2, 3))
        if random.random() < 0.2:
            run.open_passes.add(passes - 1)
        keys = random.sample(KEYS, random.choice((0, 4, 5, 6, 6, 6, 6)))
        _random_rows(random, batch, run, keys, passes)
    return batch


def _random_rows(random: Random, batch: Batch, run: Planned, keys: Sequence[str], passes: int) -> None:
    """Rows of one run: every pass over every case, trial and step judges the same keys."""
    owned = {case: set(random.sample(keys, random.randint(0, len(keys)))) for case in range(CASES)}
    good = random.random() < 0.5
    for case, trial in product(range(random.randint(1, CASES)), range(random.choice((1, 1, 2, 3, 5)))):
        steps = range(1, random.randint(2, 4)) if random.random() < 0.3 else [0]
        case_run = batch.case_run(run, case, trial)
        for pass_no, step in product(range(passes), steps):
            due = []
            for key in keys:
                own = batch.cases[case] if key in owned[case] else None
                met = random.random() < 0.95 or None if good else random.choice(MET)
                missing = random.random() < (0.5 if pass_no in run.open_passes else 0.02)
                row = Due(key, str(batch.cases[case]), trial, step, None if missing else met, missing)
                due.append((batch.assertion(key, own, pass_no + 1), row))
            batch.outcome(run, case_run, due, pass_no=pass_no, step_no=step)
