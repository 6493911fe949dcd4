"""Where a message goes: the thread of a question, somebody's own chat, a channel of the approvals file."""

from __future__ import annotations

from dataclasses import dataclass

from adapters.teams.api import Reference, TeamsApi, conversation_of
from adapters.teams.elements import MOST_READERS
from adapters.teams.errors import unknown_place
from core.cache import Cache
from core.domain.approval import Card
from core.domain.conversation import Contact
from core.domain.request import Person, PipelineRequest, PlaceKind, SurfaceName
from core.errors import SurfaceError
from core.ports.clock import Clock
from core.ports.conversations import Conversations

PREFIX = "teams:"
THREAD = ";messageid="
"""What in a conversation's id stands between a channel and the message that began a thread in it."""
CHANNELS = "19:"
"""How the id of a channel or a group chat begins."""
GROUPS = "@thread.v2"
"""How that of a group chat ends."""


@dataclass(frozen=True)
class Spot:
    """A reference, and the conversation to write to: the reference's own, or a thread of it."""

    reference: Reference
    conversation: str

    @property
    def in_channel(self) -> bool:
        """Whether it is in a channel, and not in a chat."""
        return (self.reference.get("conversation") or {}).get("conversationType") == "channel"

    @property
    def alone(self) -> bool:
        """Whether it is somebody's own chat."""
        return "user" in self.reference

    @property
    def threads(self) -> bool:
        """Whether a message posted here begins a thread: so it is in a channel."""
        return self.in_channel and THREAD not in self.conversation

    def under(self, message: str) -> Spot:
        """Beside a message that was posted here: in its thread, or after it."""
        return Spot(self.reference, f"{self.conversation}{THREAD}{message}") if self.threads else self


class Places:
    """Finds the conversations on record, and opens those with people who were not met alone yet."""

    def __init__(self, api: TeamsApi, conversations: Conversations, clock: Clock) -> None:
        self._api = api
        self._conversations = conversations
        self._clock = clock
        self._readers: Cache[tuple[str, ...]] = Cache(clock)

    async def asked_at(self, request: PipelineRequest) -> Spot:
        """Where a request's answer goes: the thread it was asked in, or the chat. Raises SurfaceError."""
        spot = await self.channel(request.place.channel)
        return Spot(spot.reference, request.place.thread or spot.conversation)

    async def card(self, card: Card) -> Spot:
        """Where a copy of an approval's card stands. Raises SurfaceError."""
        return await self.channel(card.channel)

    async def channel(self, conversation: str) -> Spot:
        """A conversation by its id. Raises SurfaceError for one that is known to be no more."""
        known = await self._conversations.at(SurfaceName.TEAMS, conversation)
        if known:
            return Spot(known.reference, conversation)
        if not conversation.startswith(CHANNELS):
            raise unknown_place(f"the conversation {conversation}", "The app was removed there: install it again.")
        near = await self._near(f"the channel {conversation}")
        kind = {
            "id": conversation,
            "conversationType": "groupChat" if conversation.endswith(GROUPS) else "channel",
            "isGroup": True,
        }
        reference = {key: value for key, value in near.items() if key in ("serviceUrl", "channelId", "bot")}
        return Spot({**reference, "conversation": kind}, conversation)

    async def readers(self, spot: Spot) -> tuple[str, ...]:
        """Accounts of those who read there, as Teams knows them; none where it does not say. It is trusted for a while."""
        return await self._readers.get(conversation_of(spot.reference), lambda: self._ask(spot))

    async def _ask(self, spot: Spot) -> tuple[str, ...]:
        if (own := (spot.reference.get("user") or {}).get("id")) is not None:
            return (str(own),)
        try:
            return tuple(str(one["id"]) for one in await self._api.members(spot.reference, MOST_READERS))
        except SurfaceError:  # without them a card shows everybody its buttons, and the ballot is ruled on all the same
            return ()

    async def direct(self, person: Person) -> Spot:
        """Somebody's own chat with the bot, opened if there is none yet. Raises SurfaceError."""
        known = await self._conversations.with_account(person.id)
        if known is None:
            reference = await self._open(person)
            known = Contact(
                surface=SurfaceName.TEAMS,
                conversation=conversation_of(reference),
                kind=PlaceKind.DIRECT,
                person=person,
                reference=reference,
                met_at=self._clock.now(),
            )
            await self._conversations.remember(known)
        return Spot(known.reference, known.conversation)

    async def with_email(self, email: str) -> Spot:
        """The own chat of whoever has this e-mail. Raises SurfaceError: nobody can be looked up by it but who was met."""
        found = await self._conversations.with_email(SurfaceName.TEAMS, email)
        if not found:
            raise unknown_place(email, "Install the app for them, or have them write to it once.")
        return Spot(found[0].reference, found[0].conversation)

    async def _open(self, person: Person) -> Reference:
        near = await self._near(person.name)
        tenant = (near.get("conversation") or {}).get("tenantId")
        return await self._api.open_direct(near, person.id.removeprefix(PREFIX), tenant)

    async def _near(self, sought: str) -> Reference:
        """Any reference: it names the tenant's service and the bot."""
        latest = await self._conversations.latest(SurfaceName.TEAMS)
        if latest is None:
            raise unknown_place(sought, "Install the app in a team or for a person first.")
        return latest.reference
