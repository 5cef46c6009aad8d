"""Numbers with their noun."""


def counted(number: int, one: str, several: str = "") -> str:
    """``1 case``, ``2 cases``; ``several`` where the plural is no ``s`` at the end."""
    return f"{number} {one if number == 1 else several or f'{one}s'}"
