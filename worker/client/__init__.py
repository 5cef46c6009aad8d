"""Ask for runs and read what became of them, from Python: ``AssistantTests`` for coroutines.

``worker.client.sync.AssistantTests`` is the same for everybody else. Imports psycopg, and nothing of a worker's.
"""

from worker.client.answers import Asked, NotEnded, Rescored, Result, Rule, RunState, RunVerdict
from worker.client.asking import AssistantTests
from worker.errors import InputError, NotReady, RequestRefused, WorkerError

__all__ = [
    "Asked",
    "AssistantTests",
    "InputError",
    "NotEnded",
    "NotReady",
    "RequestRefused",
    "Rescored",
    "Result",
    "Rule",
    "RunState",
    "RunVerdict",
    "WorkerError",
]
