"""What is shipped for CI: the hooks of pre-commit and the GitHub Action run as their files say."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[3]
ACTION: Any = YAML(typ="safe").load(ROOT / "action.yml")
HOOKS: Any = {hook["id"]: hook for hook in YAML(typ="safe").load(ROOT / ".pre-commit-hooks.yaml")}
PROMPT = {"role": "system", "content": "This is {{ shop }}."}
DESK = {"name": "desk", "firstMessage": "Hello.", "model": {"messages": [PROMPT]}, "voice": {"provider": "vapi"}}
ENVIRONMENT = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A checkout with an assistant and its settings."""
    bots = tmp_path / "bots"
    bots.mkdir()
    (bots / "desk.json").write_text(json.dumps(DESK), encoding="utf-8")
    (bots / "settings.json").write_text('{"variableValues": {"shop": "Bakery"}}', encoding="utf-8")
    return tmp_path


def said(command: list[str], folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """What a command does in a checkout."""
    return subprocess.run(
        command, cwd=folder, env=ENVIRONMENT | environment, capture_output=True, text=True, check=False
    )


def linted(folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """What the action's last step does with these inputs, run as GitHub runs it."""
    step = ACTION["runs"]["steps"][-1]
    given = {name: value["default"] for name, value in ACTION["inputs"].items() if "default" in value} | inputs
    environment = {
        name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: given[found[1]], value)
        for name, value in step["env"].items()
    }
    return said(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], folder, **environment)


def test_the_hook_for_files_finds_what_one_file_shows(folder: Path) -> None:
    """It is called with the files' names behind its entry."""
    found = said([*shlex.split(HOOKS["assistant-test-lint"]["entry"]), "bots/desk.json"], folder)

    assert found.returncode == 1
    assert "shop" in found.stdout


def test_the_hook_for_folders_resolves_their_files(folder: Path) -> None:
    """It is called with its arguments alone."""
    hook = HOOKS["assistant-test-lint-folder"]

    found = said([*shlex.split(hook["entry"]), "bots"], folder)

    assert hook["pass_filenames"] is False
    assert found.returncode == 0, found.stdout


def test_the_action_exits_as_lint_does(folder: Path) -> None:
    """Several paths, one a line; names with spaces are one path."""
    (folder / "bots" / "desk.json").rename(folder / "the desk.json")

    assert linted(folder, paths="the desk.json").returncode == 1
    assert linted(folder, paths="bots\n\n").returncode == 0
    assert linted(folder, paths="bots\nthe desk.json\n").returncode == 1
    assert linted(folder, paths="--help").returncode == 2


def test_the_action_checks_compiled_texts_and_writes_sarif_on_demand(folder: Path) -> None:
    """The status is that of the check, and the file is there for the step that uploads it."""
    found = linted(folder, paths="bots", compiled="true", sarif="out.sarif")

    log = json.loads((folder / "out.sarif").read_text("utf-8"))
    assert found.returncode == 1
    assert [each["ruleId"] for each in log["runs"][0]["results"]] == ["no_raw_liquid"]


def test_the_action_puts_no_input_into_a_script() -> None:
    """An input in a script's text would be run as a part of it; each that is used is declared."""
    steps = ACTION["runs"]["steps"]
    used = set(re.findall(r"inputs\.([\w-]+)", json.dumps(steps)))

    assert all("${{" not in step.get("run", "") for step in steps)
    assert all(step["shell"] == "bash" for step in steps if "run" in step)
    assert used == set(ACTION["inputs"])
