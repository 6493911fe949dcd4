"""A change that is interrupted anywhere leaves the old state whole."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import event

from adapters.database.engine import create_engine
from adapters.database.store import Store
from adapters.memory.clock import ManualClock, RandomIds
from core.domain.approval import ApprovalState
from tests.adapters.database.test_races import figures_are_right
from tests.adapters.samples import NOW, TODAY, approval, ballot, exchange, simple_rule, version

ROOT = Path(__file__).parents[3]


class PowerCut(RuntimeError):
    """Stands for anything that ends a transaction in the middle."""


async def attempts(store: Store, change: Callable[[], Awaitable[object]]) -> AsyncIterator[int]:
    """Cuts a change at its first statement, its second, and so on until it gets through; yields after each cut."""
    engine = store.database.engine.sync_engine
    for number in range(1, 200):
        seen: list[str] = []

        def fail(connection, cursor, statement, *_, seen=seen, number=number) -> None:
            seen.append(statement)
            if len(seen) == number:
                raise PowerCut(statement)

        event.listen(engine, "before_cursor_execute", fail)
        try:
            await change()
        except PowerCut:
            yield number
        else:
            return
        finally:
            event.remove(engine, "before_cursor_execute", fail)
    pytest.fail("the change never got through")


async def test_a_replacement_cut_at_any_statement_leaves_the_old_version_whole(sql_store: Store) -> None:
    old = await sql_store.documents.put("a.md", version("v1", ["leave days", "sick days"]))
    revision = await sql_store.passages.revision()
    new = version("v2", ["leave weeks"], number=2, audience=("hr",))
    cuts = 0
    async for _ in attempts(sql_store, lambda: sql_store.documents.put("a.md", new)):
        cuts += 1
        assert await sql_store.documents.find("a.md") == old
        assert [p.chunk.text for p in await sql_store.passages.get(["v1_c0", "v1_c1", "v2_c0"], TODAY)] == [
            "leave days",
            "sick days",
        ]
        assert len((await sql_store.passages.keyword_candidates(["leave", "days"], 10, TODAY)).candidates) == 2
        assert await sql_store.passages.revision() == revision
        assert (await sql_store.audit.verify()).faults == ()
        await figures_are_right(sql_store)
    assert cuts > 20
    assert (await sql_store.documents.find("a.md")).version_id == "v2"
    await figures_are_right(sql_store)


async def test_an_exchange_cut_at_any_statement_is_not_on_record_at_all(sql_store: Store) -> None:
    cuts = 0
    async for _ in attempts(sql_store, lambda: sql_store.exchanges.save(exchange(), approval())):
        cuts += 1
        assert await sql_store.exchanges.get("ex_1") is None
        assert await sql_store.approvals.get("ap_1") is None
        assert (await sql_store.audit.verify()).count == 0
    assert cuts > 5
    assert await sql_store.exchanges.get("ex_1") == exchange()


async def test_a_verdict_cut_at_any_statement_is_not_given(sql_store: Store) -> None:
    await sql_store.exchanges.save(exchange(), approval())
    cuts = 0
    async for _ in attempts(sql_store, lambda: sql_store.approvals.decide(ballot(), simple_rule, NOW)):
        cuts += 1
        assert (await sql_store.approvals.get("ap_1")).state is ApprovalState.PENDING
        assert list(await sql_store.approvals.votes("ap_1")) == []
        assert (await sql_store.audit.verify()).count == 1
    assert cuts > 5
    assert (await sql_store.approvals.get("ap_1")).state is ApprovalState.APPROVED


INGEST = """
import asyncio, sys
from adapters.database.engine import create_engine
from adapters.database.store import Store
from adapters.memory.clock import ManualClock, RandomIds
from tests.adapters.samples import version

async def main(url, start):
    store = Store(create_engine(url), ManualClock(), RandomIds())
    for n in range(start, 10_000):
        text = "leave " * 20
        await store.documents.put("a.md", version(f"v{n}", [text + f"number{n}"] * 40, number=n))
        print(n, flush=True)

asyncio.run(main(sys.argv[1], int(sys.argv[2])))
"""


@pytest.mark.kill
async def test_a_killed_ingestion_leaves_one_whole_version(sql_store_url: str) -> None:
    committed = 0
    for _ in range(3):
        committed = ingest_and_kill(sql_store_url, start=committed + 1, after=3)
        store = Store(create_engine(sql_store_url), ManualClock(), RandomIds())
        document = await store.documents.find("a.md")
        assert document.version_number in (committed, committed + 1)  # killed between the commit and its announcement
        ids = [chunk_id for chunk_id, _ in await store.passages.embeddings()]
        assert {chunk_id.split("_")[0] for chunk_id in ids} == {document.version_id}
        assert len(await store.passages.get(ids, TODAY)) == document.chunk_count == 40
        await figures_are_right(store)
        assert (await store.audit.verify()).faults == ()
        committed = document.version_number
        await store.close()


def ingest_and_kill(url: str, *, start: int, after: int) -> int:
    """Kills an ingesting process some time after its ``after``-th version; the last one it announced."""
    command = [sys.executable, "-c", INGEST, url, str(start)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        announced = [process.stdout.readline() for _ in range(after)]
        process.kill()
        announced += process.stdout.read().splitlines()
    return int(announced[-1])
