"""The log: one line an event on standard error, JSON where nobody watches, secrets never."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Callable, Iterable, MutableMapping
from typing import Any

import structlog

_HIDDEN = "[secret]"
_LOOKS_SECRET = re.compile(
    r"xox[a-z]-[\w-]+|xapp-[\w-]+"  # Slack tokens
    r"|https://hooks\.slack\.com/\S+"  # addresses that grant the right to post
    r"|(?<=://)[^\s/:@]+:[^\s/@]+(?=@)"  # user and password of a URL
)
_CANCELLED_WITH_ARGUMENTS = "Asyncio task cancelled"


def configure(level: str, secrets: Iterable[str] = (), masked: Callable[[str], str] = str) -> None:
    """Sends structlog's and everybody else's records to standard error; ``secrets`` are values that never appear in it.

    ``masked`` takes personal data out of a text.
    """
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    rendering: list[Any] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if sys.stderr.isatty():
        rendering += [_Masker(masked)]
        rendering += [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
    else:
        rendering += [structlog.processors.format_exc_info, _Masker(masked)]
        rendering += [structlog.processors.JSONRenderer(ensure_ascii=False)]
    rendering += [_Redactor(secrets)]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=rendering,
        )
    )
    handler.addFilter(_without_arguments)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for noisy in ("dbos", "slack_bolt", "slack_sdk", "aiohttp.access", "chromadb", "httpx", "alembic"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, logging.getLevelName(level)))


class _Masker:
    """Works on each value by itself: joined, the digits of times and ids would look like somebody's number."""

    def __init__(self, masked: Callable[[str], str]) -> None:
        self._masked = masked

    def __call__(self, logger: Any, name: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        own = {"timestamp", "level", "logger"}
        return {k: self._masked(v) if isinstance(v, str) and k not in own else v for k, v in event.items()}


class _Redactor:
    """Last in line: works on the finished text, so that a secret inside a traceback is hidden too."""

    def __init__(self, secrets: Iterable[str]) -> None:
        self._secrets = sorted((secret for secret in secrets if secret), key=len, reverse=True)

    def __call__(self, logger: Any, name: str, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, _HIDDEN)
        return _LOOKS_SECRET.sub(_HIDDEN, text)


def _without_arguments(record: logging.LogRecord) -> bool:
    """DBOS logs a cancelled step with its arguments, and those are people's messages."""
    return not (record.name == "dbos" and record.getMessage().startswith(_CANCELLED_WITH_ARGUMENTS))
