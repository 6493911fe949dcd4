"""What Countersign shows in Teams. Every method may run again after a crash: what was sent is on record under its mark.

Teams cannot be asked what was posted, so a message is put on record right after it is sent. A crash between the two sends it
once more: better twice than never.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

from adapters.teams import answers, cards, digest, lists
from adapters.teams.activities import Message
from adapters.teams.api import TeamsApi
from adapters.teams.marks import Mark, Part
from adapters.teams.naming import named
from adapters.teams.places import Places, Spot
from adapters.teams.recipients import recipients
from core.domain.approval import Approval, Approver, Card, Vote
from core.domain.feedback import Digest
from core.domain.outcome import Outcome, OutcomeKind
from core.domain.request import PipelineRequest, PlaceKind, SurfaceName
from core.errors import SurfaceError
from core.ports.clock import Clock
from core.ports.conversations import Conversations
from core.wording import say

_log = logging.getLogger("countersign.teams")


class Outbound:
    """The outbound half of the surface (``core.ports.surface.Surface``), but for what ``dialogue.py`` adds."""

    name = SurfaceName.TEAMS

    def __init__(self, api: TeamsApi, conversations: Conversations, clock: Clock) -> None:
        self._api = api
        self._conversations = conversations
        self._places = Places(api, conversations, clock)

    async def acknowledge(self, request: PipelineRequest) -> str | None:
        """Shows the typing sign in the chat where the question was asked; Teams has none in channels.

        Best effort: it is no message, and its absence no harm.
        """
        try:
            spot = await self._places.asked_at(request)
            if not spot.in_channel:
                await self._api.typing(spot.reference, spot.conversation)
        except SurfaceError as error:
            _log.info("no typing sign for %s: %s", request.id, error)
        return None

    async def deliver(self, request: PipelineRequest, outcome: Outcome, placeholder: str | None) -> str | None:
        """Shows the outcome where it was asked; what does not fit into one message goes on in further ones.

        What rests on a document that not everybody there may read goes to the asker's own chat, with a note where they asked.
        """
        language, mark = request.language, Mark(Part.ANSWER, outcome.exchange_id)
        spot = await self._places.asked_at(request)
        if request.privately and outcome.outcome in (OutcomeKind.ANSWERED, OutcomeKind.PENDING_APPROVAL):
            key = await self._deliver_privately(request, outcome)
            note = answers.elsewhere(request, key, await named(self._api, spot, request.asker))
            return await self._show(spot, [note], mark)
        messages = answers.render(outcome, language=language)
        if request.place.kind is PlaceKind.DIRECT and outcome.approval_id:
            messages = _with_withdrawal(messages, outcome, request)
        return await self._show(spot, messages, mark)

    async def deliver_directly(self, request: PipelineRequest, outcome: Outcome) -> None:
        """Shows the outcome to the asker directly, where the place they asked at takes no message."""
        lead = answers.apart(request, say("elsewhere.refused", request.language))
        messages = answers.render(outcome, lead, language=request.language)
        mark = Mark(Part.PRIVATE, outcome.exchange_id, more=outcome.reason)
        await self._show(await self._places.direct(request.asker), messages, mark)

    async def post_digest(self, channel: str, digested: Digest) -> None:
        """Puts a day's thumbs down before the operators."""
        mark = Mark(Part.DIGEST, digested.day.isoformat(), at=channel)
        await self._show(await self._places.channel(channel), digest.messages(digested), mark)

    async def _deliver_privately(self, request: PipelineRequest, outcome: Outcome) -> str:
        """The answer in the asker's own chat; which words tell of it where they asked."""
        lead = answers.apart(request, say("elsewhere.private_lead", request.language))
        messages = answers.render(outcome, lead, language=request.language)
        try:
            spot = await self._places.direct(request.asker)
            await self._show(spot, messages, Mark(Part.PRIVATE, outcome.exchange_id))
        except SurfaceError as error:
            if not error.permanent:
                raise
            _log.info("no chat with the asker of %s: %s", request.id, error)
            return "elsewhere.unreachable"
        return "elsewhere.private"

    async def post_cards(
        self, approval: Approval, also: Sequence[Approver] = (), votes: Sequence[Vote] = ()
    ) -> list[Card]:
        """Posts the card to the channels of its levels, or to each approver directly, and directly to ``also``.

        A place that refuses for good is logged and left out as long as another one took a copy.
        """
        posted: dict[str, Card] = {}  # by conversation: one person may be named by account and by e-mail
        problems: list[SurfaceError] = []
        for find_spot in await recipients(self._api, self._places, approval, problems, also):
            try:
                spot = await find_spot()
                message = await self._show_card(spot, approval, votes)
            except SurfaceError as error:
                if not error.permanent:
                    raise
                problems.append(error)
                continue
            posted[spot.conversation] = Card(
                approval_id=approval.id, surface=SurfaceName.TEAMS, channel=spot.conversation, message=message
            )
        for problem in problems:
            _log.warning("a card of %s could not be posted: %s", approval.id, problem)
        if problems and not posted:
            raise problems[-1]
        return list(posted.values())

    async def update_card(self, card: Card, approval: Approval, votes: Sequence[Vote] = ()) -> None:
        """Makes every part of a copy show the approval as it stands; after an edit it may have more of them, or fewer."""
        spot = await self._places.card(card)
        parts = cards.render(approval, votes, readers=await self._places.readers(spot))
        beside = spot.under(card.message)
        at = 0
        while at < len(parts) or await self._posted(card, at):
            part = parts[at] if at < len(parts) else cards.unused_part()
            where, mark = (beside if at else spot), _card_mark(card.approval_id, card.channel, at)
            known = await self._posted(card, at)
            if known is None:
                await self._show(where, [part], mark)
            else:
                await self._api.update(where.reference, known, part.activity(), where.conversation)
            at += 1

    async def _posted(self, card: Card, at: int) -> str | None:
        return await self._conversations.posted(_card_mark(card.approval_id, card.channel, at).dump())

    async def _show_card(self, spot: Spot, approval: Approval, votes: Sequence[Vote]) -> str:
        """One copy of the card; where a message begins a thread, its later parts stand in it."""
        parts = cards.render(approval, votes, readers=await self._places.readers(spot))
        mark = _card_mark(approval.id, spot.conversation, 0)
        first = await self._show(spot, parts[:1], mark)
        for at, part in enumerate(parts[1:], start=1):
            await self._show(spot.under(first), [part], replace(mark, n=at))
        return first

    async def _show(self, spot: Spot, messages: Sequence[Message], mark: Mark) -> str:
        """Sends those of the messages that are not on record; the first one's id."""
        ids = []
        for at, message in enumerate(messages, start=mark.n):
            key = replace(mark, n=at).dump()
            sent = await self._conversations.posted(key)
            if sent is None:
                sent = await self._api.send(spot.reference, message.activity(), spot.conversation)
                await self._conversations.note_posted(key, spot.conversation, sent)
            ids.append(sent)
        return ids[0]


def _card_mark(approval_id: str, channel: str, at: int) -> Mark:
    return Mark(Part.CARD, approval_id, at, at=channel)


def _with_withdrawal(messages: list[Message], outcome: Outcome, request: PipelineRequest) -> list[Message]:
    """The notice of a review gets the button that ends it, where its asker alone reads it."""
    if outcome.outcome is not OutcomeKind.PENDING_APPROVAL or not outcome.approval_id:
        return messages
    return [lists.under_review(outcome.text, outcome.approval_id, request.language)]
