"""A free port of loopback."""

import socket

HOST = "127.0.0.1"


def free_port() -> int:
    """A port that nobody listened on a moment ago; whoever starts a server there is ready to be told otherwise."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
    return port
