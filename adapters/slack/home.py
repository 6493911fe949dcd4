"""The app's home tab: what waits for somebody, what they asked, and how to ask."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from typing import Any

from slack_bolt.async_app import AsyncApp

from adapters.slack import lists
from adapters.slack.api import SlackApi
from adapters.slack.blocks import header
from adapters.slack.lists import Lists, Waiting, line
from adapters.slack.payloads import identifier
from adapters.slack.settings import COMMAND
from core.errors import CountersignError
from core.wording import reviewing as wording
from core.wording import say

WATCHED = 50
"""People whose tab is kept up to date: those who opened it last. Opening it again always shows how things stand."""

_log = logging.getLogger("countersign.slack")


class Home:
    """Publishes the tab to whoever opens it, and anew after changes."""

    def __init__(
        self, bolt: AsyncApp, api: SlackApi, found: Lists, afterwards: Callable[[Coroutine[Any, Any, None]], None]
    ) -> None:
        self.bolt = bolt
        self._api = api
        self._lists = found
        self._afterwards = afterwards
        self._shown: dict[str, dict[str, Any]] = {}
        """What each of them sees, by account."""
        self._stale = self._publishing = False
        opened = self.bolt.event("app_home_opened")
        assert opened is not None
        opened(self._opened)

    async def _opened(self, event: dict[str, Any]) -> None:
        user = identifier(event.get("user"))
        if user and event.get("tab") == "home":
            self._shown.pop(user, None)
            if len(self._shown) >= WATCHED:
                del self._shown[next(iter(self._shown))]
            self._shown[user] = {}
            self._afterwards(self._publish(user))

    def refresh(self) -> None:
        """Something has changed: those who have the tab see it soon. Changes that come close together are one."""
        self._stale = True
        if self._shown and not self._publishing:
            self._publishing = True
            self._afterwards(self._publish_all())

    async def _publish_all(self) -> None:
        try:
            while self._stale:
                self._stale = False
                for user in list(self._shown):
                    await self._publish(user)
        finally:
            self._publishing = False

    async def _publish(self, user: str) -> None:
        try:
            view = render(await self._lists.of(user))
            if self._shown.get(user) != view:
                await self._api.publish_view(user, view)
                self._shown[user] = view
        except CountersignError as error:
            _log.warning("a home tab was not published: %s", error)


def render(waiting: Waiting) -> dict[str, Any]:
    """The tab as Slack takes it."""
    return {
        "type": "home",
        "blocks": [
            *waiting.notice,
            header(wording.INBOX),
            *lists.inbox(waiting),
            header(say("pending.title", waiting.language)),
            *lists.pending(waiting),
            header(say("how_to_ask", waiting.language)),
            line(say("help", waiting.language, command=COMMAND)),
        ],
    }
