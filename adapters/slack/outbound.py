"""What Countersign shows in Slack. Every method may run again after a crash: it looks for what it posted before."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from adapters.slack import answers, cards, feedback, lists
from adapters.slack.api import SlackApi
from adapters.slack.arrivals import Arrivals
from adapters.slack.blocks import Message
from adapters.slack.directory import PREFIX, account
from adapters.slack.marks import Mark, find
from adapters.slack.recipients import recipients
from core.domain.approval import Approval, Approver, Card, Vote
from core.domain.exchange import Exchange
from core.domain.feedback import Digest
from core.domain.outcome import Outcome, OutcomeKind
from core.domain.request import PipelineRequest, PlaceKind, SurfaceName
from core.errors import SurfaceError
from core.wording import say

SLACK_CLOCK = timedelta(minutes=10)
"""How far Slack's clock may be from ours where messages are looked for by time."""
MOST_PARTS = 60
"""Parts of a card at most."""
REPLY_URL_PARTS = 3
"""Messages sent to one ``response_url``, which takes five: a repetition after a crash must still fit."""

_log = logging.getLogger("countersign.slack")


@dataclass(frozen=True)
class Spot:
    """Where a message goes: a channel and, for a reply, its thread; ``since`` is when the first could have been posted."""

    channel: str
    thread: str | None
    since: datetime

    @property
    def oldest(self) -> str:
        """The earliest timestamp of Slack's worth looking at."""
        return f"{(self.since - SLACK_CLOCK).timestamp():.6f}"


class Outbound:
    """The outbound half of the surface (``core.ports.surface.Surface``), but for what ``dialogue.py`` adds."""

    name = SurfaceName.SLACK

    def __init__(self, api: SlackApi, arrivals: Arrivals) -> None:
        self._api = api
        self._arrivals = arrivals
        self._sharing = asyncio.Lock()

    async def acknowledge(self, request: PipelineRequest) -> str | None:
        """Posts the sign of work where the question was asked; in an assistant thread it is a status.

        A command got it with its acknowledgement already; a question about a message gets it where its answer goes.
        """
        fresh, place = self._arrivals.first_look(request), request.place
        working = Message(say("working", request.language), [])
        if place.kind is PlaceKind.PRIVATE_REPLY:
            if place.message and place.reply_url:
                await self._api.respond(place.reply_url, working, replace=False)
            return None
        spot, mark = asked_at(request), Mark("answer", request.id)
        if not fresh and (found := await self._find(spot, [mark])):
            return found[0]
        if place.kind is PlaceKind.DIRECT and spot.thread and await self._has_status(spot, request):
            return None
        return await self._api.post(spot.channel, working, mark.metadata(), spot.thread)

    async def deliver(self, request: PipelineRequest, outcome: Outcome, placeholder: str | None) -> str | None:
        """Shows the outcome in place of the sign of work; what does not fit goes on in the thread.

        A command's answer is shown to the asker alone, at its ``response_url``. That leaves nothing to look for: repeated
        after a crash, it replaces the sign of work again, and parts after the first may show twice. Where the address is
        used up or over, the asker gets a direct message.
        """
        language, private = request.language, request.place.kind is PlaceKind.PRIVATE_REPLY
        mark = Mark("answer", request.id, exchange_id=outcome.exchange_id)
        if request.privately and outcome.outcome in (OutcomeKind.ANSWERED, OutcomeKind.PENDING_APPROVAL):
            return await self._deliver_privately(request, outcome, mark, placeholder)
        messages = answers.render(outcome, language=language, share=private and bool(request.place.channel))
        if request.place.kind is not PlaceKind.CHANNEL:
            messages = lists.with_withdrawal(messages, outcome, language)
        if request.place.kind is not PlaceKind.PRIVATE_REPLY:
            return await self._show(asked_at(request), messages, mark, placeholder)
        if request.place.reply_url and len(messages) <= REPLY_URL_PARTS:
            try:
                for at, message in enumerate(messages):
                    await self._api.respond(request.place.reply_url, message, replace=at == 0)
            except SurfaceError as error:
                if not error.permanent:
                    raise
                _log.info("response_url refused (%s): answering %s directly", error.code, request.id)
            else:
                return None
        return await self._show(await self._direct(request), messages, mark, None)

    async def deliver_directly(self, request: PipelineRequest, outcome: Outcome) -> None:
        """Shows the outcome to the asker directly, where the place they asked at takes no message."""
        lead = answers.apart(request, say("elsewhere.refused", request.language))
        shown = answers.render(outcome, lead, language=request.language)
        messages = lists.with_withdrawal(shown, outcome, request.language)
        mark = Mark(f"direct_{outcome.reason}", request.id, exchange_id=outcome.exchange_id)
        await self._show(await self._direct(request), messages, mark, None)

    async def share(self, exchange: Exchange) -> None:
        """Shows a private answer where it was asked, with who shares it; pressed again, it is found and stays one."""
        request, outcome = exchange.request, exchange.outcome
        spot = Spot(request.place.channel, request.place.thread, exchange.created_at)
        messages = answers.render(outcome, answers.shared(request), language=request.language)
        mark = Mark("share", outcome.exchange_id)
        async with self._sharing:  # two presses at once: the second finds what the first has posted
            await self._show(spot, messages, mark, None)

    async def post_digest(self, channel: str, digest: Digest) -> None:
        """Puts a day's thumbs down before the operators."""
        spot = Spot(channel, None, digest.complaints[-1].feedback.given_at)
        await self._show(spot, feedback.digest_messages(digest), Mark("digest", digest.day.isoformat()), None)

    async def _deliver_privately(
        self, request: PipelineRequest, outcome: Outcome, mark: Mark, placeholder: str | None
    ) -> str | None:
        """The answer directly to the asker, or where that cannot be to them alone in the channel; before all, only a note."""
        lead = answers.apart(request, say("elsewhere.private_lead", request.language))
        shown = answers.render(outcome, lead, language=request.language)
        messages = lists.with_withdrawal(shown, outcome, request.language)
        spot = asked_at(request)
        try:
            await self._show(await self._direct(request), messages, mark, None)
        except SurfaceError as error:
            if not error.permanent:
                raise
            _log.info("no direct message (%s): answering %s to the asker alone", error.code, request.id)
            for message in messages:
                await self._api.show_alone(spot.channel, account(request.asker) or "", message, spot.thread)
        return await self._show(spot, [answers.answered_privately(request)], mark, placeholder)

    async def _has_status(self, spot: Spot, request: PipelineRequest) -> bool:
        """Whether the thread is an assistant's and says that it works."""
        try:
            await self._api.status(spot.channel, spot.thread or "", say("status", request.language))
        except SurfaceError as error:
            if not error.permanent:
                raise
            return False
        return True

    async def post_cards(
        self, approval: Approval, also: Sequence[Approver] = (), votes: Sequence[Vote] = ()
    ) -> list[Card]:
        """Posts the card to the channels of its levels, or to each approver directly, and directly to ``also``.

        A place that refuses for good is logged and left out as long as another one took a copy.
        """
        posted: list[Card] = []
        problems: list[SurfaceError] = []
        for find_channel in await recipients(self._api, approval, problems, also):
            try:
                channel = await find_channel()
                ts = await self._show_card(Spot(channel, None, approval.opened_at), approval, votes)
            except SurfaceError as error:
                if not error.permanent:
                    raise
                problems.append(error)
                continue
            posted.append(Card(approval_id=approval.id, surface=SurfaceName.SLACK, channel=channel, message=ts))
        for problem in problems:
            _log.warning("a card of %s could not be posted: %s", approval.id, problem)
        if problems and not posted:
            raise problems[-1]
        return posted

    async def update_card(self, card: Card, approval: Approval, votes: Sequence[Vote] = ()) -> None:
        """Makes every part of a copy show the approval as it stands; after an edit it may have more of them, or fewer."""
        spot = Spot(card.channel, card.message, approval.opened_at)
        parts = cards.render(approval, None, votes)
        marks = [Mark("card", approval.id, at, approval.exchange_id) for at in range(MOST_PARTS)]
        known = {0: card.message}
        if approval.edits:
            known |= await self._find(spot, marks[1:])
        if len(parts) > 1:
            known |= await self._go_on(spot, parts, marks[: len(parts)])
            parts = cards.render(approval, await self._api.permalink(card.channel, known[1]), votes)
        for at, ts in known.items():
            part = parts[at] if at < len(parts) else cards.unused_part()
            await self._api.update(card.channel, ts, part, marks[at].metadata())

    async def remind(self, card: Card, approval: Approval, number: int) -> None:
        """Says in the card's thread that it still waits."""
        spot = Spot(card.channel, card.message, approval.opened_at)
        mark = Mark("reminder", approval.id, number, approval.exchange_id)
        if not await self._find(spot, [mark]):
            await self._api.post(spot.channel, cards.reminder(approval), mark.metadata(), spot.thread)

    async def hand_over(self, approval: Approval) -> None:
        """Puts the question before the channel or person of the rule's handoff."""
        to = approval.rule.handoff.to.removeprefix(PREFIX) if approval.rule.handoff else ""
        channel = await self._api.direct(to) if to.startswith(("U", "W")) else to
        spot = Spot(channel, None, approval.decided_at or approval.opened_at)
        await self._show(spot, [cards.handed_over(approval)], Mark("handoff", approval.id), None)

    async def deliver_verdict(self, approval: Approval, outcome: Outcome) -> None:
        """Tells the asker where they asked; a command's asker directly, since its address is long over by then."""
        request = approval.request
        if request.place.surface is not SurfaceName.SLACK:
            return
        spot = await self._direct(request) if request.apart else asked_at(request)
        messages = answers.render(outcome, answers.reviewed(request), language=request.language)
        await self._show(spot, messages, Mark("verdict", approval.id, exchange_id=outcome.exchange_id), None)

    async def _show(self, spot: Spot, messages: list[Message], mark: Mark, first: str | None) -> str:
        """Shows the messages, the first in place of the one named if there is one; returns the first one's timestamp."""
        marks = [replace(mark, n=at) for at in range(len(messages))]
        if first is None:
            first = (await self._find(spot, marks[:1])).get(0)
        if first is None:
            first = await self._api.post(spot.channel, messages[0], marks[0].metadata(), spot.thread)
        else:
            try:
                await self._api.update(spot.channel, first, messages[0], marks[0].metadata())
            except SurfaceError as error:
                if error.code != "message_not_found":  # somebody deleted it: the answer is still owed
                    raise
                return await self._show(spot, messages, mark, None)
        await self._go_on(replace(spot, thread=spot.thread or first), messages, marks)
        return first

    async def _go_on(self, spot: Spot, messages: list[Message], marks: list[Mark]) -> dict[int, str]:
        """Posts, in the thread, those of the later messages that are not there; timestamps by number."""
        if len(messages) == 1:
            return {}
        posted = await self._find(spot, marks[1:])
        for message, mark in zip(messages[1:], marks[1:], strict=True):
            if mark.n not in posted:
                posted[mark.n] = await self._api.post(spot.channel, message, mark.metadata(), spot.thread)
        return posted

    async def _show_card(self, spot: Spot, approval: Approval, votes: Sequence[Vote]) -> str:
        """One copy of the card: found, or posted; the address of a long one's thread is known once it stands."""
        parts = cards.render(approval, None, votes)
        marks = [Mark("card", approval.id, at, approval.exchange_id) for at in range(len(parts))]
        first = (await self._find(spot, marks[:1])).get(0)
        if first is None:
            first = await self._api.post(spot.channel, parts[0], marks[0].metadata())
        posted = await self._go_on(replace(spot, thread=first), parts, marks)
        if posted:
            beginning = cards.render(approval, await self._api.permalink(spot.channel, posted[1]), votes)[0]
            await self._api.update(spot.channel, first, beginning, marks[0].metadata())
        return first

    async def _find(self, spot: Spot, marks: list[Mark]) -> dict[int, str]:
        messages = self._api.messages(spot.channel, thread=spot.thread, since=spot.oldest)
        return await find(marks, messages, await self._api.identity())

    async def _direct(self, request: PipelineRequest) -> Spot:
        return Spot(await self._api.direct(account(request.asker) or ""), None, request.received_at)


def asked_at(request: PipelineRequest) -> Spot:
    """Where a request's answer goes: the thread of a channel's message; a direct channel itself, or its thread."""
    place = request.place
    thread = place.thread if place.kind is PlaceKind.DIRECT else place.thread or place.message
    return Spot(place.channel, thread, request.received_at)
