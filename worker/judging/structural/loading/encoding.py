"""A file's bytes become text, or one clear reason why not."""

from typing import Final

from worker.judging.structural.readers.load import MAX_BYTES, NotJson

_MARKS: Final = (
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
    (b"\xef\xbb\xbf", "utf-8-sig"),
)
SAVE_AS_UTF8: Final = "Save it as UTF-8."


def decoded(data: str | bytes) -> str:
    """The text without its byte order mark: UTF-8, or UTF-16 and UTF-32 where a mark or the zero bytes tell.

    Raises:
        NotJson: over 2 MiB, or no text in any of these encodings.
    """
    size = len(data) if isinstance(data, bytes) else len(data.encode("utf-8", "surrogatepass"))
    if size > MAX_BYTES:
        raise NotJson(
            f"The file has {size} bytes or more; a configuration has at most {MAX_BYTES} (2 MiB).",
            advice="Leave out what is no part of the configuration.",
        )
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    encoding = _encoding(data)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as fault:
        before = data[: fault.start].decode(encoding, "replace")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        called = "UTF-8" if encoding.startswith("utf-8") else encoding.upper()
        raise NotJson(
            f"This is not {called}: byte 0x{data[fault.start]:02x}.", line, column, advice=SAVE_AS_UTF8
        ) from None
    return text.removeprefix("\ufeff")


def _encoding(data: bytes) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding
    zeros = "".join("0" if byte == 0 else "x" for byte in data[:4])
    return {"x0x0": "utf-16-le", "0x0x": "utf-16-be"}.get(zeros, "utf-8")
