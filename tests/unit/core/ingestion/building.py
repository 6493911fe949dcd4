"""Documents in few words, for tests."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from core.domain.document import Block, BlockKind, DocumentMeta, ExtractedDocument, Version
from core.ingestion.chunking import make_version
from core.retrieval.lexemes import lexemes


def heading(text: str, level: int | None = 2, page: int | None = None) -> Block:
    return Block(kind=BlockKind.HEADING, text=text, level=level, page=page)


def paragraph(text: str, page: int | None = None) -> Block:
    return Block(kind=BlockKind.PARAGRAPH, text=text, page=page)


def item(text: str, level: int = 0, page: int | None = None) -> Block:
    return Block(kind=BlockKind.LIST_ITEM, text=text, level=level, page=page)


def header(text: str) -> Block:
    return Block(kind=BlockKind.TABLE_HEADER, text=text)


def row(text: str) -> Block:
    return Block(kind=BlockKind.TABLE_ROW, text=text)


def word_counts(texts: Sequence[str]) -> list[int]:
    """Tokens as a simple encoder counts them: words, one for each Chinese or Japanese character, and two special ones."""
    return [len(text.split()) + sum("\u3040" <= c <= "\u9fff" for c in text) + 2 for text in texts]


def version(*blocks: Block, title: str | None = "Policy", path: str = "policy.md") -> Version:
    made = make_version(
        ExtractedDocument(blocks=blocks, meta=DocumentMeta(title=title)),
        document_id="doc_1",
        number=1,
        content_hash="hash",
        path=path,
        ingested_at=datetime(2026, 1, 5, tzinfo=UTC),
        token_counts=word_counts,
        lexemes=lexemes,
    )
    for chunk in made.chunks:  # what holds for every version
        assert made.text[chunk.start : chunk.end] == chunk.text
        for window in chunk.windows:
            assert chunk.start <= window.start < window.end <= chunk.end
            assert window.end - window.start <= 400
    return made


def quotes(made: Version) -> list[str]:
    """The words of all windows."""
    return [made.text[w.start : w.end] for chunk in made.chunks for w in chunk.windows]


def sections(made: Version) -> list[str]:
    return [chunk.section for chunk in made.chunks]
