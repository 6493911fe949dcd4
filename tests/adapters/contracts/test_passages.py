"""What the reading side of every store of documents promises."""

from __future__ import annotations

import random
from collections import Counter
from datetime import date

import pytest

from core.domain.document import Scope
from tests.adapters.samples import TODAY, version


async def found(store, *terms: str, scope: Scope = TODAY, limit: int = 10) -> list[str]:
    candidates = (await store.passages.keyword_candidates(terms, limit, scope)).candidates
    return sorted(candidate.chunk_id for candidate in candidates)


async def test_an_empty_store_finds_nothing(store) -> None:
    answer = await store.passages.keyword_candidates(["leave"], 10, TODAY)
    assert (answer.candidates, answer.frequencies, answer.chunk_count, answer.average_length) == ((), {}, 0, 0.0)
    assert await store.passages.get(["c1"], TODAY) == []
    assert await store.passages.embeddings() == []
    assert await store.passages.revision() == 0
    assert await store.passages.document_titles(TODAY) == {}


async def test_candidates_come_with_the_figures_for_bm25(store) -> None:
    await store.documents.put("a.md", version("v1", ["leave leave days", "sick days today now"]))
    answer = await store.passages.keyword_candidates(["leave", "days", "absent", "leave"], 10, TODAY)
    by_id = {candidate.chunk_id: candidate for candidate in answer.candidates}
    assert by_id["v1_c0"].frequencies == {"leave": 2, "days": 1}
    assert by_id["v1_c1"].frequencies == {"days": 1}
    assert (by_id["v1_c0"].length, by_id["v1_c1"].length) == (3, 4)
    assert answer.frequencies == {"leave": 1, "days": 2}
    assert (answer.chunk_count, answer.average_length) == (2, 3.5)


async def test_figures_follow_replacement_and_removal(store) -> None:
    await store.documents.put("a.md", version("v1", ["leave days", "leave now"]))
    await store.documents.put("a.md", version("v2", ["leave later on today"], number=2))
    answer = await store.passages.keyword_candidates(["leave", "days", "now"], 10, TODAY)
    assert (answer.frequencies, answer.chunk_count, answer.average_length) == ({"leave": 1}, 1, 4.0)
    await store.documents.remove("a.md")
    answer = await store.passages.keyword_candidates(["leave"], 10, TODAY)
    assert (answer.candidates, answer.frequencies, answer.chunk_count, answer.average_length) == ((), {}, 0, 0.0)


async def test_words_of_every_script_are_found(store) -> None:
    texts = ["kündigungsfrist strasse", "відпустка оплачується", "休暇 暇申 申請", "año días", "20000 3.2.1"]
    await store.documents.put("a.md", version("v1", texts))
    assert await found(store, "kündigungsfrist") == ["v1_c0"]
    assert await found(store, "відпустка") == ["v1_c1"]
    assert await found(store, "暇申") == ["v1_c2"]
    assert await found(store, "días") == ["v1_c3"]
    assert await found(store, "3.2.1") == ["v1_c4"]
    assert await found(store, "3") == []
    assert await found(store, "kundigungsfrist") == []


HOSTILE = [
    '"', "'", "''", '" OR "', "leave*", "NEAR(leave days)", "leave AND days", "leave:days", "-leave", "^leave", "leave & !days", "leave:*",
    "<->", "\\", "\\'", "%", "_", "leave\x00", "\x00", "", " ", "leave days", "lexemes:leave", "); DROP TABLE chunks; --", "{}", "x" * 5000, "🙂",
]  # fmt: skip


async def test_hostile_terms_are_words_that_nobody_wrote(store) -> None:
    await store.documents.put("a.md", version("v1", ["leave days"]))
    for term in HOSTILE:
        assert (term, await found(store, term)) == (term, [])
        assert (term, await found(store, term, "leave")) == (term, ["v1_c0"])


async def test_punctuation_inside_a_word_is_part_of_it(store) -> None:
    words = [
        "o'brien",
        'the"quote',
        "back\\slash",
        "r&d",
        "a|b",
        "!important",
        "c++",
        "x:y",
        "(a)",
        "und\u200bso",
        "*",
        "3.2.1",
    ]
    await store.documents.put("a.md", version("v1", [*words, "obrien quote slash rd a b important c x y und so 3 2 1"]))
    for n, word in enumerate(words):
        assert (word, await found(store, word)) == (word, [f"v1_c{n}"])


async def test_a_page_pasted_as_question_is_searched_too(store) -> None:
    await store.documents.put("a.md", version("v1", ["leave days"]))
    assert await found(store, *(f"word{n}" for n in range(4000)), "leave") == ["v1_c0"]


async def test_an_overlong_word_does_not_stop_ingestion(store) -> None:
    blob = random.Random(1).randbytes(20_000).hex()  # cannot be made shorter
    await store.documents.put("a.md", version("v1", [f"leave {blob}"]))
    assert await found(store, "leave") == ["v1_c0"]


async def test_the_limit_keeps_the_better_candidates(store) -> None:
    texts = [f"leave filler{n}" for n in range(20)] + ["leave carry over"]
    await store.documents.put("a.md", version("v1", texts))
    assert await found(store, "leave", "carry", limit=1) == ["v1_c20"]
    assert len(await found(store, "leave", limit=5)) == 5


async def test_in_a_large_corpus_common_words_find_nothing_alone_but_count_in_what_is_found(store) -> None:
    texts = [f"common{' rare' if n == 7 else ''}{' twentieth' if n % 20 == 0 else ''}" for n in range(1020)]
    await store.documents.put("a.md", version("v1", texts))
    assert await found(store, "common") == []
    answer = await store.passages.keyword_candidates(["common", "rare"], 10, TODAY)
    assert [(c.chunk_id, c.frequencies) for c in answer.candidates] == [("v1_c7", {"common": 1, "rare": 1})]
    assert answer.frequencies == {"common": 1020, "rare": 1}
    assert len(await found(store, "twentieth", limit=100)) == 51


async def test_in_a_small_corpus_common_words_find(store) -> None:
    await store.documents.put("a.md", version("v1", ["common"] * 1000))
    assert len(await found(store, "common", limit=2000)) == 1000


@pytest.mark.parametrize(
    ("meta", "on", "groups", "visible"),
    [
        ({}, date(2026, 1, 5), (), True),
        ({"effective_date": date(2026, 1, 5)}, date(2026, 1, 5), (), True),
        ({"effective_date": date(2026, 1, 6)}, date(2026, 1, 5), (), False),
        ({"expiry": date(2026, 1, 5)}, date(2026, 1, 5), (), True),
        ({"expiry": date(2026, 1, 4)}, date(2026, 1, 5), (), False),
        ({"audience": ("hr", "legal")}, date(2026, 1, 5), (), False),
        ({"audience": ("hr", "legal")}, date(2026, 1, 5), ("sales",), False),
        ({"audience": ("hr", "legal")}, date(2026, 1, 5), ("sales", "legal"), True),
        ({"audience": ("hr",), "expiry": date(2026, 1, 4)}, date(2026, 1, 5), ("hr",), False),
    ],
)
async def test_only_what_is_in_scope_is_seen(store, meta, on, groups, visible: bool) -> None:
    await store.documents.put("a.md", version("v1", ["leave days"], **meta))
    scope = Scope(on=on, groups=frozenset(groups))
    assert await found(store, "leave", scope=scope) == (["v1_c0"] if visible else [])
    assert [p.chunk.id for p in await store.passages.get(["v1_c0"], scope)] == (["v1_c0"] if visible else [])
    assert await store.passages.in_scope(["v1_c0"], scope) == (["v1_c0"] if visible else [])
    assert await store.passages.document_titles(scope) == ({"doc": "Title of v1"} if visible else {})
    assert len(await store.passages.embeddings()) == 1


async def test_passages_come_whole_and_in_the_order_asked_for(store) -> None:
    stored = version("v1", ["leave days", "sick days", "carry over"], url="https://example.com/a", audience=("hr",))
    await store.documents.put("hr/a.md", stored)
    scope = Scope(on=TODAY.on, groups=frozenset({"hr"}))
    passages = await store.passages.get(["v1_c2", "unknown", "v1_c0", "v1_c2"], scope)
    assert [passage.chunk for passage in passages] == [stored.chunks[2], stored.chunks[0]]
    first = passages[0]
    assert (first.document_id, first.version_id, first.version_hash) == ("doc", "v1", "hash of v1")
    assert (first.path, first.title, first.url, first.meta) == (
        "hr/a.md",
        "Title of v1",
        "https://example.com/a",
        stored.meta,
    )
    assert await store.passages.in_scope(["v1_c2", "unknown", "v1_c0", "v1_c2"], scope) == ["v1_c2", "v1_c0"]
    assert await store.passages.get([], scope) == []
    assert await store.passages.in_scope([], scope) == []


async def test_passages_of_replaced_versions_are_gone(store) -> None:
    await store.documents.put("a.md", version("v1", ["leave days"]))
    await store.documents.put("a.md", version("v2", ["leave weeks"], number=2))
    assert [p.chunk.id for p in await store.passages.get(["v1_c0", "v2_c0"], TODAY)] == ["v2_c0"]
    assert await store.passages.in_scope(["v1_c0", "v2_c0"], TODAY) == ["v2_c0"]
    assert await store.passages.in_scope([f"none_c{n}" for n in range(25_000)] + ["v2_c0"], TODAY) == ["v2_c0"]
    assert await found(store, "leave") == ["v2_c0"]
    assert await found(store, "days") == []


async def test_the_revision_grows_with_every_change(store) -> None:
    seen = [await store.passages.revision()]
    await store.documents.put("a.md", version("v1", ["leave days"]))
    seen.append(await store.passages.revision())
    await store.documents.move("a.md", "b.md")
    seen.append(await store.passages.revision())
    await store.documents.remove("b.md")
    seen.append(await store.passages.revision())
    assert seen == sorted(set(seen))


async def test_embeddings_are_paged_through(store) -> None:
    stored = version("v1", [f"text {n}" for n in range(25)], audience=("hr",), expiry=date(2020, 1, 1))
    await store.documents.put("a.md", stored)
    pages = []
    while page := await store.passages.embeddings(after=pages[-1][-1][0] if pages else "", limit=10):
        pages.append(page)
    assert [len(page) for page in pages] == [10, 10, 5]
    assert Counter(pair for page in pages for pair in page) == Counter((c.id, c.embedding) for c in stored.chunks)
