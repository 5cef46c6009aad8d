"""``apply`` on a real database: what it writes, and that it writes all of it or nothing."""

import threading
from typing import Any

import psycopg
import pytest

from tests.integration.commands import SUITE, Command, command
from worker import suitefile
from worker.db import suites
from worker.domain.words import Reads
from worker.errors import InputError

__all__ = ["command"]

TABLES = ("suites", "cases", "suite_cases", "assertions", "criteria")
VERSIONS = "SELECT assertion_key, version, retired FROM assistant_test_assertions ORDER BY assertion_key, version"


def counts(command: Command) -> dict[str, int]:
    """Rows per table."""
    return {table: command.one(f"SELECT count(*) FROM assistant_test_{table}") for table in TABLES}


def test_a_file_becomes_rows_and_the_plan_is_printed(command: Command) -> None:
    """Suite, case, link, assertions and criteria, each named in the plan."""
    said = command.applied()

    assert counts(command) == {"suites": 1, "cases": 1, "suite_cases": 1, "assertions": 2, "criteria": 2}
    assert "+ assertion clause: version 1" in said.out
    assert "+ criteria of publish_gate: version 1" in said.out
    assert "7 changes written." in said.out


def test_applying_again_changes_no_row(command: Command) -> None:
    """Nothing is minted, and no row is touched."""
    command.applied()
    touched = "SELECT xmin::text FROM assistant_test_suites UNION ALL SELECT xmin::text FROM assistant_test_cases"
    before = command.rows(touched)

    said = command.applied()

    assert said.out == "Nothing to change.\n"
    assert command.rows(touched) == before


def test_rewording_mints_version_2_and_only_where_something_changed(command: Command) -> None:
    """Version 1 stays as it was; the other assertion, the case and the criteria get nothing."""
    command.applied()

    said = command.applied(SUITE.replace("Never promise a price.", "Never name a price."))

    assert command.rows(VERSIONS) == [("clause", 1, False), ("clause", 2, False), ("liquid", 1, False)]
    specs = (
        "SELECT spec -> 'clauses' ->> 0 FROM assistant_test_assertions WHERE assertion_key = 'clause' ORDER BY version"
    )
    assert command.rows(specs) == [("Never promise a price.",), ("Never name a price.",)]
    assert counts(command)["criteria"] == 2
    assert "~ assertion clause: version 2 (spec)" in said.out
    assert "1 change written." in said.out


def test_what_is_taken_away_is_retired_by_a_last_version(command: Command) -> None:
    """An assertion and a criteria get a last version; the case of a removed link stays."""
    command.applied(SUITE.replace("criteria:", "  - {name: second, runner: structural}\ncriteria:"))

    without = SUITE.replace("  publish_gate: {required: [liquid, clause]}\n", "").replace(
        "[liquid, clause]", "[liquid]"
    )
    lines = [line for line in without.splitlines() if "key: clause" not in line]
    said = command.applied("\n".join(lines))

    assert command.rows(VERSIONS) == [("clause", 1, False), ("clause", 2, True), ("liquid", 1, False)]
    assert "- assertion clause: retired by version 2" in said.out
    assert "- criteria of publish_gate: retired by version 2" in said.out
    assert "- case second leaves the suite" in said.out
    assert (counts(command)["cases"], counts(command)["suite_cases"]) == (2, 1)
    refused = command("enqueue", "booking", "--team", "acme", "-c", "publish_gate")
    assert "has no live criteria" in refused.err


def test_a_retired_assertion_is_revived_by_the_next_version(command: Command) -> None:
    """Taken away and put back, it is version 3."""
    without = SUITE.replace("  - {key: clause, kind: clauses_survive, spec: {clauses: [Never promise a price.]}}\n", "")
    command.applied()
    command.applied(without.replace("[liquid, clause]", "[liquid]"))

    said = command.applied()

    assert ("clause", 3, False) in command.rows(VERSIONS)
    assert "assertion clause: version 3, live again" in said.out


def test_editing_a_case_updates_it_in_place(command: Command) -> None:
    """The case keeps its id; a suite that shares it is named."""
    other = "suite: other\nteam: acme\nassistant: asst_main\ncases: [{use: configuration}]\n"
    command.applied()
    command.applied(other, "other.yaml")
    before = command.one("SELECT id FROM assistant_test_cases")

    said = command.applied(SUITE.replace("runner: structural", "runner: structural\n    variables: {city: Oslo}"))

    assert command.rows("SELECT id, content FROM assistant_test_cases") == [(before, {"variables": {"city": "Oslo"}})]
    assert "~ case configuration: content; it stands in other too" in said.out


def test_a_dry_run_prints_the_plan_and_writes_nothing(command: Command) -> None:
    """The plan is the same that apply prints."""
    said = command("apply", command.file(), "--dry-run")

    assert said.code == 0
    assert "+ assertion clause: version 1" in said.out
    assert "nothing written" in said.out
    assert set(counts(command).values()) == {0}


def test_nothing_is_written_when_the_second_of_two_files_is_wrong(command: Command) -> None:
    """A fault of one file stops all of them, before the database is even asked."""
    wrong = command.file("suite: second\nteam: acme\nasistant: x\n", "wrong.yaml")

    said = command("apply", command.file(), wrong)

    assert said.code == 2
    assert f"{wrong}:3: asistant: " in said.err
    assert set(counts(command).values()) == {0}


def test_nothing_is_written_when_the_second_of_two_files_cannot_be_applied(command: Command) -> None:
    """What only the database can know stops all files, too; the fault stands at its line."""
    wrong = command.file(
        SUITE.replace("suite: booking", "suite: second")
        .replace("name: configuration", "name: other")
        .replace("publish_gate", "publish_gates"),
        "wrong.yaml",
    )

    said = command("apply", command.file(), wrong)

    assert said.code == 2
    assert (
        f"{wrong}:11: criteria.publish_gates: There is no consumer publish_gates. Did you mean publish_gate?"
        in said.err
    )
    assert set(counts(command).values()) == {0}


def test_nothing_is_written_when_one_of_two_teams_is_refused(command: Command) -> None:
    """Teams of one call stand or fall together."""
    other = command.file(
        SUITE.replace("team: acme", "team: zeta").replace("structural", "chat\n    turns: [Hi]"), "zeta.yaml"
    )

    said = command("apply", command.file(), other)

    assert said.code == 2
    assert f"{other}:9: cases[0].runner: " in said.err
    assert set(counts(command).values()) == {0}


def test_two_teams_may_have_a_suite_and_a_case_of_one_name(command: Command) -> None:
    """Names are unique per team."""
    other = command.file(SUITE.replace("team: acme", "team: zeta"), "zeta.yaml")

    said = command("apply", command.file(), other)

    assert said.code == 0, said.err
    assert counts(command)["suites"] == 2


def test_a_case_of_another_assistant_is_refused(command: Command) -> None:
    """The error offers a copy, at the case's line."""
    command.applied()
    other = command.file("suite: two\nteam: acme\nassistant: asst_two\ncases:\n  - use: configuration\n", "two.yaml")

    said = command("apply", other)

    assert said.code == 2
    assert f"{other}:5: cases[0].use: " in said.err
    assert "Make a copy" in said.err


def test_the_plan_as_json_is_one_document(command: Command) -> None:
    """Programs read what would be written, and whether it was."""
    said = command("apply", command.file(), "--dry-run", "--json")

    assert said.document["written"] is False
    [team] = said.document["teams"]
    assert team["team"] == "acme"
    assert {change["what"] for change in team["changes"]} == {"suite", "case", "link", "assertion", "criteria"}


def test_a_value_that_the_database_writes_otherwise_is_no_change(command: Command) -> None:
    """Large and tiny numbers, escapes and nesting come back from jsonb as they went in."""
    spec = '{n: 1e300, t: 1e-7, f: 1.0, i: 12345678901234567890, s: "\\t\\u2028\\"", l: [{}, [], ~, true]}'
    text = SUITE.replace("kind: no_raw_liquid}", "kind: no_raw_liquid}").replace(
        "runner: structural", f"runner: structural\n    variables: {spec}"
    )
    command.applied(text)

    assert command.applied(text).out == "Nothing to change.\n"


def test_of_two_applies_at_once_the_second_sees_what_the_first_wrote(command: Command, database_url: str) -> None:
    """The team is locked before its state is read, so no version is minted twice."""
    read = [each.suite for each in suitefile.read([command.file()])]
    plans: list[Any] = []

    def second() -> None:
        with psycopg.connect(database_url, autocommit=True) as other:
            plans.extend(suites.apply(other, read, lambda _: Reads.CONFIGURATION))

    with psycopg.connect(database_url) as first:
        first.execute("SELECT 1")  # from here on the transaction is ours to commit
        [made] = suites.apply(first, read, lambda _: Reads.CONFIGURATION)
        thread = threading.Thread(target=second)
        thread.start()
        waits = """SELECT count(*) FROM pg_locks AS held JOIN pg_database AS here ON here.oid = held.database
            WHERE here.datname = current_database() AND held.locktype = 'advisory' AND NOT held.granted"""
        while not command.one(waits):
            assert thread.is_alive()
        first.commit()
    thread.join()

    assert len(made.changes) == 7
    assert [plan.changes for plan in plans] == [()]


def test_a_writer_without_the_lock_is_told_apart(command: Command, database_url: str) -> None:
    """The unique key is the last guard: the loser's transaction writes nothing and says to apply again."""
    read = [each.suite for each in suitefile.read([command.file()])]

    def steal(_: object) -> None:
        command.connection.execute(
            "INSERT INTO assistant_test_suites (team_id, name, assistant_id) VALUES ('acme', 'booking', 'asst_main')"
        )
        command.connection.execute(
            "INSERT INTO assistant_test_assertions (team_id, suite_id, assertion_key, version, kind)"
            " SELECT team_id, id, 'liquid', 1, 'x' FROM assistant_test_suites"
        )

    with psycopg.connect(database_url, autocommit=True) as mine, pytest.raises(InputError) as refused:
        suites.apply(mine, read, lambda _: Reads.CONFIGURATION, announce=steal)

    assert "apply again" in str(refused.value)
    assert counts(command) == {"suites": 1, "cases": 0, "suite_cases": 0, "assertions": 1, "criteria": 0}
