"""Which files of a folder are looked at."""

from pathlib import Path

import pytest

from worker.lint import gathering
from worker.lint.gathering import TooMany, gathered


def files(root: Path, *names: str) -> None:
    """Empty files below ``root``."""
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}", encoding="utf-8")


def nothing(_: str) -> bool:
    """Settings that pass nothing over."""
    return False


@pytest.mark.parametrize(
    "name",
    ["a.json", "b.yaml", "c.yml", "d.md", "e.txt", "f.liquid", "deep/er/g.json", "AGENT.JSON", "lockpick.json",
     "security-prompt.md", "agents.json", "readme-agent.json"],
)  # fmt: skip
def test_what_may_be_a_configuration_or_a_prompt_is_looked_at(tmp_path: Path, name: str) -> None:
    """By its suffix, at any depth; a name that resembles a project's file is none."""
    files(tmp_path, name)

    [bundle] = gathered([str(tmp_path)], nothing)

    assert bundle.files == (name,)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (".env.json", "hidden"),
        ("package-lock.json", "lock file"),
        ("pnpm-lock.yaml", "lock file"),
        ("poetry.lock", "lock file"),
        ("package.json", "of the project itself"),
        ("README.md", "of the project itself"),
        ("readme.de.md", "of the project itself"),
        ("booking.suite.yaml", "of the project itself"),
        ("docker-compose.yml", "of the project itself"),
        ("logo.png", "of another kind"),
        ("run.py", "of another kind"),
    ],
)
def test_what_is_none_is_passed_over_and_counted(tmp_path: Path, name: str, why: str) -> None:
    """It still counts as a file that others may name."""
    files(tmp_path, name)

    [bundle] = gathered([str(tmp_path)], nothing)

    assert (bundle.files, dict(bundle.passed_over), bundle.others) == ((), {why: 1}, frozenset({name}))


def test_hidden_and_installed_folders_are_not_entered(tmp_path: Path) -> None:
    """A thousand packages are one count."""
    files(tmp_path, ".git/a.json", "web/node_modules/b/c.json", "web/d.json", "web/node_modules/e.json")

    [bundle] = gathered([str(tmp_path)], nothing)

    assert bundle.files == ("web/d.json",)
    assert dict(bundle.passed_over) == {"hidden": 1, "installed packages": 1}


def test_a_binary_is_no_text_and_a_wide_text_is_one(tmp_path: Path) -> None:
    """UTF-16 holds NULs, and says by its first bytes that it is text."""
    (tmp_path / "sound.json").write_bytes(b"RIFF\0\0\0")
    (tmp_path / "wide.json").write_bytes("{}".encode("utf-16"))

    [bundle] = gathered([str(tmp_path)], nothing)

    assert (bundle.files, dict(bundle.passed_over)) == (("wide.json",), {"no text": 1})


def test_each_path_is_its_own_bundle_and_counts_once(tmp_path: Path) -> None:
    """In the order given; a file that is named alone is looked at whatever its name is."""
    files(tmp_path, "one/a.json", "package.json")
    named = str(tmp_path / "package.json")

    found = list(gathered([named, str(tmp_path / "one"), named], nothing))

    assert [(each.root, each.files) for each in found] == [("", (named,)), (str(tmp_path / "one"), ("a.json",))]
    assert found[1].path("a.json") == str(tmp_path / "one" / "a.json")


def test_links_to_folders_are_not_followed(tmp_path: Path) -> None:
    """A link upwards would never end."""
    files(tmp_path, "a/b.json")
    (tmp_path / "a" / "up").symlink_to(tmp_path)

    [bundle] = gathered([str(tmp_path)], nothing)

    assert bundle.files == ("a/b.json",)


def test_a_folder_that_holds_everything_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody named the root of a disk."""
    monkeypatch.setattr(gathering, "MOST_FILES", 2)
    files(tmp_path, "a.json", "b.json", "c.json")

    with pytest.raises(TooMany):
        list(gathered([str(tmp_path)], nothing))


def test_what_the_settings_ignore_is_passed_over_by_name_and_in_a_folder(tmp_path: Path) -> None:
    """A hook of pre-commit names files one by one."""
    files(tmp_path, "a.json", "b.json")

    alone, folder = gathered([str(tmp_path / "a.json"), str(tmp_path)], lambda path: path.endswith("a.json"))

    assert (alone.files, folder.files) == ((), ("b.json",))
    assert alone.passed_over == folder.passed_over == {gathering.IGNORED: 1}
