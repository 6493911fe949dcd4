"""Messages that are no new question: what is said to and fro about a review, and questions that were edited or deleted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from adapters.slack.api import SlackApi
from adapters.slack.marks import payload_of
from adapters.slack.payloads import Click, from_post, identifier, is_for_us, names_somebody, part
from core.domain.approval import Approval
from core.domain.request import PipelineRequest
from core.ports.clock import Clock
from core.ports.surface import Frontdesk
from core.wording import reviewing as wording

ASKS = ("?", "？")
"""How a reply in a card's thread begins that goes to whoever asked."""

Event = dict[str, Any]


@dataclass(frozen=True)
class Change:
    """A question whose message was edited or deleted. ``first`` is the request that it was before any edit, ``before`` the
    one it was until now, and ``now`` what it says now, ``to_us`` or only perhaps, as a follow-up; ``edited`` is when, None
    if it was deleted.
    """

    first: PipelineRequest
    before: PipelineRequest | None
    now: PipelineRequest | None
    edited: str | None
    to_us: bool = False

    def ends(self, request: PipelineRequest) -> bool:
        """Whether a request is an earlier version of the message; Slack may bring an edit again after a later one."""
        if (request.place.channel, request.place.message) != (self.first.place.channel, self.first.place.message):
            return False
        return self.edited is None or request.id.removeprefix(self.first.id).removeprefix(":") < self.edited


def change_of(event: Event, team: str, bot_user: str, clock: Clock) -> Change | None:
    """What an event of a changed message says; None where no person's words changed."""
    old, new = part(event, "previous_message"), part(event, "message")
    deleted = event.get("subtype") == "message_deleted" or new.get("subtype") == "tombstone"
    where = {"channel": event.get("channel"), "channel_type": event.get("channel_type")}
    message = {**(old if deleted else new), **where}
    edited = identifier(part(new, "edited").get("ts"))
    if not deleted and not edited:
        return None  # a link was unfolded, a thread has grown: nobody edited it
    current, first, before = (
        from_post(version, team, bot_user, clock.now())
        for version in (message, {**message, "edited": None}, {**old, **where})
    )
    if current is None or first is None:
        return None
    if deleted:
        return Change(first, before, None, None)
    if before and before.question == current.question:
        return None
    # A reply that names somebody else is said to them.
    reply = current.place.thread not in (None, current.place.message) and not names_somebody(message)
    to_us = is_for_us(message, bot_user)
    return Change(first, before, current if to_us or reply else None, edited, to_us)


class Messages:
    """``takes`` says whether a message was one of these. ``submit`` starts a question's journey."""

    def __init__(
        self,
        api: SlackApi,
        desk: Frontdesk,
        clock: Clock,
        submit: Callable[[PipelineRequest], Awaitable[None]],
        tell: Callable[[Click, str], None],
    ) -> None:
        self._api = api
        self._desk = desk
        self._clock = clock
        self._submit = submit
        self._tell = tell

    async def takes(self, event: Event, body: dict[str, Any]) -> bool:
        """Whether it was. Raises CountersignError where it could not be put on record."""
        us = await self._api.identity()
        team = str(body.get("team_id") or us.team)
        if event.get("subtype") in ("message_changed", "message_deleted"):
            if change := change_of(event, team, us.user, self._clock):
                await self._follow(change)
            return True
        if not event.get("thread_ts") or f"<@{us.user}" in str(event.get("text")):
            return False
        reply = from_post(event, team, us.user, self._clock.now())
        return reply is not None and (await self._asks(reply) or await self._answers(reply))

    async def _follow(self, change: Change) -> None:
        """The question as it was is not asked any more; as it is now, it is answered anew."""
        known = [change.first, *([change.before] if change.before else [])]  # also one that is not under review yet
        waiting = [approval.request for approval in await self._desk.pending(change.first.asker)]
        for request_id in dict.fromkeys(request.id for request in [*known, *waiting] if change.ends(request)):
            await self._desk.take_back(request_id, change.first.asker)
        if change.now is None or await self._desk.is_remark(change.first.id):
            return
        if change.to_us or await self._desk.follows_up(change.now):
            await self._submit(change.now)

    async def _asks(self, reply: PipelineRequest) -> bool:
        """Passes on what a reviewer asks in a card's thread."""
        if not reply.question.startswith(ASKS):
            return False
        parent = await self._parent(reply)
        approval_id = parent.get("approval_id")
        if parent.get("part") != "card" or not isinstance(approval_id, str):
            return False
        decision = await self._desk.ask_back(approval_id, reply.asker, reply.question[1:], reply.id)
        self._tell(_click(reply), wording.told(decision.ruling, wording.ASKING_BACK))
        return True

    async def _answers(self, reply: PipelineRequest) -> bool:
        """Passes on what whoever asked answers where they were asked back."""
        for approval in await self._desk.asked_back(reply.asker):
            if await self._is_there(approval, reply):
                decision = await self._desk.answer_back(approval.id, reply.asker, reply.question, reply.id)
                self._tell(_click(reply), wording.answering(decision.ruling, approval.request.language))
                return True
        return False

    async def _is_there(self, approval: Approval, reply: PipelineRequest) -> bool:
        asked = approval.request.place
        if approval.request.apart:  # asked back directly, in a message of its own
            return (await self._parent(reply)).get("approval_id") == approval.id
        return asked.channel == reply.place.channel and reply.place.thread in (asked.thread, asked.message)

    async def _parent(self, reply: PipelineRequest) -> dict[str, Any]:
        """What the mark on the message says that a reply stands under; nothing if it is not ours."""
        us = await self._api.identity()
        async for message in self._api.messages(reply.place.channel, thread=reply.place.thread):
            return payload_of(message, us)
        return {}


def _click(reply: PipelineRequest) -> Click:
    return Click(reply.asker.id.partition(":")[2], reply.place.channel, reply.place.thread, "")
