"""JSON logs, one object a line: the event's static name, its fields, and what the standard library knows."""

import logging
import sys

import structlog

QUIET = {
    "httpx": logging.WARNING,  # it logs whole URLs, and a query may be secret
    "celery.worker.strategy": logging.WARNING,
    "celery.app.trace": logging.WARNING,
}

CHATTY = {"celery.beat": logging.WARNING}
"""Quiet but for DEBUG: several lines a second say that it is time; what a tick does is logged where it is done."""


def configure(level: str) -> None:
    """Send every logger's records to standard error as JSON."""
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                structlog.processors.JSONRenderer(ensure_ascii=False, default=str),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    chatty = {} if level.upper() == "DEBUG" else CHATTY
    for name, quiet in (QUIET | chatty).items():
        logging.getLogger(name).setLevel(quiet)
