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
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HOME = ROOT / ".venv"
PYTHON = HOME / "bin" / "python"
LOG = ROOT / ".venv.log"
STAMP = HOME / "made-from"
PIP = ["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check", "--no-warn-script-location"]


def main() -> int:
    """Make what is missing, one maker at a time."""
    try:
        with (ROOT / ".venv.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            wanted = fingerprint()
            if not (STAMP.is_file() and STAMP.read_text(encoding="ascii") == wanted):
                make(wanted)
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


def fingerprint() -> str:
    """What an environment depends on: the pins, the project's metadata, its place, and the Python."""
    digest = hashlib.sha256(f"{ROOT}\n{sys.version}\n{sys.base_prefix}\n".encode())
    for name in ("requirements.lock", "pyproject.toml"):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def make(wanted: str) -> None:
    """Make the environment anew; the stamp is its last line, so that half of one is never taken for whole."""
    say("Making the environment in .venv: this takes a minute or two, once.")
    shutil.rmtree(HOME, ignore_errors=True)
    LOG.write_bytes(b"")
    venv.EnvBuilder(with_pip=False, symlinks=True).create(HOME)
    run("-m", "ensurepip", "--default-pip")
    run(*PIP, "--require-hashes", "--requirement", str(ROOT / "requirements.lock"))
    run(*PIP, "--no-deps", "--no-index", "--no-build-isolation", "--editable", str(ROOT))
    STAMP.write_text(wanted, encoding="ascii")


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
