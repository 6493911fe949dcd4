"""What every store of pauses promises."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from core.domain.approval import ApprovalState, Pause
from tests.adapters.samples import ASKER, NOW, approval, exchange

AT = NOW + timedelta(hours=1)
PAUSE = Pause(id="pause_1", reason="a wrong policy is out", paused_at=AT, paused_by="terminal:you (kim)")


async def test_a_pause_holds_until_it_is_ended(store) -> None:
    assert await store.pauses.current() is None
    assert await store.pauses.end("kim", AT) is None
    assert await store.pauses.begin(PAUSE) == PAUSE
    assert await store.pauses.current() == PAUSE
    later = AT + timedelta(hours=2)
    assert await store.pauses.end("kim", later) == PAUSE.model_copy(update={"resumed_at": later, "resumed_by": "kim"})
    assert await store.pauses.current() is None
    assert [row.kind async for row in store.audit.rows()] == ["pause", "resume"]


async def test_the_first_of_many_pauses_holds_and_may_be_followed_by_another(store) -> None:
    many = [PAUSE.model_copy(update={"id": f"pause_{n}"}) for n in range(5)]
    held = await asyncio.gather(*(store.pauses.begin(pause) for pause in many))
    assert len({pause.id for pause in held}) == 1
    await asyncio.gather(*(store.pauses.end("kim", AT) for _ in range(5)))
    assert [row.kind async for row in store.audit.rows()] == ["pause", "resume"]
    assert (await store.pauses.begin(PAUSE.model_copy(update={"id": "pause_again"}))).id == "pause_again"


async def test_the_time_of_a_pause_is_given_back_to_what_waits(store) -> None:
    await store.exchanges.save(exchange(), approval())
    await store.exchanges.save(exchange("ex_2"), approval("ap_2", exchange_id="ex_2", minutes=90))
    await store.exchanges.save(exchange("ex_3"), approval("ap_3", exchange_id="ex_3"))
    await store.approvals.end("ap_3", ApprovalState.WITHDRAWN, ASKER, NOW)
    await store.pauses.begin(PAUSE)
    await store.pauses.end("kim", AT + timedelta(hours=2))
    before, during, ended = [await store.approvals.get(f"ap_{n}") for n in (1, 2, 3)]
    assert (before.held, before.expires_at) == (7200, approval().expires_at + timedelta(hours=2))
    assert (during.held, during.expires_at) == (5400, approval(minutes=90).expires_at + timedelta(minutes=90))
    assert (ended.held, ended.expires_at) == (0, approval().expires_at)
    assert (await store.audit.verify()).faults == ()
