"""What every store of exchanges promises."""

from __future__ import annotations

import json
from datetime import timedelta, timezone

from core.domain.approval import ApprovalState
from core.domain.language import Language
from core.domain.request import Turn
from tests.adapters.samples import DIGEST, NOW, approval, exchange, request


async def test_an_exchange_is_read_as_it_was_written(store) -> None:
    written = exchange()
    assert await store.exchanges.save(written, None) == written
    assert await store.exchanges.get("ex_1") == written
    assert await store.exchanges.get("ex_unknown") is None


async def test_exchange_and_approval_are_written_together(store) -> None:
    await store.exchanges.save(exchange(), approval())
    assert await store.approvals.get("ap_1") == approval()


async def test_the_same_exchange_again_is_written_once(store) -> None:
    first = exchange()
    await store.exchanges.save(first, approval())
    second = first.model_copy(update={"features": {"cosine": 1.0}})
    assert await store.exchanges.save(second, approval("ap_2")) == first
    assert await store.exchanges.get("ex_1") == first
    assert await store.approvals.get("ap_2") is None
    assert (await store.audit.verify()).count == 1


async def test_the_first_delivery_is_noted(store) -> None:
    await store.exchanges.save(exchange(), None)
    await store.exchanges.delivered("ex_1", NOW + timedelta(seconds=3))
    await store.exchanges.delivered("ex_1", NOW + timedelta(seconds=9))
    await store.exchanges.delivered("ex_unknown", NOW)
    read = await store.exchanges.get("ex_1")
    assert read.delivered_at == NOW + timedelta(seconds=3)
    assert await store.exchanges.save(exchange(), None) == read


async def test_recent_exchanges_come_newest_first(store) -> None:
    for n in (2, 1, 3):
        await store.exchanges.save(exchange(f"ex_{n}", minutes=n), None)
    assert [e.id for e in await store.exchanges.recent()] == ["ex_3", "ex_2", "ex_1"]
    assert await store.exchanges.recent(limit=1) == [exchange("ex_3", minutes=3)]


async def test_moments_come_back_in_utc(store) -> None:
    elsewhere = exchange().model_copy(update={"created_at": NOW.astimezone(timezone(timedelta(hours=9)))})
    await store.exchanges.save(elsewhere, approval())
    read = await store.exchanges.get("ex_1")
    opened = (await store.approvals.get("ap_1")).opened_at
    assert (read.created_at, opened) == (NOW, NOW)
    assert opened.utcoffset() == timedelta(0)


async def test_whatever_a_person_types_is_kept(store) -> None:
    question = "a\x00b '); DROP TABLE exchanges; -- \u202e 休暇 🙂 \\u0000 {}"
    written = exchange(asked=request(question=question))
    await store.exchanges.save(written, None)
    assert (await store.exchanges.get("ex_1")).request.question == question
    assert (await store.audit.verify()).faults == ()


async def test_the_audit_row_holds_the_whole_exchange_but_not_the_reply_address(store) -> None:
    await store.exchanges.save(exchange(), approval())
    (row,) = [row async for row in store.audit.rows()]
    assert (row.kind, row.subject) == ("exchange", "ex_1")
    content = row.content
    assert content["request"]["asker"] == {
        "id": "slack:U1",
        "name": "Dana",
        "email": "dana@example.com",
        "standing": "member",
    }
    assert content["request"]["place"]["channel"] == "C1"
    assert content["request"]["question"] == "How many days of leave?"
    assert content["sources"][0]["version_id"] == "v1"
    assert content["sources"][0]["content_hash"] == "hash of v1"
    assert content["outcome"]["outcome"] == "pending_approval"
    assert content["outcome"]["confidence"] == 0.625
    assert content["outcome"]["engine"] == "rules"
    assert content["outcome"]["timings_ms"] == {"retrieval": 12.5}
    assert content["thresholds"] == {"high": 0.9, "minimum": 0.8, "review_floor": 0.35, "top_k": 5}
    assert content["modules"][0]["prompt_version"] == "v2"
    assert content["approval"]["digest"] == DIGEST
    assert content["approval"]["state"] == ApprovalState.PENDING
    assert "hooks.example" not in json.dumps(content)


async def test_a_conversation_is_read_newest_first_and_only_before_a_moment(store) -> None:
    for n in (1, 2, 3):
        await store.exchanges.save(exchange(f"ex_{n}", asked=request(f"slack:T1:C1:{n}"), minutes=n), None)
    other = request("slack:T1:C2:9").model_copy(update={"place": request().place.model_copy(update={"channel": "C2"})})
    await store.exchanges.save(exchange("ex_9", asked=other, minutes=1), None)
    name = request().conversation
    assert name == "slack:C1:1"
    before = NOW + timedelta(minutes=3)
    assert [e.id for e in await store.exchanges.conversation(name, before)] == ["ex_2", "ex_1"]
    assert [e.id for e in await store.exchanges.conversation(name, before, limit=1)] == ["ex_2"]
    assert list(await store.exchanges.conversation("", before)) == []


async def test_what_the_program_found_out_of_a_request_is_read_as_it_was_written(store) -> None:
    found = {
        "language": Language.GERMAN,
        "memory_context": (Turn(question="How many days?", answer="Thirty."),),
        "standalone": "How many days, for contractors?",
        "privately": True,
    }
    written = exchange(asked=request().model_copy(update=found))
    await store.exchanges.save(written, None)
    assert await store.exchanges.get("ex_1") == written
    (row,) = [row async for row in store.audit.rows()]
    assert row.content["request"]["standalone"] == found["standalone"]
    assert "reply_url" not in row.content["request"]["place"]
    assert (await store.audit.verify()).faults == ()


async def test_a_request_of_before_reads_as_it_was_written() -> None:
    """The audit chain holds what was recorded against the table: a new field must not look like tampering."""
    assert not {"language", "memory_context", "standalone", "privately"} & request().model_dump(mode="json").keys()
