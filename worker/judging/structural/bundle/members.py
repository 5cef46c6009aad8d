"""The files of a bundle: what each is called, and which others it refers to."""

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Final

from worker.domain.configuration import Configuration, Format, GivenVariable, Json, Role, Tool

TOOL_FILES: Final = frozenset({Format.VAPI_TOOLS, Format.ELEVENLABS_TOOL})
SUFFIXES: Final = (".json", ".yaml", ".yml", ".md", ".markdown", ".txt", ".liquid", ".prompt")
LONGEST_PATH: Final = 300

_INCLUDE: Final = re.compile(r"@\[([^\[\]]+)\]|file:(?://)?(\S+)")
_ITSELF: Final = re.compile(r"\{\{-?\s*([\w.]+)\s*-?\}\}")


@dataclass
class Member:
    """A file with what it is called and what it refers to.

    Attributes:
        slugs: its path and its name, with and without suffixes.
        names: the slugs, ids from an index file, and of a file of one assistant that one's names.
        includes: files that a text in it names and does nothing else.
        written: how these texts name them.
    """

    path: str
    configuration: Configuration
    slugs: frozenset[str]
    names: set[str]
    includes: frozenset[str] = frozenset()
    written: frozenset[str] = frozenset()

    @property
    def is_tools(self) -> bool:
        return self.configuration.format in TOOL_FILES

    @property
    def is_squad(self) -> bool:
        return self.configuration.format is Format.VAPI_SQUAD

    @property
    def is_one(self) -> bool:
        """Whether it holds one assistant, or settings for one."""
        whole = self.configuration
        return not self.is_tools and not self.is_squad and not self.is_prompt and len(whole.assistants) == 1

    @property
    def is_prompt(self) -> bool:
        return self.configuration.format is Format.PROMPT_TEXT

    @cached_property
    def speaks(self) -> bool:
        """Whether it holds an assistant with a prompt of its own, rather than settings for one."""
        if self.is_tools or self.is_squad or self.is_prompt or self.configuration.format is Format.GENERIC:
            return False
        return any(text.role is Role.SYSTEM_PROMPT for text in self.configuration.live_texts())

    @cached_property
    def supplied(self) -> frozenset[str]:
        return supplied(self.configuration.variables)


def supplied(variables: Iterable[GivenVariable]) -> frozenset[str]:
    """The names, less those whose value is the variable itself."""
    return frozenset(each.name for each in variables if not _is_itself(each))


def _is_itself(variable: GivenVariable) -> bool:
    found = _ITSELF.fullmatch((variable.value or "").strip())
    return found is not None and found[1] == variable.name


def slugs_of(path: str) -> frozenset[str]:
    """What a file may be called by: its path and its name, with and without suffixes."""
    found = {path}
    shorter = path
    while shorter.casefold().endswith(SUFFIXES):
        shorter = posixpath.splitext(shorter)[0]
        found.add(shorter)
    return frozenset(found | {posixpath.basename(each) for each in found})


def named(text: str) -> str:
    """The path in the usual marks around one, or the text as it is."""
    found = _INCLUDE.fullmatch(text.strip())
    return (found[1] or found[2] if found else text).strip()


def called(member: Member) -> Iterator[str]:
    """What the assistants of a file answer to."""
    if member.is_tools or member.is_prompt:
        return
    yield from chain.from_iterable(one.names for one in member.configuration.assistants if not one.unseen)
    if member.is_one:
        yield from member.names


def tools_of(members: Iterable[Member]) -> dict[str, tuple[Tool, Member]]:
    """Tools by all that they may be called by; an id counts before a file's stem, and that before a name."""
    ids: dict[str, tuple[Tool, Member]] = {}
    stems: dict[str, tuple[Tool, Member]] = {}
    names: dict[str, tuple[Tool, Member]] = {}
    for member in (each for each in members if each.is_tools):
        tools = member.configuration.tools
        for tool in tools:
            for name in _ids(member.configuration.content, tool.pointer):
                ids.setdefault(name, (tool, member))
            for name in tool.names:
                names.setdefault(name, (tool, member))
        if len(tools) == 1:
            for name in member.names - member.slugs:
                ids.setdefault(name, (tools[0], member))
            for name in member.slugs:
                stems.setdefault(name, (tools[0], member))
    return names | stems | ids


def _ids(content: Json, pointer: str) -> Iterator[str]:
    """The ids that stand in the tool itself, or around it."""
    value = content
    for part in ("", *pointer.split("/")[1:]):
        if part and isinstance(value, Mapping):
            value = value.get(part.replace("~1", "/").replace("~0", "~"))
        elif part and isinstance(value, list) and part.isdecimal() and int(part) < len(value):
            value = value[int(part)]
        if isinstance(value, Mapping):
            yield from (
                value[key] for key in ("id", "tool_id", "toolId") if isinstance(value.get(key), str) and value[key]
            )


def take_ids(member: Member, by_path: Mapping[str, Member]) -> None:
    """Take ids from an index, such as a list of ``{"id": "tool_1", "config": "tools/one.json"}``."""
    here = posixpath.dirname(member.path)
    waiting: list[Json] = [member.configuration.content] if member.includes else []
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(value)
        if not isinstance(value, dict):
            continue
        waiting.extend(each for each in value.values() if isinstance(each, (dict, list)))
        ids = {value[key] for key in ("id", "agent_id", "tool_id", "name") if isinstance(value.get(key), str)}
        texts = [each for each in value.values() if isinstance(each, str) and len(each) <= LONGEST_PATH]
        for path in (posixpath.normpath(posixpath.join(base, text)) for text in texts for base in (here, "")):
            if ids and path in member.includes and path in by_path:
                by_path[path].names |= ids
