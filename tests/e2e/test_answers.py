"""What people do with answers in Slack, against the running server."""

from __future__ import annotations

import pytest

from adapters.slack import feedback
from tests.doubles.slack.workspace import APP
from tests.e2e.program import CERTAIN, HOTEL, HOTEL_QUOTE, LEAVE, LEAVE_QUOTE, Program

pytestmark = [pytest.mark.kill, pytest.mark.model]


async def test_a_follow_up_a_thumb_and_a_shared_answer_over_a_restart(program: Program) -> None:
    program.settings = CERTAIN
    people, workspace = await program.start(), program.slack.workspace
    asked = await people.mention("U01DANA", "C01GENERAL", LEAVE)
    ts = asked.message.ts
    await workspace.until(lambda: any(LEAVE_QUOTE in m.words for m in workspace.thread("C01GENERAL", ts)))
    await people.command("U01KIM", "C01GENERAL", "/policy", HOTEL)
    await workspace.until(lambda: any(HOTEL_QUOTE in m.words for m in workspace.whispers("U01KIM")))

    await program.kill()
    people = await program.start()
    await people.say("U01KIM", "C01GENERAL", "and when do they lapse?", thread=ts)  # kim did not ask here
    await people.say("U01DANA", "C01GENERAL", "and when do they lapse?", thread=ts, repeats=2)
    await workspace.until(lambda: sum(bool(m.bot_id) for m in workspace.thread("C01GENERAL", ts)) == 2)
    follow_up = [m for m in workspace.thread("C01GENERAL", ts) if m.bot_id][-1]
    await workspace.until(lambda: "lapse at the end of March" in follow_up.words)

    await people.click("U01DANA", follow_up, feedback.UNHELPFUL)
    await people.submit("U01DANA", {feedback.COMMENT: "Which year?"})
    await people.click("U01KIM", follow_up, feedback.HELPFUL)
    private = next(m for m in workspace.whispers("U01KIM") if HOTEL_QUOTE in m.words)
    for _ in range(2):
        await people.click("U01KIM", private, feedback.SHARE)
    await workspace.until(lambda: any("@U01KIM shared" in m.words for m in workspace.top_level("C01GENERAL")))

    status, out, _ = await program.run("feedback", "list", "--down")
    assert (status, "Which" in out, " up " in out) == (0, True, False)
    assert await program.stop() == 0
    assert sum("@U01KIM shared" in m.words for m in workspace.top_level("C01GENERAL")) == 1
    assert await program.audited() == ["exchange"] * 3 + ["feedback"] * 3
    assert APP not in program.log
    assert "Which year" not in program.log
