"""Slack's assistant threads: what may be asked, a status while it works, and a title."""

from __future__ import annotations

from typing import Any

from adapters.slack.api import SlackApi
from adapters.slack.payloads import identifier, part
from adapters.slack.text import shorten
from core.domain.language import Language
from core.domain.request import PipelineRequest
from core.wording import say

REMEMBERED = 1000
"""New threads that wait for their first question, at most; a forgotten one keeps Slack's own title."""
TITLE = 200
"""Characters of a title."""


class Assistant:
    """All of it is decoration: what fails here costs nobody an answer."""

    def __init__(self, api: SlackApi) -> None:
        self._api = api
        self._untitled: dict[tuple[str, str], None] = {}

    async def opened(self, event: dict[str, Any]) -> None:
        """Somebody opened a thread, or looks at another channel beside it: offers what may be asked."""
        thread = part(event, "assistant_thread")
        channel, ts = identifier(thread.get("channel_id")), identifier(thread.get("thread_ts"))
        if not (channel and ts):
            return
        if event.get("type") == "assistant_thread_started":
            self._untitled[channel, ts] = None
            if len(self._untitled) > REMEMBERED:
                self._untitled.pop(next(iter(self._untitled)))
        await self._api.suggest(channel, ts, say("prompts.title"), suggestions(None))

    async def entitle(self, request: PipelineRequest) -> None:
        """The first question of a thread becomes its title."""
        place = request.place
        if place.thread and self._untitled.pop((place.channel, place.thread), self) is None:
            await self._api.entitle(
                place.channel, place.thread, shorten(request.question, TITLE) or say("prompts.title")
            )


def suggestions(language: Language | None) -> list[str]:
    """Questions to begin with."""
    return [say(f"prompts.{which}", language) for which in ("first", "second", "third")]
