"""Views for people who query by SQL: policy_chunks and policy_qa_audit_log"""

from __future__ import annotations

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

# Their indexes are those of the tables below: versions (title), chunks (version_id, section),
# exchanges (asker_id, received_at) and exchanges (refused).
POLICY_CHUNKS = """
    CREATE VIEW policy_chunks AS
    SELECT searchable.id AS id,
           chunks.text AS text,
           versions.title AS document_name,
           chunks.section AS section,
           chunks.page AS page_number,
           versions.url AS url,
           chunk_embeddings.embedding AS embedding,
           versions.ingested_at AS created_at
    FROM searchable
    JOIN chunks ON chunks.id = searchable.chunk_id
    JOIN versions ON versions.id = searchable.version_id
    JOIN chunk_embeddings ON chunk_embeddings.chunk_id = searchable.chunk_id
"""
SOURCES = {
    "sqlite": "(SELECT json_group_array(chunk_id) FROM (SELECT chunk_id FROM sources WHERE exchange_id = exchanges.id ORDER BY ordinal))",
    "postgresql": "(SELECT coalesce(jsonb_agg(chunk_id ORDER BY ordinal), '[]') FROM sources WHERE exchange_id = exchanges.id)",
}
POLICY_QA_AUDIT_LOG = """
    CREATE VIEW policy_qa_audit_log AS
    SELECT exchanges.id AS id,
           asker_id AS user_id,
           received_at AS "timestamp",
           question,
           {sources} AS sources,
           answer,
           refused,
           confidence AS confidence_score,
           created_at
    FROM exchanges
"""


def upgrade() -> None:
    op.execute(POLICY_CHUNKS)
    op.execute(POLICY_QA_AUDIT_LOG.format(sources=SOURCES[op.get_bind().dialect.name]))
