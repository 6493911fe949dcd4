"""Remarks in a dictionary."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from adapters.memory.approvals import MemoryApprovals
from adapters.memory.audit import MemoryAudit
from core.domain.approval import ApprovalState, Remark


class MemoryRemarks:
    """What reviewers and askers say to each other."""

    def __init__(self, audit: MemoryAudit, approvals: MemoryApprovals) -> None:
        self._audit = audit
        self._approvals = approvals
        self._remarks: dict[str, Remark] = {}

    async def add(self, remark: Remark) -> Remark:
        """Puts it on record; the first under an id stays."""
        if remark.id not in self._remarks:
            self._remarks[remark.id] = remark
            self._audit.append(remark.said_at, "remark", remark.approval_id, remark.model_dump(mode="json"))
        return self._remarks[remark.id]

    async def get(self, remark_id: str) -> Remark | None:
        """The remark under this id; None if there is none."""
        return self._remarks.get(remark_id)

    async def of(self, approval_id: str) -> Sequence[Remark]:
        """All on this approval, in the order they were said."""
        return [remark for remark in self._remarks.values() if remark.approval_id == approval_id]

    async def since(self, moment: datetime) -> Sequence[Remark]:
        """All that were said from that moment on."""
        return [remark for remark in self._remarks.values() if remark.said_at >= moment]

    async def unanswered(self) -> Sequence[str]:
        """The pending approvals whose last remark is a reviewer's."""
        last = {remark.approval_id: remark for remark in self._remarks.values()}
        pending = {
            approval.id for approval in await self._approvals.list(ApprovalState.PENDING, limit=len(last) + 10_000)
        }
        return [
            remark.approval_id for remark in last.values() if not remark.from_asker and remark.approval_id in pending
        ]
