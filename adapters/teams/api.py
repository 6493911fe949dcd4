"""Calls to the Bot Framework's service: one method each that Countersign uses, raising nothing but SurfaceError."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import aiohttp
from botbuilder.schema import Activity, ActivityTypes, ChannelAccount, ConversationAccount, ConversationParameters
from botframework.connector import AsyncBfPipeline, BotFrameworkConnectorConfiguration
from botframework.connector.aio import ConnectorClient

from adapters.teams.credentials import Bearer, Tokens
from adapters.teams.errors import translated
from adapters.teams.services import trusted
from adapters.teams.settings import TeamsSettings
from adapters.teams.wire import Wire
from core.errors import SurfaceError
from core.ports.clock import Clock

PATIENT = 30.0
"""Seconds for any call."""
PROMPT = 5.0
"""Seconds for a call that somebody waits for: Teams gives up on the whole request after fifteen."""
LONGEST_WAIT = 30.0
"""Seconds of a rate limit that are waited out here; a longer one is left to whoever repeats the step."""
TRIES = 3
"""Times that a call is made which Teams asks to make again later."""
PAGE = 200
"""People in one answer about who is in a conversation."""
CHANNEL = "msteams"
"""The Bot Framework's name for Teams."""

_T = TypeVar("_T")
Ask = Callable[[Any], Awaitable[Any]]
"""A call of one of the SDK's operations."""
Reference = dict[str, Any]
"""A conversation reference as plain JSON (``Contact.reference``)."""


class TeamsApi:
    """The connector for one bot. A reference says where; ``conversation`` names another one than the reference's own: a
    thread of its channel.

    A rate limit is waited out. A broken connection is never tried again here: the message may have arrived.
    """

    def __init__(self, settings: TeamsSettings, clock: Clock) -> None:
        self._settings = settings
        self._opened: aiohttp.ClientSession | None = None
        self._tokens = Tokens(settings, self._session, clock)
        self._clients: dict[str, ConnectorClient] = {}

    @property
    def tenant(self) -> str | None:
        """The one tenant of a single-tenant app."""
        return self._settings.tenant_id

    async def token(self) -> str:
        """The bot's own token: ``doctor`` asks whether there is one. Raises SurfaceError."""
        return await self._tokens.get()

    async def close(self) -> None:
        """Closes the connections; a later call opens new ones."""
        if self._opened is not None:
            await self._opened.close()
            self._opened = None

    async def send(self, reference: Reference, activity: Activity, conversation: str | None = None) -> str:
        """Sends; the message's id."""
        place = conversation or conversation_of(reference)
        return await self._call(
            reference,
            lambda client: client.send_to_conversation(place, _addressed(activity, reference, place)),
            lambda sent: str(sent.id or "") if sent else "",
        )

    async def update(
        self, reference: Reference, message: str, activity: Activity, conversation: str | None = None
    ) -> None:
        """Makes a sent message show something else."""
        place = conversation or conversation_of(reference)
        activity = _addressed(activity, reference, place)
        activity.id = message
        await self._call(reference, lambda client: client.update_activity(place, message, activity), bool)

    async def typing(self, reference: Reference, conversation: str | None = None) -> None:
        """Shows that the bot is at work; its next message ends it."""
        with translated("typing"):
            async with asyncio.timeout(PROMPT):
                await self.send(reference, Activity(type=ActivityTypes.typing), conversation)

    async def open_direct(self, reference: Reference, member: str, tenant: str | None) -> Reference:
        """The direct conversation with a member of the reference's conversation, opened if there is none yet."""
        wanted = ConversationParameters(
            is_group=False,
            bot=ChannelAccount(id=str((reference.get("bot") or {}).get("id") or "")),
            members=[ChannelAccount(id=member)],
            tenant_id=tenant,
            channel_data={"tenant": {"id": tenant}} if tenant else None,
        )
        made = await self._call(reference, lambda client: client.create_conversation(wanted), _made)
        return {
            **{key: reference[key] for key in ("serviceUrl", "channelId", "bot", "locale") if key in reference},
            "channelId": CHANNEL,
            "user": {"id": member},
            "conversation": {"id": made, "conversationType": "personal", "isGroup": False, "tenantId": tenant},
        }

    async def member(self, reference: Reference, account: str) -> dict[str, Any]:
        """The service's record of somebody in a conversation, by either of their ids; refused if they are not in it."""
        with translated("GET members"):
            async with asyncio.timeout(PROMPT):
                return await self._call(
                    reference,
                    lambda client: client.get_conversation_member(conversation_of(reference), account),
                    _record,
                )

    async def members(self, reference: Reference, most: int = 10_000) -> list[dict[str, Any]]:
        """People in a conversation, up to so many; of a channel, those of its team."""
        people: list[dict[str, Any]] = []
        token: str | None = None
        while True:
            page, token = await self._page(reference, token)
            people += page
            if not token or len(people) >= most:
                return people[:most]

    async def _page(self, reference: Reference, token: str | None) -> tuple[list[dict[str, Any]], str | None]:
        place = conversation_of(reference)
        return await self._call(
            reference,
            lambda client: client.get_teams_conversation_paged_members(place, page_size=PAGE, continuation_token=token),
            lambda found: ([_record(one) for one in found.members or []], found.continuation_token),
        )

    def _session(self) -> aiohttp.ClientSession:
        if self._opened is None:
            self._opened = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=PATIENT), trust_env=True)
        return self._opened

    def _client(self, service: str) -> Any:
        if not trusted(service, self._settings.services):
            raise SurfaceError(
                "Teams' service is not one that gets the bot's token.",
                code="service_untrusted",
                permanent=True,
                remedy="For a national cloud set COUNTERSIGN_TEAMS_SERVICE_URLS.",
            )
        if service not in self._clients:
            config = BotFrameworkConnectorConfiguration(Bearer(self._tokens), service, sender=Wire(self._session))
            self._clients[service] = ConnectorClient(None, custom_configuration=config)
            # Only now: the client makes a pipeline of its own, and leaves the policies linked to that one's sender.
            config.pipeline = AsyncBfPipeline(config)
        return self._clients[service].conversations

    async def _call(self, reference: Reference, ask: Ask, read: Callable[[Any], _T]) -> _T:
        client = self._client(str(reference.get("serviceUrl") or ""))
        for tries_left in reversed(range(TRIES)):
            try:
                with translated("answer"):
                    return read(await ask(client))
            except SurfaceError as error:
                wait = error.retry_after
                if error.permanent or wait is None or wait > LONGEST_WAIT or not tries_left:
                    raise
            await asyncio.sleep(wait)
        raise AssertionError("unreachable")


def conversation_of(reference: Reference) -> str:
    """The id of a reference's conversation."""
    return str((reference.get("conversation") or {}).get("id") or "")


def _made(answer: Any) -> str:
    if not answer.id:
        raise ValueError("a conversation without an id")
    return str(answer.id)


def _addressed(activity: Activity, reference: Reference, place: str) -> Activity:
    bot = reference.get("bot") or {}
    activity.channel_id = CHANNEL
    activity.from_property = ChannelAccount(id=bot.get("id"), name=bot.get("name"))
    activity.conversation = ConversationAccount(id=place)
    return activity


def _record(account: Any) -> dict[str, Any]:
    """All that the service said: the SDK's own class drops e-mail, tenant and role."""
    known = {entry["key"]: getattr(account, name, None) for name, entry in type(account)._attribute_map.items()}
    return {
        **(account.additional_properties or {}),
        **{key: value for key, value in known.items() if value is not None},
    }
