"""The client without coroutines: the same methods, worked by an event loop in a thread of its own."""

from collections.abc import Collection, Coroutine, Mapping, Sequence
from typing import Any, Self, TypeVar, Unpack
from uuid import UUID

from worker.client import asking
from worker.client.answers import Asked, Rescored, Result, RunState, RunVerdict
from worker.domain.choice import Only
from worker.loop import LoopThread

Answer = TypeVar("Answer")


class AssistantTests:
    """Ask for runs, wait for them, read them; may be used by many threads. See :class:`worker.client.AssistantTests`.

    Make it after a fork, not before: the thread does not come along.
    """

    def __init__(self, url: str, *, team: str | None = None) -> None:
        """Name the database, and the team to speak for where a call names none.

        Raises:
            InputError: the URL cannot be read.
        """
        self._client = asking.AssistantTests(url, team=team)
        self._thread = LoopThread()
        self._thread.start()

    def __repr__(self) -> str:
        return repr(self._client)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections and end the thread."""
        self._thread.run(self._client.close())
        self._thread.stop()

    def enqueue(self, **asked: Unpack[Asked]) -> UUID:
        """Make the run, or find the one that the same request made; committed on return."""
        return self._answer(self._client.enqueue(**asked))

    def state(self, run: UUID | str) -> RunState:
        """How far the run is."""
        return self._answer(self._client.state(run))

    def wait(self, run: UUID | str, timeout: float | None = None) -> RunState:
        """Wait until the run has ended."""
        return self._answer(self._client.wait(run, timeout))

    def verdict(self, run: UUID | str, consumer: str | None = None) -> RunVerdict:
        """What the run means to the consumer that asked for it, or to another."""
        return self._answer(self._client.verdict(run, consumer))

    def results(self, run: UUID | str) -> tuple[Result, ...]:
        """Every result of the run."""
        return self._answer(self._client.results(run))

    def rescore(
        self, runs: Sequence[UUID | str], consumer: str | None = None, version: int | None = None
    ) -> tuple[Rescored, ...]:
        """What these runs would mean under a newer or another criteria."""
        return self._answer(self._client.rescore(runs, consumer, version))

    def cancel(self, run: UUID | str) -> bool:
        """True if the run had not ended: from then on it ends cancelled."""
        return self._answer(self._client.cancel(run))

    def wake(self, run: UUID | str) -> bool:
        """Hint that it is worth looking at the run now; false where it has ended."""
        return self._answer(self._client.wake(run))

    def rerun(self, run: UUID | str, only: Collection[Only | str] = (), *, request_id: str | None = None) -> UUID:
        """Ask once more what an ended run asked; the new run names it in ``rerun_of``."""
        return self._answer(self._client.rerun(run, only, request_id=request_id))

    def preflight(
        self,
        config: Mapping[str, Any] | str,
        suite: str,
        consumer: str,
        *,
        team: str | None = None,
        timeout: float = asking.PREFLIGHT_S,
    ) -> RunVerdict:
        """Run the suite on a configuration, wait, and answer with the verdict and its reasons."""
        return self._answer(self._client.preflight(config, suite, consumer, team=team, timeout=timeout))

    def _answer(self, question: Coroutine[Any, Any, Answer]) -> Answer:
        return self._thread.run(question)
