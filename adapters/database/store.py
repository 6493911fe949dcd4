"""All repositories over one engine."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from adapters.database.approvals import SqlApprovals
from adapters.database.audit import SqlAudit
from adapters.database.conversations import SqlConversations
from adapters.database.delegations import SqlDelegations
from adapters.database.documents import SqlDocuments
from adapters.database.encoding import SqlEncoding
from adapters.database.engine import Database
from adapters.database.exchanges import SqlExchanges
from adapters.database.feedback import SqlFeedback, SqlTroubles
from adapters.database.journal import Journal
from adapters.database.passages import SqlPassages
from adapters.database.pauses import SqlPauses
from adapters.database.remarks import SqlRemarks
from core.ports.clock import Clock, Ids


class Store:
    """The SQL implementations of Documents, Passages, Encoding, Exchanges, Approvals, Delegations, Remarks, Pauses,
    FeedbackStore, Troubles, Conversations and AuditLog.

    ``head_log`` is the file outside the database to which the audit chain's head is appended; None notes nothing.
    Every method of every repository raises StoreUnavailable.
    """

    def __init__(self, engine: AsyncEngine, clock: Clock, ids: Ids, head_log: Path | None = None) -> None:
        self.database = Database(engine)
        journal = Journal(self.database, clock, ids, head_log)
        self.documents = SqlDocuments(self.database, journal)
        self.passages = SqlPassages(self.database)
        self.encoding = SqlEncoding(self.database)
        self.exchanges = SqlExchanges(self.database, journal)
        self.approvals = SqlApprovals(self.database, journal)
        self.delegations = SqlDelegations(self.database, journal)
        self.remarks = SqlRemarks(self.database, journal)
        self.pauses = SqlPauses(self.database, journal)
        self.feedback = SqlFeedback(self.database, journal)
        self.troubles = SqlTroubles(self.database)
        self.conversations = SqlConversations(self.database)
        self.audit = SqlAudit(self.database, journal)

    async def ping(self) -> None:
        """Asks the database for nothing. Raises StoreUnavailable."""
        async with self.database.read() as connection:
            await connection.execute(text("SELECT 1"))

    async def close(self) -> None:
        """Closes every connection."""
        await self.database.close()
