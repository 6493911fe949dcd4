"""``kill -9`` at each boundary, and a restart: one answer, one verdict, and a whole chain."""

from __future__ import annotations

import asyncio

import pytest

from adapters.slack import cards
from tests.e2e.program import CERTAIN, DOUBTFUL, HOTEL, HOTEL_QUOTE, Program
from tests.e2e.test_reviews import REVIEW, review

pytestmark = [pytest.mark.kill, pytest.mark.model]


async def settled(program: Program, kinds: list[str]) -> None:
    """Waits until the record is as it should be, and then a little longer: nothing may come after it."""
    async with asyncio.timeout(40):
        while await program.audited() != kinds:
            await asyncio.sleep(0.1)
    assert await program.stop() == 0
    assert await program.audited() == kinds


@pytest.mark.parametrize("point", ["acknowledge:before", "journey:after", "deliver:after"])
async def test_an_answer_is_given_once(program: Program, point: str) -> None:
    """After the acknowledgement, after the exchange is written, after the delivery, each before it is on record."""
    program.settings = CERTAIN
    people, workspace = await program.start(held_at=point), program.slack.workspace
    asked = await people.mention("U01DANA", "C01GENERAL", HOTEL)
    assert asked.acknowledged
    await program.stands_still()
    await program.kill()

    await program.start()
    ts = asked.message.ts
    await workspace.until(lambda: any(HOTEL_QUOTE in m.words for m in workspace.thread("C01GENERAL", ts)))
    await settled(program, ["exchange"])
    assert len(workspace.thread("C01GENERAL", ts)) == 1
    assert workspace.top_level("C01GENERAL") == [asked.message]


@pytest.mark.parametrize("point", ["deliver:after", "post_cards:after"])
async def test_a_card_is_posted_once(program: Program, point: str) -> None:
    program.settings = DOUBTFUL
    people, workspace = await program.start(held_at=point), program.slack.workspace
    asked = await people.mention("U01DANA", "C01GENERAL", HOTEL)
    assert asked.acknowledged
    await program.stands_still()
    await program.kill()

    people = await program.start()
    await workspace.until(lambda: workspace.top_level(REVIEW))
    [card] = workspace.top_level(REVIEW)
    assert (await people.click("U01SAM", card, cards.APPROVE)).acknowledged
    ts = asked.message.ts
    await workspace.until(lambda: any("Reviewed by sam" in m.words for m in workspace.thread("C01GENERAL", ts)))
    await workspace.until(lambda: not card.buttons)
    await settled(program, ["exchange", "vote", "decision", "effect"])
    assert len(workspace.thread("C01GENERAL", ts)) == 2
    assert workspace.top_level(REVIEW) == [card]


@pytest.mark.parametrize("point", ["_start_verdict:before", "tell_asker:after", "record_effect:before"])
async def test_a_verdict_is_told_once(program: Program, point: str) -> None:
    """After the verdict: before its delivery began, after the asker was told, and before the effect is noted."""
    program.settings = DOUBTFUL
    people, workspace = await program.start(held_at=point), program.slack.workspace
    ts, card = await review(people, workspace)
    click = asyncio.create_task(people.click("U01SAM", card, cards.APPROVE))
    await program.stands_still()
    await program.kill()
    await click

    await program.start()
    await workspace.until(lambda: any("Reviewed by sam" in m.words for m in workspace.thread("C01GENERAL", ts)))
    await workspace.until(lambda: not card.buttons)
    await settled(program, ["exchange", "vote", "decision", "effect"])
    assert len(workspace.thread("C01GENERAL", ts)) == 2
    assert workspace.top_level(REVIEW) == [card]
