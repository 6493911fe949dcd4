"""A document's blocks to a version: one text, and the passages and windows it is searched by."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from pathlib import PurePosixPath

from core.domain.document import BlockKind, Chunk, ExtractedDocument, Version
from core.ingestion.headings import is_caption, is_not_evidence
from core.ingestion.isolation import apart, without_orders
from core.ingestion.mending import Unit, mend
from core.ingestion.pieces import ROWS, Piece, pieces_of, shorten, windows_of
from core.ingestion.sections import JOIN, Placed, outline
from core.retrieval.instructions import order_to_machine

MAX_TOKENS = 256
"""What the encoder reads of a chunk, context and special tokens included (DESIGN, decision 7)."""
MAX_CONTEXT_TOKENS = 72
MAX_BODY_TOKENS = MAX_TOKENS - MAX_CONTEXT_TOKENS
FALLBACK_CHARACTERS, FALLBACK_OVERLAP = 500, 100
"""Chunks of a text without structure: one paragraph that goes on and on, under no heading."""

TokenCounts = Callable[[Sequence[str]], list[int]]


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
    """Text, chunks and windows of an extracted document, without embeddings.

    ``token_counts`` are the encoder's, special tokens included; ``lexemes`` are the search words of a text. The version's
    title is the metadata's, else the first heading's, else the file name.
    """
    units, orders = without_orders(mend(extracted.blocks, apart))
    title = extracted.meta.title or _title(units) or _name(path)
    outlined = _with_orders(outline(units, title), orders)
    text, starts = _lay_out([placed.unit for placed in outlined])
    version_id = f"{document_id}_v{number}"
    writer = _Writer(text, title, version_id, token_counts, lexemes)
    groups = [(key, list(held)) for key, held in groupby(zip(starts, outlined, strict=True), key=_place)]
    for index, ((section, evidence, order), held) in enumerate(groups):
        following = next((behind for (behind, _, orders_it), _ in groups[index + 1 :] if not orders_it), None)
        body = [(start, placed.unit) for start, placed in held]
        if not evidence:  # headings, as a rule; their words are in the context of what stands below them
            body = body[-1:] if _leaf(body[-1][1], section, following) else []
        writer.section(section, body, structured=bool(section) or len(units) > 1, order=order)
    if not any(
        chunk.lexemes for chunk in writer.chunks
    ):  # all of it looks like contents or history: better found than lost
        placed_at = zip(starts, outlined, strict=True)
        writer.section(
            (), [(start, placed.unit) for start, placed in placed_at if not placed.unit.order], structured=True
        )
    return Version(
        id=version_id,
        document_id=document_id,
        number=number,
        content_hash=content_hash,
        text=text,
        meta=extracted.meta.model_copy(update={"title": title}),
        ingested_at=ingested_at,
        chunks=tuple(writer.chunks),
    )


def embedded_texts(version: Version) -> list[str]:
    """What is embedded of a version: for each chunk its context and text, then for each of its windows the words it needs."""
    texts: list[str] = []
    for chunk in version.chunks:
        texts.append(f"{chunk.context}\n{chunk.text}" if chunk.context else chunk.text)
        heading = chunk.section.rsplit(JOIN, 1)[-1]
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


class _Writer:
    """Collects the chunks of one version."""

    def __init__(
        self, text: str, title: str, version_id: str, token_counts: TokenCounts, lexemes: Callable[[str], list[str]]
    ) -> None:
        self.chunks: list[Chunk] = []
        self._text, self._title, self._version_id = text, title, version_id
        self._token_counts, self._lexemes = token_counts, lexemes

    def section(
        self, section: tuple[str, ...], body: Sequence[tuple[int, Unit]], *, structured: bool, order: bool = False
    ) -> None:
        """Adds the chunks of one section; ``body`` are its units, each with its offset.

        No word finds an ``order``, and no sentence of it is searched where the order itself stands in the passage before.
        """
        pieces, sizes = self._fitting(pieces_of(self._text, body))
        for packed in _pack(pieces, sizes) if structured else _slide(pieces):
            self._add(section, packed, body, order)

    def _fitting(self, pieces: list[Piece]) -> tuple[list[Piece], list[int]]:
        """The pieces, parted further where the encoder cannot read one whole (one Chinese character is one token)."""
        sizes = self._token_counts([self._text[p.begins : p.end] for p in pieces]) if pieces else []
        if all(size <= MAX_BODY_TOKENS for size in sizes):
            return pieces, sizes
        parted: list[Piece] = []
        for piece, size in zip(pieces, sizes, strict=True):
            longest = int((piece.end - piece.start) * min(1.0, 0.9 * MAX_BODY_TOKENS / size))
            parted.extend(shorten(self._text, piece, longest) if size > MAX_BODY_TOKENS else [piece])
        return self._fitting(parted)

    def _add(
        self, section: tuple[str, ...], pieces: Sequence[Piece], body: Sequence[tuple[int, Unit]], order: bool
    ) -> None:
        first, last = pieces[0], pieces[-1]
        start = first.begins
        lead = self._text[slice(*first.lead)] if first.lead and not start <= first.lead[0] < last.end else ""
        body_text = self._text[start : last.end]
        path = JOIN.join(section)
        context = self._context([self._title, path, lead])
        pages = _pages(body, start, last.end)
        goes_on = order and order_to_machine(body_text) is None
        self.chunks.append(
            Chunk(
                id=f"{self._version_id}_c{len(self.chunks):05d}",
                ordinal=len(self.chunks),
                text=body_text,
                start=start,
                end=last.end,
                section=JOIN.join(part for part in section if not is_caption(part)),  # a table's name is no section
                context=context,
                pages=pages,
                lexemes="" if order else " ".join(self._lexemes(f"{context}\n{body_text}")),
                windows=() if goes_on else tuple(windows_of(self._text, pieces, [offset for offset, _ in pages])),
            )
        )

    def _context(self, parts: Sequence[str]) -> str:
        """Title, section and lead-in, as far as they fit: what is farthest from the text is shortened first."""
        kept = [part for part in parts if part]
        while kept and self._token_counts(["\n".join(kept)])[0] > MAX_CONTEXT_TOKENS:
            words = kept[0].split()
            if len(words) > 4:
                kept[0] = " ".join(words[len(words) // 3 :])
            elif len(kept) > 1:
                kept.pop(0)
            else:
                kept = [kept[0][: len(kept[0]) // 2]] if len(kept[0]) > 8 else []
        return "\n".join(kept)


def _lay_out(units: Sequence[Unit]) -> tuple[str, list[int]]:
    """One text of all units, and where each begins."""
    parts: list[str] = []
    starts: list[int] = []
    length = 0
    for index, unit in enumerate(units):
        if index:
            above = units[index - 1].kind
            tight = above is unit.kind is BlockKind.LIST_ITEM or (above in ROWS and unit.kind is BlockKind.TABLE_ROW)
            parts.append("\n" if tight else "\n\n")
            length += len(parts[-1])
        starts.append(length)
        parts.append(unit.text)
        length += len(unit.text)
    return "".join(parts), starts


def _with_orders(outlined: Sequence[Placed], orders: Mapping[int, Sequence[Unit]]) -> list[Placed]:
    """The outline with the orders to the machine behind the sections in which they stood, so that they part no section."""
    placed = [Placed(unit, (), evidence=True) for unit in orders.get(-1, ())]
    index = 0
    for _, held in groupby(outlined, key=lambda one: one.section):
        section = list(held)
        placed += section
        for _ in section:
            placed += [Placed(unit, section[0].section, evidence=True) for unit in orders.get(index, ())]
            index += 1
    return placed


def _place(pair: tuple[int, Placed]) -> tuple[tuple[str, ...], bool, bool]:
    return pair[1].section, pair[1].evidence, pair[1].unit.order


def _leaf(unit: Unit, section: tuple[str, ...], following: tuple[str, ...] | None) -> bool:
    """Whether a heading has nothing below it: then its own words are all there is to find."""
    if unit.kind is not BlockKind.HEADING or is_not_evidence(unit.text):
        return False
    return following is None or following[: len(section)] != section


def _pack(pieces: Sequence[Piece], sizes: Sequence[int]) -> list[list[Piece]]:
    """Pieces to chunks that the encoder reads whole; a unit is parted only if it is too long for one."""
    by_unit: list[tuple[list[Piece], int]] = []
    for piece, size in zip(pieces, sizes, strict=True):
        if by_unit and by_unit[-1][0][-1].unit == piece.unit and by_unit[-1][1] + size <= MAX_BODY_TOKENS:
            by_unit[-1] = ([*by_unit[-1][0], piece], by_unit[-1][1] + size)
        else:
            by_unit.append(([piece], size))
    packed: list[list[Piece]] = []
    filled = 0
    for held, size in by_unit:
        if packed and filled + size <= MAX_BODY_TOKENS:
            packed[-1].extend(held)
            filled += size
        else:
            packed.append(list(held))
            filled = size
    return packed


def _slide(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Pieces to overlapping chunks of some 500 characters: where nothing else says what belongs together."""
    packed: list[list[Piece]] = []
    first = 0
    while first < len(pieces):
        last = first
        while last + 1 < len(pieces) and pieces[last + 1].end - pieces[first].start <= FALLBACK_CHARACTERS:
            last += 1
        packed.append(list(pieces[first : last + 1]))
        if last + 1 == len(pieces):
            break
        again = [i for i in range(first + 1, last + 1) if pieces[last].end - pieces[i].start <= FALLBACK_OVERLAP]
        first = again[0] if again else last + 1
    return packed


def _pages(body: Sequence[tuple[int, Unit]], start: int, end: int) -> tuple[tuple[int, int], ...]:
    """Where in the version's text each printed page begins, from ``start``, the first, up to ``end``."""
    pages: list[tuple[int, int]] = []
    for begins, unit in body:
        for offset, page in unit.pages:
            at = begins + offset
            if at <= start:
                pages = [(start, page)]
            elif at < end and (not pages or pages[-1][1] != page):
                pages.append((at, page))
    return tuple(pages)


def _title(units: Sequence[Unit]) -> str | None:
    """The first heading of the highest level there can be."""
    tops = (unit for unit in units if unit.kind is BlockKind.HEADING and unit.level == 1)
    return next((" ".join(unit.text.split()) for unit in tops), None)


def _name(path: str) -> str:
    """A file's name as a title; for "index" and "readme" the folder's."""
    where = PurePosixPath(path)
    name = where.parent.name if where.stem.lower() in {"index", "readme"} and where.parent.name else where.stem
    words = " ".join(re.split(r"[-_\s]+", name)).strip() or where.name
    return words[0].upper() + words[1:]
