"""bin/up: the Procfile in the foreground, against configured or embedded services; starts anew what exits."""

import argparse
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from worker.cli.console import complain
from worker.embedded import HOME, Services, services, shell
from worker.errors import NotReady, WorkerError
from worker.settings import Settings
from worker.supervision import interrupts, policy, procfile
from worker.supervision.child import ROOT
from worker.supervision.group import Supervisor, running
from worker.supervision.printer import Printer, is_coloured, stdout
from worker.supervision.procfile import RELEASE, Procfile

UP: Final = "up"
"""The name under which we speak ourselves."""
EXIT_WRONG: Final = 2


def main() -> int:
    """Run until SIGTERM or SIGINT, and exit with 0; with 2 where the start did not succeed."""
    parser = argparse.ArgumentParser(prog="bin/up", description=__doc__)
    parser.add_argument("--procfile", type=Path, default=ROOT / "Procfile", help="another Procfile than the project's")
    interrupts.raised()
    try:
        up(parser.parse_args().procfile)
    except WorkerError as error:
        complain(error)
        return EXIT_WRONG
    except KeyboardInterrupt:
        return 0  # told to end while it was still starting, and everything has ended
    return 0


def up(path: Path) -> None:
    """Run a Procfile until a signal comes.

    Raises:
        WorkerError: the Procfile, a setting or a service is not what is needed, or the release line failed.
    """
    found = procfile.read(path)
    grace_s = Settings.from_environment().grace_s
    stream = stdout()
    write = Printer(stream, [RELEASE, UP, *found.processes], coloured=is_coloured(stream))
    write(UP, "starting the services" if needs_services(os.environ) else "using DATABASE_URL and REDIS_URL")
    with services(HOME) as addresses, shell.noted(HOME / "env", addresses):
        supervisor = Supervisor(found.processes, environment(addresses), write=write, grace_s=grace_s)
        release(found, supervisor)
        with running(supervisor):
            write(UP, f"running {', '.join(found.processes)}; Ctrl-C stops them")
            write(UP, "in another terminal, from here: . .local/env")
            interrupts.counted()(None)
            write(UP, "stopping; Ctrl-C again ends them at once")
    write(UP, "all have ended")


def release(found: Procfile, supervisor: Supervisor) -> None:
    """Run the release line.

    Raises:
        NotReady: it failed.
    """
    if found.release is None:
        return
    status = supervisor.once(RELEASE, found.release)
    if status != 0:
        raise NotReady(
            f"The release line of the Procfile {policy.ended(status)}.", advice="Nothing was started; see its output."
        )


def environment(addresses: Services, given: Mapping[str, str] = os.environ) -> dict[str, str]:
    """What processes get: ours, the services' addresses, and this Python's programs first on the path."""
    return {
        **given,
        "DATABASE_URL": addresses.database_url,
        "REDIS_URL": addresses.redis_url,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{given.get('PATH', os.defpath)}",
        "PYTHONUNBUFFERED": "1",
    }


def needs_services(given: Mapping[str, str]) -> bool:
    """True where an address is missing, so that a server must be started."""
    return not (given.get("DATABASE_URL") and given.get("REDIS_URL"))


if __name__ == "__main__":
    sys.exit(main())
