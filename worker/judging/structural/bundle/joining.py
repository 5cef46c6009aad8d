"""Each file's configuration with what the others resolve of it, and what they give it besides."""

import posixpath
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from worker.domain.configuration import Assistant, Configuration, Given, Handoff, Opening, StoredTool
from worker.judging.structural.bundle.members import (
    LONGEST_PATH,
    TOOL_FILES,
    Member,
    called,
    named,
    slugs_of,
    supplied,
    take_ids,
    tools_of,
)
from worker.judging.structural.bundle.squads import Holder, Place, holders_of, shown
from worker.judging.structural.readers import tree
from worker.judging.structural.ways import Ways


class File(NamedTuple):
    """One file of the folder; ``path`` is relative to it, with ``/`` between its parts."""

    path: str
    configuration: Configuration


class Joined(NamedTuple):
    """What is to be checked of one file: its configuration with what the others resolve, and what they give it."""

    configuration: Configuration
    given: Given


def joined(files: Sequence[File], others: Iterable[str] = ()) -> list[Joined]:
    """The files in their order, each with what it gets.

    Args:
        files: those that were read.
        others: paths of files that stand in the folder and were not read.
    """
    bundle = _Bundle(files, frozenset(others))
    return [bundle.joined(member) for member in bundle.members]


class _Bundle:
    def __init__(self, files: Sequence[File], others: frozenset[str]) -> None:
        self.paths = frozenset(file.path for file in files) | others
        self.members = [self._member(file) for file in files]
        by_path = {member.path: member for member in self.members}
        for member in self.members:
            take_ids(member, by_path)
        self.tools = tools_of(self.members)
        self.seen_tools = {name: tool for name, (tool, _) in self.tools.items()}
        self.holders = holders_of(self.members)
        self.has_speaker = any(each.speaks for each in self.members)
        self.users = self._users(by_path)
        self.places = self._places()
        self.assistants = frozenset(chain.from_iterable(called(each) for each in self.members))
        self.everything = frozenset(chain.from_iterable(each.supplied for each in self.members))
        settings = (each for each in self.members if not each.speaks and not each.is_tools and not each.is_squad)
        self.settings = frozenset(chain.from_iterable(each.supplied for each in settings))

    def joined(self, member: Member) -> Joined:
        given = Given(self._variables(member), self.seen_tools, self.assistants, self._files(member))
        return Joined(self._resolved(member), given)

    def _member(self, file: File) -> Member:
        slugs = slugs_of(file.path)
        names = set(slugs)
        if file.configuration.format not in TOOL_FILES and len(file.configuration.assistants) == 1:
            names |= set(file.configuration.assistants[0].names)
        texts = (place.value for place in tree.strings(tree.Place(file.configuration.content)))
        found = {text: path for text in texts if (path := self._target(file.path, text)) not in (None, file.path)}
        written = frozenset(named(text) for text in found)
        return Member(file.path, file.configuration, slugs, names, frozenset(filter(None, found.values())), written)

    def _target(self, whose: str, text: str) -> str | None:
        """The file that a text names and does nothing else, from the naming file's folder or from the root."""
        if len(text) > LONGEST_PATH or "." not in text:
            return None
        for base in (posixpath.dirname(whose), ""):
            path = posixpath.normpath(posixpath.join(base, named(text)))
            if path in self.paths:
                return path
        return None

    def _users(self, by_path: Mapping[str, Member]) -> dict[str, list[Member]]:
        """The assistants that include a prompt or attach a tool, by the path of that."""
        found: dict[str, list[Member]] = {}
        for member in self.members:
            if member.speaks:
                stored = {self.tools[each.id][1].path for each in self._stored(member) if each.id in self.tools}
                for path in sorted(stored | (member.includes & by_path.keys())):
                    found.setdefault(path, []).append(member)
        return found

    @staticmethod
    def _stored(member: Member) -> tuple[StoredTool, ...]:
        return member.configuration.stored_tools

    def _places(self) -> dict[tuple[str, str], list[Place]]:
        """Where assistants of other files stand in squads, by their files' paths and their pointers."""
        found: dict[tuple[str, str], list[Place]] = {}
        for squad in (each for each in self.members if each.is_squad):
            ones = squad.configuration.assistants
            ways = Ways([replace(self._squad_member(one), handoffs=self._handoffs(one)) for one in ones])
            of_all = tuple(one for one in ones if not one.names)
            for index, one in enumerate(ones):
                if held := self._holder(one):
                    place = Place(one, of_all, ways.bring(index), is_first=index == 0)
                    found.setdefault((held.member.path, held.one.pointer), []).append(place)
        return found

    def _handoffs(self, one: Assistant) -> tuple[Handoff, ...]:
        """Those that the squad gives a member, that its own file gives it, and that tools bring which it uses."""
        held = self._holder(one)
        ones = [one] if held is None else [one, held.one]
        files = (self.tools[each.id][1] for part in ones for each in part.stored_tools if each.id in self.tools)
        brought = chain.from_iterable(each.configuration.assistants for each in files)
        return tuple(chain.from_iterable(part.handoffs for part in (*ones, *brought)))

    def _holder(self, one: Assistant) -> Holder | None:
        """Where the assistant stands that a squad's member names without holding it."""
        if not one.unseen:
            return None
        return next((self.holders[name] for name in one.names if name in self.holders), None)

    def _files(self, member: Member) -> frozenset[str]:
        """The files as they are seen from the folder, from the file's own, and as the file names them."""
        here = posixpath.dirname(member.path)
        below = {path[len(here) + 1 :] for path in self.paths if path.startswith(f"{here}/")} if here else set()
        return self.paths | below | member.written

    def _resolved(self, member: Member) -> Configuration:
        whole = member.configuration
        if member.is_prompt:
            return self._included(member)
        if member.is_squad:
            return replace(whole, assistants=tuple(self._squad_member(one) for one in whole.assistants))
        ones = [self._placed(member, one) for one in whole.assistants]
        if member.is_one and self.has_speaker and not member.speaks:
            ones = [_of_others(ones[0])]
        return replace(whole, assistants=tuple(self._attached(one) for one in ones))

    def _placed(self, member: Member, one: Assistant) -> Assistant:
        """The assistant with what the squads add to it that it belongs to."""
        for place in self.places.get((member.path, one.pointer), ()):
            one = place.taken_by(one)
        return one

    def _attached(self, one: Assistant) -> Assistant:
        """The assistant with the stored tools that stand in other files."""
        found = [(stored, self.seen_tools[stored.id]) for stored in one.stored_tools if stored.id in self.tools]
        if not found:
            return one
        seen = tuple(replace(tool, pointer=stored.pointer, schemas=()) for stored, tool in found)
        left = tuple(stored for stored in one.stored_tools if stored.id not in self.tools)
        return replace(one, tools=one.tools + seen, stored_tools=left)

    def _squad_member(self, one: Assistant) -> Assistant:
        """A member that stands there as an id, with what its file shows of it."""
        held = self._holder(one)
        if held is None:
            return self._attached(one)
        own = self._attached(held.one)
        pointer = one.unseen[0]
        return self._attached(
            replace(
                one,
                names=tuple(dict.fromkeys((*one.names, *own.names, *held.slugs))),
                tools=one.tools + shown(own.tools, pointer),
                stored_tools=one.stored_tools + tuple(StoredTool(each.id, pointer) for each in own.stored_tools),
                unseen=tuple(pointer for _ in own.unseen),
                prompted=own.prompted if one.prompted is None else one.prompted,
            )
        )

    def _included(self, member: Member) -> Configuration:
        """A prompt, in the place of the assistants that include it: their tools are its tools."""
        users = self.users.get(member.path, [])
        if not users or len(member.configuration.assistants) != 1:
            return member.configuration
        theirs = [one for user in users for one in self._resolved(user).assistants]
        own = replace(
            member.configuration.assistants[0],
            tools=shown(chain.from_iterable(one.tools for one in theirs), ""),
            stored_tools=tuple(StoredTool(each.id, "") for one in theirs for each in one.stored_tools),
            opening=Opening.ELSEWHERE,
            prompted=True,
        )
        return replace(member.configuration, format=users[0].configuration.format, assistants=(own,))

    def _variables(self, member: Member) -> frozenset[str]:
        """Names that other files supply to this one; all there are where nothing tells whose it is."""
        users = [] if member.speaks or member.is_squad else self.users.get(member.path, [])
        if not users and not member.speaks and not member.is_squad:
            return self.everything
        parts = [self.settings]
        parts += [self.tools[each.id][1].supplied for each in self._stored(member) if each.id in self.tools]
        pointers = {one.pointer for one in member.configuration.assistants}
        parts += [place.variables for at in pointers for place in self.places.get((member.path, at), ())]
        for user in users:
            parts += [user.supplied, self._variables(user)]
        if member.is_squad:
            held = (self._holder(one) for one in member.configuration.assistants)
            parts += [supplied(each.one.variables) for each in held if each is not None]
        return frozenset(chain.from_iterable(parts))


def _of_others(one: Assistant) -> Assistant:
    """Settings beside assistants: the prompt and the first message are theirs."""
    opening = Opening.ELSEWHERE if one.opening is Opening.UNSEEN else one.opening
    return replace(one, opening=opening, prompted=True if one.prompted is None else one.prompted)
