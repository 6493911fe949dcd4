"""What every store of documents promises."""

from __future__ import annotations

import pytest

from core.domain.document import DocumentState
from core.errors import CountersignError, NotFound
from tests.adapters.samples import TODAY, version


async def contents(store) -> set[str]:
    """The texts in retrieval."""
    ids = [chunk_id for chunk_id, _ in await store.passages.embeddings()]
    return {passage.chunk.text for passage in await store.passages.get(ids, TODAY)}


async def test_a_new_document_is_found_by_path_and_by_content(store) -> None:
    put = await store.documents.put("leave.md", version("v1", ["thirty days"], url="https://example.com/leave"))
    assert (put.id, put.version_id, put.version_number, put.chunk_count) == ("doc", "v1", 1, 1)
    assert (put.title, put.url, put.state) == ("Title of v1", "https://example.com/leave", DocumentState.ACTIVE)
    assert await store.documents.find("leave.md") == put
    assert await store.documents.find_content("hash of v1") == [put]
    assert await store.documents.list() == [put]
    assert await store.documents.find("other.md") is None
    assert await store.documents.find_content("other hash") == []


async def test_a_document_without_a_title_is_called_by_its_file(store) -> None:
    put = await store.documents.put("hr/Leave policy.md", version("v1", ["thirty days"], title=None))
    assert put.title == "Leave policy"


async def test_a_new_version_takes_the_old_ones_place(store) -> None:
    await store.documents.put("leave.md", version("v1", ["thirty days", "in a year"]))
    put = await store.documents.put("leave.md", version("v2", ["forty days"], number=2))
    assert (put.id, put.version_id, put.version_number) == ("doc", "v2", 2)
    assert await contents(store) == {"forty days"}
    assert await store.documents.find_content("hash of v1") == []


async def test_the_same_version_again_changes_nothing(store) -> None:
    first = await store.documents.put("leave.md", version("v1", ["thirty days"]))
    revision = await store.passages.revision()
    assert await store.documents.put("leave.md", version("v1", ["thirty days"])) == first
    assert await store.passages.revision() == revision
    assert (await store.audit.verify()).count == 1


async def test_an_overtaken_ingestion_joins_the_document_that_is_there(store) -> None:
    await store.documents.put("leave.md", version("v1", ["thirty days"]))
    put = await store.documents.put("leave.md", version("v2", ["forty days"], document="doc_other", number=1))
    assert (put.id, put.version_number) == ("doc", 2)
    assert [v.id for v in await store.documents.versions("doc")] == ["v1", "v2"]


async def test_a_version_that_was_replaced_can_come_back(store) -> None:
    await store.documents.put("leave.md", version("v1", ["thirty days"]))
    await store.documents.put("leave.md", version("v2", ["forty days"], number=2))
    put = await store.documents.put("leave.md", version("v1", ["thirty days"]))
    assert (put.version_id, put.version_number) == ("v1", 1)
    assert await contents(store) == {"thirty days"}


async def test_a_removed_document_leaves_retrieval_and_stays_on_record(store) -> None:
    await store.documents.put("leave.md", version("v1", ["thirty days"]))
    removed = await store.documents.remove("leave.md")
    assert removed.state is DocumentState.REMOVED
    assert await contents(store) == set()
    assert await store.documents.list() == []
    assert await store.documents.list(include_removed=True) == [removed]
    assert await store.documents.find("leave.md") == removed
    assert (await store.documents.version("v1")).text == "thirty days"


async def test_a_removed_document_is_revived_by_its_path(store) -> None:
    await store.documents.put("leave.md", version("v1", ["thirty days"]))
    await store.documents.remove("leave.md")
    put = await store.documents.put("leave.md", version("v2", ["forty days"], document="doc_new"))
    assert (put.id, put.version_number, put.state) == ("doc", 2, DocumentState.ACTIVE)
    assert await contents(store) == {"forty days"}


async def test_a_moved_document_keeps_id_and_version(store) -> None:
    before = await store.documents.put("leave.md", version("v1", ["thirty days"]))
    moved = await store.documents.move("leave.md", "hr/leave.md")
    assert moved == before.model_copy(update={"path": "hr/leave.md"})
    assert await store.documents.find("leave.md") is None
    (passage,) = await store.passages.get(["v1_c0"], TODAY)
    assert passage.path == "hr/leave.md"


async def test_a_document_can_move_to_where_one_was_removed(store) -> None:
    await store.documents.put("old.md", version("v1", ["thirty days"]))
    await store.documents.remove("old.md")
    await store.documents.put("new.md", version("v2", ["forty days"], document="doc_2"))
    moved = await store.documents.move("new.md", "old.md")
    assert await store.documents.find("old.md") == moved
    assert [d.id for d in await store.documents.list(include_removed=True)] == ["doc", "doc_2"]


async def test_a_document_never_moves_over_another(store) -> None:
    await store.documents.put("a.md", version("v1", ["thirty days"]))
    await store.documents.put("b.md", version("v2", ["forty days"], document="doc_2"))
    with pytest.raises(CountersignError, match=r"b\.md is another document"):
        await store.documents.move("a.md", "b.md")
    assert [d.path for d in await store.documents.list()] == ["a.md", "b.md"]


async def test_moving_to_its_own_place_changes_nothing(store) -> None:
    put = await store.documents.put("a.md", version("v1", ["thirty days"]))
    assert await store.documents.move("a.md", "a.md") == put
    assert (await store.audit.verify()).count == 1


@pytest.mark.parametrize("path", ["never.md", "removed.md"])
async def test_what_is_not_there_can_be_neither_moved_nor_removed(store, path: str) -> None:
    await store.documents.put("removed.md", version("v1", ["thirty days"]))
    await store.documents.remove("removed.md")
    with pytest.raises(NotFound):
        await store.documents.move(path, "elsewhere.md")
    with pytest.raises(NotFound):
        await store.documents.remove(path)


async def test_a_version_is_read_with_its_text_and_chunks(store) -> None:
    stored = version("v1", ["thirty days", "in a year"])
    await store.documents.put("leave.md", stored)
    read = await store.documents.version("v1")
    assert read.text == stored.text
    assert read.meta == stored.meta
    assert [(c.text, c.start, c.end, c.section, c.context, c.pages) for c in read.chunks] == [
        (c.text, c.start, c.end, c.section, c.context, c.pages) for c in stored.chunks
    ]
    assert [(w.start, w.end, w.lead_in, w.lead_in_start) for c in read.chunks for w in c.windows] == [
        (w.start, w.end, w.lead_in, w.lead_in_start) for c in stored.chunks for w in c.windows
    ]
    assert all(chunk.embedding == b"" for chunk in read.chunks)
    with pytest.raises(NotFound):
        await store.documents.version("v9")


async def test_versions_are_listed_oldest_first_without_text(store) -> None:
    await store.documents.put("leave.md", version("v1", ["thirty days"]))
    await store.documents.put("leave.md", version("v2", ["forty days"], number=2))
    assert [(v.id, v.number, v.text, v.chunks) for v in await store.documents.versions("doc")] == [
        ("v1", 1, "", ()),
        ("v2", 2, "", ()),
    ]
    assert list(await store.documents.versions("doc_unknown")) == []


async def test_every_change_is_on_record(store) -> None:
    await store.documents.put("a.md", version("v1", ["thirty days"]))
    await store.documents.move("a.md", "b.md")
    await store.documents.remove("b.md")
    rows = [row async for row in store.audit.rows()]
    assert [(row.kind, row.subject, row.content["change"]) for row in rows] == [
        ("documents", "doc", "put"),
        ("documents", "doc", "move"),
        ("documents", "doc", "remove"),
    ]
    assert rows[1].content["moved_from"] == "a.md"
    assert rows[2].content["document"]["content_hash"] == "hash of v1"


async def test_a_document_may_have_no_chunk_at_all(store) -> None:
    put = await store.documents.put("empty.md", version("v1", []))
    assert put.chunk_count == 0
    assert await store.passages.document_titles(TODAY) == {"doc": "Title of v1"}
    await store.documents.remove("empty.md")
