"""Contents that are gone, tables that say something else than the chain, and the note outside the database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from adapters.database.engine import create_engine
from adapters.database.store import Store
from adapters.memory.clock import ManualClock, SequentialIds
from tests.adapters.database.test_audit import ROWS, chained, faults, relink, rows, tamper, verified
from tests.adapters.samples import NOW, exchange

__all__ = ["chained"]


async def test_contents_deleted_without_an_erasure_are_named(chained: Store) -> None:
    await tamper(chained, "DELETE FROM audit_contents WHERE sequence IN (2, 3)")
    await chained.audit.erase([4], "asked by the person", NOW)
    report = await chained.audit.verify()
    deleted = "has no content, and no row records that it was erased: it was deleted"
    assert (report.count, report.erased, faults(report)) == (ROWS + 1, 1, [(2, deleted), (3, deleted)])


async def test_a_deleted_erasure_content_is_named_too(chained: Store) -> None:
    await chained.audit.erase([4], "asked by the person", NOW)
    await tamper(chained, "DELETE FROM audit_contents WHERE sequence = 6")
    assert [sequence for sequence, _ in await verified(chained)] == [6]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("answer = 'Anything goes.'", "answer"),
        ("question = 'What else?'", "question"),
        ("refused = NOT refused", "refused"),
        ("confidence = 0.01", "confidence"),
        ('outcome = replace(outcome, \'"engine":"rules"\', \'"engine":"other"\')', "outcome, engine"),
        ("features = '{}'", "features"),
        ("created_at = '2026-01-04 00:00:00+00:00'", "created_at"),
    ],
)
async def test_an_exchange_that_is_not_the_one_recorded_is_named(chained: Store, change: str, named: str) -> None:
    if "+00:00" in change and chained.database.dialect == "sqlite":
        change = change.replace("+00:00", ".000000")
    await tamper(chained, f"UPDATE exchanges SET {change} WHERE id = 'ex_3'")
    assert await verified(chained) == [(3, f"records another exchange ex_3 than the table has: {named} changed")]


async def test_a_source_that_is_not_the_one_recorded_is_named(chained: Store) -> None:
    await tamper(chained, "UPDATE sources SET path = 'other.md' WHERE exchange_id = 'ex_2'")
    assert await verified(chained) == [(2, "records another exchange ex_2 than the table has: sources changed")]


async def test_a_deleted_exchange_is_named_and_so_is_one_slipped_in(chained: Store) -> None:
    for table in ("sources", "module_runs"):
        await tamper(chained, f"DELETE FROM {table} WHERE exchange_id = 'ex_2'")
    await tamper(chained, "UPDATE exchanges SET id = 'ex_9' WHERE id = 'ex_2'")
    assert await verified(chained) == [
        (2, "records exchange ex_2, which is missing from the table"),
        (6, "is missing: exchange ex_9 is in the table without a row"),
    ]


@pytest.mark.parametrize("change", ["outcome = '{'", "features = 'null'", "thresholds = '[]'"])
async def test_an_exchange_that_cannot_be_read_is_named_alone(chained: Store, change: str) -> None:
    await tamper(chained, f"UPDATE exchanges SET {change} WHERE id = 'ex_4'")
    assert await verified(chained) == [(4, "records exchange ex_4, which cannot be read any more: it was changed")]


async def test_what_was_delivered_since_is_no_change(chained: Store) -> None:
    await chained.exchanges.delivered("ex_1", NOW)
    assert await verified(chained) == []


@pytest.fixture
async def noted(sqlite_url: str, tmp_path: Path) -> AsyncIterator[tuple[Store, Path]]:
    """A store that notes its heads in a file, with five rows."""
    log = tmp_path / "heads.log"
    store = Store(create_engine(sqlite_url), ManualClock(), SequentialIds(), head_log=log)
    for n in range(1, ROWS + 1):
        await store.exchanges.save(exchange(f"ex_{n}"), None)
    yield store, log
    await store.close()


async def test_the_heads_noted_outside_are_those_of_the_chain(noted: tuple[Store, Path]) -> None:
    store, log = noted
    log.write_text(log.read_text() + "0" * 40, encoding="ascii")  # a line that a crash cut short
    assert await verified(store) == []


async def test_a_cut_tail_with_a_corrected_head_row_is_found_by_the_note_outside(noted: tuple[Store, Path]) -> None:
    store, log = noted
    third = (await rows(store))[2].hash
    await tamper(
        store,
        *(f"DELETE FROM {table} WHERE exchange_id IN ('ex_4', 'ex_5')" for table in ("sources", "module_runs")),
        "DELETE FROM exchanges WHERE id IN ('ex_4', 'ex_5')",
        "DELETE FROM audit_contents WHERE sequence > 3",
        "DELETE FROM audit_rows WHERE sequence > 3",
        f"UPDATE audit_head SET hash = '{third}', count = 3",
    )
    assert await verified(store) == [(4, "and the rows up to 5 are cut off")]
    log.unlink()
    assert await verified(store) == []


async def test_a_rewritten_chain_is_found_by_the_note_outside(noted: tuple[Store, Path]) -> None:
    store, _ = noted
    await tamper(store, "UPDATE audit_rows SET at = '2026-01-05 08:59:59.000000' WHERE sequence = 2")
    await relink(store, 2)
    assert await verified(store) == [(2, "is not the one noted outside the database: the chain was rewritten")]
