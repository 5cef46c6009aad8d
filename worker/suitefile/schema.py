"""JSON Schema (2020-12) of a suite file, for editors, made from what the reader itself knows.

It says less than the reader: names that stand twice, criteria that name nothing and the like are the reader's alone.
"""

from collections.abc import Mapping
from typing import Any, Final

from worker.domain.criteria import FIELDS as CRITERIA_FIELDS
from worker.domain.criteria import TrialWord
from worker.domain.plan import RUN_CONFIG_BOUNDS
from worker.domain.suite import RUNNERS_WITHOUT_SCRIPT
from worker.judging import kinds
from worker.suitefile.form import LONGEST_NAME
from worker.suitefile.shape import ASSERTION_FIELDS, CASE_FIELDS, SUITE_FIELDS, USE_FIELDS

Schema = dict[str, Any]
Words = Mapping[str, Mapping[str, str]]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
NAME: Final[Schema] = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME, "pattern": r"^\S([^\r\n]*\S)?$"}
TEXT: Final[Schema] = {"type": "string"}
FILLED: Final[Schema] = {"type": "string", "pattern": r"\S"}
FLAG: Final[Schema] = {"type": "boolean"}
SHARE: Final[Schema] = {"type": "number", "exclusiveMinimum": 0, "maximum": 1}
NOTHING: Final[Schema] = {"type": "null"}
ANYTHING: Final[Schema] = {}
SCRIPT: Final = ("turns", "persona", "goal")


def schema(words: Words) -> Schema:
    """The schema of a file: a suite, or a list of suites.

    Args:
        words: descriptions by field, under ``suite``, ``case``, ``use``, ``assertion`` and ``criteria``.
    """
    return {
        "$schema": DIALECT,
        "title": "Suite file of assistant-test",
        "anyOf": [{"$ref": "#/$defs/suite"}, {"type": "array", "items": {"$ref": "#/$defs/suite"}, "minItems": 1}],
        "$defs": {
            "suite": _object(SUITE_FIELDS, _suite(), ("suite", "assistant"), words["suite"]),
            "case": _case(words),
            "assertion": _assertion(words["assertion"]),
            "criteria": _criteria(words["criteria"]),
        },
    }


def _suite() -> Schema:
    bounds = RUN_CONFIG_BOUNDS.items()
    run = {key: {"type": "integer", "minimum": least, "maximum": most} for key, (least, most) in bounds}
    return {
        "suite": NAME,
        "team": NAME,
        "assistant": NAME,
        "description": TEXT,
        "targets": {"type": "object", "additionalProperties": {"type": "object"}},
        "run": _object(tuple(run), run, (), {}),
        "assertions": _list("assertion"),
        "cases": _list("case"),
        "criteria": {"type": "object", "additionalProperties": {"$ref": "#/$defs/criteria"}},
    }


def _case(words: Words) -> Schema:
    fields = {
        "name": NAME,
        "runner": NAME,
        "assertions": _list("assertion"),
        "enabled": FLAG,
        "source_call_id": NAME,
        "turns": {"type": "array", "items": FILLED, "minItems": 1},
        "persona": FILLED,
        "goal": FILLED,
        "variables": {"type": "object"},
        "facts": ANYTHING,
        "expectations": ANYTHING,
    }
    described = _object(CASE_FIELDS, fields, ("name", "runner"), words["case"])
    used = _object(USE_FIELDS, {"use": NAME, "enabled": FLAG}, ("use",), words["use"])
    return {"if": {"required": ["use"]}, "then": used, "else": {**described, **_script()}}


def _script() -> Schema:
    """A conversation needs turns, or a persona with a goal; some runners play none."""
    plays_none = {"properties": {"runner": {"enum": sorted(RUNNERS_WITHOUT_SCRIPT)}}, "required": ["runner"]}
    return {
        "if": plays_none,
        "then": {"properties": dict.fromkeys(SCRIPT, NOTHING)},
        "else": {"anyOf": [_given("turns"), _given("persona", "goal")]},
    }


def _given(*fields: str) -> Schema:
    return {"required": list(fields), "properties": {field: {"not": NOTHING} for field in fields}}


def _assertion(words: Mapping[str, str]) -> Schema:
    fields = {
        "key": NAME,
        "kind": {"enum": sorted(kinds.KINDS)},
        "spec": {"type": "object"},
        "statement": TEXT,
        "role": NAME,
    }
    return {**_object(ASSERTION_FIELDS, fields, ("key", "kind"), words), "allOf": [_spec(name) for name in kinds.KINDS]}


def _spec(kind: str) -> Schema:
    """What a kind demands of its assertions."""
    found = kinds.get(kind).spec.model_json_schema()
    parts = found.pop("$defs", {})
    needs = {"required": ["spec"]} if kinds.validate_spec(kind, {}) else {}
    spec = found if needs else {"anyOf": [found, NOTHING]}
    applies = {"properties": {"kind": {"const": kind}}, "required": ["kind"]}
    return {"if": applies, "then": {"properties": {"spec": _inlined(spec, parts)}, **needs}}


def _inlined(value: Any, parts: Mapping[str, Schema]) -> Any:
    """The schema with its own parts written out where they are referred to; a kind's parameters never recurse."""
    if isinstance(value, dict):
        if "$ref" in value:
            return _inlined(parts[value["$ref"].rsplit("/", 1)[-1]], parts)
        return {key: _inlined(inner, parts) for key, inner in value.items()}
    return [_inlined(inner, parts) for inner in value] if isinstance(value, list) else value


def _criteria(words: Mapping[str, str]) -> Schema:
    trials = {"anyOf": [{"enum": [str(word) for word in TrialWord]}, SHARE]}
    rule = _strict({"key": FILLED, "trials": trials}, ("key",))
    group = _strict({"keys": {"type": "array", "items": FILLED, "minItems": 1}, "min": SHARE}, ("keys", "min"))
    fields = {
        "required": {"type": "array", "items": {"anyOf": [FILLED, rule]}},
        "threshold": {"type": "array", "items": group},
        "ignore": {"type": "array", "items": FILLED},
    }
    return _strict({name: {**fields[name], "description": words[name]} for name in CRITERIA_FIELDS}, ())


def _object(known: tuple[str, ...], fields: Schema, demanded: tuple[str, ...], words: Mapping[str, str]) -> Schema:
    """A mapping of the file, as ``Form`` reads it: an empty (null) field counts as one that is missing."""
    made = {}
    for name in known:
        said = {"description": words[name]} if name in words else {}
        made[name] = {**(fields[name] if name in demanded else _or_null(fields[name])), **said}
    return _strict(made, demanded)


def _or_null(field: Schema) -> Schema:
    return {"anyOf": [field, NOTHING]} if field else field


def _strict(fields: Schema, demanded: tuple[str, ...]) -> Schema:
    return {"type": "object", "properties": fields, "required": list(demanded), "additionalProperties": False}


def _list(what: str) -> Schema:
    return {"type": "array", "items": {"$ref": f"#/$defs/{what}"}}
