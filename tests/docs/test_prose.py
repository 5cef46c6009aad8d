"""What the prose names exists, its links lead somewhere, and no file names what does not belong to the project."""

import re
from pathlib import Path

import pytest

from tests.docs import prose
from tests.docs.prose import ROOT

PAGES = prose.pages()
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]
FOREIGN = {
    "a folder of somebody's machine": r"(?<![\w.])/(?:wor[k]|hom[e]|roo[t]|User[s]|mn[t])/\w|(?<![\w.])/tm[p]/\w",
    "a package registry's host": r"(?i)py[p]i\.org|python[h]osted\.org|npm[j]s\.(?:org|com)|crates\.i[o]\b|proxy\.golan[g]",
    "a session of an assistant's": r"(?i)\bcla[u]de\b|\bchat[g]pt\b|\bcopilo[t]\b|\bas an a[i]\b|\bsub-?agen[t]s?\b",
}
"""Each pattern is spelled so that it does not match itself."""


def exists(folder: Path, name: str) -> bool:
    """True where a name, or a pattern with stars, leads to something."""
    return any(folder.glob(name)) if "*" in name else (folder / name).exists()


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_every_file_that_a_page_names_exists(page: Path) -> None:
    """Names in backticks are paths from the project's root, or from the page's own folder."""
    named = prose.named_files(page)

    missing = {name for name in named if not exists(ROOT, name) and not exists(page.parent, name)}

    assert missing == set()


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_every_link_within_the_project_leads_somewhere(page: Path) -> None:
    """The file exists, and so does the heading."""
    for link in prose.LINK.findall(prose.prose(page)):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page

        assert target.exists(), link
        assert not anchor or anchor in prose.anchors(target), link


@pytest.mark.parametrize("what", FOREIGN)
def test_no_file_names(what: str) -> None:
    """The project says nothing of the machine, the registry or the helpers it was made with."""
    pattern = re.compile(FOREIGN[what])

    found = [
        f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, match.start()) + 1}: {match[0]}"
        for path, text in prose.texts()
        for match in pattern.finditer(text)
    ]

    assert found == []


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/reading-guide.md"])
def test_the_pages_that_people_look_for_first_are_there(name: str) -> None:
    """Each is linked from the README, which is the way in."""
    readme = (ROOT / "README.md").read_text("utf-8")

    assert (ROOT / name).is_file()
    assert name == "README.md" or f"({name})" in readme


def test_the_readme_leads_to_every_page_of_docs() -> None:
    """No page is an island: the README links it, or a page that the README links does."""
    reached = {ROOT / "README.md"}
    fresh = set(reached)
    while fresh:
        links = {
            (page.parent / link.partition("#")[0]).resolve()
            for page in fresh
            for link in prose.LINK.findall(page.read_text("utf-8"))
        }
        fresh = {page for page in links if page.suffix == ".md" and page.is_file()} - reached
        reached |= fresh

    lost = {page for page in PAGES if page.is_relative_to(ROOT / "docs")} - reached

    assert lost == set()


def test_the_changelog_keeps_its_form() -> None:
    """Keep a Changelog: versions, and under them sections of known names with entries."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")

    heads = re.findall(r"^(#{2,3}) (.+)$", text, re.MULTILINE)

    assert text.startswith("# Changelog\n")
    assert heads[0] == ("##", "[Unreleased]")
    for level, head in heads:
        known = r"\[Unreleased\]|\[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}"
        assert re.fullmatch(known if level == "##" else "Added|Changed|Deprecated|Removed|Fixed|Security", head), head
