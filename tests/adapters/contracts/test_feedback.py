"""What every store of feedback and troubles promises."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from core.domain.feedback import Feedback, Trouble
from core.domain.request import Person
from tests.adapters.samples import APPROVER, ASKER, NOW, exchange

DOWN = Feedback(exchange_id="ex_1", person=ASKER, helpful=False, given_at=NOW)
UP = DOWN.model_copy(update={"helpful": True, "given_at": NOW + timedelta(minutes=5)})


async def recorded(store) -> list[bool]:
    assert (await store.audit.verify()).faults == ()
    return [row.content["helpful"] async for row in store.audit.rows() if row.kind == "feedback"]


async def test_a_thumb_is_recorded_once_however_often_it_is_pressed(store) -> None:
    await store.exchanges.save(exchange(), None)
    presses = [DOWN.model_copy(update={"given_at": NOW + timedelta(seconds=n)}) for n in range(10)]
    await asyncio.gather(*(store.feedback.give(press) for press in presses))
    assert len(await store.feedback.list()) == 1
    assert await recorded(store) == [False]


async def test_it_can_be_changed_and_each_change_is_on_record(store) -> None:
    await store.exchanges.save(exchange(), None)
    for given in (DOWN, UP, UP, DOWN):
        await store.feedback.give(given)
    assert await store.feedback.list() == [DOWN]
    assert await recorded(store) == [False, True, False]


async def test_words_stay_with_their_thumb_and_go_with_it(store) -> None:
    await store.exchanges.save(exchange(), None)
    worded = DOWN.model_copy(update={"comment": "Wrong \x00 year '); --"})
    kept = (await store.feedback.give(DOWN), await store.feedback.give(worded), await store.feedback.give(DOWN))
    assert [given.comment for given in kept[:2]] == [None, worded.comment]
    assert kept[2].comment is not None
    await store.feedback.give(UP)
    (now,) = await store.feedback.list()
    assert now == UP


async def test_accounts_with_one_email_are_one_person_and_others_are_not(store) -> None:
    await store.exchanges.save(exchange(), None)
    elsewhere = Person(id="teams:1", name="Dana", email="DANA@example.com")
    for person in (ASKER, elsewhere, APPROVER, Person(id="slack:U9", name="Gus")):
        await store.feedback.give(DOWN.model_copy(update={"person": person}))
    assert {given.giver for given in await store.feedback.list()} == {"dana@example.com", "sam@example.com", "slack:U9"}


async def test_feedback_is_listed_by_thumb_and_time(store) -> None:
    for n in range(3):
        await store.exchanges.save(exchange(f"ex_{n}"), None)
        given = Feedback(exchange_id=f"ex_{n}", person=ASKER, helpful=n == 1, given_at=NOW + timedelta(hours=n))
        await store.feedback.give(given)
    assert [given.exchange_id for given in await store.feedback.list(limit=2)] == ["ex_2", "ex_1"]
    assert [given.exchange_id for given in await store.feedback.list(helpful=False)] == ["ex_2", "ex_0"]
    window = await store.feedback.list(since=NOW, before=NOW + timedelta(hours=2))
    assert [given.exchange_id for given in window] == ["ex_1", "ex_0"]


def trouble(n: int, code: str = "is_archived", minutes: int = 0) -> Trouble:
    at = NOW + timedelta(minutes=minutes)
    return Trouble(what="answer", subject=f"ex_{n}", code=code, message=f"Slack refused: {code}.", at=at)


async def test_a_trouble_is_noted_once_with_its_last_time(store) -> None:
    for minutes in (0, 5, 9):
        await store.troubles.note(trouble(1, minutes=minutes))
    await store.troubles.note(trouble(1, "token_revoked", minutes=2))
    assert await store.troubles.recent() == [trouble(1, minutes=9), trouble(1, "token_revoked", minutes=2)]
    assert await store.troubles.recent(limit=1) == [trouble(1, minutes=9)]
