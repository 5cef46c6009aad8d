"""Where the wheels put their programs."""

import importlib.util
from pathlib import Path

from worker.errors import NotReady

ELSEWHERE = "Set DATABASE_URL (PostgreSQL 15 or newer) and REDIS_URL (Valkey or Redis); README lists the platforms."


def folder_of(package: str, serves: str) -> Path:
    """The installed folder of a package.

    Raises:
        NotReady: it is not installed, as on a platform that it has no wheel for.
    """
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise NotReady(f"The package {package}, which holds {serves}, is not installed here.", advice=ELSEWHERE)
    return Path(next(iter(spec.submodule_search_locations)))


def program(folder: Path, pattern: str, serves: str) -> Path:
    """The one program that matches.

    Raises:
        NotReady: the package brings none for this platform.
    """
    found = next(iter(sorted(folder.glob(pattern))), None)
    if found is None:
        raise NotReady(f"The package in {folder} holds no {serves} for this platform.", advice=ELSEWHERE)
    return found
