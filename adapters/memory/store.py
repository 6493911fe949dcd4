"""All repositories over one memory."""

from __future__ import annotations

from adapters.memory.approvals import MemoryApprovals
from adapters.memory.audit import MemoryAudit
from adapters.memory.cases import MemoryCases
from adapters.memory.clock import ManualClock, SequentialIds
from adapters.memory.conversations import MemoryConversations
from adapters.memory.delegations import MemoryDelegations
from adapters.memory.documents import MemoryDocuments
from adapters.memory.encoding import MemoryEncoding
from adapters.memory.exchanges import MemoryExchanges
from adapters.memory.feedback import MemoryFeedback, MemoryTroubles
from adapters.memory.passages import MemoryPassages
from adapters.memory.pauses import MemoryPauses
from adapters.memory.remarks import MemoryRemarks
from core.ports.clock import Clock, Ids


class MemoryStore:
    """The shape of the database's store, without one."""

    def __init__(self, clock: Clock | None = None, ids: Ids | None = None) -> None:
        clock = clock or ManualClock()
        self.audit = MemoryAudit(ids or SequentialIds())
        self.documents = MemoryDocuments(clock, self.audit)
        self.passages = MemoryPassages(self.documents)
        self.encoding = MemoryEncoding(self.documents)
        self.approvals = MemoryApprovals(self.audit)
        self.cases = MemoryCases(self.audit)
        self.delegations = MemoryDelegations(self.audit)
        self.remarks = MemoryRemarks(self.audit, self.approvals)
        self.pauses = MemoryPauses(self.audit, self.approvals)
        self.exchanges = MemoryExchanges(clock, self.audit, self.approvals)
        self.feedback = MemoryFeedback(self.audit)
        self.troubles = MemoryTroubles()
        self.conversations = MemoryConversations()

    async def ping(self) -> None:
        """Memory is always there."""

    async def close(self) -> None:
        """Holds nothing that must be released."""
