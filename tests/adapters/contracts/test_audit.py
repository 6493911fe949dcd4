"""What every audit log promises; what it finds is in ``tests/adapters/database/test_audit.py``."""

from __future__ import annotations

import hashlib
import json

import pytest

from core.errors import NotFound
from tests.adapters.samples import NOW, exchange, version


async def rows(store) -> list:
    return [row async for row in store.audit.rows()]


async def fill(store, count: int) -> None:
    for n in range(count):
        await store.exchanges.save(exchange(f"ex_{n}"), None)


async def test_an_empty_chain_is_whole(store) -> None:
    report = await store.audit.verify()
    assert (report.count, report.head, report.erased, report.faults) == (0, "0" * 64, 0, ())
    assert await rows(store) == []


async def test_the_chain_can_be_recomputed_from_its_description(store) -> None:
    """With nothing but SHA-256 and JSON, as an auditor would."""
    await store.documents.put("a.md", version("v1", ["leave days"]))
    await fill(store, 2)

    def sha256(value) -> str:
        return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()

    previous = "0" * 64
    for sequence, row in enumerate(await rows(store), start=1):
        assert row.content_digest == sha256([row.salt, row.content])
        at = row.at.isoformat(timespec="microseconds")
        assert row.hash == sha256([sequence, at, row.kind, row.subject, row.content_digest, previous])
        assert (row.sequence, row.previous) == (sequence, previous)
        previous = row.hash
    report = await store.audit.verify()
    assert (report.count, report.head, report.faults) == (3, previous, ())


async def test_the_same_content_has_another_digest_each_time(store) -> None:
    await store.documents.put("a.md", version("v1", []))
    await store.documents.remove("a.md")
    await store.documents.put("a.md", version("v1", []))
    put, _, again = await rows(store)
    assert put.content == again.content
    assert put.content_digest != again.content_digest


async def test_the_noted_head_is_still_there(store) -> None:
    await fill(store, 3)
    noted = await store.audit.verify()
    await fill(store, 6)
    assert (await store.audit.verify(expect_head=noted.head, expect_count=noted.count)).faults == ()
    assert (await store.audit.verify(expect_head=noted.head)).faults == ()
    assert (await store.audit.verify(expect_count=6)).faults == ()


async def test_another_head_than_the_noted_one_is_a_fault(store) -> None:
    await fill(store, 3)
    for expected in ({"expect_head": "f" * 64}, {"expect_head": "f" * 64, "expect_count": 2}, {"expect_count": 4}):
        assert (expected, len((await store.audit.verify(**expected)).faults)) == (expected, 1)


async def test_an_erasure_is_a_row_of_its_own(store) -> None:
    await fill(store, 3)
    await store.audit.erase([2, 1], "asked by the person", NOW)
    await store.audit.erase([2], "again", NOW)
    report = await store.audit.verify()
    assert (report.count, report.erased, report.faults) == (5, 2, ())
    found = await rows(store)
    assert [row.content is None and row.salt is None for row in found] == [True, True, False, False, False]
    assert [(row.kind, row.subject) for row in found[3:]] == [("erasure", "1"), ("erasure", "2")]
    assert found[3].content == {"erased": 1, "note": "asked by the person"}


@pytest.mark.parametrize("sequence", [0, 3, 4, 99])
async def test_only_what_is_there_is_erased_and_never_an_erasure(store, sequence: int) -> None:
    await fill(store, 2)
    await store.audit.erase([1], "asked by the person", NOW)
    with pytest.raises(NotFound, match=str(sequence)):
        await store.audit.erase([2, sequence], "", NOW)
