"""What Teams tells us: questions start a durable journey, presses become ballots.

Whatever is acknowledged is on record. What could not be put there is answered with 503, and Teams sends it again.
"""

from __future__ import annotations

from typing import Any

from adapters.teams.api import TeamsApi
from adapters.teams.commands import Commands, without_command
from adapters.teams.greeting import greeting
from adapters.teams.http import Reply
from adapters.teams.invokes import Invokes
from adapters.teams.later import Later
from adapters.teams.meetings import Identify, Meetings
from adapters.teams.messages import Messages
from adapters.teams.payloads import bot, contact, from_message, is_for_us, is_reply, objects
from adapters.teams.places import Places
from core.domain.conversation import Contact
from core.domain.request import PlaceKind
from core.ports.clock import Clock
from core.ports.conversations import Conversations
from core.ports.surface import Frontdesk

Activity = dict[str, Any]

_MALFORMED = Reply(400, {"error": "not an activity"})
_TAKEN = Reply()


class Inbound:
    """Every kind of activity over the front desk. ``identify`` finds out who somebody is (``Directory``)."""

    def __init__(
        self,
        api: TeamsApi,
        desk: Frontdesk,
        clock: Clock,
        conversations: Conversations,
        identify: Identify,
    ) -> None:
        self._api = api
        self._desk = desk
        self._clock = clock
        self._later = Later()
        self._meetings = Meetings(conversations, clock, identify, self._later)
        self._commands = Commands(api, Places(api, conversations, clock), desk, self._later)
        self._messages = Messages(desk, conversations, clock, desk.submit, self._commands.tell)
        self._invokes = Invokes(desk, conversations)
        self._greeted: set[str] = set()

    async def take(self, activity: Activity) -> Reply:
        """Takes one activity of a verified sender. Raises CountersignError where it could not be put on record."""
        met = contact(activity, self._clock.now())
        kind = activity.get("type")
        if met is None or not isinstance(kind, str):
            return _MALFORMED
        if _is_farewell(activity):
            self._greeted.discard(met.conversation)
            await self._meetings.forget(met.conversation)
            return _TAKEN
        new = await self._meetings.note(met)
        match kind:
            case "invoke":
                return await self._invokes.take(activity)
            case "message":
                return await self._message(activity)
            case "messageUpdate" | "messageDelete":
                await self._messages.changed(activity)
            case "conversationUpdate" | "installationUpdate" if new and _is_welcome(activity):
                self._greet(met)
        return _TAKEN  # a kind that nobody has use for is no error

    async def close(self) -> None:
        """Lets what is under way finish, for some seconds."""
        await self._later.close()

    async def _message(self, activity: Activity) -> Reply:
        request = from_message(activity, self._clock.now())
        if request is None:
            return _TAKEN  # a bot's, or nobody's
        if await self._messages.takes(activity, request):
            return _TAKEN
        if is_for_us(activity):
            request = without_command(request)
            if not await self._commands.takes(request):
                await self._desk.submit(request)
        elif is_reply(activity) and await self._desk.follows_up(request):
            await self._desk.submit(request)
        return _TAKEN

    def _greet(self, met: Contact) -> None:
        """Says what it can do, once where it comes to: Teams tells twice that it has come."""
        if met.conversation not in self._greeted:
            self._greeted.add(met.conversation)
            said = greeting(alone=met.kind is PlaceKind.DIRECT).activity()
            self._later.do(self._send(met, said))

    async def _send(self, met: Contact, said: Any) -> None:
        await self._api.send(met.reference, said)


def _is_welcome(activity: Activity) -> bool:
    """Whether the bot has come somewhere."""
    return activity.get("action") == "add" or _names_us(activity, "membersAdded")


def _is_farewell(activity: Activity) -> bool:
    """Whether the bot was removed from somewhere."""
    if activity.get("type") == "installationUpdate":
        return activity.get("action") == "remove"
    return activity.get("type") == "conversationUpdate" and _names_us(activity, "membersRemoved")


def _names_us(activity: Activity, members: str) -> bool:
    return any(member.get("id") == bot(activity) for member in objects(activity, members))
