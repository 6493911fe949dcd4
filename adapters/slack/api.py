"""Calls to Slack: one method each that Countersign uses, raising nothing but SurfaceError."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Sequence
from dataclasses import dataclass
from typing import Any

import aiohttp
from slack_sdk.http_retry.async_handler import AsyncRetryHandler
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from adapters.slack.blocks import Message
from adapters.slack.errors import check_response, translated
from adapters.slack.settings import SlackSettings
from core.errors import SurfaceError

PROMPT = 2.0
"""Seconds for a call that somebody waits for: Slack gives up on the whole request after three."""
PATIENT = 30.0
"""Seconds for any other call."""

_QUIET = logging.getLogger("countersign.slack.sdk")
_QUIET.setLevel(logging.ERROR)  # the SDK logs bodies of messages below that


@dataclass(frozen=True)
class Identity:
    """Who the bot is: its team, user and bot id, and what it was granted."""

    team: str
    team_name: str
    enterprise: str | None
    user: str
    bot: str
    url: str
    scopes: tuple[str, ...]


class SlackApi:
    """The Web API for one bot token.

    Calls that deliver wait out a rate limit (twice, for as long as Slack asks); calls that somebody waits for do not.
    A broken connection is never retried here: the message may have arrived, and only looking tells (``outbound.py``).
    """

    def __init__(self, settings: SlackSettings) -> None:
        self._settings = settings
        self._session: aiohttp.ClientSession | None = None
        self._identity: Identity | None = None
        self._asking = asyncio.Lock()

    @property
    def session(self) -> aiohttp.ClientSession:
        """The one connection pool; opened with the first call, inside the running loop."""
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=PATIENT), trust_env=True)
        return self._session

    @property
    def patient(self) -> AsyncWebClient:
        """The SDK's client for calls that deliver."""
        return self._client(AsyncRateLimitErrorRetryHandler(max_retry_count=2))

    @property
    def prompt(self) -> AsyncWebClient:
        """The SDK's client for calls that somebody waits for."""
        return self._client()

    def _client(self, *handlers: AsyncRetryHandler) -> AsyncWebClient:
        client = AsyncWebClient(
            token=self._settings.bot_token,
            base_url=self._settings.api_url,
            session=self.session,
            logger=_QUIET,
            retry_handlers=list(handlers),
        )
        client.proxy = None  # the session reads the environment's proxy itself and heeds NO_PROXY; the SDK does not
        return client

    async def close(self) -> None:
        """Closes the connections; a later call opens new ones."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def identity(self) -> Identity:
        """Who the bot is; asked once."""
        async with self._asking:
            if self._identity is None:
                answer = await _prompt("auth.test", self.prompt.auth_test())
                self._identity = Identity(
                    team=answer["team_id"],
                    team_name=answer.get("team", ""),
                    enterprise=answer.get("enterprise_id"),
                    user=answer["user_id"],
                    bot=answer.get("bot_id", ""),
                    url=answer.get("url", ""),
                    scopes=tuple(filter(None, (answer.headers.get("x-oauth-scopes") or "").split(","))),
                )
            return self._identity

    async def post(
        self, channel: str, message: Message, metadata: dict[str, Any] | None = None, thread: str | None = None
    ) -> str:
        """Posts; the message's timestamp, which is its id."""
        with translated("chat.postMessage"):
            answer = await self.patient.chat_postMessage(
                channel=channel,
                text=message.text,
                blocks=message.blocks or None,
                metadata=metadata,
                thread_ts=thread,
                unfurl_links=False,
                unfurl_media=False,
            )
        return str(answer["ts"])

    async def update(self, channel: str, ts: str, message: Message, metadata: dict[str, Any]) -> None:
        """Makes a posted message show something else."""
        with translated("chat.update"):
            await self.patient.chat_update(
                channel=channel, ts=ts, text=message.text, blocks=message.blocks or [], metadata=metadata
            )

    async def whisper(
        self,
        channel: str,
        user: str,
        text: str,
        thread: str | None = None,
        blocks: Sequence[dict[str, Any]] | None = None,
    ) -> None:
        """Shows text to one person in a channel. It is gone when they reload, and cannot be found again."""
        with translated("chat.postEphemeral"):
            await self.patient.chat_postEphemeral(
                channel=channel, user=user, text=text, thread_ts=thread, blocks=blocks
            )

    async def show_alone(self, channel: str, user: str, message: Message, thread: str | None = None) -> None:
        """Shows a message to one person in a channel. It is gone when they reload, and cannot be found again."""
        with translated("chat.postEphemeral"):
            await self.patient.chat_postEphemeral(
                channel=channel, user=user, text=message.text, blocks=message.blocks or None, thread_ts=thread
            )

    async def suggest(self, channel: str, thread: str, title: str, prompts: Sequence[str]) -> None:
        """Offers questions in an assistant thread."""
        offered = [{"title": prompt, "message": prompt} for prompt in prompts]
        with translated("assistant.threads.setSuggestedPrompts"):
            await self.patient.assistant_threads_setSuggestedPrompts(
                channel_id=channel, thread_ts=thread, title=title, prompts=offered
            )

    async def status(self, channel: str, thread: str, status: str) -> None:
        """Says in an assistant thread what the bot does; its next message there ends it."""
        await _prompt(
            "assistant.threads.setStatus",
            self.prompt.assistant_threads_setStatus(channel_id=channel, thread_ts=thread, status=status),
        )

    async def entitle(self, channel: str, thread: str, title: str) -> None:
        """Names an assistant thread."""
        with translated("assistant.threads.setTitle"):
            await self.patient.assistant_threads_setTitle(channel_id=channel, thread_ts=thread, title=title)

    async def respond(self, url: str, message: Message, *, replace: bool) -> None:
        """Answers at a ``response_url`` (valid for 30 minutes and five messages), to the asker alone."""
        body: dict[str, Any] = {
            "response_type": "ephemeral",
            "replace_original": replace,
            "text": message.text,
            "blocks": message.blocks,
            "unfurl_links": False,
        }
        with translated("response_url"):
            async with self.session.post(url, json=body) as response:
                status, answer, headers = response.status, await response.text(), response.headers
        check_response(status, answer, headers)

    async def open_view(self, trigger: str, view: dict[str, Any]) -> None:
        """Opens a modal; the trigger lives 3 seconds."""
        await _prompt("views.open", self.prompt.views_open(trigger_id=trigger, view=view))

    async def publish_view(self, user: str, view: dict[str, Any]) -> None:
        """Shows somebody their home tab."""
        with translated("views.publish"):
            await self.patient.views_publish(user_id=user, view=view)

    async def direct(self, user: str) -> str:
        """The direct channel with somebody, opened if there is none yet."""
        with translated("conversations.open"):
            answer = await self.patient.conversations_open(users=[user])
        return str(answer["channel"]["id"])

    async def messages(self, channel: str, *, thread: str | None, since: str = "0") -> AsyncIterator[dict[str, Any]]:
        """What stands in a thread, or in a channel since a timestamp, with metadata; nothing in a thread that is gone."""
        cursor: str | None = None
        while True:
            page = await self._page(channel, thread, since, cursor)
            for message in page.get("messages") or []:
                yield message
            cursor = (page.get("response_metadata") or {}).get("next_cursor")
            if not cursor:
                return

    async def _page(self, channel: str, thread: str | None, since: str, cursor: str | None) -> dict[str, Any]:
        paging: dict[str, Any] = {"limit": 200, "cursor": cursor, "include_all_metadata": True}
        if thread is None:
            with translated("conversations.history"):
                answer = await self.patient.conversations_history(channel=channel, oldest=since, **paging)
            return answer.data if isinstance(answer.data, dict) else {}
        try:
            with translated("conversations.replies"):
                answer = await self.patient.conversations_replies(channel=channel, ts=thread, **paging)
        except SurfaceError as error:
            if error.code == "thread_not_found":
                return {}
            raise
        return answer.data if isinstance(answer.data, dict) else {}

    async def permalink(self, channel: str, ts: str) -> str:
        """A web address that opens a message."""
        with translated("chat.getPermalink"):
            answer = await self.patient.chat_getPermalink(channel=channel, message_ts=ts)
        return str(answer["permalink"])

    async def user(self, user: str) -> dict[str, Any]:
        """Slack's record of an account."""
        return dict((await _prompt("users.info", self.prompt.users_info(user=user)))["user"])

    async def user_by_email(self, email: str) -> str:
        """The account with that e-mail; refused with ``users_not_found`` if there is none."""
        with translated("users.lookupByEmail"):
            answer = await self.patient.users_lookupByEmail(email=email)
        return str(answer["user"]["id"])

    async def groups(self) -> dict[str, frozenset[str]]:
        """The workspace's user groups and their members; none where its plan has no groups."""
        try:
            answer = await _prompt("usergroups.list", self.prompt.usergroups_list(include_users=True))
        except SurfaceError as error:
            if error.code == "plan_upgrade_required":
                return {}
            raise
        return {group["id"]: frozenset(group.get("users") or ()) for group in answer["usergroups"]}

    async def group_members(self, group: str) -> Sequence[str]:
        """The accounts in a user group."""
        with translated("usergroups.users.list"):
            answer = await self.patient.usergroups_users_list(usergroup=group)
        return list(answer["users"])


async def _prompt(call: str, request: Awaitable[AsyncSlackResponse]) -> AsyncSlackResponse:
    with translated(call):
        async with asyncio.timeout(PROMPT):
            return await request
