"""The project's prose: its Markdown files, their links, names of files, and shell blocks."""

import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
TOP = ("worker", "adapters", "migrations", "tests", "bin", "docs", "examples", "bench", ".ci")
FILE_WORD = re.compile(
    rf"(?:{'|'.join(map(re.escape, TOP))})/[\w./*-]*|[A-Za-z][\w.-]*\.(?:md|toml|yml|lock)|Procfile|Dockerfile"
)
MADE_HERE = {".git", ".venv", ".local", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis"}
MADE_LATER = {"0002_more.py"}
"""Names of files that the prose tells the reader to make."""


@cache
def tracked() -> tuple[Path, ...]:
    """The project's files: those that git knows or would take; without git, all but what is made here."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    said = subprocess.run(listed, cwd=ROOT, capture_output=True, check=False)
    if said.returncode == 0:
        paths = [ROOT / name for name in said.stdout.decode().split("\0") if name]
    else:
        paths = [path for path in ROOT.rglob("*") if not MADE_HERE & {*path.relative_to(ROOT).parts}]
    return tuple(sorted(path for path in paths if path.is_file()))


def texts() -> Iterator[tuple[Path, str]]:
    """Those of them that are text."""
    for path in tracked():
        raw = path.read_bytes()
        if b"\0" not in raw:
            yield path, raw.decode("utf-8", "replace")


def pages() -> list[Path]:
    """All Markdown files."""
    return [path for path in tracked() if path.suffix == ".md"]


def blocks(path: Path, language: str) -> list[str]:
    """The fenced blocks of a language."""
    return [text for found, text in BLOCK.findall(path.read_text("utf-8")) if found == language]


def commands(path: Path) -> list[str]:
    """The commands of the ``sh`` blocks, one each, continued lines joined, comments left out."""
    lines = "\n".join(blocks(path, "sh")).replace("\\\n", " ").splitlines()
    return [" ".join(line.split("  #")[0].split()) for line in lines if line.strip() and not line.startswith("#")]


def prose(path: Path) -> str:
    """A page without its fenced blocks."""
    return BLOCK.sub("", path.read_text("utf-8"))


def named_files(path: Path) -> set[str]:
    """What stands in backticks and looks like a file of the project."""
    return {word for word in CODE.findall(prose(path)) if FILE_WORD.fullmatch(word) and word not in MADE_LATER}


def anchors(path: Path) -> set[str]:
    """The anchors that a page's headings make."""
    heads = (re.sub(r"[^\w\- ]", "", head.lower()) for head in HEADING.findall(prose(path)))
    return {head.strip().replace(" ", "-") for head in heads}
