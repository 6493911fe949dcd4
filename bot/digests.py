"""The daily digest of thumbs down: which days are due, and what goes out for one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta

import structlog

from bot.bootstrap import Application
from bot.troubles import note_trouble
from core.domain.feedback import Complaint, Digest, Feedback
from core.domain.request import PlaceKind, SurfaceName
from core.errors import CountersignError, SurfaceError, is_transient
from core.ports.surface import Surface

log = structlog.get_logger(__name__)

HOUR = 8
"""Of the next morning, in the setting's time zone: when a day's digest is due."""
DAYS_BACK = 7
"""So long may the server stand still without a day being left out."""
MOST = 50
"""Thumbs down shown of a day; ``feedback list`` has all."""


class Digests:
    """Each day by its ISO date, which is its workflow's key: once a day, whatever happens."""

    def __init__(self, app: Application, surfaces: Mapping[SurfaceName, Surface]) -> None:
        self._app = app
        self._surfaces = surfaces
        self._started: set[str] = set()

    def due(self) -> list[str]:
        """The days whose digest this process has not started yet; none without a channel for it."""
        if not self._app.settings.feedback_channel:
            return []
        days = {day.isoformat() for day in due_days(self._app.clock.now().astimezone(self._app.settings.zone))}
        found = sorted(days - self._started)
        self._started = days
        return found

    async def post(self, day: str) -> bool:
        """Puts that day's thumbs down before the operators; whether there were any. Raises what is transient."""
        digest = await self._digest(date.fromisoformat(day))
        name, _, channel = (self._app.settings.feedback_channel or "").partition(":")
        if not digest.complaints or not channel:
            return False
        surface = self._surfaces.get(SurfaceName(name))
        if surface is None:
            raise SurfaceError(f"{name} is not connected.", code="not_connected", permanent=False)
        try:
            await surface.post_digest(channel, digest)
        except SurfaceError as error:
            await note_trouble(self._app, "digest", day, error)
            if is_transient(error):
                raise
            log.error("a digest was refused for good", day=day, problem=str(error))  # noqa: TRY400 - it explains itself
            return False
        return True

    async def _digest(self, day: date) -> Digest:
        begin, end = (_midnight(at, self._app) for at in (day, day + timedelta(days=1)))
        given = await self._app.store.feedback.list(helpful=False, since=begin, before=end, limit=MOST)
        return Digest(day=day, complaints=tuple([await self._complaint(one) for one in reversed(given)]))

    async def _complaint(self, feedback: Feedback) -> Complaint:
        exchange = await self._app.store.exchanges.get(feedback.exchange_id)
        if exchange is None:
            raise CountersignError(f"The exchange {feedback.exchange_id} of a thumb down is not in the database.")
        request = exchange.request
        public = request.place.kind is PlaceKind.CHANNEL and not request.privately
        answer = exchange.outcome.text if public else None
        return Complaint(feedback=feedback, question=request.asks, answer=answer)


def due_days(now: datetime) -> list[date]:
    """The days, oldest first, whose digest is due at that local time."""
    last = now.date() - timedelta(days=1 if now.hour >= HOUR else 2)
    return [last - timedelta(days=back) for back in reversed(range(DAYS_BACK))]


def _midnight(day: date, app: Application) -> datetime:
    return datetime.combine(day, time(), tzinfo=app.settings.zone).astimezone(UTC)
