"""What every store of remarks promises."""

from __future__ import annotations

from datetime import timedelta

from core.domain.approval import ApprovalState, Remark
from tests.adapters.samples import APPROVER, ASKER, NOW, approval, exchange

ASKED = Remark(id="slack:T:C:1", approval_id="ap_1", author=APPROVER, from_asker=False, text="Which year?", said_at=NOW)
ANSWERED = Remark(
    id="slack:T:C:2",
    approval_id="ap_1",
    author=ASKER,
    from_asker=True,
    text="This one.",
    said_at=NOW + timedelta(minutes=1),
)


async def test_a_remark_is_on_record_once(store) -> None:
    await store.exchanges.save(exchange(), approval())
    assert await store.remarks.add(ASKED) == ASKED
    again = ASKED.model_copy(update={"text": "Something else"})
    assert await store.remarks.add(again) == ASKED
    assert list(await store.remarks.of("ap_1")) == [ASKED]
    assert await store.remarks.get(ASKED.id) == ASKED
    assert await store.remarks.get("slack:T:C:0") is None
    assert list(await store.remarks.of("ap_2")) == []
    *_, row = [row async for row in store.audit.rows()]
    assert (row.kind, row.subject, row.content) == ("remark", "ap_1", ASKED.model_dump(mode="json"))
    assert (await store.audit.verify()).faults == ()


async def test_they_are_told_in_order_and_from_a_moment_on(store) -> None:
    await store.exchanges.save(exchange(), approval())
    for remark in (ASKED, ANSWERED):
        await store.remarks.add(remark)
    assert list(await store.remarks.of("ap_1")) == [ASKED, ANSWERED]
    assert list(await store.remarks.since(NOW)) == [ASKED, ANSWERED]
    assert list(await store.remarks.since(ANSWERED.said_at)) == [ANSWERED]


async def test_a_pending_approval_waits_for_an_answer_while_a_reviewer_spoke_last(store) -> None:
    await store.exchanges.save(exchange(), approval())
    assert list(await store.remarks.unanswered()) == []
    await store.remarks.add(ASKED)
    assert list(await store.remarks.unanswered()) == ["ap_1"]
    await store.remarks.add(ANSWERED)
    assert list(await store.remarks.unanswered()) == []
    await store.remarks.add(ASKED.model_copy(update={"id": "slack:T:C:3", "said_at": NOW + timedelta(minutes=2)}))
    assert list(await store.remarks.unanswered()) == ["ap_1"]
    await store.approvals.end("ap_1", ApprovalState.WITHDRAWN, ASKER, NOW)
    assert list(await store.remarks.unanswered()) == []
