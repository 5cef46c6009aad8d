"""Where embedded servers live, and as whom: a folder that their user can reach, held by one starter at a time."""

import fcntl
import hashlib
import os
import pwd
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from worker.embedded.pause import pause
from worker.errors import NotReady

ACCOUNT: Final = "nobody"
"""Whom the servers run as when root starts them: PostgreSQL refuses to run as root."""
HELD_S: Final = 10
"""How long the servers of a starter that died get to end, in seconds."""


@dataclass(frozen=True)
class Account:
    """A user of this machine."""

    uid: int
    gid: int


@dataclass(frozen=True)
class Place:
    """A folder for servers' data.

    Attributes:
        folder: the folder, made by us.
        account: whom the servers run as; None for the user that we are.
        lock: a descriptor that each server inherits, so that the folder is free only once the last of them has ended.
    """

    folder: Path
    account: Account | None
    lock: int

    @property
    def user(self) -> int | None:
        """The servers' user for ``subprocess``; None to stay who we are."""
        return self.account.uid if self.account else None

    @property
    def group(self) -> int | None:
        """The same user's group."""
        return self.account.gid if self.account else None

    @property
    def groups(self) -> list[int] | None:
        """No further groups for another user."""
        return None if self.account is None else []

    def make(self, name: str) -> Path:
        """A folder that only the servers' user can enter; one that is there stays as it is."""
        made = self.folder / name
        if not made.exists():
            made.mkdir(mode=0o700)
            self.give(made)
        return made

    def give(self, path: Path) -> None:
        """Let the servers' user own a path of ours."""
        if self.account is not None:
            os.chown(path, self.account.uid, self.account.gid)

    def programs(self, source: Path, *, beside: Path | None = None) -> Path:
        """A folder of programs as the servers' user can run it: itself, or a copy where it lies in a closed place.

        Args:
            source: the folder.
            beside: a folder that must keep its place next to it, such as the libraries that a wheel brings.
        """
        if self.account is None or open_to_others(source):
            return source
        copies = self.folder / "programs"
        _folder(copies, 0o755)
        for one in [source, *([beside] if beside is not None and beside.is_dir() else [])]:
            target = copies / one.name
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(one, target, symlinks=True, ignore=shutil.ignore_patterns("include", "__pycache__"))
            _open(target)
        return copies / source.name


@contextmanager
def hold(folder: Path | None) -> Iterator[Place]:
    """Hold a place for the length of the block; a thrown-away one is removed at its end.

    Raises:
        NotReady: somebody holds it, it belongs to somebody else, or there is no user to run servers as.
    """
    account = _account()
    made = _thrown_away(account) if folder is None else _kept(folder, account)
    lock = os.open(made / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        _hold(lock, made)
        yield Place(made, account, lock)
    finally:
        os.close(lock)
        if folder is None:
            shutil.rmtree(made, ignore_errors=True)


def _folder(path: Path, mode: int) -> None:
    """Make a folder with this mode whatever the umask; one that is there stays as it is."""
    try:
        path.mkdir()
    except FileExistsError:
        return
    path.chmod(mode)


def _open(copy: Path) -> None:
    """Let everybody read a copy of ours, whatever the umask was when its source was installed."""
    for one in [copy, *copy.rglob("*")]:
        if not one.is_symlink():
            mode = one.stat().st_mode
            one.chmod(mode | (0o555 if mode & stat.S_IXUSR else 0o444))


def open_to_others(path: Path) -> bool:
    """True where every folder on the way lets any user pass, so that a server may run from there or live there."""
    real = path.resolve()
    return all(one.stat().st_mode & stat.S_IXOTH for one in [real, *real.parents])


def _account() -> Account | None:
    if os.geteuid() != 0:
        return None
    try:
        found = pwd.getpwnam(ACCOUNT)
    except KeyError:
        raise NotReady(
            f"PostgreSQL does not run as root, and this machine has no user '{ACCOUNT}' to run it as.",
            advice="Start this as an ordinary user, or set DATABASE_URL and REDIS_URL.",
        ) from None
    return Account(found.pw_uid, found.pw_gid)


def _thrown_away(account: Account | None) -> Path:
    made = Path(tempfile.mkdtemp(prefix="assistant-test-", dir=None if account is None else _reachable()))
    if account is not None:
        made.chmod(0o711)
    return made


def _kept(folder: Path, account: Account | None) -> Path:
    if account is None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder.resolve()
    name = hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]
    made = _reachable(keeps=True) / f"assistant-test-{name}"
    _folder(made, 0o711)
    found = made.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != 0:
        raise NotReady(f"{made} is not a folder of root's.", advice="Find out who made it, and remove it.")
    return made


def _reachable(*, keeps: bool = False) -> Path:
    """A folder for temporary files that another user can reach; with ``keeps`` one that outlives a restart."""
    candidates = ["/var/tmp"] if keeps else [tempfile.gettempdir(), "/tmp", "/var/tmp"]  # noqa: S108  made with mkdtemp, or checked for its owner
    for candidate in map(Path, candidates):
        if candidate.is_dir() and open_to_others(candidate):
            return candidate
    raise NotReady(
        f"None of {', '.join(candidates)} can be reached by the user '{ACCOUNT}', who would run the servers.",
        advice="Start this as an ordinary user, or set DATABASE_URL and REDIS_URL.",
    )


def _hold(lock: int, folder: Path) -> None:
    until = time.monotonic() + HELD_S
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                raise NotReady(
                    f"The servers in {folder} are in use by another process.",
                    advice="Use those, or stop the bin/up or bin/demo that started them.",
                ) from None
            pause()
        else:
            return
