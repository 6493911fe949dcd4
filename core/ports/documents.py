"""The writing side of the documents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from core.domain.document import Document, ExtractedDocument, Version


class Extractor(Protocol):
    """Reads one file."""

    async def extract(self, data: bytes, name: str) -> ExtractedDocument:
        """The file as a reader sees it. Raises DocumentError, and nothing else, for whatever is wrong with the file."""
        ...


class Documents(Protocol):
    """Documents and their versions. Each call is one transaction; an interrupted one leaves everything as it was."""

    async def find(self, path: str) -> Document | None:
        """The document at that path, removed ones included; None if there never was one."""
        ...

    async def find_content(self, content_hash: str) -> list[Document]:
        """Active documents whose active version has that content."""
        ...

    async def put(self, path: str, version: Version) -> Document:
        """Makes this version the document's only one in retrieval, in one moment. Creates or revives the document."""
        ...

    async def move(self, old: str, new: str) -> Document:
        """Gives the document a new path; version and id stay. Raises NotFound."""
        ...

    async def remove(self, path: str) -> Document:
        """Takes the document out of retrieval; its versions stay for the audit. Raises NotFound if not active."""
        ...

    async def list(self, include_removed: bool = False) -> Sequence[Document]:
        """Documents by path."""
        ...

    async def version(self, version_id: str) -> Version:
        """A version with its text and chunks (without embeddings). Raises NotFound."""
        ...

    async def versions(self, document_id: str) -> Sequence[Version]:
        """All versions of a document, oldest first, without text and chunks."""
        ...
