"""Files become values: what they are is recognised, what they lose is told, and every value has its line."""

import json
from typing import Any

import pytest

from worker.domain.configuration import Configuration, Format
from worker.judging.structural.loading import Loaded, NotJson, Syntax, load_file, reading_of

ASSISTANT = {"name": "Désk", "model": {"messages": [{"role": "system", "content": "Be kind."}]}}
WRITTEN = json.dumps(ASSISTANT, indent=2, ensure_ascii=False)


def format_of(loaded: Loaded) -> Format:
    """The format that a file's content is recognised as."""
    found = reading_of(loaded)
    assert isinstance(found, Configuration)
    return found.format


def refusal(text: str | bytes, name: str = "") -> NotJson:
    """Why a file is refused."""
    with pytest.raises(NotJson) as caught:
        load_file(text, name)
    return caught.value


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("breaks", ["\n", "\r\n"])
def test_json_is_read_in_every_encoding_that_editors_write(encoding: str, breaks: str) -> None:
    """With and without a byte order mark, with the line breaks of each system."""
    assert load_file(WRITTEN.replace("\n", breaks).encode(encoding)).content == ASSISTANT


@pytest.mark.parametrize(
    ("text", "syntax", "known"),
    [
        (WRITTEN, Syntax.JSON, Format.VAPI_ASSISTANT),
        ("name: Desk\nmodel:\n  messages:\n    - role: system\n      content: Be kind.\n", Syntax.YAML, Format.VAPI_ASSISTANT),
        ("---\nname: Desk\nfirstMessage: Hi\nmodel:\n  provider: openai\n---\nBe kind.\n", Syntax.MARKDOWN, Format.VAPI_ASSISTANT),
        ("---\ntitle: Notes\n---\nYou are kind.\n", Syntax.MARKDOWN, Format.PROMPT_TEXT),
        ("You are kind.\n\nRules: never lie.\n", Syntax.TEXT, Format.PROMPT_TEXT),
        ("[Identity]\nYou are kind.\n", Syntax.TEXT, Format.PROMPT_TEXT),
        ("{{greeting}}, how are you?", Syntax.TEXT, Format.PROMPT_TEXT),
        ("Role: desk\nGoal: help\nStyle: short\n", Syntax.TEXT, Format.PROMPT_TEXT),
        ("- Be kind.\n- Never lie.\n", Syntax.TEXT, Format.PROMPT_TEXT),
        ("--- \nA line, then text.\n---\nmore", Syntax.TEXT, Format.PROMPT_TEXT),
    ],
)  # fmt: skip
def test_what_a_file_is_is_recognised_by_what_stands_in_it(text: str, syntax: Syntax, known: Format) -> None:
    """No name is needed."""
    loaded = load_file(text)

    assert (loaded.syntax, format_of(loaded)) == (syntax, known)


def test_the_name_decides_where_the_content_could_be_either() -> None:
    """Lines with colons are a prompt, unless the file says that it is YAML."""
    text = "role: desk\nrules:\n  - be kind\n"

    assert load_file(text, "notes.md").syntax is Syntax.TEXT
    assert load_file(text, "desk.YML").content == {"role": "desk", "rules": ["be kind"]}
    assert refusal("You are kind.", "desk.json").reason.startswith("This is not JSON")


def test_the_body_below_an_assistants_front_matter_is_its_system_prompt() -> None:
    """It comes behind the messages that stand in the front matter."""
    loaded = load_file(
        "---\nfirstMessage: Hi\nmodel:\n  messages:\n    - role: user\n      content: a\n---\n\nBe kind.\n"
    )

    assert loaded.content["model"]["messages"][1] == {"role": "system", "content": "Be kind."}
    assert loaded.lines.line_of("/model/messages/1/content") == 9


def test_a_prompt_in_a_fence_is_the_prompt_and_data_beside_it_are_settings() -> None:
    """The headings around them are documentation."""
    rules = "\n".join(f"Rule {number}: be kind." for number in range(20))
    loaded = load_file(
        f'# Desk\n\n## Prompt\n\n```\n{rules}\n```\n\n```json\n{{"firstMessage": "Hi {{{{ name }}}}"}}\n```\n'
    )

    configuration = reading_of(loaded)
    assert isinstance(configuration, Configuration)
    assert [(text.pointer, text.text) for text in configuration.texts] == [
        ("/prompt", rules),
        ("/settings/0/firstMessage", "Hi {{ name }}"),
    ]
    assert [loaded.lines.line_of(pointer) for pointer in ("/prompt", "/settings/0/firstMessage")] == [6, 29]


def test_a_prompt_with_a_sample_in_a_fence_is_a_prompt_as_a_whole() -> None:
    """Only a document that is about its fences is taken apart."""
    text = "You are kind. " * 20 + "\n```\nHello!\n```\n" + "Never lie. " * 20

    assert load_file(text).content == text.strip()


def test_switches_of_yaml_11_stay_words_and_are_noted() -> None:
    """A reader of YAML 1.1 would make a boolean of each, of the key ``on`` too."""
    loaded = load_file(
        "firstMessage: yes\nhooks:\n  - on: call.ending\nbackgroundSound: off\nmodel: {n: 'no', x: 007}\n"
    )

    assert loaded.content["hooks"] == [{"on": "call.ending"}]
    assert (loaded.content["backgroundSound"], loaded.content["model"]) == ("off", {"n": "no", "x": "007"})
    assert [odd.pointer for odd in loaded.oddities] == ["/firstMessage", "/hooks/0/on", "/backgroundSound"]


def test_anchors_aliases_and_merge_keys_are_written_out() -> None:
    """What an object says itself wins over what is merged into it, wherever the merge stands."""
    text = "base: &base {a: 1, b: 2}\none:\n  b: 3\n  <<: *base\ntwo:\n  <<: [*base, {c: 4}]\n  a: 5\nthree: {<<: {z: 1}}\n"

    content = load_file(text, "x.yaml").content

    assert content["one"] == {"a": 1, "b": 3}
    assert content["two"] == {"a": 5, "b": 2, "c": 4}
    assert content["three"] == {"z": 1}
    assert load_file(text, "x.yaml").oddities == ()


@pytest.mark.parametrize(
    ("text", "name"),
    [('{"a": {"b/c": 1, "b/c": 2}}', ""), ("a:\n  b/c: 1\n  b/c: 2\n", "x.yaml")],
)
def test_a_key_that_stands_twice_is_told_with_its_place(text: str, name: str) -> None:
    """Parsers take the last one in silence."""
    loaded = load_file(text, name)

    assert loaded.content == {"a": {"b/c": 2}}
    assert [(odd.pointer, odd.subject, odd.serious) for odd in loaded.oddities] == [("/a/b~1c", "b/c", True)]


@pytest.mark.parametrize(
    ("text", "line", "says", "advice"),
    [
        ('{"a": 1,}', 1, "comma before the closing", "Remove the comma"),
        ('{"a": 1, // note\n"b": 2}', 1, "comment", "no comments"),
        ("// note\n{}", 1, "", ""),
        ("{'a': 1}", 1, "quotation mark", 'Write "'),
        ("{“a”: 1}", 1, "quotation mark", 'Write "'),
        ("{a: 1}", 1, "without quotation marks", 'Write "'),
        ('{"a": None}', 1, "the word None", "null"),
        ('{"a": "b\nc"}', 1, "line break", r"\n"),
        ('{"a":\n"b\\d"}', 2, "backslash", r"\\"),
        ('{"a": "b', 1, "never closed", "cut"),
        ('{"a": [1, 2', 1, "ends too early", "cut"),
        ('{"a": 1}\n{"a": 2}', 2, "behind the value", "list"),
        ('{"a": "x "y" z"}', 1, "delimiter", r"\""),
        ("{\\rtf1 \\ansi {\\b a}}", 1, "RTF", "plain text"),
        ("<!DOCTYPE html><html>", 1, "web page", "Download"),
        ("  \n ", None, "empty", "prompt"),
    ],
)  # fmt: skip
def test_what_is_refused_says_where_and_what_to_do(text: str, line: int | None, says: str, advice: str) -> None:
    """One sentence each, never the parser's own words alone."""
    if not says:
        assert refusal(text, "a.json").line == line
        return

    fault = refusal(text)

    assert fault.line == line
    assert says in fault.reason
    assert advice in fault.advice


def test_program_code_saved_as_json_is_told_as_such() -> None:
    """The value is what the program makes."""
    assert "program code" in refusal("export const desk = {\n};\n", "desk.json").reason


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("a: b: c\n", 1, "mapping values"),
        ("a:\n\t- b\n", 2, "token"),
        ("a: *b\n", 1, "names no anchor"),
        ("? [a]\n: b\n", 1, "a list or an object"),
        ("a: &a [1, 2]\n" + "b: &b [*a, *a]\nc: [*b]\n" * 1, None, ""),
        ("- " * 300 + "a", 1, "nested deeper"),
        ("# nothing\n", None, "no value"),
    ],
)  # fmt: skip
def test_yaml_that_cannot_be_read_names_its_line(text: str, line: int | None, says: str) -> None:
    """The file says by its name that it is YAML."""
    if not says:
        assert load_file(text, "a.yml").content["c"] == [[[1, 2], [1, 2]]]
        return

    fault = refusal(text, "a.yml")

    assert says in fault.reason
    assert fault.line == line


def test_aliases_that_would_fill_the_memory_are_refused() -> None:
    """Ten aliases of ten aliases, nine times: a thousand million values."""
    lines = ["a0: &a0 [" + ", ".join(["x"] * 10) + "]"]
    lines += [f"a{n}: &a{n} [" + ", ".join([f"*a{n - 1}"] * 10) + "]" for n in range(1, 10)]

    assert "aliases written out" in refusal("\n".join(lines), "a.yaml").reason


def test_bytes_that_are_no_text_are_refused() -> None:
    """A picture, a program."""
    assert "not UTF-8" in refusal(b"\x89PNG\r\n\x1a\n").reason
    assert "0x00" in refusal(b"You are\x00 kind and helpful").reason


@pytest.mark.parametrize("value", [ASSISTANT, [[], {}, {"a": [1, {"b~/c": 'x\n"y\\'}]}, "z"], {"": {"": 1}}, "text", 7])
def test_every_value_of_json_has_its_line(value: Any) -> None:
    """Also under keys with slashes and escapes; the pretty form has one value a line."""
    text = json.dumps(value, indent=1)
    loaded = load_file(text, "a.json")

    waiting = [(value, "")]
    while waiting:
        held, pointer = waiting.pop()
        line = loaded.lines.line_of(pointer)
        assert line is not None
        start = json.dumps(held)[:3] if not isinstance(held, (dict, list)) else "[" if isinstance(held, list) else "{"
        assert start in text.splitlines()[line - 1]
        if isinstance(held, dict):
            waiting += [
                (inner, f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}") for key, inner in held.items()
            ]
        elif isinstance(held, list):
            waiting += [(inner, f"{pointer}/{index}") for index, inner in enumerate(held)]


def test_the_line_of_a_place_without_one_is_that_of_what_holds_it() -> None:
    """A pointer may lead to what is missing."""
    loaded = load_file("a:\n  b: 1\n", "a.yaml")

    assert [loaded.lines.line_of(pointer) for pointer in ("/a/b", "/a/x", "")] == [2, 1, 1]
