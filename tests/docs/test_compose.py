"""docker-compose.yml, Dockerfile and .env.example agree with the Procfile, the settings, and each other."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from worker.app import HARD_END_S
from worker.errors import InputError, WorkerError
from worker.health import check
from worker.settings import Settings, variable
from worker.supervision import procfile

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = YAML(typ="safe", pure=True).load(TEXT)
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if "build" in service}
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
USED = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")
KEYS = {
    "build", "command", "depends_on", "environment", "healthcheck", "image", "init", "logging", "ports", "restart",
    "shm_size", "stop_grace_period", "stop_signal", "volumes",
}  # fmt: skip
"""Keys of a service that this project uses; a word that is not among them is a slip of the pen."""
CONDITIONS = {"service_started", "service_healthy", "service_completed_successfully"}


def test_compose_runs_what_the_procfile_runs() -> None:
    """The same processes, with the same commands, word for word."""
    found = procfile.read(ROOT / "Procfile")

    assert {name: service["command"] for name, service in OURS.items()} == {"release": found.release, **found.processes}


def test_migrations_are_through_before_a_process_starts() -> None:
    """The release service runs once; all others of ours wait for its success, and it waits for the database."""
    assert OURS["release"]["restart"] == "no"
    assert OURS["release"]["depends_on"] == {"postgres": {"condition": "service_healthy"}}
    for name in OURS.keys() - {"release"}:
        assert OURS[name]["depends_on"]["release"] == {"condition": "service_completed_successfully"}


@pytest.mark.parametrize("name", SERVICES)
def test_each_service_has_a_health_check_or_says_why_not(name: str) -> None:
    """A check that is switched off has its reason on the same line."""
    health = SERVICES[name]["healthcheck"]
    if health.get("disable"):
        lines = TEXT.partition(f"\n  {name}:\n")[2].splitlines()
        [line] = [line for line in lines[: lines.index("")] if "disable: true" in line]
        assert re.search(r"#\s*\w{2,}.{10,}", line)
    else:
        assert health["test"][0] == "CMD"
        assert health["interval"].endswith("s")


@pytest.mark.parametrize("name", sorted(OURS.keys() - {"release"}))
def test_health_checks_of_ours_are_commands_that_exist(name: str) -> None:
    """Each asks for a check that is known; without a database it answers that it is not healthy."""
    _, *module, process = OURS[name]["healthcheck"]["test"]
    assert module == ["python", "-m", "worker.health"]

    with pytest.raises(WorkerError) as refused:
        check(process, Settings())

    assert not isinstance(refused.value, InputError)
    assert process == ("worker" if name == "worker_bulk" else name)


@pytest.mark.parametrize("name", OURS)
def test_the_environment_holds_known_settings_only(name: str) -> None:
    """A variable that nobody reads is a slip of the pen."""
    known = {variable(field) for field in Settings.model_fields}

    assert set(OURS[name]["environment"]) <= known
    assert {"DATABASE_URL", "REDIS_URL"} <= set(OURS[name]["environment"])


def test_defaults_are_those_of_the_settings() -> None:
    """A value that compose gives in place of a missing one is the setting's own default."""
    defaults = {variable(name): str(field.default) for name, field in Settings.model_fields.items()}
    given = {name: default for name, sign, default in USED.findall(TEXT) if sign == "-" and name in defaults}

    assert given
    assert given == {name: defaults[name] for name in given}


def test_the_example_of_the_environment_names_what_compose_takes() -> None:
    """Not more and not less, with the same defaults; what is required is empty."""
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    example = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))

    assert example == {name: default if sign == "-" else "" for name, sign, default in USED.findall(TEXT)}


def test_a_process_may_take_its_time_to_stop() -> None:
    """Compose waits longer than the grace time and the hard end behind it."""
    least = Settings().grace_s + HARD_END_S

    assert all(int(service["stop_grace_period"].removesuffix("s")) > least for service in OURS.values())


@pytest.mark.parametrize("name", sorted(SERVICES.keys() - {"release"}))
def test_what_exits_is_started_anew(name: str) -> None:
    """Unless somebody stopped it."""
    assert SERVICES[name]["restart"] == "unless-stopped"


def test_the_broker_evicts_nothing_and_logs_its_writes() -> None:
    """An evicted message would be a nudge lost without a restart."""
    words = SERVICES["valkey"]["command"]

    options = dict(zip(words[1::2], words[2::2], strict=True))
    assert options["--maxmemory-policy"] == "noeviction"
    assert (options["--appendonly"], options["--appendfsync"]) == ("yes", "everysec")


@pytest.mark.parametrize("name", SERVICES)
def test_services_are_written_in_words_that_compose_knows(name: str) -> None:
    """Keys are known; what is waited for exists, with a check where its health is waited for; volumes are declared."""
    service = SERVICES[name]

    assert set(service) <= KEYS
    for other, how in service.get("depends_on", {}).items():
        assert how["condition"] in CONDITIONS
        if how["condition"] == "service_healthy":
            assert "test" in SERVICES[other]["healthcheck"]
    assert all(volume.split(":")[0] in COMPOSE["volumes"] for volume in service.get("volumes", []))
    assert all(port.startswith("127.0.0.1:") for port in service.get("ports", []))
    assert "command" not in service or all(isinstance(word, str) for word in service["command"])


def test_data_outlives_its_container() -> None:
    """Database and broker keep theirs in volumes."""
    assert {name for name, service in SERVICES.items() if service.get("volumes")} == {"postgres", "valkey"}


def test_the_image_checks_hashes_and_runs_as_nobody_special() -> None:
    """Every package comes from the lock file, and the last user is not root."""
    installs = [line for line in instructions("RUN") if "pip install" in line]

    assert all("--require-hashes" in line or "--no-index" in line for line in installs)
    assert instructions("USER") == ["assistant-test"]
    assert DOCKERFILE.index("USER ") > DOCKERFILE.index("RUN useradd")


def test_the_image_finds_what_it_copies() -> None:
    """Each path is in the project, and .dockerignore lets it through."""
    let_through = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    wanted = [word for line in instructions("COPY") if "--from" not in line for word in shlex.split(line)[:-1]]

    assert let_through[0] == "*"
    assert wanted
    for path in wanted:
        assert (ROOT / path).exists(), path
        assert f"!{path}" in let_through, path


def test_all_stages_are_built_on_one_python() -> None:
    """An environment moves between stages only where both have the same interpreter."""
    bases = {line.split()[0] for line in instructions("FROM")}

    assert len(bases) == 1
    assert bases.pop() == "python:3.12-slim"


def instructions(word: str) -> list[str]:
    """The Dockerfile's instructions of a kind, continued lines joined."""
    joined = DOCKERFILE.replace("\\\n", " ")
    return [line.removeprefix(f"{word} ") for line in joined.splitlines() if line.startswith(f"{word} ")]
