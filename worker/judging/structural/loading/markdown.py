"""Markdown with a prompt in it: front matter with the body as the prompt, or a prompt in a fenced block.

Both are how people keep prompts under version control: front matter as static site generators have it (a YAML mapping
between two lines of three dashes), fenced blocks as CommonMark 0.31 section 4.5 has them.
"""

import re
from dataclasses import dataclass
from typing import Final

from worker.judging.structural.readers.prompt_text import PROMPT, PROMPTS, SETTINGS

SHARE: Final = 0.5
"""A document whose fenced prompts make up this share of it is about them; else its whole text is the prompt."""
BLOCKS_AT_MOST: Final = 1_000

_FENCE: Final = re.compile(r"^ {0,3}(`{3,}|~{3,})[ \t]*([^\s`]*)[^\n`]*$", re.MULTILINE)
_DASHES: Final = re.compile(r"^(?:---|\.\.\.)[ \t]*\r?$", re.MULTILINE)
_PROSE: Final = frozenset({"", "text", "txt", "markdown", "md", "prompt", "plaintext", "liquid", "jinja"})
_DATA: Final = frozenset({"json", "json5", "jsonc", "yaml", "yml"})

__all__ = ["PROMPT", "PROMPTS", "SETTINGS", "Block", "Front", "fenced", "front_matter"]


@dataclass(frozen=True, slots=True)
class Front:
    """A text with front matter; ``body_line`` is the body's first line, 1-based."""

    matter: str
    body: str
    body_line: int


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block; ``line`` is the first line within it, 1-based."""

    word: str
    text: str
    line: int

    @property
    def is_data(self) -> bool:
        """Whether settings may stand in it."""
        return self.word in _DATA


def front_matter(text: str) -> Front | None:
    """The text taken apart at the two lines of dashes; None where it does not begin so."""
    first = _DASHES.match(text)
    if first is None or text[first.start()] != "-":
        return None
    second = _DASHES.search(text, first.end() + 1)
    if second is None:
        return None
    start = min(second.end() + 1, len(text))
    body = text[start:]
    stripped = body.lstrip()
    lead = len(body) - len(stripped)
    return Front(text[first.end() + 1 : second.start()], stripped.rstrip(), text.count("\n", 0, start + lead) + 1)


def fenced(text: str) -> tuple[list[Block], list[Block]]:
    """The prompts and the settings of a document that is about the prompts in its fences; else two empty lists."""
    blocks = _blocks(text)
    prompts = [block for block in blocks if block.word in _PROSE and block.text.strip()]
    if sum(len(block.text) for block in prompts) < SHARE * len(text):
        return [], []
    longest = max((len(block.text) for block in prompts), default=0)
    return [each for each in prompts if len(each.text) * 4 >= longest], [each for each in blocks if each.is_data]


def _blocks(text: str) -> list[Block]:
    blocks: list[Block] = []
    opened: re.Match[str] | None = None
    for fence in _FENCE.finditer(text):
        if opened is None:
            opened = fence
            continue
        mark, closing = opened.group(1), fence.group(1)
        if closing[0] == mark[0] and len(closing) >= len(mark) and not fence.group(2):
            start = opened.end() + 1
            line = text.count("\n", 0, start) + 1 if len(blocks) < BLOCKS_AT_MOST else 0
            blocks.append(Block(opened.group(2).lower(), text[start : fence.start()].rstrip("\r\n"), line))
            opened = None
        if len(blocks) >= BLOCKS_AT_MOST:
            break
    return blocks
