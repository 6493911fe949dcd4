"""What every store of delegations promises."""

from __future__ import annotations

from datetime import timedelta

from core.domain.approval import Delegation
from tests.adapters.samples import APPROVER, ASKER, NOW

WEEK = Delegation(
    id="away_1",
    absent="slack:U2",
    delegate="kit@example.com",
    first_day=NOW.date(),
    last_day=NOW.date() + timedelta(days=6),
    set_at=NOW,
    set_by=APPROVER,
    typed_by="sam on host",
)


async def test_a_delegation_is_on_record_once_with_who_set_it(store) -> None:
    await store.delegations.set(WEEK)
    await store.delegations.set(WEEK)
    assert list(await store.delegations.list()) == [WEEK]
    (row,) = [row async for row in store.audit.rows()]
    assert (row.kind, row.subject, row.content) == ("delegation", "away_1", WEEK.model_dump(mode="json"))


async def test_they_are_listed_by_first_day(store) -> None:
    earlier = WEEK.model_copy(update={"id": "away_2", "first_day": NOW.date() - timedelta(days=1)})
    for one in (WEEK, earlier):
        await store.delegations.set(one)
    assert [one.id for one in await store.delegations.list()] == ["away_2", "away_1"]


async def test_one_is_called_off_once(store) -> None:
    await store.delegations.set(WEEK)
    later = NOW + timedelta(hours=1)
    ended = await store.delegations.end("away_1", ASKER, later)
    assert ended == WEEK.model_copy(update={"ended_at": later, "ended_by": ASKER})
    assert await store.delegations.end("away_1", APPROVER, later + timedelta(hours=1)) == ended
    assert list(await store.delegations.list()) == [ended]
    assert await store.delegations.end("away_unknown", ASKER, later) is None
    assert [row.kind async for row in store.audit.rows()] == ["delegation", "delegation"]
    assert (await store.audit.verify()).faults == ()
