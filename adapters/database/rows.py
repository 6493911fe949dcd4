"""Rows to domain values and back."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, TypeAlias

from sqlalchemy import Row, select

from adapters.database.tables import documents, version_texts, versions
from core.domain.base import Embedding
from core.domain.document import Chunk, Document, DocumentMeta, DocumentState, Version

AnyRow: TypeAlias = Row[*tuple[Any, ...]]
"""A row whose columns the query names."""

CURRENT = select(
    documents.c.id.label("document_id"),
    documents.c.path,
    documents.c.state,
    versions.c.id.label("version_id"),
    versions.c.number,
    versions.c.content_hash,
    versions.c.title,
    versions.c.url,
    versions.c.meta,
    versions.c.chunk_count,
    versions.c.ingested_at,
).join_from(documents, versions, (versions.c.document_id == documents.c.id) & versions.c.current)
"""Every document with its current version."""

VERSION = select(versions, version_texts.c.text).join_from(versions, version_texts)


def document(row: AnyRow) -> Document:
    """From a row of ``CURRENT``."""
    return Document(
        id=row.document_id,
        path=row.path,
        state=DocumentState(row.state),
        title=row.title,
        url=row.url,
        version_id=row.version_id,
        version_number=row.number,
        content_hash=row.content_hash,
        chunk_count=row.chunk_count,
        meta=meta(row.meta),
        ingested_at=row.ingested_at,
    )


def version(row: AnyRow, text: str = "", parts: tuple[Chunk, ...] = ()) -> Version:
    """From a row of ``versions``."""
    return Version(
        id=row.id,
        document_id=row.document_id,
        number=row.number,
        content_hash=row.content_hash,
        text=text,
        meta=meta(row.meta),
        ingested_at=row.ingested_at,
        chunks=parts,
    )


def chunk(row: AnyRow, lexemes: str = "", embedding: Embedding = b"", windows: bytes = b"") -> Chunk:
    """From a row of ``chunks``; ``windows`` are the vectors of all its windows, one behind the other."""
    spans = json.loads(row.windows)
    width = len(windows) // len(spans) if spans else 0
    return Chunk.model_validate(  # at once: a question reads hundreds of windows
        {
            "id": row.id,
            "ordinal": row.ordinal,
            "text": row.text,
            "start": row.start,
            "end": row.end,
            "section": row.section,
            "context": row.context,
            "pages": json.loads(row.pages),
            "lexemes": lexemes,
            "windows": [
                {
                    "start": start,
                    "end": end,
                    "lead_in": lead_in,
                    "lead_in_start": lead_in_start,
                    "embedding": windows[i * width : (i + 1) * width],
                }
                for i, (start, end, lead_in, lead_in_start) in enumerate(spans)
            ],
            "embedding": embedding,
        }
    )


@lru_cache(maxsize=4096)
def meta(stored: str) -> DocumentMeta:
    """From its JSON; passages of a document share it."""
    return DocumentMeta.model_validate_json(stored)


def chunk_row(part: Chunk, version_id: str) -> dict[str, Any]:
    """For ``chunks``."""
    return {
        "id": part.id,
        "version_id": version_id,
        "ordinal": part.ordinal,
        "text": part.text,
        "start": part.start,
        "end": part.end,
        "section": part.section,
        "context": part.context,
        "page": part.pages[0][1] if part.pages else None,
        "pages": json.dumps(part.pages, separators=(",", ":")),
        "windows": json.dumps(
            [(w.start, w.end, w.lead_in, w.lead_in_start) for w in part.windows], separators=(",", ":")
        ),
    }
