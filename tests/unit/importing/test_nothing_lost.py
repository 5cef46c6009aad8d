"""Whatever a file holds: no fault of ours, nothing dropped in silence, and a file that ``apply`` reads."""

import copy
import json
import os
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.unit.importing.nothing_lost import leaves, lost
from tests.unit.importing.samples import ALL, SIMULATION, brought, read_back
from worker.errors import FileError
from worker.importing import imported
from worker.suitefile.faults import Faults
from worker.suitefile.nodes import plain
from worker.suitefile.syntax import documents

ODD = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from(["", "{{x}}", "# no\n- key: a", "\u2028\u0085é", "file://a", "user"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["type", "value", "x"]), inner, max_size=3)
    ),
    max_leaves=4,
)


@given(data=st.data())
@settings(
    max_examples=80,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # a failing example is small as it is; files are slow
    suppress_health_check=[HealthCheck.too_slow],
)
def test_each_leaf_is_in_a_suite_or_in_the_list(data: st.DataObject) -> None:
    """Any part of any format may be replaced by anything."""
    name = data.draw(st.sampled_from(sorted(ALL)))
    files = copy.deepcopy(dict(SIMULATION) if name in SIMULATION else {name: ALL[name]})
    for _ in range(data.draw(st.integers(0, 3))):
        files[name] = _replaced(files[name], data)

    with tempfile.TemporaryDirectory() as folder:
        found = brought(Path(folder) / "in", files)

        read_back(found, Path(folder) / "out")
        assert lost(files[name], str(Path(folder) / "in" / f"{name}.json"), found) == []


def _replaced(root: Any, data: st.DataObject) -> Any:
    places = [path for path, _ in leaves(root)]
    if not places:
        return root
    path = data.draw(st.sampled_from(places))
    path = path[: data.draw(st.integers(1, len(path)))]
    parent = root
    for step in path[:-1]:
        parent = parent[step]
    parent[path[-1]] = data.draw(ODD)
    return root


def _corpus() -> list[Path]:
    root = Path(os.environ.get("CORPUS_DIR", "")) / "evals"
    return sorted(path for path in root.rglob("*") if path.is_file()) if os.environ.get("CORPUS_DIR") else []


@pytest.mark.skipif(not os.environ.get("CORPUS_DIR"), reason="CORPUS_DIR names no folder of real files")
def test_the_real_files_lose_nothing_and_make_suites_that_apply_reads(tmp_path: Path) -> None:
    """All together, as somebody would import a folder."""
    files = _corpus()

    found = imported([files[0].parents[1]], team="acme")

    assert len(read_back(found, tmp_path)) == len(found.drafts) >= 4
    assert {str(path): lost(root, str(path), found) for path in files for root in _roots(path)} == {
        str(path): [] for path in files
    }


@pytest.mark.parametrize("path", _corpus(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_each_real_file_alone_is_read_or_told(path: Path, tmp_path: Path) -> None:
    """A file of no known format is one note, for the whole file."""
    found = imported([path], team="acme")

    read_back(found, tmp_path)
    assert found.drafts or found.left


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"\xff\xfe", "is not UTF-8"),
        (b"", "is empty"),
        (b"a: [", "is no YAML"),
        (b'"\\0"', "NUL"),
        (b"[" * 100_000, "nested"),
        (b"a: !!python/object:os.system {}", "tag"),
    ],
)
def test_a_file_that_cannot_be_read_is_told(tmp_path: Path, text: bytes, why: str) -> None:
    """The others are imported."""
    (tmp_path / "bad.yaml").write_bytes(text)
    (tmp_path / "good.json").write_text(json.dumps(ALL["suite"]), encoding="utf-8")

    found = imported([tmp_path], team="acme")

    assert len(found.drafts) == 1
    assert [why in note.why for note in found.left if note.file.endswith("bad.yaml")] == [True]


def _roots(path: Path) -> list[Any]:
    try:
        text = path.read_text(encoding="utf-8-sig")
        return [plain(node) for node in documents(text, Faults(str(path)), is_json=path.suffix == ".json")]
    except FileError:
        return []
