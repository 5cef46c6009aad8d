"""Whatever a file holds, reading it ends soon, in one clear error, without a traceback."""

import contextlib
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.unit.suitefile.writing import GOOD, faults_of
from worker import suitefile
from worker.errors import FileError

BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 9)
)


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("suite: b\n\tteam: t\n", 2, "Indent with spaces"),
        ("suite: a: b\n", 1, "quotation marks"),
        ("suite: 'b\n", 2, "no YAML"),
        ("suite: [b\n", 2, "no YAML"),
        ("suite: *nowhere\n", 1, "no anchor"),
        ("suite: &a [*a]\n", 1, "no anchor"),
        ("suite: !!python/object:os.system x\n", 1, "tag"),
        ("suite: !mine x\n", 1, "tag"),
        ("<<: {a: 1}\nsuite: b\n", 1, "Merge keys"),
        ("1: b\n", 1, "A field's name must be text"),
        ("suite: .nan\n", 1, "cannot be held"),
        ("suite: " + "9" * 5000 + "\n", 1, "cannot be held"),
        ('suite: "a\\0b"\n', 1, "NUL"),
        ('suite: "a\\ud800b"\n', 1, "surrogate"),
        ("suite: a\x07b\n", 1, "control character"),
        ("team: t\nsuite: a\x00b\n", 2, "control character"),
        ("team: t\nsuite: a\x85b\n", 2, "control character"),
        ("team: t\nsuite: a\uffffb\n", 2, "control character"),
        ("[" * 30_000, 1, "nested deeper"),
        ("- " * 3_000, 1, "nested deeper"),
        (BOMB, 6, "over 500000 values"),
        ("", None, "empty"),
        ("\n \n", None, "empty"),
        ("# nothing but a remark\n", None, "holds no suite"),
        ("just text\n", 1, "Give fields"),
        ("42\n", 1, "Give fields"),
    ],
)
def test_a_text_that_is_no_suite_is_one_clear_error(tmp_path: Path, text: str, line: int | None, says: str) -> None:
    """The fault stands at its line and says what to do."""
    found = faults_of(tmp_path, text)

    assert any(fault[0] == line and says in fault[2] for fault in found), found


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ('{"suite": "b",\n "team" "t"}', 2, "column 9"),
        ('{"suite": "b",}', 1, "no JSON"),
        ('{"a":' * 30_000, 1, "nested too deeply"),
        ('{"suite": "b", "suite": "c"}', 1, "stands twice"),
        ('{"suite": NaN}', 1, "NaN, which is no number of JSON"),
        ('{"suite": ' + "9" * 5000 + "}", 1, "too many digits"),
        ("suite: b", 1, "no JSON"),
    ],
)
def test_wrong_json_is_told_in_words_of_json(tmp_path: Path, text: str, line: int, says: str) -> None:
    """A file that ends in .json is held to JSON."""
    found = faults_of(tmp_path, text, "suite.json")

    assert any(fault[0] == line and says in fault[2] for fault in found), found


def test_ten_megabytes_of_nonsense_are_refused_unread(tmp_path: Path) -> None:
    """Size is looked at before anything is parsed."""
    path = tmp_path / "big.yaml"
    path.write_bytes(os.urandom(1024) * 10_240)

    with pytest.raises(FileError) as refused:
        suitefile.read([path])

    assert [fault.message for fault in refused.value.faults] == ["The file is larger than 4 MiB."]


def test_a_file_in_another_encoding_names_the_line(tmp_path: Path) -> None:
    """Latin-1 is not guessed."""
    path = tmp_path / "suite.yaml"
    path.write_bytes("team: t\nsuite: caf\xe9\n".encode("latin-1"))

    with pytest.raises(FileError) as refused:
        suitefile.read([path])

    assert [(fault.line, fault.advice) for fault in refused.value.faults] == [(2, "Save the file as UTF-8.")]


@pytest.mark.parametrize("name", ["", "missing.yaml", "nul\0.yaml"])
def test_a_path_that_cannot_be_read_is_a_fault(tmp_path: Path, name: str) -> None:
    """A directory, a missing file and an impossible name are told like any fault."""
    with pytest.raises(FileError) as refused:
        suitefile.read([f"{tmp_path}/{name}"])

    assert len(refused.value.faults) == 1


@given(data=st.one_of(st.binary(max_size=200), st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace"))))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_bytes_make_a_traceback(tmp_path: Path, data: bytes) -> None:
    """Random bytes are a suite or a FileError, nothing else."""
    path = tmp_path / "random.yaml"
    path.write_bytes(data)

    with pytest.raises(FileError):
        suitefile.read([path])


@given(at=st.integers(0, len(GOOD)), noise=st.text("{}[]:,-&*!|>'\"%@`# \t\nx0~", max_size=6))
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_file_makes_no_traceback(tmp_path: Path, at: int, noise: str) -> None:
    """A good file with noise at a random place is read, or refused."""
    path = tmp_path / "damaged.yaml"
    path.write_text(GOOD[:at] + noise + GOOD[at:])

    with contextlib.suppress(FileError):
        assert suitefile.read([path])
