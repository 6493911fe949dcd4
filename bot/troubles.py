"""What a surface would not show, on record for ``doctor``."""

from __future__ import annotations

import structlog

from bot.bootstrap import Application
from core.domain.feedback import Trouble
from core.errors import CountersignError, SurfaceError

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
