"""One consumer's opinion of one suite: its spec, read strictly, and the keys it needs (criteria.md).

Ratios are exact: what is written as 0.8 means four fifths, here and in the database's ``numeric``.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from math import ceil
from typing import Any, Final, NamedTuple

from worker.domain.nearest import nearest

FIELDS = ("required", "threshold", "ignore")
WORDS_OF_TRIALS = "all, any, majority, or a share such as 0.8"


class TrialWord(StrEnum):
    """How many of one case's trials must be met, as a word; a share is a Fraction instead."""

    ALL = "all"
    ANY = "any"
    MAJORITY = "majority"


Trials = TrialWord | Fraction


def needed(trials: Trials, ran: int) -> int:
    """The least number of met trials, of ``ran`` (at least 1), with which a case counts as met."""
    match trials:
        case TrialWord.ALL:
            return ran
        case TrialWord.ANY:
            return 1
        case TrialWord.MAJORITY:
            return ran // 2 + 1
        case Fraction():
            return ceil(trials * ran)


@dataclass(frozen=True)
class Required:
    """A key that must hold in every case it applies to, in as many of a case's trials as ``trials`` asks."""

    key: str
    trials: Trials = TrialWord.ALL


@dataclass(frozen=True)
class Threshold:
    """Keys of whose results together at least the share ``minimum`` (over 0, at most 1) must be met."""

    keys: tuple[str, ...]
    minimum: Fraction


@dataclass(frozen=True)
class Criteria:
    """A spec that was read without fault; a key stands in one place only."""

    required: tuple[Required, ...] = ()
    threshold: tuple[Threshold, ...] = ()
    ignore: tuple[str, ...] = ()

    @property
    def binding(self) -> dict[str, str]:
        """The keys that a verdict depends on, each with its path in the spec."""
        places = {rule.key: f"required[{index}]" for index, rule in enumerate(self.required)}
        for index, group in enumerate(self.threshold):
            places |= {key: f"threshold[{index}].keys[{place}]" for place, key in enumerate(group.keys)}
        return places


class CriteriaFault(NamedTuple):
    """One fault of a spec.

    Attributes:
        path: the faulty field, such as ``threshold[0].min``; empty for the spec as a whole.
        message: what is wrong.
        advice: what to do.
    """

    path: str
    message: str
    advice: str


class CriteriaInvalid(ValueError):
    """A spec has faults; ``faults`` holds all of them, in the order of the spec."""

    def __init__(self, faults: list[CriteriaFault]) -> None:
        super().__init__("\n".join(f"{f.path + ': ' if f.path else ''}{f.message} {f.advice}" for f in faults))
        self.faults = faults


class Unmatched(NamedTuple):
    """A key of the spec that the run judges nowhere, its path, and the closest keys that it does judge."""

    key: str
    path: str
    nearest: tuple[str, ...]


@dataclass(frozen=True)
class Resolution:
    """What a spec finds among the pairs that a run judges.

    Attributes:
        unmatched: ``required`` and ``threshold`` keys in no pair; any of them fails the run's start or the writing.
        warnings: ``ignore`` keys in no pair.
        unnamed: judged keys that the spec does not name, sorted.
    """

    unmatched: tuple[Unmatched, ...]
    warnings: tuple[Unmatched, ...]
    unnamed: tuple[str, ...]


def parse(spec: object) -> Criteria:
    """Read a spec as JSON or YAML gives it.

    Raises:
        CriteriaInvalid: with every fault that the spec has.
    """
    reader = _Reader()
    criteria = reader.criteria(spec)
    if reader.faults:
        raise CriteriaInvalid(reader.faults)
    return criteria


NO_RULE: Final = "The criteria has no rule: every run passes it, everything is only observed."


def has_no_rule(spec: object) -> bool:
    """True where a spec can be read and requires nothing; a verdict under it is passed, flagged ``observed_only``."""
    try:
        return not parse(spec).binding
    except CriteriaInvalid:
        return False


def resolve(criteria: Criteria, pairs: Iterable[tuple[object, str]]) -> Resolution:
    """Look the spec's keys up in the pairs of case and assertion key that a run judges."""
    judged = {key for _, key in pairs}

    def missing(places: Mapping[str, str]) -> Iterator[Unmatched]:
        for key, path in places.items():
            if key not in judged:
                yield Unmatched(key, path, nearest(key, judged))

    ignored = {key: f"ignore[{index}]" for index, key in enumerate(criteria.ignore)}
    return Resolution(
        unmatched=tuple(missing(criteria.binding)),
        warnings=tuple(missing(ignored)),
        unnamed=tuple(sorted(judged - criteria.binding.keys() - ignored.keys())),
    )


class _Reader:
    """Reads a spec field by field and collects faults instead of stopping at the first."""

    def __init__(self) -> None:
        self.faults: list[CriteriaFault] = []
        self._places: dict[str, str] = {}

    def criteria(self, spec: object) -> Criteria:
        fields = self._object("", spec, FIELDS)
        return Criteria(
            required=tuple(self._required(*item) for item in self._items("required", fields.get("required", []))),
            threshold=tuple(self._threshold(*item) for item in self._items("threshold", fields.get("threshold", []))),
            ignore=tuple(self._key(*item) for item in self._items("ignore", fields.get("ignore", []))),
        )

    def _required(self, path: str, item: object) -> Required:
        if isinstance(item, str):
            return Required(self._key(path, item))
        fields = self._object(path, item, ("key", "trials"), demanded=("key",), instead="a key or an object with a key")
        key = self._key(f"{path}.key", fields["key"]) if "key" in fields else ""
        return Required(key, self._trials(f"{path}.trials", fields["trials"]) if "trials" in fields else TrialWord.ALL)

    def _threshold(self, path: str, item: object) -> Threshold:
        fields = self._object(path, item, ("keys", "min"), demanded=("keys", "min"))
        keys = tuple(self._key(place, key) for place, key in self._items(f"{path}.keys", fields.get("keys", [])))
        if fields.get("keys") == []:
            self._fault(f"{path}.keys", "The group is empty.", "Name at least one key, or remove the group.")
        return Threshold(keys, self._share(f"{path}.min", fields["min"]) if "min" in fields else Fraction(1))

    def _key(self, path: str, key: object) -> str:
        if not isinstance(key, str):
            self._fault(path, f"A key is a text, not {_type(key)}.", "Write the assertion's key, in quotes if needed.")
            return ""
        if not key.strip():
            self._fault(path, "The key is empty.", "Write an assertion's key, or remove the entry.")
        elif key in self._places:
            self._fault(path, f"{key!r} stands at {self._places[key]} already.", "Keep one of the two places.")
        else:
            self._places[key] = path
        return str(key)

    def _trials(self, path: str, trials: object) -> Trials:
        if not isinstance(trials, str):
            return self._share(path, trials, instead=WORDS_OF_TRIALS)
        if trials in set(TrialWord):
            return TrialWord(trials)
        meant = nearest(trials, TrialWord)
        self._fault(
            path,
            f"{trials!r} is no number of trials.",
            f"Did you mean {meant[0]}?" if meant else f"Write {WORDS_OF_TRIALS}.",
        )
        return TrialWord.ALL

    def _share(self, path: str, share: object, instead: str = "a number over 0 and at most 1") -> Fraction:
        if isinstance(share, bool) or not isinstance(share, int | float | Decimal):
            self._fault(path, f"A share is a number, not {_type(share)}.", f"Write {instead}.")
            return Fraction(1)
        if (isinstance(share, Decimal) and share.is_nan()) or not 0 < share <= 1:
            self._fault(path, f"{share} is not a share.", "Write a number over 0 and at most 1.")
            return Fraction(1)
        kept = Decimal(repr(float(share)))
        if isinstance(share, Decimal) and share != kept:
            self._fault(path, f"{share} has more digits than JSON keeps.", f"Write {kept}.")
        return Fraction(kept)

    def _object(
        self,
        path: str,
        item: object,
        known: tuple[str, ...],
        demanded: tuple[str, ...] = (),
        instead: str = "an object",
    ) -> dict[str, Any]:
        if not isinstance(item, Mapping):
            self._fault(path, f"Expected {instead}, found {_type(item)}.", f"Its fields are {', '.join(known)}.")
            return {}
        for field in item:
            if field not in known:
                self._unknown_field(path, field, known)
        for field in demanded:
            if field not in item:
                self._fault(_join(path, field), "The field is missing.", f"Add {field}.")
        return {field: item[field] for field in known if field in item}

    def _unknown_field(self, path: str, field: object, known: tuple[str, ...]) -> None:
        meant = nearest(str(field), known, 1)
        advice = f"Did you mean {meant[0]}?" if meant else f"The fields here are {', '.join(known)}."
        self._fault(_join(path, field), "No such field.", advice)

    def _items(self, path: str, found: object) -> Iterator[tuple[str, Any]]:
        if isinstance(found, list | tuple):
            for index, item in enumerate(found):
                yield f"{path}[{index}]", item
        else:
            self._fault(path, f"Expected a list, found {_type(found)}.", "Write a list, or leave the field out.")

    def _fault(self, path: str, message: str, advice: str) -> None:
        self.faults.append(CriteriaFault(path, message, advice))


def _join(path: str, field: object) -> str:
    return f"{path}.{field}" if path else str(field)


def _type(value: object) -> str:
    """A value's type in JSON's words; what is short is shown."""
    match value:
        case None:
            return "nothing"
        case bool() | int() | float() | Decimal():
            return str(value).lower()
        case str():
            return f"the text {value[:40]!r}"
        case Mapping():
            return "an object"
        case list() | tuple():
            return "a list"
        case _:
            return type(value).__name__
