"""What reviewers and askers say to each other before a decision."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from core.domain.approval import Remark


class Remarks(Protocol):
    """Remarks on pending approvals. Each leaves an audit row."""

    async def add(self, remark: Remark) -> Remark:
        """Puts it on record, and gives back what is on record under its id: the first stays."""
        ...

    async def get(self, remark_id: str) -> Remark | None:
        """The remark under this id; None if there is none."""
        ...

    async def of(self, approval_id: str) -> Sequence[Remark]:
        """All on this approval, in the order they were said."""
        ...

    async def since(self, moment: datetime) -> Sequence[Remark]:
        """All that were said from that moment on, in the order they were said."""
        ...

    async def unanswered(self) -> Sequence[str]:
        """The pending approvals, by id, whose last remark is a reviewer's."""
        ...
