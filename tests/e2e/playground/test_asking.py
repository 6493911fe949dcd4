"""People ask in Microsoft's own client: directly, in a group chat, in a channel; the answers look as answers do in Teams."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.e2e.conftest import ingest
from tests.e2e.playground.conftest import OnStage
from tests.e2e.program import CERTAIN, HOTEL, HOTEL_QUOTE, LEAVE, LEAVE_QUOTE, Program

pytestmark = [pytest.mark.kill, pytest.mark.model, pytest.mark.timeout(300)]


BONUS, BONUS_QUOTE = "What bonus does a finance lead get?", "A finance lead gets a bonus of 12% of the yearly salary."
BONUS_POLICY = f"""---
title: Bonus policy
audience: [finance-leads]
---
# Bonus

{BONUS_QUOTE} It is paid in March.
"""


async def test_questions_are_answered_wherever_they_are_asked(
    program: Program, on_stage: OnStage, tmp_path: Path
) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "bonus.md").write_text(BONUS_POLICY, encoding="utf-8")
    ingest(tmp_path / "more", {"HOME": str(program.home)})
    async with on_stage(program, CERTAIN, "asking") as stage:
        window = stage.window
        await window.open("Personal Chat")
        await window.sees("policy")  # the greeting
        await window.picture("greeting")

        await window.ask(HOTEL)
        await window.sees(HOTEL_QUOTE)
        await window.sees_label()
        shown, link = await window.source(1)
        assert "Travel policy" in shown
        assert link == "https://policies.example/travel"
        await window.picture("personal")

        await window.rate(helpful=False, words="Which city?")
        await window.picture("rated")
        async with asyncio.timeout(20):
            while not (given := await feedback(program)):
                await asyncio.sleep(0.1)
        assert given == [(False, "Which city?")]

        await window.ask(BONUS)
        await window.sees(BONUS_QUOTE)
        assert "not everybody may read" in await window.sees_restricted()
        await window.picture("restricted")

        await window.open("Finance Reviews")
        await window.mention(LEAVE)
        await window.sees(LEAVE_QUOTE)
        await window.sees_label()
        await window.picture("group")

        await window.open("Travel")
        await window.post(HOTEL)
        await window.sees(HOTEL_QUOTE)
        await window.sees_label()
        assert (await window.source(1))[1] == "https://policies.example/travel"
        await window.picture("channel")

        assert {status for _, status in stage.proxy.passed} == {200}
        assert await program.stop() == 0
        assert await program.audited() == ["exchange", "feedback", "exchange", "exchange", "exchange"]


async def feedback(program: Program) -> list[tuple[bool, str | None]]:
    async with program.store() as store:
        return [(one.helpful, one.comment) for one in await store.feedback.list()]
