"""Loading a configuration's file."""

import pytest

from worker.judging.structural.readers.load import NotJson, load


def test_a_byte_order_mark_is_taken() -> None:
    """Windows tools write one in front of their exports."""
    assert load(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}
    assert load('\ufeff{"a": 1}') == {"a": 1}


def test_nul_and_lone_surrogates_within_strings_are_kept() -> None:
    """Storing them is the database's worry, not the reader's."""
    assert load('{"a": "x\\u0000y\\ud800"}') == {"a": "x\x00y\ud800"}


def test_invalid_json_names_line_and_column() -> None:
    """The place is where an editor would look."""
    with pytest.raises(NotJson) as caught:
        load('{\n  "a": "one\ntwo"\n}')

    assert (caught.value.line, caught.value.column) == (2, 12)


def test_bytes_that_are_no_utf8_name_their_place() -> None:
    """The first bad byte is named, not the whole file."""
    with pytest.raises(NotJson, match="0xff") as caught:
        load(b'{\n"a": "\xff"}')

    assert (caught.value.line, caught.value.column) == (2, 7)


@pytest.mark.parametrize("bracket", ["[", '{"a":'])
def test_a_file_nested_10000_deep_is_refused_with_its_place(bracket: str) -> None:
    """Not a RecursionError."""
    with pytest.raises(NotJson, match="nested deeper than 200") as caught:
        load(bracket * 10_000)

    assert caught.value.line == 1


def test_brackets_within_strings_are_no_nesting() -> None:
    """Prompts hold brackets, and escaped quotation marks before them."""
    text = "[" * 1_000

    assert load('{"a": "\\"' + text + '"}') == {"a": '"' + text}


def test_many_brackets_beside_each_other_are_no_nesting() -> None:
    """Only what is open at the same time counts."""
    assert load("[" + ",".join(["[]"] * 300) + "]") == [[]] * 300


def test_a_file_of_20_megabytes_is_refused_before_it_is_parsed() -> None:
    """The limit is that of stored configurations, 2 MiB."""
    with pytest.raises(NotJson, match="2 MiB"):
        load(b'"' + b"x" * 20_000_000 + b'"')


@pytest.mark.parametrize("text", ["", "NaN", '{"a": Infinity}', "{'a': 1}", '{"a": 1,}', "9" * 5_000])
def test_what_is_no_json_is_one_clear_error(text: str) -> None:
    """Whatever Python's parser would make of it."""
    with pytest.raises(NotJson, match="JSON"):
        load(text)
