"""From the paths that somebody names to the files that are looked at. Only names and first bytes are read here."""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from worker.lint.settings import NAME

SUFFIXES: Final = frozenset({".json", ".yaml", ".yml", ".md", ".markdown", ".txt", ".liquid", ".prompt"})
"""Kinds of file that may hold a configuration or a prompt; all others are passed over in a folder."""
OTHERS_FOLDERS: Final = frozenset(
    {"node_modules", "bower_components", "__pycache__", "site-packages", "venv", "virtualenv"}
)
"""Folders of installed packages."""
MOST_FILES: Final = 20_000
"""Files of one folder; more is a mistake, such as the root of a disk."""

IGNORED: Final = "ignored by the settings"

_LOCK: Final = re.compile(
    r".+\.lock|(?:package|pnpm|yarn|composer|bun|uv|poetry|packages)[-.]lock\.\w+|npm-shrinkwrap\.json|\.terraform\..+",
    re.IGNORECASE,
)
_PROJECT: Final = re.compile(
    r"(?:readme|license|licence|changelog|contributing|code_of_conduct|security|agents|notice|authors)"
    r"(?:[._-][a-z]{2}(?:[_-][a-z]{2,4})?)?\.(?:md|markdown|txt)"
    r"|(?:package|composer|deno|[jt]sconfig(?:\..+)?|turbo|nx|lerna|renovate|vercel|firebase|angular|biome)\.json"
    r"|(?:docker-)?compose(?:\..+)?\.ya?ml|mkdocs\.yml|requirements[\w.-]*\.txt|robots\.txt|.+\.suite\.(?:ya?ml|json)",
    re.IGNORECASE,
)
"""Files that stand beside configurations in a repository and are none."""
_WIDE: Final = (b"\xff\xfe", b"\xfe\xff")
_LOOKED_AT: Final = 8_192
"""Bytes of a file in which a NUL makes it no text."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """The files of one folder, which resolve each other; or one file that was named alone.

    Attributes:
        root: the folder as it was named; empty for a file alone.
        files: paths below it, ``/`` between their parts, in order; of a file alone its path as it was named.
        others: paths of the files that are there and not looked at.
        passed_over: how many there are of what, by the words for people.
    """

    root: str
    files: tuple[str, ...]
    others: frozenset[str] = frozenset()
    passed_over: Counter[str] = field(default_factory=Counter)

    def path(self, file: str) -> str:
        """The file's path as a person would type it."""
        return os.path.join(self.root, file) if self.root else file  # noqa: PTH118 - "./x" stays as it was typed


class TooMany(Exception):
    """A folder holds more files than anybody keeps configurations in."""


def gathered(paths: list[str], ignored: Callable[[str], bool]) -> Iterator[Bundle]:
    """One bundle for each folder and each file, in the order given, each once.

    Args:
        paths: files and folders, as they were named.
        ignored: whether the settings pass a path over.

    Raises:
        TooMany: with the folder's path.
    """
    for path in dict.fromkeys(paths):
        if is_folder(path):
            yield _folder(path, ignored)
        else:
            yield Bundle("", (), passed_over=Counter([IGNORED])) if ignored(path) else Bundle("", (path,))


def is_folder(path: str) -> bool:
    """Whether there is a folder of this name."""
    try:
        return Path(path).is_dir()
    except ValueError:  # a path with a NUL; reading it says so
        return False


def _folder(root: str, ignored: Callable[[str], bool]) -> Bundle:
    files: list[str] = []
    others: set[str] = set()
    passed = Counter[str]()
    for below, path in _walk(Path(root), passed):
        if len(files) + len(others) >= MOST_FILES:
            raise TooMany(root)
        why = _passed_over(path) or (IGNORED if ignored(str(path)) else None)
        if why is None:
            files.append(below)
        else:
            passed[why] += 1
            others.add(below)
    return Bundle(root, tuple(files), frozenset(others), passed)


def _walk(root: Path, passed: Counter[str]) -> Iterator[tuple[str, Path]]:
    """Every file, folders in order; what is hidden or installed is counted and not entered."""
    for here, folders, names in os.walk(root):
        hidden = [name for name in folders if name.startswith(".")]
        installed = [name for name in folders if name in OTHERS_FOLDERS]
        passed.update(["hidden"] * len(hidden) + ["installed packages"] * len(installed))
        folders[:] = sorted({*folders} - {*hidden, *installed})
        for name in sorted({*names} - {NAME}):
            path = Path(here, name)
            yield path.relative_to(root).as_posix(), path


def _passed_over(path: Path) -> str | None:
    """Why a file of a folder is not looked at; None where it is."""
    if path.name.startswith("."):
        return "hidden"
    if _LOCK.fullmatch(path.name):
        return "lock file"
    if _PROJECT.fullmatch(path.name):
        return "of the project itself"
    if path.suffix.casefold() not in SUFFIXES:
        return "of another kind"
    return "no text" if _is_binary(path) else None


def _is_binary(path: Path) -> bool:
    try:
        if not path.is_file():
            return True
        with path.open("rb") as file:
            start = file.read(_LOOKED_AT)
    except OSError:
        return False  # it is told with its reason when it is read
    return b"\0" in start and not start.startswith(_WIDE)
