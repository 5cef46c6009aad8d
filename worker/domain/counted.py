"""Numbers with their noun."""


def counted(number: int, one: str, several: str = "") -> str:
    """``1 case``, ``2 cases``; ``several`` where the plural is no ``s`` at the end."""
    return f"{number} {one if number == 1 else several or f'{one}s'}"


def every(number: int, one: str, verb: str, verbs: str) -> str:
    """``The one case runs``, ``All 2 cases run``: a statement on all of them begins so; ``verb`` is that of one."""
    return f"The one {one} {verb}" if number == 1 else f"All {number} {one}s {verbs}"


def are(number: int) -> str:
    """``is`` or ``are``."""
    return "is" if number == 1 else "are"
