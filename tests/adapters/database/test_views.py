"""The views for people who query by SQL."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import text

from adapters.database.store import Store
from core.domain.outcome import OutcomeKind
from tests.adapters.samples import exchange, vector, version


async def query(store: Store, statement: str) -> list[dict[str, object]]:
    async with store.database.read() as connection:
        return [dict(row) for row in (await connection.execute(text(statement))).mappings()]


async def test_policy_chunks_are_those_in_retrieval(sql_store: Store) -> None:
    await sql_store.documents.put("a.md", version("v1", ["old text"]))
    await sql_store.documents.put(
        "a.md", version("v2", ["leave days", "sick days"], url="https://example.com/a", number=2)
    )
    first, second = await query(sql_store, "SELECT * FROM policy_chunks ORDER BY id")
    assert (first["text"], first["document_name"], first["section"]) == ("leave days", "Title of v2", "Part 0")
    assert (first["page_number"], second["page_number"]) == (1, 2)
    assert (first["url"], first["embedding"]) == ("https://example.com/a", vector(0))
    await sql_store.documents.remove("a.md")
    assert await query(sql_store, "SELECT * FROM policy_chunks") == []


async def test_the_audit_log_has_a_row_for_every_exchange(sql_store: Store) -> None:
    refused = exchange("ex_2")
    refused = refused.model_copy(
        update={"sources": (), "outcome": refused.outcome.model_copy(update={"outcome": OutcomeKind.REFUSED})}
    )
    await sql_store.exchanges.save(exchange("ex_1"), None)
    await sql_store.exchanges.save(refused, None)
    first, second = await query(sql_store, "SELECT * FROM policy_qa_audit_log ORDER BY id")
    assert (first["id"], first["user_id"], first["question"]) == ("ex_1", "slack:U1", "How many days of leave?")
    assert (first["answer"], first["confidence_score"]) == ("I'm not certain.", 0.625)
    assert [bool(first["refused"]), bool(second["refused"])] == [False, True]
    sources = [
        json.loads(row["sources"]) if isinstance(row["sources"], str) else row["sources"] for row in (first, second)
    ]
    assert sources == [["v1_c0", "v1_c1"], []]


@pytest.mark.parametrize(
    ("statement", "index"),
    [
        ("SELECT * FROM policy_chunks WHERE document_name = 'x' AND section = 'y'", "ix_versions_title"),
        (
            "SELECT * FROM policy_qa_audit_log WHERE user_id = 'x' AND \"timestamp\" > '2026-01-01'",
            "ix_exchanges_asker_id_received_at",
        ),
        ("SELECT * FROM policy_qa_audit_log WHERE refused = true", "ix_exchanges_refused"),
    ],
)
async def test_the_seeds_indexes_serve_the_views(sqlite_url: str, statement: str, index: str) -> None:
    from adapters.database.engine import Database, create_engine

    engine = create_engine(sqlite_url)
    async with Database(engine).read() as connection:
        plan = [row.detail for row in await connection.execute(text(f"EXPLAIN QUERY PLAN {statement}"))]
    await engine.dispose()
    assert any(index in step for step in plan), plan
