from collections.abc import Sequence
from datetime import UTC, date, datetime

import pytest

from adapters.memory.encoder import WordEncoder
from adapters.memory.index import MemoryIndex
from adapters.memory.store import MemoryStore
from core.domain.document import DocumentMeta, Scope, Version
from core.ports.encoder import Reranker
from core.retrieval.lexemes import lexemes
from core.retrieval.ranking import Retrieval
from core.retrieval.search import search
from tests.unit.core.retrieval.specimens import SCORER, passage

TODAY = date(2026, 1, 1)
POLICIES = {
    "leave": ["Annual leave is 25 days a year.", "Carrying over needs the consent of the manager."],
    "travel": ["Hotels are reimbursed up to 120 euros a night.", "Book trains early."],
    "urlaub": ["Der Urlaub beträgt jährlich mindestens 24 Werktage."],
    "宿泊": ["宿泊費は1泊あたり8,000円を上限とする。"],
}


class Backwards:
    """A reranker that likes most what mentions trains."""

    name = "backwards"

    async def score(self, question: str, texts: Sequence[str]) -> list[float]:
        return [float("trains" in text) for text in texts]


@pytest.fixture
async def store() -> MemoryStore:
    store, encoder = MemoryStore(), WordEncoder()
    for name, sentences in POLICIES.items():
        chunk = passage(sentences, document=name).chunk
        windows = []
        for window in chunk.windows:
            (embedding,) = await encoder.encode([chunk.text[window.start : window.end]])
            windows.append(window.model_copy(update={"embedding": embedding}))
        (embedding,) = await encoder.encode([chunk.text])
        made = {"windows": tuple(windows), "embedding": embedding, "lexemes": " ".join(lexemes(chunk.text))}
        version = Version(
            id=f"{name}_v1",
            document_id=name,
            number=1,
            content_hash=name,
            text=chunk.text,
            meta=DocumentMeta(title=name, audience=("hr",) if name == "leave" else ()),
            ingested_at=datetime(2026, 1, 1, tzinfo=UTC),
            chunks=(chunk.model_copy(update=made),),
        )
        await store.documents.put(f"{name}.md", version)
    return store


async def found(
    store: MemoryStore, question: str, *, groups: frozenset[str] = frozenset({"hr"}), reranker: Reranker | None = None
) -> Retrieval:
    return await search(
        question,
        encoder=WordEncoder(),
        index=MemoryIndex(store.passages),
        passages=store.passages,
        reranker=reranker,
        scope=Scope(on=TODAY, groups=groups),
        limit=3,
        scorer=SCORER,
    )


@pytest.mark.parametrize(
    ("question", "document"),
    [
        ("how many days of annual leave?", "leave"),
        ("what's reimbursed for a hotel?", "travel"),
        ("Wie viel Urlaub habe ich?", "urlaub"),
        ("宿泊費はいくらまで？", "宿泊"),
    ],
)
async def test_the_right_passage_comes_first(store: MemoryStore, question: str, document: str) -> None:
    assert (await found(store, question)).ranked[0].passage.title == document


async def test_what_may_not_be_read_is_not_found(store: MemoryStore) -> None:
    retrieval = await found(store, "how many days of annual leave?", groups=frozenset())
    assert "leave" not in {ranked.passage.title for ranked in retrieval.pool}


async def test_words_no_document_holds_are_known_as_such(store: MemoryStore) -> None:
    assert (await found(store, "annual unicorn leave")).unknown >= {"unicor"}


async def test_a_cross_encoder_reranks_and_its_word_is_a_measure(store: MemoryStore) -> None:
    question = "how many days of annual leave and travel?"
    plain, reranked = await found(store, question), await found(store, question, reranker=Backwards())
    assert plain.ranked[0].passage.title == "leave"
    assert "reranker" not in plain.ranked[0].sentences[0].measures
    travel = next(ranked for ranked in reranked.pool if ranked.passage.title == "travel")
    assert travel.reranked is not None
    assert travel.reranked > 0
    assert travel.score > next(r for r in plain.pool if r.passage.title == "travel").score


async def test_an_empty_store_finds_nothing() -> None:
    assert (await found(MemoryStore(), "anything?")).ranked == ()
