"""``feedback list``."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from core.domain.feedback import Feedback
from tests.adapters.samples import APPROVER, ASKER, NOW, exchange, request
from tests.unit.bot.commands.conftest import Run
from tests.unit.bot.commands.local import Local


def given(local: Local) -> None:
    async def put() -> None:
        await local.store.exchanges.save(exchange(), None)
        asked = request("slack:T1:C1:2", "And who approves travel?")
        await local.store.exchanges.save(exchange("ex_2", asked=asked), None)
        await local.store.feedback.give(Feedback(exchange_id="ex_1", person=ASKER, helpful=True, given_at=NOW))
        later = NOW + timedelta(minutes=1)
        wrong = Feedback(exchange_id="ex_2", person=APPROVER, helpful=False, comment="Wrong\nyear", given_at=later)
        await local.store.feedback.give(wrong)

    asyncio.run(put())


def test_nothing_given_is_said_so(run: Run) -> None:
    assert run("feedback", "list").out == "Nobody has said anything of an answer.\n"


def test_thumbs_are_listed_newest_first_with_question_and_words(run: Run, local: Local) -> None:
    given(local)
    head, first, second = run("feedback", "list").out.splitlines()
    assert head.split()[:3] == ["given", "thumb", "by"]
    assert all(word in first for word in ("down", "Sam", "And who approves travel?", "Wrong year", "ex_2"))
    assert all(word in second for word in ("up", "Dana", "How many days of leave?", "ex_1"))


def test_one_kind_of_thumb_can_be_asked_for(run: Run, local: Local) -> None:
    given(local)
    assert "ex_1" not in run("feedback", "list", "--down").out
    assert "ex_2" not in run("feedback", "list", "--up").out
    assert run("feedback", "list", "--limit", "0").status == 2
