"""``/policy pending`` and ``/policy inbox``: lists that only the one who typed sees."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from typing import Any

from slack_bolt.async_app import AsyncAck

from adapters.slack import lists
from adapters.slack.api import SlackApi
from adapters.slack.blocks import Message, header
from adapters.slack.lists import Lists, Waiting
from adapters.slack.payloads import identifier
from adapters.slack.rich import Block
from core.errors import CountersignError, SurfaceError
from core.wording import reviewing as wording
from core.wording import say

PENDING = "pending"
INBOX = "inbox"

_log = logging.getLogger("countersign.slack")


class Commands:
    """The words after ``/policy`` that are no question."""

    def __init__(self, api: SlackApi, found: Lists, afterwards: Callable[[Coroutine[Any, Any, None]], None]) -> None:
        self._api = api
        self._lists = found
        self._afterwards = afterwards

    async def takes(self, command: dict[str, Any], ack: AsyncAck) -> bool:
        """Whether it was one of them; if so it is acknowledged, and the list follows."""
        word = str(command.get("text") or "").strip().casefold()
        user, url = identifier(command.get("user_id")), identifier(command.get("response_url"), 1000)
        if word not in (PENDING, INBOX) or not (user and url):
            return False
        await ack()  # without a sign of work: the list might come before it, and would not replace it
        self._afterwards(self.show(word, user, url, replace=False))
        return True

    async def show(self, word: str, user: str, url: str, lead: str = "", *, replace: bool) -> None:
        """Shows the list, ``replace``: in place of what stands at the address. Raises SurfaceError where that refuses."""
        try:
            message = render(word, await self._lists.of(user), lead)
        except CountersignError as error:
            _log.warning("a list could not be made: %s", error)
            message = Message(f"{lead} {wording.LIST_FAILED}".strip(), [])
        try:
            await self._api.respond(url, message, replace=replace)
        except SurfaceError as error:
            if not error.permanent:
                raise
            await self._api.post(
                await self._api.direct(user), message
            )  # the address is used up: they wait all the same


def render(word: str, waiting: Waiting, lead: str = "") -> Message:
    """The list, under what has just come of a click."""
    title = say("pending.title", waiting.language) if word == PENDING else wording.INBOX
    shown = lists.pending(waiting) if word == PENDING else lists.inbox(waiting)
    said: list[Block] = [lists.line(lead)] if lead else []
    return Message(lead or title, [header(title), *waiting.notice, *said, *shown])
