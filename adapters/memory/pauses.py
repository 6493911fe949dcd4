"""Pauses in a list."""

from __future__ import annotations

from datetime import datetime

from adapters.memory.approvals import MemoryApprovals
from adapters.memory.audit import MemoryAudit
from core.domain.approval import ApprovalState, Pause


class MemoryPauses:
    """Whether the program is paused."""

    def __init__(self, audit: MemoryAudit, approvals: MemoryApprovals) -> None:
        self._audit = audit
        self._approvals = approvals
        self._current: Pause | None = None

    async def current(self) -> Pause | None:
        """The pause that holds now."""
        return self._current

    async def begin(self, pause: Pause) -> Pause:
        """Pauses; a pause that holds already stays."""
        if self._current is None:
            self._current = pause
            content = {"reason": pause.reason, "by": pause.paused_by}
            self._audit.append(pause.paused_at, "pause", pause.id, content)
        return self._current

    async def end(self, by: str, now: datetime) -> Pause | None:
        """Resumes, and gives pending approvals the time back."""
        pause, self._current = self._current, None
        if pause is None:
            return None
        pending = await self._approvals.list(ApprovalState.PENDING, limit=1_000_000)
        for approval in pending:
            held = int((now - max(pause.paused_at, approval.opened_at)).total_seconds())
            self._approvals.hold(approval.id, max(0, held))
        content = {"by": by, "pending": len(pending), "paused_at": pause.paused_at.isoformat()}
        self._audit.append(now, "resume", pause.id, content)
        return pause.model_copy(update={"resumed_at": now, "resumed_by": by})
