"""A receiver of webhooks on loopback that answers as it is told and remembers what came."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Call:
    """One request."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """Answers with the given statuses in turn, the last of them for ever."""

    url: str
    answers: list[int]
    calls: list[Call] = field(default_factory=list)

    def answer(self) -> int:
        """The next status."""
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


@contextmanager
def receiver(*answers: int) -> Iterator[Receiver]:
    """A receiver for the length of a block."""

    class Handler(BaseHTTPRequestHandler):
        """Keeps what is posted."""

        def do_POST(self) -> None:
            """Keep the call, and answer as the test wants."""
            length = int(self.headers.get("content-length", 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            status = made.answer()
            made.calls.append(Call(self.path, headers, self.rfile.read(length)))
            self.send_response(status)
            self.send_header("content-length", "0")
            self.send_header("location", f"{made.url}/elsewhere")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    class Server(ThreadingHTTPServer):
        """Lets a crowd of callers wait: by default five may, and the others are turned away."""

        request_queue_size = 128

    server = Server(("127.0.0.1", 0), Handler)
    made = Receiver(f"http://127.0.0.1:{server.server_port}", list(answers) or [204])
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
