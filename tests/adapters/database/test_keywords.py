"""Candidates come out of the full-text index and nowhere else."""

from __future__ import annotations

import pytest
from sqlalchemy import event, text

from adapters.database.store import Store
from tests.adapters.samples import TODAY, version


@pytest.fixture
async def filled(sql_store: Store) -> Store:
    await sql_store.documents.put("a.md", version("v1", ["leave days", "sick days", "carry over"]))
    return sql_store


async def test_the_full_text_index_finds_them(filled: Store) -> None:
    searches: list[tuple[str, object]] = []

    def remember(connection, cursor, statement, parameters, *_) -> None:
        searches.append((statement, parameters))

    engine = filled.database.readers
    event.listen(engine, "before_cursor_execute", remember)
    await filled.passages.keyword_candidates(["leave", "carry"], 10, TODAY)
    event.remove(engine, "before_cursor_execute", remember)

    statement, parameters = searches[-1]
    async with filled.database.read() as connection:
        if filled.database.dialect == "postgresql":
            await connection.execute(text("SET LOCAL enable_seqscan = off"))  # three rows are read whole otherwise
            plan = await connection.exec_driver_sql(f"EXPLAIN {statement}", parameters)
            assert "Bitmap Index Scan on ix_searchable_search" in "\n".join(row[0] for row in plan)
        else:
            plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            steps = [row.detail for row in plan]
            assert steps[0].startswith("SCAN searchable_fts VIRTUAL TABLE")
            assert "SEARCH searchable USING INTEGER PRIMARY KEY (rowid=?)" in steps


async def test_what_was_replaced_is_gone_from_the_index_too(filled: Store) -> None:
    """FTS5 keeps its words apart from the rows; its own check compares both."""
    await filled.documents.put("a.md", version("v2", ["leave weeks"], number=2))
    await filled.documents.put("b.md", version("v3", ["sick weeks"], document="doc_2"))
    await filled.documents.remove("b.md")
    if filled.database.dialect == "sqlite":
        async with filled.database.write() as connection:
            await connection.execute(
                text("INSERT INTO searchable_fts (searchable_fts, rank) VALUES ('integrity-check', 1)")
            )
            found = await connection.execute(
                text("SELECT rowid FROM searchable_fts WHERE searchable_fts MATCH 'weeks'")
            )
            assert len(found.all()) == 1
    answer = await filled.passages.keyword_candidates(["leave", "sick", "days", "weeks"], 10, TODAY)
    assert [candidate.chunk_id for candidate in answer.candidates] == ["v2_c0"]
