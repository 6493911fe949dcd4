"""What people ask of answers they were given (``core.ports.answers.Answers``), wherever they ask it."""

from __future__ import annotations

from bot.bootstrap import Application
from core.domain.exchange import Exchange
from core.domain.feedback import MAX_COMMENT, Feedback
from core.domain.outcome import OutcomeKind
from core.domain.request import Person, PipelineRequest, PlaceKind
from core.journeys.memory import goes_on
from core.journeys.scope import standing
from core.ports.answers import Sharing


class Answers:
    """Follow-ups, sharing and feedback over one application."""

    _app: Application

    async def follows_up(self, request: PipelineRequest) -> bool:
        """Whether it goes on with what its author asked there before."""
        store = self._app.store.exchanges
        return goes_on(request, await store.conversation(request.conversation, request.received_at, limit=50))

    async def shared(self, exchange_id: str, person: Person) -> tuple[Sharing, Exchange | None]:
        """Audience and versions are looked at again, as they are now."""
        exchange = await self._app.store.exchanges.get(exchange_id)
        if exchange is None or exchange.outcome.outcome is not OutcomeKind.ANSWERED:
            return Sharing.UNKNOWN, None
        citations = exchange.outcome.citations
        if exchange.request.asker.id != person.id:
            return Sharing.UNKNOWN, None
        if await self._app.store.pauses.current():
            return Sharing.PAUSED, None
        before_all = exchange.request.place.model_copy(update={"kind": PlaceKind.CHANNEL})
        public = exchange.request.model_copy(update={"place": before_all, "privately": False})
        now, bench = self._app.clock.now(), self._app.bench
        if await standing(citations, public, now, bench):
            return Sharing.ALLOWED, exchange
        held = await standing(citations, exchange.request, now, bench)
        return (Sharing.RESTRICTED if held else Sharing.OUTDATED), None

    async def rate(
        self, exchange_id: str, person: Person, helpful: bool, comment: str | None = None
    ) -> Feedback | None:
        """Puts a thumb on record, for whoever the person is."""
        if await self._app.store.exchanges.get(exchange_id) is None:
            return None
        feedback = Feedback(
            exchange_id=exchange_id,
            person=await self._app.directory.identify(person),
            helpful=helpful,
            comment=comment[:MAX_COMMENT] if comment else None,
            given_at=self._app.clock.now(),
        )
        return await self._app.store.feedback.give(feedback)
