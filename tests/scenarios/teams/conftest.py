"""The program with Teams in front of it. Whoever asks is in their own chat with the bot unless a test says otherwise."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from core.domain.approval import Approval
from tests.doubles import teams
from tests.scenarios.office import HOTEL
from tests.scenarios.surfaces.house import RULES, House
from tests.scenarios.surfaces.house import house as opened


class TeamsHouse:
    """A house whose people are on Teams, with what a test there says again and again."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.people = house.on_teams
        self.double = house.teams_double
        self.space = house.teams_double.workspace

    async def ask(self, question: str = HOTEL, who: str = "dana", where: str | None = None) -> teams.Posted:
        """Puts a question, and waits until its outcome was shown."""
        posted = await self.people.say(who, question, where)
        request = await self.house.asked(posted.message.id)
        await self.house.until_recorded(request)
        async with asyncio.timeout(20):
            while (await self.house.exchange(request)).delivered_at is None:
                await asyncio.sleep(0.01)
        return posted

    def answers(self, who: str = "dana", where: str | None = None, thread: str | None = None) -> list[teams.Message]:
        """What the bot has said there."""
        return self.space.said(where, thread) if where else self.space.told(who)

    async def told(self, words: str, who: str = "dana") -> teams.Message:
        """The message in somebody's own chat that says this, once it is there."""
        found = await self.space.until(lambda: [m for m in self.space.told(who) if words in m.words])
        message: teams.Message = found[-1]
        return message

    async def under_review(
        self, question: str = HOTEL, who: str = "dana", where: str | None = None
    ) -> tuple[teams.Posted, Approval, teams.Message]:
        """A question whose draft became a card: what was asked, the approval, and its card in the review channel."""
        self.house.certain.value = 0.6
        posted = await self.people.say(who, question, where)
        request = await self.house.asked(posted.message.id)
        await self.house.until_recorded(request)
        approval = await self.house.approval((await self.house.exchange(request)).outcome.approval_id or "")
        await self.space.until(lambda: self.cards(approval))
        return posted, approval, self.cards(approval)[-1]

    def cards(self, approval: Approval) -> list[teams.Message]:
        """The approval's cards in the review channel."""
        posted = self.space.said(teams.REVIEW)
        return [message for message in posted if message.card and approval.request.question in message.words]


@pytest.fixture
def rules() -> dict[str, Any]:
    """Cards in the review channel of Teams alone; a test may say otherwise."""
    found: dict[str, Any] = copy.deepcopy(RULES)
    found["answers"][0] |= {
        "cards": [f"teams:{teams.REVIEW}"],
        "handoff": {"to": f"teams:{teams.GENERAL}", "name": "us"},
    }
    return found


@pytest.fixture
async def at(tmp_path: Path, rules: dict[str, Any]) -> AsyncIterator[TeamsHouse]:
    """``at`` Teams."""
    async with opened(tmp_path, rules) as house:
        yield TeamsHouse(house)
