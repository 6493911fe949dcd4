"""Messages that are no new question: what is said to and fro about a review, and questions that were edited or deleted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from adapters.teams.commands import without_command
from adapters.teams.marks import Mark, Part
from adapters.teams.payloads import from_message, is_for_us, is_reply, moment
from adapters.teams.places import THREAD
from core.domain.request import PipelineRequest
from core.ports.clock import Clock
from core.ports.conversations import Conversations
from core.ports.surface import Frontdesk
from core.wording import reviewing

ASKS = ("?", "？")
"""How a reply in a card's thread begins that goes to whoever asked."""

Activity = dict[str, Any]
Tell = Callable[[PipelineRequest, str], None]


class Messages:
    """``submit`` starts a question's journey; ``tell`` says something to who wrote, after the acknowledgement."""

    def __init__(
        self,
        desk: Frontdesk,
        conversations: Conversations,
        clock: Clock,
        submit: Callable[[PipelineRequest], Awaitable[None]],
        tell: Tell,
    ) -> None:
        self._desk = desk
        self._conversations = conversations
        self._clock = clock
        self._submit = submit
        self._tell = tell

    async def changed(self, activity: Activity) -> None:
        """A message was edited or deleted: as it was it is not asked any more; as it is now, it is answered anew.

        Raises CountersignError where that could not be put on record.
        """
        first = from_message({**activity, "type": "message"}, self._clock.now())
        now = from_message(activity, self._clock.now())
        deleted = activity.get("type") == "messageDelete"
        if first is None or now is None or not (deleted or moment(activity)):
            return
        now = without_command(now)
        waiting = [approval.request for approval in await self._desk.pending(first.asker)]
        earlier = [request for request in waiting if _is_version(request, first) and (deleted or request.id < now.id)]
        if not deleted and any(request.question == now.question for request in earlier):
            return  # nobody's words changed
        for request_id in dict.fromkeys([first.id, *(request.id for request in earlier)]):
            await self._desk.take_back(request_id, first.asker)
        if deleted or await self._desk.is_remark(first.id):
            return
        if is_for_us(activity) or (is_reply(activity) and await self._desk.follows_up(now)):
            await self._submit(now)

    async def takes(self, activity: Activity, reply: PipelineRequest) -> bool:
        """Whether a message went to a reviewer or from one. Raises CountersignError where it could not be passed on."""
        return await self._asks(reply) or (not is_for_us(activity) and await self._answers(reply))

    async def _asks(self, reply: PipelineRequest) -> bool:
        """Passes on what a reviewer asks in a card's thread."""
        _, _, root = (reply.place.thread or "").partition(THREAD)
        if not root or not reply.question.startswith(ASKS):
            return False
        mark = Mark.load(await self._conversations.key_of(reply.place.channel, root))
        if mark is None or mark.part is not Part.CARD:
            return False
        decision = await self._desk.ask_back(mark.key, reply.asker, reply.question[1:], reply.id)
        self._tell(reply, reviewing.told(decision.ruling, reviewing.ASKING_BACK))
        return True

    async def _answers(self, reply: PipelineRequest) -> bool:
        """Passes on what whoever asked answers in the thread where they were asked back."""
        for approval in await self._desk.asked_back(reply.asker):
            asked = approval.request
            if not asked.apart and reply.place.thread and asked.place.thread == reply.place.thread:
                decision = await self._desk.answer_back(approval.id, reply.asker, reply.question, reply.id)
                self._tell(reply, reviewing.answering(decision.ruling, asked.language))
                return True
        return False


def _is_version(request: PipelineRequest, first: PipelineRequest) -> bool:
    """Whether a request is some version of the same message."""
    return (request.place.channel, request.place.message) == (first.place.channel, first.place.message)
