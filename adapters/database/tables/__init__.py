"""Every table. The migrations create them; a test holds both against each other."""

from adapters.database.tables.approvals import approvals, cards, delegations, pauses, remarks, tool_executions, votes
from adapters.database.tables.audit import audit_contents, audit_head, audit_rows
from adapters.database.tables.base import metadata
from adapters.database.tables.conversations import conversations, posted_messages
from adapters.database.tables.documents import chunks, documents, version_audiences, version_texts, versions
from adapters.database.tables.exchanges import exchanges, feedback, module_runs, sources, troubles
from adapters.database.tables.retrieval import chunk_embeddings, corpus, searchable, term_statistics, window_embeddings

__all__ = [
    "approvals",
    "audit_contents",
    "audit_head",
    "audit_rows",
    "cards",
    "chunk_embeddings",
    "chunks",
    "conversations",
    "corpus",
    "delegations",
    "documents",
    "exchanges",
    "feedback",
    "metadata",
    "module_runs",
    "pauses",
    "posted_messages",
    "remarks",
    "searchable",
    "sources",
    "term_statistics",
    "tool_executions",
    "troubles",
    "version_audiences",
    "version_texts",
    "versions",
    "votes",
    "window_embeddings",
]
