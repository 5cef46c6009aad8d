"""Several files at once: all suites, or all faults of all files."""

import shlex
from collections.abc import Iterable
from pathlib import Path

from worker.domain.configuration import Configuration, Format
from worker.errors import Fault, FileError
from worker.judging import structural
from worker.suitefile.checks import check_suite, check_together
from worker.suitefile.faults import Faults
from worker.suitefile.nodes import Mapping, Node, plain
from worker.suitefile.shape import ReadSuite, suites
from worker.suitefile.source import text_of
from worker.suitefile.syntax import documents

__all__ = ["ReadSuite", "read"]


def read(paths: Iterable[Path | str], team: str = "") -> list[ReadSuite]:
    """The suites of these files, in their order.

    Args:
        paths: YAML, or JSON where the name ends in ``.json``.
        team: for suites that name none; where one does, it must be the same.

    Raises:
        FileError: with every fault of every file; nothing of them may be used then.
    """
    found: list[ReadSuite] = []
    faults_of: dict[str, Faults] = {}
    for path in dict.fromkeys(str(path) for path in paths):
        faults_of[path] = Faults(path)
        found += _file(path, team, faults_of[path])
    check_together(found, faults_of)
    faults = [fault for each in faults_of.values() for fault in sorted(each.found, key=_place)]
    if faults:
        raise FileError(faults)
    return found


def _file(path: str, team: str, faults: Faults) -> list[ReadSuite]:
    try:
        text = text_of(Path(path), faults)
        nodes = documents(text, faults, is_json=path.casefold().endswith(".json"))
    except FileError as stopped:
        faults.found = stopped.faults
        return []
    if not nodes:
        faults.add(None, "", "The file holds no suite.", "Write one, starting with suite: and a name.")
    if any(_is_configuration(node) for node in nodes):
        advice = f"Make a suite file for it with: assistant-test init {shlex.quote(path)}"
        faults.add(nodes[0].line, "", "This is an assistant's configuration, not a suite file.", advice)
        return []
    found = [each for node in nodes for each in suites(node, team, faults)]
    for each in found:
        check_suite(each, faults)
    return found


def _is_configuration(node: Node) -> bool:
    """Whether a vendor's reader knows the document; what names a suite is none, however odd the rest is."""
    if not isinstance(node, Mapping) or node.find("suite") is not None:
        return False
    found = structural.reading(plain(node))
    return isinstance(found, Configuration) and found.format not in {Format.GENERIC, Format.PROMPT_TEXT}


def _place(fault: Fault) -> int:
    return fault.line or 0
