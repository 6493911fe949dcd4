"""Everywhere that somebody can ask and read, as one: put a question, see what came of it, decide on its card."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import NamedTuple

from adapters.terminal.speaker import Speaker
from core.domain.approval import Approval
from core.domain.request import PipelineRequest
from tests.adapters.terminal.printing import said
from tests.doubles import slack, teams
from tests.scenarios.surfaces.house import House

START = 60
"""Characters of a quote that every surface shows."""


class Source(NamedTuple):
    """A source as a reader sees it: its number, document, link, and how its quote begins."""

    n: int
    document: str
    url: str
    quote: str


@dataclass
class Asked:
    """A question, and whatever the front needs to find what was said to it."""

    request: PipelineRequest
    message: object


class Front(ABC):
    """One place to ask in. People go by their short names."""

    name: str

    def __init__(self, house: House) -> None:
        self.house = house

    @abstractmethod
    async def ask(self, question: str, who: str = "dana") -> Asked:
        """Puts a question; returns once the program has it."""

    @abstractmethod
    def words(self, asked: Asked) -> str:
        """Everything that the asker reads on it."""

    @abstractmethod
    def sources(self, asked: Asked) -> list[Source]:
        """The sources that the asker sees, in their order."""

    async def approve(self, approval: Approval, who: str = "sam") -> None:
        """Where a front has no cards, its approvers are on Slack."""
        card, _ = await self.house.cards(approval)
        await self.house.on_slack.click(_slack(who), card, "approve")

    async def deny(self, approval: Approval, reason: str, who: str = "sam") -> None:
        card, _ = await self.house.cards(approval)
        await self.house.on_slack.click(_slack(who), card, "deny")
        await self.house.on_slack.submit(_slack(who), {"reason": reason})

    async def edit(self, approval: Approval, words: str, who: str = "sam") -> None:
        card, _ = await self.house.cards(approval)
        await self.house.on_slack.click(_slack(who), card, "edit")
        await self.house.on_slack.submit(_slack(who), {"words": words})


class Slack(Front):
    """In a channel by a mention, or directly."""

    def __init__(self, house: House, channel: str | None) -> None:
        super().__init__(house)
        self.name = f"Slack, {'a channel' if channel else 'directly'}"
        self._channel = channel

    async def ask(self, question: str, who: str = "dana") -> Asked:
        people = self.house.on_slack
        if self._channel:
            posted = await people.mention(_slack(who), self._channel, question)
        else:
            posted = await people.direct(_slack(who), question)
        return Asked(await self.house.asked(posted.message.ts), posted.message)

    def words(self, asked: Asked) -> str:
        return "\n".join(message.words for message in self._told(asked))

    def sources(self, asked: Asked) -> list[Source]:
        shown = re.findall(r"\[(\d+)\] ([^\n(]+) \((https?://[^)\s]+)\)[^\n]*\n>([^\n]+)", self.words(asked))
        return [Source(int(n), document, url, quote[:START]) for n, document, url, quote in shown]

    def _told(self, asked: Asked) -> list[slack.Message]:
        question = asked.message
        assert isinstance(question, slack.Message)
        here = self.house.slack_double.workspace.messages[question.channel].values()
        return [m for m in here if m.user == slack.BOT and m.ts > question.ts and m.thread_ts in (None, question.ts)]


class Teams(Front):
    """In a channel or group chat by a mention, or in one's own chat."""

    def __init__(self, house: House, where: str | None, kind: str) -> None:
        super().__init__(house)
        self.name = f"Teams, {kind}"
        self._where = where

    async def ask(self, question: str, who: str = "dana") -> Asked:
        posted = await self.house.on_teams.say(who, question, self._where)
        return Asked(await self.house.asked(posted.message.id), posted.message)

    def words(self, asked: Asked) -> str:
        return "\n".join(message.words for message in self._told(asked))

    def sources(self, asked: Asked) -> list[Source]:
        shown = [citation for message in self._told(asked) for citation in message.citations]
        return [Source(c["position"], c["name"], c.get("url", ""), c["abstract"][:START]) for c in shown]

    async def approve(self, approval: Approval, who: str = "sam") -> None:
        _, card = await self.house.cards(approval)
        await self.house.on_teams.press(who, card, "approve")

    async def deny(self, approval: Approval, reason: str, who: str = "sam") -> None:
        _, card = await self.house.cards(approval)
        await self.house.on_teams.press(who, card, "deny", {"reason": reason})

    async def edit(self, approval: Approval, words: str, who: str = "sam") -> None:
        _, card = await self.house.cards(approval)
        await self.house.on_teams.press(who, card, "edit", {"words": words})

    def _told(self, asked: Asked) -> list[teams.Message]:
        question = asked.message
        assert isinstance(question, teams.Message)
        thread = question.id if self._where == teams.GENERAL else None
        said = self.house.teams_double.workspace.said(question.conversation, thread)
        return [message for message in said if message.id > question.id]


class Terminal(Front):
    """On the screen of whoever sits there."""

    name = "the terminal"

    async def ask(self, question: str, who: str = "dana") -> Asked:
        begins = len(said(self.house.screen))
        key = f"{len(self.house.requests)}"
        request = Speaker(who).request(question, key, self.house.clock.now())
        await self.house.workflows.submit(request)
        return Asked(request, begins)

    def words(self, asked: Asked) -> str:
        assert isinstance(asked.message, int)
        return said(self.house.screen)[asked.message :]

    def sources(self, asked: Asked) -> list[Source]:
        shown = re.findall(r"\[(\d+)\] ([^\n>]+) > [^\n]*\n\s+“([^”]+)”\s+(https?://\S+)", self.words(asked))
        return [Source(int(n), document, url, " ".join(quote.split())[:START]) for n, document, quote, url in shown]


def fronts(house: House) -> list[Front]:
    """All of them."""
    return [
        Slack(house, None),
        Slack(house, "C01GENERAL"),
        Teams(house, None, "one's own chat"),
        Teams(house, teams.GROUP, "a group chat"),
        Teams(house, teams.GENERAL, "a channel"),
        Terminal(house),
    ]


def _slack(who: str) -> str:
    return f"U01{who.upper()}"
