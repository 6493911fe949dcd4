"""What the bot is not certain of goes through cards, in Microsoft's own client: pressed on the page and by others."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from core.domain.approval import Ruling
from core.wording import reviewing
from tests.e2e.playground.conftest import OnStage
from tests.e2e.playground.people import ADELE, GROUP, MEGAN, NAMES, PATTI, actions
from tests.e2e.program import DOUBTFUL, HOTEL, HOTEL_QUOTE, LEAVE, LEAVE_QUOTE, Program

if TYPE_CHECKING:
    from tests.e2e.playground.stage import Stage

pytestmark = [pytest.mark.kill, pytest.mark.model, pytest.mark.timeout(300)]
CHAT, DIRECT = "Finance Reviews", "Personal Chat"


async def test_asked_directly_approved_by_somebody_else_and_told_after_a_restart(
    program: Program, on_stage: OnStage
) -> None:
    async with on_stage(program, DOUBTFUL, "approving") as stage:
        window = stage.window
        await window.open(CHAT)
        await window.open(DIRECT)
        await window.ask(HOTEL)
        await window.sees("not certain enough")
        await window.picture("asked")

        message, card = await waiting(stage, HOTEL)
        await window.open(CHAT)
        await window.sees(HOTEL_QUOTE)
        await window.picture("card")
        await window.press(reviewing.APPROVE)
        await window.sees(reviewing.RULINGS[Ruling.OWN_REQUEST])
        await window.picture("own-question")

        [approve] = actions(card, "approve")
        told = await stage.press(PATTI, message, approve)
        assert reviewing.RULINGS[Ruling.NOT_AN_APPROVER] in str(told)

        assert await program.stop() == 0
        await stage.start_bot()
        told = await stage.press(ADELE, message, approve)
        assert told["type"] == "application/vnd.microsoft.card.adaptive"
        assert list(actions(told["value"], "approve")) == []
        await window.sees("Approved by Adele Vance")
        await window.picture("approved")

        await window.open(DIRECT)
        await window.sees(HOTEL_QUOTE)
        await window.sees("Adele Vance")
        await window.picture("told")

        assert {status for _, status in stage.proxy.passed} == {200}
        assert await program.stop() == 0
        assert await program.audited() == ["exchange", "vote", "decision", "effect"]


async def test_asked_by_somebody_else_edited_and_denied_on_the_page(program: Program, on_stage: OnStage) -> None:
    async with on_stage(program, DOUBTFUL, "deciding") as stage:
        window = stage.window
        await window.open(CHAT)
        await stage.mention(MEGAN, LEAVE)
        await waiting(stage, LEAVE)
        await window.sees(LEAVE_QUOTE)
        await window.press(reviewing.EDIT)
        await window.fill("It is 30 days, and five more from the age of 50 on. [1]")
        await window.sees(reviewing.EDIT_HINT)
        await window.picture("editing")
        await window.press(reviewing.EDIT_SUBMIT)
        await window.sees("Approved by Alex Wilber")
        await window.sees(f"{NAMES[MEGAN]}, the review of your question is over")
        await window.sees("five more from the age of 50")
        await window.picture("edited")

        await stage.mention(MEGAN, HOTEL)
        await waiting(stage, HOTEL)
        await window.sees(HOTEL_QUOTE)
        await window.press(reviewing.DENY)
        await window.press(reviewing.MODAL_TITLE)
        await window.sees(reviewing.MODAL_REASON_MISSING)
        await window.picture("no-reason")
        await window.fill("Hotels are under revision.")
        await window.sees(reviewing.MODAL_HINT)
        await window.picture("denying")
        await window.press(reviewing.MODAL_TITLE)
        await window.sees("Denied by Alex Wilber")
        await window.sees("Hotels are under revision.")
        await window.picture("denied")

        async with asyncio.timeout(20):
            while (await program.audited()).count("effect") < 2:
                await asyncio.sleep(0.1)
        assert {status for _, status in stage.proxy.passed} == {200}
        assert await program.stop() == 0
        kinds = ["exchange", "edit", "vote", "decision", "effect", "exchange", "vote", "decision", "effect"]
        assert await program.audited() == kinds


async def waiting(stage: Stage, question: str) -> tuple[str, dict[str, Any]]:
    """The card of a question in the group chat, as soon as it stands there."""
    async with asyncio.timeout(20):
        while True:
            for message, card in stage.window.cards(GROUP):
                if question in str(card) and list(actions(card, "approve")):
                    return message, card
            await asyncio.sleep(0.1)
