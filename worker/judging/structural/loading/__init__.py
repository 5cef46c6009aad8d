"""A file's bytes become a value with lines: JSON, YAML, Markdown with a prompt in it, or a prompt's text.

What it is, is recognised by what stands in it; a file's name only decides where the content could be either. In this
order: RTF and web pages are refused; what opens like JSON is JSON; dashes on top are front matter; a mapping that a
reader knows is YAML; fences may hold prompts; all else is a prompt's text.
"""

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from worker.domain.configuration import Configuration, Format, Json, Oddity, Unreadable
from worker.judging.structural.loading import markdown
from worker.judging.structural.loading.encoding import SAVE_AS_UTF8, decoded
from worker.judging.structural.loading.json_text import load_json
from worker.judging.structural.loading.lines import Lines, json_table
from worker.judging.structural.readers import read, vapi
from worker.judging.structural.readers.load import NotJson
from worker.judging.structural.readers.tree import Place

if TYPE_CHECKING:
    from worker.judging.structural.loading.yaml_text import Parsed

__all__ = ["Lines", "Loaded", "NotJson", "Syntax", "load_file", "reading_of"]


class Syntax(StrEnum):
    """What a file is written in."""

    JSON = "json"
    YAML = "yaml"
    MARKDOWN = "markdown"
    TEXT = "text"


@dataclass(frozen=True)
class Loaded:
    """What stands in a file.

    Attributes:
        content: a JSON value; all pointers lead into it.
        lines: where in the file each value of it begins.
    """

    content: Json = field(repr=False)
    syntax: Syntax
    lines: Lines
    oddities: tuple[Oddity, ...] = ()


_JSON_OPENING: Final = re.compile(
    r"""\{\s*(?:["'}\u201c\u201d\u201e\u2018\u2019]|//|/\*|[\w$]+\s*:)|\[\s*(?:[\[{"'\]]|//|/\*|[-\d]|(?:true|false|null)\b)"""
)
_YAML_LINE: Final = re.compile(r"""(?:- )*\s*(?:[\w$./-]{1,80}|"[^"\n]{1,80}"|'[^'\n]{1,80}'):(?:\s|$)""")
_NOT_FIRST: Final = ("#", "---")
_WEB: Final = re.compile(r"\s*<(?:!doctype|html|\?xml)", re.IGNORECASE)
_YAML_NAMES: Final = (".yaml", ".yml")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


def load_file(data: str | bytes, name: str = "") -> Loaded:
    """Load a file's content; its name is a hint only.

    Raises:
        NotJson: it can be read as nothing; with line and column where there are any, and what to do.
    """
    text = decoded(data)
    head = text.lstrip()
    lower = name.lower()
    _refuse(head)
    if lower.endswith(_YAML_NAMES):
        return _yaml(text)
    if lower.endswith(".json") or _JSON_OPENING.match(head):
        return _json(text)
    return _front(text) or _guessed_yaml(text) or _fenced(text) or _plain(text)


def reading_of(loaded: Loaded, expected: Format | None = None) -> Configuration | Unreadable:
    """The configuration in its normal form, with what was odd about its file; or why it is none."""
    found = read(loaded.content, expected)
    if isinstance(found, Unreadable) or not loaded.oddities:
        return found
    return replace(found, oddities=(*loaded.oddities, *found.oddities))


def _refuse(head: str) -> None:
    if not head:
        raise NotJson("The file is empty.", advice="Give a configuration, or a prompt.")
    if head.startswith("{\\rtf"):
        raise NotJson(
            "This is RTF, the format of a word processor, whatever the file is called.",
            1,
            1,
            advice="Open it there and save it as plain text, then check it again.",
        )
    if _WEB.match(head):
        raise NotJson("This is a web page or XML.", 1, 1, advice="Download the configuration itself.")


def _json(text: str) -> Loaded:
    content, oddities = load_json(text)
    return Loaded(content, Syntax.JSON, Lines(lambda: json_table(text)), oddities)


def _parsed(text: str, first_line: int = 1) -> "Parsed":
    from worker.judging.structural.loading.yaml_text import load_yaml  # noqa: PLC0415 - most calls do without YAML

    return load_yaml(text, first_line)


def _yaml(text: str) -> Loaded:
    parsed = _parsed(text)
    documents = [each for each in parsed.documents if each is not None]
    if not documents:
        raise NotJson("The file holds no value.", advice="Give a configuration, or a prompt.")
    content = documents[0] if len(documents) == 1 else documents
    return Loaded(content, Syntax.YAML, Lines(lambda: parsed.lines), tuple(parsed.oddities))


def _guessed_yaml(text: str) -> Loaded | None:
    """YAML only where the value is a configuration that a reader knows: prompts hold lines with colons, too."""
    lines = (line.strip() for line in text.splitlines())
    first = next((line for line in lines if line and not line.startswith(_NOT_FIRST)), "")
    if not _YAML_LINE.match(first):
        return None
    try:
        loaded = _yaml(text)
    except NotJson:
        return None
    found = read(loaded.content)
    known = isinstance(found, Configuration) and found.format not in {Format.GENERIC, Format.PROMPT_TEXT}
    return loaded if known else None


def _plain(text: str) -> Loaded:
    if fault := _CONTROL.search(text):
        line = text.count("\n", 0, fault.start()) + 1
        raise NotJson(f"This is no text: it holds the character 0x{ord(fault.group()):02x}.", line, advice=SAVE_AS_UTF8)
    first = len(text) - len(text.lstrip())
    return Loaded(text.strip(), Syntax.TEXT, Lines(lambda: {"": text.count("\n", 0, first) + 1}))


def _front(text: str) -> Loaded | None:
    front = markdown.front_matter(text)
    if front is None:
        return None
    try:
        parsed = _parsed(front.matter, 2)
    except NotJson:
        if _YAML_LINE.match(front.matter.lstrip()):
            raise
        return None
    matter = parsed.documents[0] if len(parsed.documents) == 1 else None
    if not isinstance(matter, dict) or not matter:
        return None
    content, pointer, moved = _with_prompt(matter, front.body)
    lines = {"": 1} | {moved + place: line for place, line in parsed.lines.items()} | {pointer: front.body_line}
    oddities = tuple(replace(odd, pointer=moved + odd.pointer) for odd in parsed.oddities)
    return Loaded(content, Syntax.MARKDOWN, Lines(lambda: lines), oddities)


def _with_prompt(matter: dict[str, Any], body: str) -> tuple[Json, str, str]:
    """The value, the pointer of the prompt in it, and that of the front matter."""
    model = matter.get("model") or {}
    if not isinstance(model, dict) or not vapi.is_assistant(Place(matter)):
        return {markdown.PROMPT: body, markdown.SETTINGS: matter}, f"/{markdown.PROMPT}", f"/{markdown.SETTINGS}"
    held = model.get("messages")
    messages = held if isinstance(held, list) else []
    message = {"role": "system", "content": body}
    content = {**matter, "model": {**model, "messages": [*messages, message]}}
    return content, f"/model/messages/{len(messages)}/content", ""


def _fenced(text: str) -> Loaded | None:
    prompts, data = markdown.fenced(text)
    if not prompts:
        return None
    settings: list[Json] = []
    lines: dict[str, int] = {"": 1}
    for block in data:
        loaded = _settings(block)
        if loaded is not None:
            lines[f"/{markdown.SETTINGS}/{len(settings)}"] = block.line
            settings.append(loaded)
    content: dict[str, Json] = {}
    if len(prompts) == 1:
        content[markdown.PROMPT] = prompts[0].text
        lines[f"/{markdown.PROMPT}"] = prompts[0].line
    else:
        content[markdown.PROMPTS] = [block.text for block in prompts]
        lines |= {f"/{markdown.PROMPTS}/{number}": block.line for number, block in enumerate(prompts)}
    if settings:
        content[markdown.SETTINGS] = settings
    return Loaded(content, Syntax.MARKDOWN, Lines(lambda: lines))


def _settings(block: markdown.Block) -> Json | None:
    """The object in a block of data; a sample that does not parse is none."""
    try:
        value = (_yaml if block.word.startswith("y") else _json)(block.text).content
    except NotJson:
        return None
    return value if isinstance(value, dict) and value else None
