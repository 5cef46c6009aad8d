"""Every command on a broken system: one clear sentence and the next step, exit 2, no traceback, no password.

The commands are those of the program itself, and their arguments come from their signatures, so a new one is covered.
"""

import os
from collections.abc import Callable, Iterator
from uuid import uuid4

import pytest
from psycopg import sql
from typer.models import OptionInfo

from tests.integration.broken import arguments, names_a_file, option, parameters, values
from tests.integration.commands import SUITE, Command, command
from tests.typed import Said
from worker.cli import main
from worker.doctor import broker
from worker.errors import COMMAND_CODES

__all__ = ["command"]

SERVICELESS = {"lint", "init", "import", "schema", "completion"}
"""Commands that reach no service."""
NO_DATABASE_NEEDED = {*SERVICELESS, "doctor"}
SECRET = "hunter2"
READS = [
    (name, parameter.name)
    for name in main.COMMANDS
    for parameter, info in parameters(name)
    if names_a_file(info) and not isinstance(parameter.default, bool)
]
WITH_JSON = [
    name
    for name in main.COMMANDS
    if any(isinstance(info, OptionInfo) and option(info) == "--json" for _, info in parameters(name))
]
ON_RUNS = [
    (name, parameter.name) for name in main.COMMANDS for parameter, info in parameters(name) if info.metavar == "RUN"
]


@pytest.fixture
def broken(command: Command) -> Command:
    """The command line with a broker that nobody answers for; each test breaks more."""
    command.monkeypatch.setenv("REDIS_URL", f"redis://:{SECRET}@127.0.0.1:9/0")
    return command


def is_one_clear_error(said: Said) -> bool:
    """Exit 2; a sentence and a next step; nothing that is nobody's business."""
    lines = said.err.strip().splitlines()
    assert said.code == 2, said
    assert lines, "nothing was said"
    assert len(lines) <= 3, said.err
    assert all(line.strip() for line in lines)
    return SECRET not in said.out + said.err


def unset(command: Command) -> None:
    """No address."""
    command.monkeypatch.delenv("DATABASE_URL")


def away(command: Command) -> None:
    """An address at which nobody answers."""
    command.monkeypatch.setenv("DATABASE_URL", f"postgresql://someone:{SECRET}@127.0.0.1:9/nothing")


def misspelled(command: Command) -> None:
    """A password with a sign that ends it."""
    command.monkeypatch.setenv("DATABASE_URL", f"postgresql://someone:{SECRET}@{SECRET}@127.0.0.1/nothing")


def newer(command: Command) -> None:
    """A database of another release."""
    command.connection.execute("UPDATE assistant_test_revision SET version_num = '9999'")


def unreadable_setting(command: Command) -> None:
    """A setting that holds what it cannot be."""
    command.monkeypatch.setenv("ASSISTANT_TEST_LEASE_S", "soon")


@pytest.mark.parametrize("name", [name for name in main.COMMANDS if name not in NO_DATABASE_NEEDED])
@pytest.mark.parametrize(
    ("breaks", "says"),
    [
        (unset, "DATABASE_URL is not set"),
        (away, "The database does not answer"),
        (misspelled, "%40"),
        (newer, "9999"),
        (unreadable_setting, "ASSISTANT_TEST_LEASE_S"),
    ],
    ids=lambda each: each.__name__ if callable(each) else "",
)
def test_a_broken_database_is_one_clear_error(
    broken: Command, name: str, breaks: Callable[[Command], None], says: str
) -> None:
    """The cause is named, whatever the command."""
    called = arguments(name, values(broken))
    breaks(broken)

    said = broken(*called)

    assert is_one_clear_error(said)
    assert says in said.err


@pytest.fixture
def crowded(broken: Command) -> Iterator[str]:
    """The database's address for a user who may open no connection more."""
    role = f"crowded_{uuid4().hex}"
    name = sql.Identifier(role)
    broken.connection.execute(sql.SQL("CREATE ROLE {} LOGIN CONNECTION LIMIT 0 PASSWORD 'x'").format(name))
    info = broken.connection.info
    yield f"postgresql://{role}:x@{info.host}:{info.port}/{info.dbname}"
    broken.connection.execute(sql.SQL("DROP ROLE {}").format(name))


def test_a_database_that_is_full_is_not_said_to_be_down(broken: Command, crowded: str) -> None:
    """It runs, so the next step is another one than to see whether it does."""
    broken.monkeypatch.setenv("DATABASE_URL", crowded)

    said = broken("show", str(uuid4()))

    assert is_one_clear_error(said)
    assert "no connection left" in said.err
    assert "Check that it runs" not in said.err


@pytest.mark.parametrize("name", [name for name in main.COMMANDS if name not in {*NO_DATABASE_NEEDED, "migrate"}])
def test_a_database_that_was_never_migrated_is_one_clear_error(
    broken: Command, name: str, empty_database_url: str
) -> None:
    """The next step is to migrate."""
    called = arguments(name, values(broken))
    broken.monkeypatch.setenv("DATABASE_URL", empty_database_url)

    said = broken(*called)

    assert is_one_clear_error(said)
    assert "assistant-test migrate" in said.err


@pytest.mark.parametrize("name", sorted(SERVICELESS))
def test_what_needs_no_service_works_without_any(broken: Command, name: str) -> None:
    """Neither address is set, and nothing is missed."""
    called = arguments(name, values(broken))
    broken.monkeypatch.delenv("DATABASE_URL")
    broken.monkeypatch.delenv("REDIS_URL")

    said = broken(*called)

    assert said.code == 0, said.err
    assert said.out


@pytest.mark.parametrize("name", list(main.COMMANDS))
def test_without_a_broker_a_command_works_or_says_so(broken: Command, name: str) -> None:
    """Only the relay and the doctor look for it; a run is made without it, and found by a later tick."""
    called = [*arguments(name, values(broken)), *(["--timeout", "0.1"] if name in {"run", "rerun", "watch"} else [])]
    broken.monkeypatch.delenv("REDIS_URL")
    broken.applied()

    said = broken(*called)

    assert "Traceback" not in said.err
    assert ("REDIS_URL" in said.err + said.out) == (name in {"relay", "doctor"})


@pytest.mark.parametrize(("name", "parameter"), READS)
@pytest.mark.parametrize("kind", ["missing", "folder", "bytes", "empty", "odd"])
def test_an_unreadable_file_is_one_clear_error(broken: Command, name: str, parameter: str, kind: str) -> None:
    """Missing, a folder, no text, nothing in it, a path that cannot be: the path is named."""
    path = broken.folder / f"{kind}.yaml"
    if kind == "folder":
        path.mkdir()
    elif kind != "missing":
        path.write_bytes({"bytes": os.urandom(64) + b"\xff\x00", "empty": b"", "odd": b"\x00"}[kind])
    broken.applied()
    known = {**values(broken), "RUN": str(broken.enqueued())}

    said = broken(*arguments(name, known, **{parameter: str(path)}))

    assert is_one_clear_error(said)
    assert path.name in said.err


@pytest.mark.parametrize(("name", "parameter"), ON_RUNS)
@pytest.mark.parametrize(("run", "says"), [("nonsense", "no id of a run"), (str(uuid4()), "There is no run")])
def test_an_unknown_run_is_one_clear_error(broken: Command, name: str, parameter: str, run: str, says: str) -> None:
    """An id that is none, and one that no run has."""
    said = broken(*arguments(name, values(broken), **{parameter: run}))

    assert is_one_clear_error(said)
    assert says in said.err


@pytest.mark.parametrize("name", ["apply", "consumers add", "enqueue", "run", "cancel"])
def test_a_database_that_takes_no_writes_is_one_clear_error(broken: Command, name: str) -> None:
    """As a replica does, or a primary after its disk was full."""
    broken.applied()
    called = arguments(name, {**values(broken), "RUN": str(broken.enqueued())})
    if name == "apply":
        broken.file(SUITE.replace("Never promise", "Do not promise"), "good.suite.yaml")
    broken.connection.execute(
        sql.SQL("ALTER DATABASE {} SET default_transaction_read_only = on").format(
            sql.Identifier(broken.connection.info.dbname)
        )
    )

    said = broken(*called)

    assert is_one_clear_error(said)
    assert "The database takes no writes" in said.err


@pytest.mark.parametrize("name", WITH_JSON)
@pytest.mark.parametrize("mistake", ["an option that is none", "no database", "a file that is none"])
def test_an_error_is_a_document_where_documents_are_asked_for(broken: Command, name: str, mistake: str) -> None:
    """One object on standard output with code, message, advice and faults, whatever the command; the words as ever."""
    reads = [parameter for each, parameter in READS if each == name]
    given = {reads[0]: str(broken.folder / "none.yaml")} if mistake == "a file that is none" and reads else {}
    called = [*arguments(name, values(broken), **given), "--json"]
    if mistake == "an option that is none":
        called.append("--no-such-option")
    else:
        away(broken)

    said = broken(*called)

    error = said.document.get("error") if said.code else None
    if error is None or "code" not in error:  # it works without that, or it is lint, which says so of each file
        assert mistake != "an option that is none"
    else:
        assert error["code"] in COMMAND_CODES
        assert error.keys() == {"code", "message", "advice", "faults"}
        assert is_one_clear_error(said)


def test_the_doctor_finds_each_of_them(broken: Command) -> None:
    """Broken database, broken broker: both are in one report, without the password."""
    away(broken)

    said = broken("doctor")

    assert said.code == 2
    assert "bad  database: The database does not answer" in said.out
    assert "bad  broker: The broker does not answer" in said.out
    assert SECRET not in said.out + said.err
    assert broker.TIMEOUT_S < 5
