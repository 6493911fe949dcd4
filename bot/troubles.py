"""Shows things on a surface; what it would not show is on record for ``doctor``."""

from __future__ import annotations

from collections.abc import Awaitable

import structlog

from bot.bootstrap import Application
from bot.metrics import Metrics
from core.domain.feedback import Trouble
from core.errors import CountersignError, SurfaceError, is_transient

log = structlog.get_logger(__name__)


async def note_trouble(app: Application, what: str, subject: str, error: Exception) -> None:
    """Notes what a surface said; nothing else, and never in the way of the work: without a database the log has it."""
    if not isinstance(error, SurfaceError):
        return
    noted = Trouble(what=what, subject=subject, code=error.code, message=str(error), at=app.clock.now())
    try:
        await app.store.troubles.note(noted)
    except CountersignError as unavailable:
        log.warning("a trouble could not be noted", what=what, subject=subject, problem=str(unavailable))


class Shows:
    """Shows one thing at a time and tells whether that went well."""

    def __init__(self, app: Application, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def shown(self, what: str, subject: str, call: Awaitable[object]) -> bool:
        """Whether a surface took it. Raises what is transient."""
        try:
            await call
        except Exception as error:  # boundary: one message a surface cannot take must not hold up the rest of the work
            if is_transient(error):
                await note_trouble(self._app, what, subject, error)
                raise
            await self.refused(what, subject, error)
            return False
        return True

    async def refused(self, what: str, subject: str, error: Exception) -> None:
        """Notes what a surface will never take."""
        await note_trouble(self._app, what, subject, error)
        self._metrics.deliveries_failed.labels(what).inc()
        log.error(
            "a message was refused for good", what=what, subject=subject, problem=problem_of(error), exc_info=error
        )


def problem_of(error: BaseException) -> str:
    """In words that may stand in a log: another library's error may quote what it was given."""
    return str(error) if isinstance(error, CountersignError) else type(error).__name__
