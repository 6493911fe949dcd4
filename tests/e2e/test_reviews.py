"""Reviews by cards and clicks, with the running server."""

from __future__ import annotations

import pytest

from adapters.slack import cards, modals
from tests.doubles.slack import Driver, Message, Workspace, acts
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
    assert (await people.click("U01LEE", card, modals.DENY)).acknowledged
    await workspace.until(lambda: "U01LEE" in workspace.views)
    assert (await people.submit("U01LEE", {modals.REASON: "Hotels are under revision."})).acknowledged
    told = await workspace.until(lambda: [m for m in workspace.thread("C01GENERAL", ts) if "under revision" in m.words])
    assert HOTEL_QUOTE not in told[0].words
    await workspace.until(lambda: not card.buttons)

    assert await program.stop() == 0
    assert await program.audited() == ["exchange", "vote", "decision", "effect"] * 2


async def test_ask_back_answer_edit_and_an_edited_question_across_a_restart(program: Program) -> None:
    program.settings = DOUBTFUL
    people, workspace = await program.start(), program.slack.workspace
    ts, card = await review(people, workspace)
    await acts.open_home(people, "U01SAM")
    await workspace.until(lambda: HOTEL in acts.home(people, "U01SAM"))

    assert (await people.say("U01SAM", REVIEW, "? Which city?", thread=card.ts)).acknowledged
    await workspace.until(lambda: any("Which city?" in m.words for m in workspace.thread("C01GENERAL", ts)))
    assert await program.stop() == 0
    people = await program.start()
    await people.say("U01DANA", "C01GENERAL", "Zurich", thread=ts)
    await workspace.until(lambda: any("answers:\n>Zurich" in m.words for m in workspace.thread(REVIEW, card.ts)))

    await people.click("U01SAM", card, modals.EDIT)
    await workspace.until(lambda: "U01SAM" in workspace.views)
    await people.submit("U01SAM", {modals.WORDS: "In Zurich it is more. [1]"})
    await workspace.until(lambda: any("In Zurich it is more." in m.words for m in workspace.thread("C01GENERAL", ts)))
    await workspace.until(lambda: not card.buttons)

    question = workspace.get("C01GENERAL", ts)
    assert question is not None
    await acts.edit(people, question, HOTEL.replace("?", " in May?"))
    again = await workspace.until(lambda: [m for m in workspace.top_level(REVIEW) if "in May?" in m.words])
    await acts.delete(people, question)
    await workspace.until(lambda: "Withdrawn" in again[0].words and not again[0].buttons)
    assert await program.stop() == 0
    kinds = ["exchange", "remark", "remark", "edit", "vote", "decision", "effect", "exchange", "withdrawal", "effect"]
    assert await program.audited() == kinds
