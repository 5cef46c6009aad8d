"""The import contracts of pyproject.toml bind: each one turns red by its name when it is broken."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("worker", "adapters", "migrations")
CONTRACTS = [
    contract["name"]
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
]
BREACHES = {
    "worker: arrows point inward": ("worker/domain/run.py", "from worker.steps import STEPS"),
    "the worker names no vendor": ("worker/registry.py", "import adapters.structural"),
    "adapters see ports, domain and errors only": ("adapters/structural/__init__.py", "import worker.settings"),
    "vendors do not know each other": ("adapters/another/__init__.py", "import adapters.structural"),
    "domain and judging touch no infrastructure": ("worker/judging/kinds.py", "import httpx"),
    "the client needs psycopg and nothing of a worker's": ("worker/client/link.py", "import worker.db.session"),
    "SQLAlchemy stays in worker.db": ("worker/cli/files.py", "import sqlalchemy"),
}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The three packages and their contracts, to be broken."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def checked(folder: Path) -> list[str]:
    """The names of the contracts that are broken in a folder."""
    linter = Path(sys.executable).with_name("lint-imports")
    found = subprocess.run([linter, "--no-cache", "--no-logo"], cwd=folder, capture_output=True, text=True, check=False)
    assert "Contracts: " in found.stdout, found.stdout + found.stderr
    return re.findall(r"^(.+) BROKEN(?: \(.*\))?$", found.stdout, re.MULTILINE)


def plant(folder: Path, place: str, breach: str) -> None:
    """Put an import at the end of a module, or into a new one."""
    path = folder / place
    path.parent.mkdir(exist_ok=True)
    with path.open("a", encoding="utf-8") as module:
        module.write(f"\n{breach}\n")


def test_the_code_as_it_stands_keeps_every_contract(copy: Path) -> None:
    """Without a breach nothing is red, so that red means the breach."""
    broken = checked(copy)

    assert broken == []


def test_every_contract_has_a_planted_breach() -> None:
    """A contract that nothing is known to break may guard nothing."""
    assert set(BREACHES) == set(CONTRACTS)


@pytest.mark.parametrize("contract", CONTRACTS)
def test_a_breach_turns_its_contract_red(copy: Path, contract: str) -> None:
    """The check names the contract that an import breaks."""
    plant(copy, *BREACHES[contract])

    broken = checked(copy)

    assert contract in broken


def test_a_module_of_the_worker_that_no_layer_names_is_red(copy: Path) -> None:
    """The layers are complete: a new module has to be given a place."""
    plant(copy, "worker/nowhere.py", "import json")

    broken = checked(copy)

    assert broken == ["worker: arrows point inward"]


@pytest.mark.parametrize("path", sorted((ROOT / "migrations" / "versions").glob("*.py")), ids=lambda path: path.stem)
def test_a_revision_imports_nothing_of_ours(path: Path) -> None:
    """An old revision never changes with the code (a file that starts with a digit is out of the linter's sight)."""
    tree = ast.parse(path.read_text("utf-8"))

    found = {name.split(".")[0] for node in ast.walk(tree) for name in imported(node)}

    assert found - set(sys.stdlib_module_names) <= {"alembic", "sqlalchemy"}


def imported(node: ast.AST) -> list[str]:
    """The modules that a node of a syntax tree imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module or "."] if isinstance(node, ast.ImportFrom) else []
