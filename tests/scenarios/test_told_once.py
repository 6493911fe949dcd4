"""What has to be told is told once, also where the telling before it is not done yet."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from adapters.memory.surface import MemorySurface
from core.domain.approval import Approval, Approver, Card, Vote
from core.domain.request import SurfaceName
from core.errors import SurfaceError
from tests.scenarios.office import RULES, TRAVEL, Office

REMINDING = {**RULES, "answers": [{**RULES["answers"][0], "reminders": ["4h"]}]}


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    office = Office(tmp_path, rules=REMINDING)
    await office.ingest("travel.md", TRAVEL)
    await office.workflows.launch()
    yield office
    await office.workflows.close()


class Looking(MemorySurface):
    """Looks for a copy, and posts one where it found none: as slowly as a chat product."""

    def __init__(self) -> None:
        super().__init__(SurfaceName.SLACK)
        self.posted: list[str] = []

    async def post_cards(
        self, approval: Approval, also: Sequence[Approver] = (), votes: Sequence[Vote] = ()
    ) -> list[Card]:
        found = approval.id in self.posted
        await asyncio.sleep(0.01)
        if not found:
            self.posted.append(approval.id)
        return await super().post_cards(approval, also, votes)


async def test_a_reminder_is_not_lost_where_the_cards_are_not_on_record_yet(office: Office) -> None:
    """The chat product is out of order for hours, or the program died between a card and its record."""
    office.certain.value = 0.6
    request = office.request()
    await office.workflows.submit(request)
    await office.until_recorded(request)
    office.slack.failure = SurfaceError("Slack does not answer.", code="timeout", permanent=False)
    [approval] = await office.store.approvals.list()
    office.clock.advance(5 * 3600)
    await office.workflows.sweep()  # the reminder's telling begins while no card stands
    office.slack.failure = None
    await office.until(lambda: bool(office.slack.reminders))
    [(card, number)] = office.slack.reminders
    assert (card.channel, number) == ("REVIEW", 1)
    assert [card] == list(await office.store.approvals.cards(approval.id))


async def test_two_workflows_post_one_card(office: Office) -> None:
    office.slack = Looking()
    await office.restart()
    approval = await office.ask_for_review()
    steps = office.workflows._steps
    office.slack.posted.clear()
    await asyncio.gather(*(steps.post_cards(approval.id) for _ in range(3)))
    assert office.slack.posted == [approval.id]
