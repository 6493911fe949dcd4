"""What goes to and fro between reviewers and whoever asked, and the offer to take a question back."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from adapters.slack import cards, lists
from adapters.slack.blocks import Message, actions, button, context, fallback
from adapters.slack.directory import account
from adapters.slack.marks import Mark
from adapters.slack.modals import ANSWER, Ticket
from adapters.slack.outbound import Outbound, Spot, asked_at
from adapters.slack.rich import account as mention
from adapters.slack.rich import filled, paragraph, quotation, rich_text, said
from adapters.slack.text import pieces, shorten
from core.domain.approval import Approval, Approver, Card, Remark, Vote
from core.domain.outcome import Outcome, OutcomeKind
from core.domain.request import PipelineRequest, PlaceKind
from core.errors import SurfaceError
from core.wording import say

_log = logging.getLogger("countersign.slack")


class Dialogue(Outbound):
    """The outbound half of the surface, complete. ``changed`` is told that lists of what waits have changed."""

    changed: Callable[[], None]

    async def deliver(self, request: PipelineRequest, outcome: Outcome, placeholder: str | None) -> str | None:
        """Shows the outcome; under review in a channel, the asker alone is offered to withdraw the question."""
        shown = await super().deliver(request, outcome, placeholder)
        if outcome.outcome is OutcomeKind.PENDING_APPROVAL and outcome.approval_id:
            self.changed()
            if request.place.kind is PlaceKind.CHANNEL and not request.privately:
                await self._offer_withdrawal(request, outcome.approval_id)
        return shown

    async def post_cards(
        self, approval: Approval, also: Sequence[Approver] = (), votes: Sequence[Vote] = ()
    ) -> list[Card]:
        """Posts the cards, and has the lists refreshed."""
        posted = await super().post_cards(approval, also, votes)
        self.changed()
        return posted

    async def update_card(self, card: Card, approval: Approval, votes: Sequence[Vote] = ()) -> None:
        """Updates a copy, and has the lists refreshed."""
        await super().update_card(card, approval, votes)
        self.changed()

    async def deliver_verdict(self, approval: Approval, outcome: Outcome) -> None:
        """Tells the asker, and has the lists refreshed."""
        self.changed()
        await super().deliver_verdict(approval, outcome)

    async def ask_back(self, approval: Approval, remark: Remark) -> None:
        """In the thread of a question; one who is answered alone directly."""
        request = approval.request
        if request.apart:
            spot = await self._direct(request)
        else:
            spot = Spot(request.place.channel, request.place.thread or request.place.message, request.received_at)
        await self._post_once(spot, question(approval, remark), approval, remark)

    async def add_remark(self, card: Card, approval: Approval, remark: Remark) -> None:
        """In the thread of the card."""
        spot = Spot(card.channel, card.message, approval.opened_at)
        await self._post_once(spot, cards.remark(remark), approval, remark)

    async def _post_once(self, spot: Spot, message: Message, approval: Approval, remark: Remark) -> None:
        mark = Mark("remark", approval.id, exchange_id=approval.exchange_id, remark_id=remark.id)
        if not await self._find(spot, [mark]):
            await self._api.post(spot.channel, message, mark.metadata(), spot.thread)

    async def _offer_withdrawal(self, request: PipelineRequest, approval_id: str) -> None:
        """Best effort: it cannot be found again after a crash, and ``/policy pending`` offers the same."""
        spot = asked_at(request)
        offer = lists.offer(approval_id, request.language)
        try:
            await self._api.whisper(
                spot.channel, account(request.asker) or "", offer.text, spot.thread, blocks=offer.blocks
            )
        except SurfaceError as error:
            _log.info("the offer to withdraw %s was not shown: %s", approval_id, error)


def question(approval: Approval, remark: Remark) -> Message:
    """What a reviewer asks back, with who asks and how to answer."""
    request = approval.request
    asks, how, answer, you_asked = (
        say(f"ask_back.{key}", request.language) for key in ("asks", "how", "button", "you_asked")
    )
    parts = pieces(remark.text, cards.REMARK)
    by = filled(asks, {"reviewer": mention(remark.author)})
    asked = [rich_text(paragraph(said(you_asked)), quotation(shorten(request.question, 500)))]
    blocks = [
        *(asked if request.apart else []),
        rich_text(paragraph(*by if request.apart else [mention(request.asker), said(" "), *by]), quotation(parts[0])),
        *(rich_text(quotation(part)) for part in parts[1:]),
        actions(
            f"{ANSWER}:{approval.id}",
            button(answer, ANSWER, value=Ticket(approval.id, approval.digest).dump(), style="primary"),
        ),
        context(how),
    ]
    return Message(fallback(asks.format(reviewer=remark.author.name)), blocks)
