"""Makes the project's virtual environment from requirements.lock; bin/setup runs this with any Python 3.11 or newer.

Prints the path of the environment's python on standard output, and progress on standard error. An environment that was
made from the same files, in the same place, by the same Python, is left as it is.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HOME = ROOT / ".venv"
PYTHON = HOME / "bin" / "python"
LOG = ROOT / ".venv.log"
PINS = HOME / "made-from-pins"
METADATA = HOME / "made-from-metadata"
PIP = ["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check", "--no-warn-script-location"]


def main() -> int:
    """Make what is missing, one maker at a time."""
    try:
        with (ROOT / ".venv.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            place = f"{ROOT}\n{sys.version}\n{sys.base_prefix}\n"
            once(PINS, fingerprint("requirements.lock", place), install_pins)
            once(METADATA, fingerprint("pyproject.toml", place), install_project)
    except OSError as failed:
        say(f"The environment in {HOME} cannot be made: {failed}.")
        return 2
    except subprocess.CalledProcessError as failed:
        say(f"The environment cannot be made: '{' '.join(map(str, failed.cmd[1:4]))}' ended with {failed.returncode}.")
        say(f"Its last words: {last_words()}")
        say(f"All of them are in {LOG}. Mend the cause (a package index must be reachable) and start again.")
        return 2
    print(PYTHON)
    return 0


def fingerprint(name: str, place: str) -> str:
    """What a part of the environment depends on: a file, the checkout's place, and the Python."""
    return hashlib.sha256(place.encode() + (ROOT / name).read_bytes()).hexdigest()


def once(stamp: Path, wanted: str, make: Callable[[], None]) -> None:
    """Make a part unless it is there; its stamp is written last, so that half of one is never taken for whole."""
    if not (stamp.is_file() and stamp.read_text(encoding="ascii") == wanted):
        make()
        stamp.write_text(wanted, encoding="ascii")


def install_pins() -> None:
    """Make the environment anew, with what requirements.lock names and nothing else."""
    say("Making the environment in .venv: this takes a minute or two, once.")
    shutil.rmtree(HOME, ignore_errors=True)
    LOG.write_bytes(b"")
    venv.EnvBuilder(with_pip=False, symlinks=True).create(HOME)
    run("-m", "ensurepip", "--default-pip")
    run(*PIP, "--require-hashes", "--requirement", str(ROOT / "requirements.lock"))


def install_project() -> None:
    """Install the project itself, in place: its commands and its entry points."""
    run(*PIP, "--no-deps", "--no-index", "--no-build-isolation", "--editable", str(ROOT))


def run(*words: str) -> None:
    """Run the environment's python."""
    kept = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "PYTHONHOME", "PIP_USER"}}
    with LOG.open("ab") as log:
        subprocess.run(
            [PYTHON, *words], check=True, cwd=ROOT, env=kept, stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )


def last_words() -> str:
    """The line of the log that says most."""
    lines = LOG.read_text(encoding="utf-8", errors="replace").splitlines()
    told = [line for line in lines if line.startswith("ERROR")] or lines or ["(it wrote nothing)"]
    return told[-1].strip()[:300]


def say(words: str) -> None:
    """Tell whoever waits."""
    print(words, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
