"""Messages that are commands (the app's manifest offers them): ``policy QUESTION``, ``help``, ``pending``, ``inbox``, ``withdraw``."""

from __future__ import annotations

import re
from collections.abc import Callable

from adapters.teams import lists
from adapters.teams.activities import Message
from adapters.teams.api import TeamsApi
from adapters.teams.greeting import greeting
from adapters.teams.later import Later
from adapters.teams.lists import Waiting
from adapters.teams.places import Places, Spot
from adapters.teams.text import escape
from core.domain.language import Language
from core.domain.request import PipelineRequest, PlaceKind
from core.errors import CountersignError, SurfaceError
from core.ports.surface import Frontdesk
from core.wording import reviewing, say

PENDING = "pending"
INBOX = "inbox"
WITHDRAW = "withdraw"

_HELP: dict[str, Language | None] = {
    "policy": None,
    "help": None,
    "hilfe": Language.GERMAN,
    "ayuda": Language.SPANISH,
    "帮助": Language.CHINESE,
    "допомога": Language.UKRAINIAN,
}
_ASK = re.compile(r"^/?policy\s+(?=\S)")
"""As the menu of commands writes it, in small letters: "Policy on gifts?" is a question."""


def without_command(request: PipelineRequest) -> PipelineRequest:
    """The question alone, where the command to ask one stands before it."""
    return request.model_copy(update={"question": _ASK.sub("", request.question, count=1)})


class Commands:
    """Lists and what comes of a command are for one person alone: they come into that person's own chat."""

    def __init__(self, api: TeamsApi, places: Places, desk: Frontdesk, later: Later) -> None:
        self._api = api
        self._places = places
        self._desk = desk
        self._later = later

    async def takes(self, request: PipelineRequest) -> bool:
        """Whether it was one; if so its answer follows. Raises CountersignError where a withdrawal is not on record."""
        word = request.question.strip(" /?？!.").casefold()
        if word in _HELP:
            alone = request.place.kind is PlaceKind.DIRECT
            self._later.do(self._say(request, greeting(_HELP[word], alone=alone)))
        elif word in (PENDING, INBOX):
            self._later.do(self._show(request, lists.pending if word == PENDING else lists.inbox))
        elif word == WITHDRAW:
            await self._withdraw(request)
        else:
            return False
        return True

    def tell(self, request: PipelineRequest, words: str) -> None:
        """Tells whoever wrote something, after the acknowledgement."""
        self._later.do(self._tell(request, words))

    async def _withdraw(self, request: PipelineRequest) -> None:
        """The one question that is under review; which of several, its asker chooses from the list."""
        under_review = await self._desk.pending(request.asker)
        if len(under_review) != 1:
            self._later.do(self._show(request, lists.pending))
            return
        decision = await self._desk.withdraw(under_review[0].id, request.asker)
        self.tell(request, reviewing.withdrawing(decision.ruling, under_review[0].request.language))

    async def _show(self, request: PipelineRequest, render: Callable[[Waiting], Message]) -> None:
        try:
            message = render(await lists.waiting(self._desk, request.asker))
        except CountersignError:
            await self._tell(request, reviewing.LIST_FAILED)
            raise
        spot = await self._alone(request)
        if spot is None:
            await self._say(request, Message(escape(say("elsewhere.no_chat", request.language))))
        else:
            await self._send(spot, message)

    async def _tell(self, request: PipelineRequest, words: str) -> None:
        spot = await self._alone(request) or await self._places.asked_at(request)
        await self._send(spot, Message(escape(words)))

    async def _say(self, request: PipelineRequest, message: Message) -> None:
        await self._send(await self._places.asked_at(request), message)

    async def _alone(self, request: PipelineRequest) -> Spot | None:
        """The asker's own chat; None where Teams lets none be opened."""
        if request.place.kind is PlaceKind.DIRECT:
            return await self._places.asked_at(request)
        try:
            return await self._places.direct(request.asker)
        except SurfaceError as error:
            if not error.permanent:
                raise
            return None

    async def _send(self, spot: Spot, message: Message) -> None:
        await self._api.send(spot.reference, message.activity(), spot.conversation)
