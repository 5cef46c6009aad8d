"""New files, all or none: what exists is never overwritten, and a full disk leaves no half of them behind."""

import os
from collections.abc import Mapping
from pathlib import Path

from worker.errors import InputError


def write(texts: Mapping[Path, str], what: str) -> None:
    """Write each text to its path; folders are made.

    Args:
        texts: by path.
        what: another of these is asked for where one exists or cannot be written: ``file`` or ``folder``.

    Raises:
        InputError: one exists or cannot be written; then none is there that was not there before.
    """
    made: list[Path] = []
    for path, text in texts.items():
        try:
            if what == "folder":
                path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8") as file:
                made.append(path)
                file.write(text)
        except (OSError, ValueError) as refused:
            for each in made:
                each.unlink()
            if isinstance(refused, FileExistsError) and os.path.lexists(path):
                advice = f"Name another {what} with --out, or move the file."
                raise InputError(f"{path} exists already.", advice=advice) from None
            reason = getattr(refused, "strerror", None) or str(refused)
            advice = f"Name another {what} with --out."
            raise InputError(f"{path} cannot be written: {reason}.", advice=advice) from None
