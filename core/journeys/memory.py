"""What a question takes from its thread (DESIGN: ``memory_context``, the last exchanges of the thread)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta

from core.domain.exchange import Exchange
from core.domain.outcome import OutcomeKind, Reason
from core.domain.request import PipelineRequest, PlaceKind, Turn
from core.retrieval.follow_up import is_chatter, standalone

TURNS = 3
"""Exchanges of the thread that are remembered."""
SHORT = timedelta(hours=1)
"""Where everything said stands one under the other (a direct channel, a terminal), what is older is another topic."""
_SAYS_NOTHING = {Reason.EMPTY_QUESTION, Reason.QUESTION_TOO_LONG, Reason.PAUSED}


def recalled(request: PipelineRequest, earlier: Sequence[Exchange]) -> PipelineRequest:
    """The request with what its thread adds. ``earlier`` are the conversation's exchanges, the newest first."""
    remembered = [exchange for exchange in earlier if _counts(exchange, request)][:TURNS]
    if not remembered:
        return request
    turns = tuple(Turn(question=e.request.asks, answer=e.outcome.text) for e in reversed(remembered))
    return request.model_copy(
        update={
            "memory_context": turns,
            "standalone": standalone(request.question, turns),
            "language": request.language or remembered[0].request.language,
        }
    )


def goes_on(request: PipelineRequest, earlier: Iterable[Exchange]) -> bool:
    """Whether a message in a thread is for the bot though it does not name it: its author asked there before, and the bot
    answered. Thanks ask nothing."""
    if not request.place.thread or is_chatter(request.question):
        return False
    return any(exchange.request.asker.id == request.asker.id for exchange in earlier)


def _counts(exchange: Exchange, request: PipelineRequest) -> bool:
    """In a channel's thread everybody's count, but what was answered to one person alone is theirs alone."""
    before = exchange.request
    if exchange.outcome.outcome is OutcomeKind.FAILED or exchange.outcome.reason in _SAYS_NOTHING:
        return False
    in_public = before.place.kind is PlaceKind.CHANNEL and not before.privately
    if not in_public and before.asker.id != request.asker.id:
        return False
    return bool(request.place.thread) or request.received_at - before.received_at <= SHORT
