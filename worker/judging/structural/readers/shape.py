"""What a configuration cannot be read without: where such a place has another type, the whole is unreadable."""

from collections.abc import Iterator

from worker.judging.structural.readers.tree import Place, child, word

_NAMES = {dict: "an object", list: "a list"}


class ShapeFault(Exception):
    """A place that everything hangs on has another type than the vendor's shape."""

    def __init__(self, pointer: str, reason: str) -> None:
        super().__init__(f"{pointer}: {reason}")
        self.pointer = pointer
        self.reason = reason


class Sound(Place):
    """A place of the type that was demanded, or of null."""

    def entries(self) -> Iterator[Place]:
        """The members of the list; none for null."""
        for index, value in enumerate(self.value or ()):
            yield Place(value, child(self.pointer, index))


def demand(place: Place, kind: type[dict[str, object]] | type[list[object]]) -> Sound:
    """The place itself, where it is of that type or null.

    Raises:
        ShapeFault: it has another type.
    """
    if place.value is not None and not isinstance(place.value, kind):
        raise ShapeFault(place.pointer, f"here stands {word(place.value)} where {_NAMES[kind]} belongs")
    return Sound(place.value, place.pointer)
