"""What becomes of a file: a pure decision."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.domain.document import Document, DocumentState


class Change(StrEnum):
    """What ingestion did with one path."""

    ADDED = "added"
    NEW_VERSION = "new_version"
    MOVED = "moved"
    UNCHANGED = "unchanged"
    REMOVED = "removed"  # pruned: its file is gone
    FAILED = "failed"


@dataclass(frozen=True)
class Decision:
    """The change, and for a move the path that the document had."""

    change: Change
    moved_from: str | None = None


def decide(
    content_hash: str,
    url: str | None,
    known: Document | None,
    same_content: Sequence[Document],
    present: Collection[str],
) -> Decision:
    """Whether a file adds a document, changes one, moves one, or leaves everything as it is.

    ``known`` is the document at the file's path, ``same_content`` the active documents with the same bytes and metadata, and
    ``present`` the paths of all files of this run: a document whose file is still there has not moved. ``url`` is the link
    that the document should have.
    """
    if known is not None and known.state is DocumentState.ACTIVE:
        same = known.content_hash == content_hash and known.url == url
        return Decision(Change.UNCHANGED if same else Change.NEW_VERSION)
    for document in same_content:
        if document.path not in present:
            return Decision(Change.MOVED, document.path)
    return Decision(Change.ADDED)
