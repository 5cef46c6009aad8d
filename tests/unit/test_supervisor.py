"""What a Procfile says, what follows from an exit, and how lines are told apart; no process is started here."""

import io
from pathlib import Path

import pytest

from worker.embedded import Services
from worker.errors import FileError
from worker.supervision import policy, procfile
from worker.supervision.child import ROOT
from worker.supervision.printer import Printer
from worker.supervisor import environment, needs_services


def test_the_delay_doubles_up_to_half_a_minute() -> None:
    """What ends again and again is started after 1, 2, 4, 8, 16, 30, 30 … seconds."""
    delays = [0.0]

    for _ in range(7):
        delays.append(policy.next_delay(delays[-1], up_s=0.1))

    assert delays[1:] == [1, 2, 4, 8, 16, 30, 30]


@pytest.mark.parametrize(("up_s", "delay_s"), [(59.9, 16), (60.0, 1), (3600.0, 1)])
def test_a_minute_up_forgets_earlier_ends(up_s: float, delay_s: float) -> None:
    """A process that ran for a minute has worked; its next end is taken as the first."""
    assert policy.next_delay(8, up_s) == delay_s


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (0, "exited with status 0"),
        (3, "exited with status 3"),
        (-9, "was ended by SIGKILL"),
        (-250, "was ended by signal 250"),
    ],
)
def test_an_exit_is_told_with_its_cause_and_what_follows(status: int, words: str) -> None:
    """Also an orderly exit is followed by a new start: none of these processes ends by itself."""
    restart = policy.after_exit(status, up_s=3.2, last_delay_s=2)

    assert (restart.delay_s, restart.sentence) == (4, f"{words} after 3 s; it is started anew in 4 s")


def test_a_procfile_is_read_in_its_order() -> None:
    """The release line stands apart; comments and empty lines are passed over; quotation marks hold words together."""
    text = "# processes\nrelease: migrate now\n\nweb: serve --name 'a b' %h\nclock-1:tick\n"

    found = procfile.parse(text, "Procfile")

    assert found.release == ["migrate", "now"]
    assert list(found.processes.items()) == [("web", ["serve", "--name", "a b", "%h"]), ("clock-1", ["tick"])]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("web: a\nnonsense\n", "Procfile:2: This is no line of the form name: command."),
        ("web:\n", "Procfile:1: This is no line of the form name: command."),
        ("web: a\nweb: b\n", "Procfile:2: web: There are two processes called web."),
        ("web: 'a\n", "Procfile:1: web: The command cannot be split into words: No closing quotation."),
        ("release: a\n", "Procfile: It names no process."),
    ],
)
def test_a_wrong_line_is_told_with_its_number(text: str, told: str) -> None:
    """A Procfile that cannot be meant starts nothing."""
    with pytest.raises(FileError) as refused:
        procfile.parse(text, "Procfile")

    assert [str(fault) for fault in refused.value.faults] == [f"{told} Write for example relay: assistant-test relay."]


def test_a_missing_procfile_is_told(tmp_path: Path) -> None:
    """The error names the path."""
    with pytest.raises(FileError, match="nowhere: It cannot be read"):
        procfile.read(tmp_path / "nowhere")


def test_the_projects_procfile_names_each_process_once() -> None:
    """Migrations come first; each queue has one process that reads it."""
    found = procfile.read(ROOT / "Procfile")

    assert found.release == ["assistant-test", "migrate"]
    assert list(found.processes) == ["worker", "worker_bulk", "beat", "relay"]
    queues = [words[words.index("-Q") + 1] for words in found.processes.values() if "-Q" in words]
    assert queues == ["interactive,maintenance", "bulk"]


def test_each_line_stands_behind_its_process() -> None:
    """Names are padded to one width; without a terminal there is no colour."""
    stream = io.StringIO()
    write = Printer(stream, ["web", "clock"], coloured=False)

    write("web", "one")
    write("clock", "two")

    assert stream.getvalue() == "web   | one\nclock | two\n"


def test_on_a_terminal_each_process_has_its_colour() -> None:
    """Only the name is coloured: the line is the process's own."""
    stream = io.StringIO()
    write = Printer(stream, ["a", "b"], coloured=True)

    write("a", "one")
    write("b", "two")

    first, second = stream.getvalue().splitlines()
    assert first == "\033[36ma |\033[0m one"
    assert second == "\033[33mb |\033[0m two"


def test_processes_get_the_services_and_this_pythons_programs() -> None:
    """All else of the environment stays as it is."""
    given = {"PATH": "/usr/bin", "ASSISTANT_TEST_GRACE_S": "3", "DATABASE_URL": "old"}

    found = environment(Services("postgresql://h/d", "redis://h"), given)

    assert (found["DATABASE_URL"], found["REDIS_URL"]) == ("postgresql://h/d", "redis://h")
    assert found["ASSISTANT_TEST_GRACE_S"] == "3"
    assert found["PATH"].endswith(":/usr/bin")
    assert (Path(found["PATH"].split(":")[0]) / "celery").exists()


@pytest.mark.parametrize(
    ("given", "needed"),
    [
        ({}, True),
        ({"DATABASE_URL": "d"}, True),
        ({"REDIS_URL": "r"}, True),
        ({"DATABASE_URL": "d", "REDIS_URL": ""}, True),
        ({"DATABASE_URL": "d", "REDIS_URL": "r"}, False),
    ],
)
def test_a_server_is_started_where_an_address_is_missing(given: dict[str, str], needed: bool) -> None:
    """Each of both may be given; an empty address is none."""
    assert needs_services(given) is needed
