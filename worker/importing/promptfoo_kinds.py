"""What each type of promptfoo's assertions is here, in the words of the kinds; or why there is none."""

import re
from collections.abc import Callable
from typing import Any, Final

from worker.domain.suite import Json, Wording

TEMPLATE: Final = re.compile(r"\{\{|\{%")
NEGATED: Final = {"contains": "not_contains", "regex": "not_regex"}
CODE: Final = frozenset({"javascript", "python", "ruby", "webhook"})
OTHERS: Final = {
    *("answer-relevance", "bleu", "classifier", "contains-html", "contains-json", "contains-sql"),
    *("contains-xml", "context-faithfulness", "context-recall", "context-relevance", "conversation-relevance", "cost"),
    *("factuality", "finish-reason", "g-eval", "gleu", "guardrails", "is-html"),
    *(
        "is-refusal",
        "is-sql",
        "is-valid-function-call",
        "is-valid-openai-function-call",
        "is-valid-openai-tools-call",
        "is-xml",
    ),
    *("levenshtein", "meteor", "model-graded-factuality", "moderation", "perplexity", "perplexity-score"),
    *("pi", "rouge-n", "search-rubric", "select-best", "max-score", "similar"),
    *("tool-call-f1", "trace-span-count", "trace-span-duration", "trace-error-spans", "word-count", "assert-set"),
    *("human", "agent-rubric"),
}
"""Types that have no kind here; listed so that a short form in a CSV is told from a text to be equalled."""


class NoKind(Exception):
    """There is no kind for it; the text says why."""


def is_known(kind: str) -> bool:
    """Whether promptfoo has a type of this name, negated or not."""
    plain = kind.removeprefix("not-")
    return plain in MADE or plain in CODE or plain in OTHERS


def wording(kind: str, value: Any, threshold: Any) -> Wording:
    """The assertion here.

    Raises:
        NoKind: says why there is none.
    """
    plain = kind.removeprefix("not-")
    if plain in CODE:
        raise NoKind("It is code, which no suite file holds.")
    if plain not in MADE:
        raise NoKind(f"No kind here means what {kind or 'an assertion without a type'} means.")
    _refuse(value)
    made = MADE[plain](value, threshold)
    return made if plain == kind else _negated(made)


def _refuse(value: Any) -> None:
    for text in value if isinstance(value, list) else [value]:
        if isinstance(text, str) and text.startswith("file://"):
            raise NoKind("Its value is in another file; write it here.")
        if isinstance(text, str) and TEMPLATE.search(text):
            raise NoKind("Its value is a template that promptfoo fills in; write what it comes to.")


def _negated(made: Wording) -> Wording:
    if made.kind in NEGATED and "all" not in made.spec:
        return Wording(NEGATED[made.kind], made.spec)
    child: Json = {"kind": made.kind} | ({"spec": made.spec} if made.spec else {})
    child |= {"statement": made.statement} if made.statement else {}
    return Wording("none_of", {"of": [child]})


def _text(value: Any) -> str:
    if isinstance(value, str) and value:
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise NoKind("Its value is no text.")


def _texts(value: Any) -> list[str]:
    listed = value if isinstance(value, list) else [part.strip() for part in _text(value).split(",")]
    if not listed:
        raise NoKind("Its list is empty.")
    return [_text(each) for each in listed]


def _contains(group: str, *, several: bool, fold: bool) -> Callable[[Any, Any], Wording]:
    def make(value: Any, _: Any) -> Wording:
        spec: Json = {group: _texts(value) if several else [_text(value)]}
        return Wording("contains", spec | ({"ignore_case": True} if fold else {}))

    return make


def _equals(value: Any, _: Any) -> Wording:
    if isinstance(value, dict | list):
        raise NoKind("It compares with an object, which a spoken reply is not.")
    return Wording("equals", {"value": _text(value)})


def _starts(value: Any, _: Any) -> Wording:
    return Wording("regex", {"pattern": "^" + re.escape(_text(value))})


def _regex(value: Any, _: Any) -> Wording:
    return Wording("regex", {"pattern": _text(value)})


def _json(value: Any, _: Any) -> Wording:
    if value is not None and not isinstance(value, dict):
        raise NoKind("Its schema is no mapping.")
    return Wording("json_schema", {"schema": value or {}})


def _rubric(value: Any, _: Any) -> Wording:
    return Wording("rubric", statement=_text(value))


def _latency(_: Any, threshold: Any) -> Wording:
    if isinstance(threshold, bool) or not isinstance(threshold, int | float):
        raise NoKind("It gives no threshold in milliseconds.")
    return Wording("latency", {"max_ms": threshold})


MADE: Final[dict[str, Callable[[Any, Any], Wording]]] = {
    "equals": _equals,
    "contains": _contains("any", several=False, fold=False),
    "icontains": _contains("any", several=False, fold=True),
    "contains-any": _contains("any", several=True, fold=False),
    "icontains-any": _contains("any", several=True, fold=True),
    "contains-all": _contains("all", several=True, fold=False),
    "icontains-all": _contains("all", several=True, fold=True),
    "starts-with": _starts,
    "regex": _regex,
    "is-json": _json,
    "llm-rubric": _rubric,
    "model-graded-closedqa": _rubric,
    "latency": _latency,
}
"""Each takes the assertion's value and threshold."""
