"""Every way to tamper with the chain is found, and the row is named."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import text

from adapters.database.chain import GENESIS, content_digest, row_hash
from adapters.database.engine import create_engine
from adapters.database.store import Store
from adapters.memory.clock import ManualClock, SequentialIds
from core.domain.exchange import AuditReport, AuditRow
from core.errors import CountersignError
from tests.adapters.samples import exchange

ROWS = 5


@pytest.fixture
async def chained(sql_store: Store) -> Store:
    """A store with five audit rows."""
    for n in range(1, ROWS + 1):
        await sql_store.exchanges.save(exchange(f"ex_{n}"), None)
    return sql_store


async def tamper(store: Store, *statements: str, **values: object) -> None:
    async with store.database.write() as connection:
        for statement in statements:
            wanted = {name: value for name, value in values.items() if f":{name}" in statement}
            await connection.execute(text(statement), wanted)


async def rows(store: Store) -> list[AuditRow]:
    return [row async for row in store.audit.rows()]


async def relink(store: Store, start: int) -> None:
    """What a forger does who knows how the chain is made: every row from ``start`` gets a right hash again."""
    chain = await rows(store)
    previous = chain[start - 2].hash if start > 1 else GENESIS
    for sequence, row in enumerate(chain[start - 1 :], start=start):
        link = row_hash(sequence, row.at, row.kind, row.subject, row.content_digest, previous)
        await tamper(
            store,
            "UPDATE audit_rows SET hash = :link, previous = :previous WHERE sequence = :sequence",
            link=link,
            previous=previous,
            sequence=sequence,
        )
        previous = link
    await tamper(store, "UPDATE audit_head SET hash = :link, count = :count", link=previous, count=len(chain))


def faults(report: AuditReport) -> list[tuple[int, str]]:
    return [(fault.sequence, fault.problem) for fault in report.faults]


async def verified(store: Store) -> list[tuple[int, str]]:
    return faults(await store.audit.verify())


@pytest.mark.parametrize("content", ["{", "[1]"])
async def test_a_row_that_cannot_be_read_ends_a_reading_with_its_number(chained: Store, content: str) -> None:
    await tamper(chained, "UPDATE audit_contents SET content = :content WHERE sequence = 2", content=content)
    with pytest.raises(CountersignError, match="Row 2"):
        await rows(chained)


async def test_a_key_slipped_in_before_the_recorded_one_is_found(chained: Store) -> None:
    # JSON readers differ in which of two equal keys they believe; SQLite's json_extract takes the first.
    await tamper(
        chained, 'UPDATE audit_contents SET content = replace(content, \'{"\', \'{"id":"forged","\') WHERE sequence = 2'
    )
    assert await verified(chained) == [(2, "was changed: it cannot be read")]


async def test_an_untouched_chain_has_no_fault(chained: Store) -> None:
    report = await chained.audit.verify()
    assert (report.count, report.erased, report.faults) == (ROWS, 0, ())
    assert report.head == (await rows(chained))[-1].hash


@pytest.mark.parametrize(
    "change", ["kind = 'vote'", "subject = 'ex_9'", "content_digest = 'f'", "previous = 'f'", "hash = 'f'"]
)
async def test_a_changed_row_is_named(chained: Store, change: str) -> None:
    await tamper(chained, f"UPDATE audit_rows SET {change} WHERE sequence = 3")
    found = await verified(chained)
    assert (3, "was changed") in found
    # A new hash is also no longer the one that the next row names.
    assert {sequence for sequence, _ in found} <= {3, 4}


async def test_a_changed_time_is_named(chained: Store) -> None:
    await tamper(chained, "UPDATE audit_rows SET at = '2026-01-05 08:59:59' WHERE sequence = 3")
    assert await verified(chained) == [(3, "was changed")]


async def test_a_forged_row_with_a_hash_of_its_own_does_not_fit_the_next(chained: Store) -> None:
    row = (await rows(chained))[2]
    link = row_hash(3, row.at, row.kind, "ex_9", row.content_digest, row.previous)
    await tamper(chained, "UPDATE audit_rows SET subject = 'ex_9', hash = :link WHERE sequence = 3", link=link)
    assert await verified(chained) == [(4, "does not follow the row before it: one of the two was replaced")]


async def test_a_missing_row_is_named(chained: Store) -> None:
    await tamper(chained, "DELETE FROM audit_contents WHERE sequence = 3", "DELETE FROM audit_rows WHERE sequence = 3")
    assert await verified(chained) == [(3, "is missing")]


async def test_a_missing_beginning_is_named(chained: Store) -> None:
    await tamper(chained, "DELETE FROM audit_contents WHERE sequence < 3", "DELETE FROM audit_rows WHERE sequence < 3")
    assert await verified(chained) == [(1, "and the rows up to 2 are missing")]


async def test_reordered_rows_are_named(chained: Store) -> None:
    await tamper(
        chained,
        "DELETE FROM audit_contents",
        "UPDATE audit_rows SET sequence = 99 WHERE sequence = 2",
        "UPDATE audit_rows SET sequence = 2 WHERE sequence = 4",
        "UPDATE audit_rows SET sequence = 4 WHERE sequence = 99",
    )
    found = [fault for fault in await verified(chained) if "order" in fault[1]]
    assert found == [(2, "is out of order: it was row 4"), (4, "is out of order: it was row 2")]


async def test_a_cut_tail_is_found_by_the_head_row(chained: Store) -> None:
    await tamper(chained, "DELETE FROM audit_contents WHERE sequence > 3", "DELETE FROM audit_rows WHERE sequence > 3")
    assert await verified(chained) == [(4, "and the rows up to 5 are cut off")]


async def test_an_emptied_chain_is_found(chained: Store) -> None:
    await tamper(chained, "DELETE FROM audit_contents", "DELETE FROM audit_rows")
    assert await verified(chained) == [(1, "and the rows up to 5 are cut off")]


async def test_a_cut_tail_with_a_forged_head_row_is_found_by_what_was_noted(chained: Store) -> None:
    noted = await chained.audit.verify()
    third = (await rows(chained))[2].hash
    await tamper(chained, "DELETE FROM audit_contents WHERE sequence > 3", "DELETE FROM audit_rows WHERE sequence > 3")
    await tamper(chained, "UPDATE audit_head SET hash = :third, count = 3", third=third)
    assert await verified(chained) == [
        (4, "is missing: exchange ex_4 is in the table without a row"),
        (5, "is missing: exchange ex_5 is in the table without a row"),
    ]
    assert faults(await chained.audit.verify(noted.head, noted.count)) == [(4, "and the rows up to 5 are cut off")]
    assert faults(await chained.audit.verify(expect_count=4)) == [(4, "is cut off")]
    assert faults(await chained.audit.verify(expect_head=noted.head)) == [
        (3, "no row has the noted head: the chain was rewritten or cut off")
    ]


async def test_a_rewritten_chain_is_found_by_what_was_noted(chained: Store) -> None:
    noted = await chained.audit.verify()
    await tamper(chained, "UPDATE audit_rows SET at = '2026-01-05 08:59:59' WHERE sequence = 2")
    await relink(chained, 2)
    assert await verified(chained) == []
    assert faults(await chained.audit.verify(noted.head, noted.count)) == [
        (5, "is not the row whose hash was noted: the chain was rewritten")
    ]


async def test_a_row_slipped_in_behind_the_end_is_found(chained: Store) -> None:
    await tamper(
        chained,
        "INSERT INTO audit_rows SELECT 6, at, kind, subject, content_digest, hash, 'f' FROM audit_rows WHERE sequence = 5",
    )
    assert await verified(chained) == [(6, "was added behind the end: the head row says 5 rows"), (6, "was changed")]


async def test_a_row_before_the_first_is_found(chained: Store) -> None:
    await tamper(
        chained,
        "INSERT INTO audit_rows SELECT 0, at, kind, subject, content_digest, previous, 'f' FROM audit_rows WHERE sequence = 1",
    )
    assert (0, "is in excess: the chain begins with 1") in await verified(chained)


async def test_a_missing_head_row_is_a_fault(chained: Store) -> None:
    await tamper(chained, "DELETE FROM audit_head")
    assert await verified(chained) == [(6, "the head row is missing: nothing proves that the chain ends here")]


async def test_a_forged_head_row_is_a_fault(chained: Store) -> None:
    await tamper(chained, "UPDATE audit_head SET hash = 'f'")
    assert await verified(chained) == [(5, "is not the last row that the head row names")]


async def test_a_changed_content_is_named(chained: Store) -> None:
    content = (await rows(chained))[2].content
    forged = json.dumps({**content, "features": {"cosine": 1.0}})
    await tamper(chained, "UPDATE audit_contents SET content = :forged WHERE sequence = 3", forged=forged)
    assert await verified(chained) == [(3, "has a content that is not the one recorded: it was changed")]


@pytest.mark.parametrize("forged", ["{}", "[]", "not JSON", '"text"', "null"])
async def test_a_content_that_is_no_content_is_named(chained: Store, forged: str) -> None:
    await tamper(chained, "UPDATE audit_contents SET content = :forged WHERE sequence = 3", forged=forged)
    assert [sequence for sequence, _ in await verified(chained)] == [3]


async def test_a_changed_salt_is_named(chained: Store) -> None:
    await tamper(chained, "UPDATE audit_contents SET salt = 'f' WHERE sequence = 3")
    assert await verified(chained) == [(3, "has a content that is not the one recorded: it was changed")]


async def test_a_content_forged_together_with_its_digest_is_named(chained: Store) -> None:
    digest = content_digest("f", {})
    await tamper(chained, "UPDATE audit_contents SET salt = 'f', content = '{}' WHERE sequence = 3")
    await tamper(chained, "UPDATE audit_rows SET content_digest = :digest WHERE sequence = 3", digest=digest)
    assert await verified(chained) == [(3, "was changed")]


async def test_several_faults_are_all_named(chained: Store) -> None:
    await tamper(
        chained,
        "UPDATE audit_rows SET subject = 'ex_9' WHERE sequence = 1",
        "DELETE FROM audit_contents WHERE sequence IN (3, 5)",
        "DELETE FROM audit_rows WHERE sequence IN (3, 5)",
    )
    assert await verified(chained) == [(1, "was changed"), (3, "is missing"), (5, "is cut off")]


async def test_a_time_that_is_none_is_named(sqlite_url: str) -> None:
    """SQLite stores any text as a time; PostgreSQL refuses it."""
    store = Store(create_engine(sqlite_url), ManualClock(), SequentialIds())
    for n in range(1, ROWS + 1):
        await store.exchanges.save(exchange(f"ex_{n}"), None)
    await tamper(store, "UPDATE audit_rows SET at = 'yesterday' WHERE sequence = 3")
    assert await verified(store) == [(3, "was changed: it cannot be read")]
    await store.close()


async def test_a_head_row_that_counts_in_words_is_as_good_as_none(sqlite_url: str) -> None:
    store = Store(create_engine(sqlite_url), ManualClock(), SequentialIds())
    await store.exchanges.save(exchange(), None)
    await tamper(store, "UPDATE audit_head SET count = 'many'")
    assert await verified(store) == [(2, "the head row is missing: nothing proves that the chain ends here")]
    await store.close()


async def test_a_long_chain_is_read_in_pages(sql_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adapters.database.audit._PAGE", 2)
    for n in range(4):
        await sql_store.exchanges.save(exchange(f"ex_{n}"), None)
    assert [row.sequence for row in await rows(sql_store)] == [1, 2, 3, 4]
    assert (await sql_store.audit.verify()).count == 4
