"""Damaged files of every kind end in findings or one clear error, within bounds of time and memory."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.unit.judging import damage

ROOT = Path(__file__).parents[3]
CORPUS = os.environ.get("CORPUS_DIR")
FIXTURES = sorted(
    path for folder in ("tests/payloads", "examples") for path in (ROOT / folder).rglob("*") if path.suffix in {".json", ".yaml", ".md"}
)  # fmt: skip


def checked(seed: int, count: int, files: list[Path]) -> str:
    """What the process that checks them says."""
    command = [sys.executable, "-m", "tests.unit.judging.damage", str(seed), str(count), *map(str, files)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout


def test_damaged_files_end_in_findings_or_one_clear_error() -> None:
    """Cut, bytes flipped, syntax inserted, nested 10,000 deep, wrong types, 20 MB; 2 s and 1 GiB each at most."""
    assert checked(1, 48, FIXTURES) == "48 variants, 0 wrong\n"


@pytest.mark.chaos
@pytest.mark.timeout(600)
@pytest.mark.skipif(CORPUS is None, reason="CORPUS_DIR is unset; it names the folder of real files")
@pytest.mark.parametrize("seed", [1, 2])
def test_a_thousand_damaged_real_files_end_in_findings_or_one_clear_error(seed: int) -> None:
    """As above, of files that people wrote."""
    files = [path for path in sorted((Path(CORPUS or "") / "configs").rglob("*")) if path.is_file()]

    assert checked(seed, 1_000, files) == "1000 variants, 0 wrong\n"


def test_the_process_tells_what_goes_wrong() -> None:
    """A check of the check: a loader that never ends."""
    script = "import itertools, sys; from pathlib import Path; from tests.unit.judging import damage\n"
    script += "damage.SECONDS = 0.05; damage.loaded = lambda path: [0 for _ in itertools.count() if _ < 0]\n"
    script += "sys.exit(damage.main(1, 3, [Path(name) for name in sys.argv[1:]]))"
    command = [sys.executable, "-c", script, *map(str, FIXTURES)]

    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert said.returncode == 1
    assert said.stdout.endswith("3 variants, 3 wrong\n")
    assert "TimeoutError" in said.stdout


def test_every_kind_of_damage_is_done() -> None:
    """Each in turn, and the same again for the same seed."""
    done = Counter(kind for _, kind, _ in damage.variants(FIXTURES[:3], 5, 12))

    assert set(done) == {each.__name__ for each in damage.DAMAGES}
    assert list(damage.variants(FIXTURES[:3], 5, 12)) == list(damage.variants(FIXTURES[:3], 5, 12))
