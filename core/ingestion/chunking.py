"""A document's blocks to a version: one text, and the passages and windows it is searched by."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import PurePosixPath

from core.domain.document import Block, BlockKind, Chunk, ExtractedDocument, Version, Window
from core.domain.outcome import MAX_QUOTE
from core.ingestion import sections, sentences
from core.ingestion.mending import mend

MAX_TOKENS = 256
"""What the encoder reads of a chunk, context and special tokens included (DESIGN, decision 7)."""
TARGET_TOKENS = 200
MAX_CONTEXT_TOKENS = 72

TokenCounts = Callable[[Sequence[str]], list[int]]
_MARKER = re.compile(r"(?:[-•*▪○●]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)])\s+")
_CLAUSE = re.compile(r"[;:,、，；]\s*|\s[–—-]\s|\s(?=(?:and|or|und|oder|y|o|та|або|but|which|that)\s)")


@dataclass(frozen=True)
class Placed:
    """A block and where it stands in the version's text."""

    block: Block
    section: tuple[str, ...]
    start: int
    end: int


@dataclass(frozen=True)
class Piece:
    """A sentence of a block, or a part of one that is too long for a quote. ``lead`` is its lead-in's span."""

    start: int
    end: int
    placed: Placed
    lead: sentences.Span | None


def make_version(
    extracted: ExtractedDocument,
    *,
    document_id: str,
    number: int,
    content_hash: str,
    path: str,
    ingested_at: datetime,
    token_counts: TokenCounts,
    lexemes: Callable[[str], list[str]],
) -> Version:
    """Text, chunks and windows of an extracted document; embeddings are still empty."""
    blocks = mend(extracted.blocks)
    title = extracted.meta.title or _first_heading(blocks) or PurePosixPath(path).stem
    text, placed = lay_out(blocks)
    version_id = f"{document_id}_v{number}"
    chunks: list[Chunk] = []
    for section, group in groupby(placed, key=lambda p: p.section):
        for pieces in pack(text, with_leads(text, list(group)), title, section, token_counts):
            chunks.append(
                _chunk(
                    text, pieces, title, section, f"{version_id}_c{len(chunks):05d}", len(chunks), token_counts, lexemes
                )
            )
    return Version(
        id=version_id,
        document_id=document_id,
        number=number,
        content_hash=content_hash,
        text=text,
        meta=extracted.meta.model_copy(update={"title": title}),
        ingested_at=ingested_at,
        chunks=tuple(chunks),
    )


def lay_out(blocks: Sequence[Block]) -> tuple[str, list[Placed]]:
    """One text of all blocks, and where each stands in it."""
    parts: list[str] = []
    placed: list[Placed] = []
    length = 0
    previous: Block | None = None
    for block, section in zip(blocks, sections.paths(blocks), strict=True):
        if previous:
            tight = (
                previous.kind is block.kind
                and block.kind in {BlockKind.LIST_ITEM, BlockKind.TABLE_ROW}
                or previous.kind is BlockKind.TABLE_HEADER
            )
            parts.append("\n" if tight else "\n\n")
            length += len(parts[-1])
        parts.append(block.text)
        placed.append(Placed(block, section, length, length + len(block.text)))
        length += len(block.text)
        previous = block
    return "".join(parts), placed


def with_leads(text: str, group: Sequence[Placed]) -> list[Piece]:
    """The sentences of a section in order, each with the lead-in it needs."""
    pieces: list[Piece] = []
    leads: dict[int, sentences.Span] = {}
    header: sentences.Span | None = None
    body = [p for p in group if p.block.kind is not BlockKind.HEADING] or list(group)
    for placed in body:
        block = placed.block
        marker = _MARKER.match(block.text) if block.kind is BlockKind.LIST_ITEM else None
        offset = placed.start + (marker.end() if marker else 0)
        level = block.level or 0
        lead: sentences.Span | None = None
        if block.kind is BlockKind.TABLE_HEADER:
            header = (placed.start, placed.end)
        elif block.kind is BlockKind.TABLE_ROW:
            lead = header
        else:
            header = None
        if block.kind is BlockKind.LIST_ITEM:
            lead = leads.get(level - 1) if level else leads.get(-1)
        elif block.kind is BlockKind.PARAGRAPH:
            leads.clear()
        spans = [(offset + s, offset + e) for s, e in sentences.split(text[offset : placed.end])]
        for span in spans:
            pieces.extend(Piece(s, e, placed, lead) for s, e in clauses(text, span))
        if spans and block.kind in {BlockKind.PARAGRAPH, BlockKind.LIST_ITEM}:
            last = spans[-1]
            key = level if block.kind is BlockKind.LIST_ITEM else -1
            leads = {k: v for k, v in leads.items() if k < key}
            if last[1] - last[0] <= MAX_QUOTE:
                leads[key] = last
    return pieces


def clauses(text: str, span: sentences.Span) -> list[sentences.Span]:
    """The span itself if it fits a quote; else its parts, cut behind clauses where there are any."""
    start, end = span
    parts: list[sentences.Span] = []
    while end - start > MAX_QUOTE:
        cuts = [m.end() for m in _CLAUSE.finditer(text, start + MAX_QUOTE // 3, start + MAX_QUOTE)]
        space = text.rfind(" ", start, start + MAX_QUOTE)
        cut = cuts[-1] if cuts else (space if space > start else start + MAX_QUOTE)
        parts.append((start, start + len(text[start:cut].rstrip())))
        start = cut + len(text[cut:end]) - len(text[cut:end].lstrip())
    return [*parts, (start, end)]


def pack(
    text: str, pieces: list[Piece], title: str, section: tuple[str, ...], token_counts: TokenCounts
) -> list[list[Piece]]:
    """Pieces to chunks: full, but never over the encoder's limit."""
    if not pieces:
        return []
    counts = token_counts([text[p.start : p.end] for p in pieces])
    packed: list[list[Piece]] = [[]]
    size = 0
    for piece, count in zip(pieces, counts, strict=True):
        if packed[-1] and size + count > TARGET_TOKENS - MAX_CONTEXT_TOKENS // 2:
            packed.append([])
            size = 0
        packed[-1].append(piece)
        size += count
    return packed


def _chunk(
    text: str,
    pieces: list[Piece],
    title: str,
    section: tuple[str, ...],
    chunk_id: str,
    ordinal: int,
    token_counts: TokenCounts,
    lexemes: Callable[[str], list[str]],
) -> Chunk:
    first = pieces[0]
    start = first.placed.start if first.start - first.placed.start < 8 else first.start
    end = pieces[-1].end
    lead = text[slice(*first.lead)] if first.lead and not start <= first.lead[0] < end else ""
    context = _context([title, sections.JOIN.join(section), lead], token_counts)
    body = text[start:end]
    return Chunk(
        id=chunk_id,
        ordinal=ordinal,
        text=body,
        start=start,
        end=end,
        section=sections.JOIN.join(section),
        context=context,
        pages=_pages(pieces, start),
        lexemes=" ".join(lexemes(f"{context}\n{body}")),
        windows=tuple(_windows(text, pieces)),
    )


def _context(parts: list[str], token_counts: TokenCounts) -> str:
    kept = [part for part in parts if part]
    while kept and token_counts(["\n".join(kept)])[0] > MAX_CONTEXT_TOKENS:
        if len(kept) == 1:
            words = kept[0].split()
            kept = [" ".join(words[: len(words) * 2 // 3])] if len(words) > 1 else []
        else:
            kept.pop(0 if len(kept[0]) < len(kept[-1]) else -1)
    return "\n".join(kept)


def _pages(pieces: list[Piece], start: int) -> tuple[tuple[int, int], ...]:
    pages: list[tuple[int, int]] = []
    for piece in pieces:
        page = piece.placed.block.page
        if page is not None and (not pages or pages[-1][1] != page):
            pages.append((max(start, piece.placed.start), page))
    return tuple(pages)


def _windows(text: str, pieces: list[Piece]) -> list[Window]:
    spans = [(p.start, p.end, p.lead) for p in pieces]
    for one, two in zip(pieces, pieces[1:], strict=False):
        prose = {BlockKind.PARAGRAPH, BlockKind.LIST_ITEM}
        if one.placed is two.placed and one.placed.block.kind in prose and two.end - one.start <= MAX_QUOTE:
            spans.append((one.start, two.end, one.lead))
    return [
        Window(start=s, end=e, lead_in=text[slice(*lead)] if lead else "", lead_in_start=lead[0] if lead else None)
        for s, e, lead in spans
    ]


def _first_heading(blocks: Sequence[Block]) -> str | None:
    return next(
        (" ".join(b.text.split()) for b in blocks if b.kind is BlockKind.HEADING and b.level in {1, None}), None
    )


def embedded_texts(version: Version) -> list[str]:
    """What is embedded of a version: for each chunk its context and text, then for each of its windows the words it needs."""
    texts: list[str] = []
    for chunk in version.chunks:
        texts.append(f"{chunk.context}\n{chunk.text}" if chunk.context else chunk.text)
        heading = chunk.section.rsplit(sections.JOIN, 1)[-1]
        for window in chunk.windows:
            parts = (heading, window.lead_in, version.text[window.start : window.end])
            texts.append("\n".join(part for part in parts if part))
    return texts


def with_embeddings(version: Version, embeddings: Sequence[bytes]) -> Version:
    """The version with the embeddings of its ``embedded_texts``, in their order."""
    waiting = iter(embeddings)
    chunks: list[Chunk] = []
    for chunk in version.chunks:
        own = next(waiting)
        windows = tuple(window.model_copy(update={"embedding": next(waiting)}) for window in chunk.windows)
        chunks.append(chunk.model_copy(update={"embedding": own, "windows": windows}))
    return version.model_copy(update={"chunks": tuple(chunks)})
