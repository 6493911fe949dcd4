"""A policy, its dated states, and the passages it is searched by."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from pydantic import Field

from core.domain.base import Embedding, Model, Moment, Probability


class TrustLevel(StrEnum):
    """Who stands behind a document (seed 003, evidence filter): official and internal win over the others."""

    OFFICIAL = "official"
    INTERNAL = "internal"
    EXTERNAL = "external"
    UNKNOWN = "unknown"


class DocumentMeta(Model):
    """What the document says of itself, in front matter or in a sidecar ``NAME.meta.yml``.

    ``effective_date`` is the first day it holds, ``expiry`` the last; None means no limit. ``audience`` lists the groups
    that may read it; empty means everybody. ``supersedes`` is the path of the document that this one replaces.
    """

    title: str | None = None
    url: str | None = None
    effective_date: date | None = None
    expiry: date | None = None
    updated_at: date | None = None
    supersedes: str | None = None
    policy_type: str = "general_policy"
    trust_level: TrustLevel = TrustLevel.INTERNAL
    audience: tuple[str, ...] = ()
    owner: str | None = None


class BlockKind(StrEnum):
    """What a reader sees a piece of text as."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    TABLE_HEADER = "table_header"
    TABLE_ROW = "table_row"


class Block(Model):
    """One piece of a document in reading order, as an extractor hands it over.

    ``level`` is a heading's depth (1 is the title) or a list item's nesting (0 is outermost); None where the format does
    not say. ``page`` counts from 1 and is the page the text is printed on; None where the format has no pages.
    """

    kind: BlockKind
    text: str
    level: int | None = None
    page: int | None = None


class ExtractedDocument(Model):
    """A file as a reader sees it. ``warnings`` are lines for the operator: hidden text that was left out, and the like."""

    blocks: tuple[Block, ...]
    meta: DocumentMeta = DocumentMeta()
    warnings: tuple[str, ...] = ()


class Window(Model):
    """One or two neighbouring sentences of a chunk, the unit a quote is chosen from.

    ``start`` and ``end`` are character offsets into the version's text. ``lead_in`` is what the words need to be understood
    (the sentence before a list, a table's header row), itself an exact substring of the version's text, or empty.
    """

    start: int
    end: int
    lead_in: str = ""
    lead_in_start: int | None = None
    embedding: Embedding = Field(default=b"", repr=False)


class Chunk(Model):
    """A passage of one version. ``text == version.text[start:end]``, always.

    ``section`` is the path of headings above it, joined by `` > ``. ``context`` is what precedes the text when it is
    embedded and indexed (title, section, lead-in) and is never quoted. ``pages`` gives, in order, the offset at which each
    printed page begins within the chunk: ``((start, 3), (later, 4))``; empty where the format has no pages.
    ``lexemes`` are the search words of context and text, separated by spaces (``core/retrieval/lexemes.py``).
    """

    id: str
    ordinal: int
    text: str
    start: int
    end: int
    section: str = ""
    context: str = ""
    pages: tuple[tuple[int, int], ...] = ()
    lexemes: str = ""
    windows: tuple[Window, ...] = ()
    embedding: Embedding = Field(default=b"", repr=False)


class Version(Model):
    """One dated state of a document's text. ``content_hash`` is the SHA-256 of the file's bytes and its metadata."""

    id: str
    document_id: str
    number: int
    content_hash: str
    text: str = Field(repr=False)
    meta: DocumentMeta
    ingested_at: Moment
    chunks: tuple[Chunk, ...] = Field(default=(), repr=False)


class DocumentState(StrEnum):
    """Whether a document is in retrieval."""

    ACTIVE = "active"
    REMOVED = "removed"


class Document(Model):
    """A policy: a path below the ingested folder. ``version`` is the one in retrieval (without text and chunks)."""

    id: str
    path: str
    state: DocumentState
    title: str
    url: str | None
    version_id: str
    version_number: int
    content_hash: str
    chunk_count: int
    meta: DocumentMeta
    ingested_at: Moment


class Passage(Model):
    """A chunk as retrieval returns it: with the document it is from and how well it was found (cosine and BM25)."""

    chunk: Chunk
    document_id: str
    version_id: str
    version_hash: str
    path: str
    title: str
    url: str | None
    meta: DocumentMeta


class Scope(Model):
    """What may be retrieved: documents in force on a day that everybody who will read the answer may read.

    ``groups`` are those that *all* readers share; a restricted document is in scope if its audience names one of them.
    """

    on: date
    groups: frozenset[str] = frozenset()


class ScoredChunk(Model):
    """A candidate of the dense search; ``score`` is the cosine."""

    chunk_id: str
    score: float


class KeywordCandidate(Model):
    """A candidate of the keyword search with what BM25 needs: how often each asked term occurs, and the length in terms."""

    chunk_id: str
    frequencies: dict[str, int]
    length: int


class KeywordCandidates(Model):
    """Candidates together with the corpus figures they are ranked by. ``frequencies`` counts chunks containing a term."""

    candidates: tuple[KeywordCandidate, ...]
    frequencies: dict[str, int]
    chunk_count: int
    average_length: float


class Similarity(Model):
    """A title and how near it is to the question (cosine): what ``nearest`` is made of."""

    title: str
    score: Probability
