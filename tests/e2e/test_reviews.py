"""Reviews by cards and clicks, with the running server."""

from __future__ import annotations

import pytest

from adapters.slack import cards
from tests.doubles.slack import Driver, Message, Workspace
from tests.e2e.program import DOUBTFUL, HOTEL, HOTEL_QUOTE, Program

pytestmark = [pytest.mark.kill, pytest.mark.model]
REVIEW = "G01REVIEW"


async def review(people: Driver, workspace: Workspace) -> tuple[str, Message]:
    """Asks; the question's thread, and the card."""
    known = len(workspace.top_level(REVIEW))
    asked = await people.mention("U01DANA", "C01GENERAL", HOTEL)
    assert asked.acknowledged
    ts = asked.message.ts
    await workspace.until(lambda: any("certain" in m.words for m in workspace.thread("C01GENERAL", ts)))
    await workspace.until(lambda: len(workspace.top_level(REVIEW)) > known)
    return ts, workspace.top_level(REVIEW)[-1]


async def test_approve_and_deny(program: Program) -> None:
    program.settings = DOUBTFUL
    people, workspace = await program.start(), program.slack.workspace

    ts, card = await review(people, workspace)
    assert HOTEL_QUOTE in card.words
    assert HOTEL in card.words
    assert not any(HOTEL_QUOTE in m.words for m in workspace.thread("C01GENERAL", ts))
    refused = await people.click("U01KIM", card, cards.APPROVE)
    assert refused.acknowledged
    await workspace.until(lambda: workspace.whispers("U01KIM"))
    assert card.buttons

    assert (await people.click("U01SAM", card, cards.APPROVE)).acknowledged
    told = await workspace.until(lambda: [m for m in workspace.thread("C01GENERAL", ts) if HOTEL_QUOTE in m.words])
    assert "Reviewed by sam" in told[0].words
    await workspace.until(lambda: not card.buttons)
    assert "Approved by @U01SAM" in card.words.replace("*", "")

    ts, card = await review(people, workspace)
    assert (await people.click("U01LEE", card, cards.DENY)).acknowledged
    await workspace.until(lambda: "U01LEE" in workspace.views)
    assert (await people.submit("U01LEE", {cards.REASON: "Hotels are under revision."})).acknowledged
    told = await workspace.until(lambda: [m for m in workspace.thread("C01GENERAL", ts) if "under revision" in m.words])
    assert HOTEL_QUOTE not in told[0].words
    await workspace.until(lambda: not card.buttons)

    assert await program.stop() == 0
    assert await program.audited() == ["exchange", "vote", "decision", "effect"] * 2
