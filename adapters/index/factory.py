"""Settings to an index."""

from __future__ import annotations

from pathlib import Path

from adapters.index.exact import ExactIndex
from core.ports.index import VectorIndex
from core.ports.passages import Passages

FEW = 100_000
"""Up to this many chunks, exact search takes less memory than Chroma and a question no longer (docs/bench.md)."""


def open_index(passages: Passages, folder: Path, *, own: bool, chroma_url: str | None, few: int = FEW) -> VectorIndex:
    """The vector index; nothing is opened before the first search.

    ``own``: this process keeps a copy in Chroma, on the server at ``chroma_url``, or in ``folder`` once there are more chunks
    than ``few``; it falls back to exact search while the copy cannot answer. Others search exactly what SQL holds, and never
    import chromadb. Raises ConfigurationError for a wrong URL.
    """
    if not own:
        return ExactIndex(passages)
    from adapters.index.chroma import ChromaFolder, ChromaServer
    from adapters.index.following import FollowingIndex

    if chroma_url:  # somebody wants it
        return FollowingIndex(passages, ChromaServer(chroma_url))
    return FollowingIndex(passages, ChromaFolder(folder), few)
