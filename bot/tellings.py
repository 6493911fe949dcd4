"""What people have to be told of an approval, each under a key of its own: what was started is not started again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.domain.approval import Approval, ApprovalState
from core.domain.request import SurfaceName


def tellings(approval: Approval, delegations: Sequence[str], votes: int = 0) -> dict[str, tuple[Any, ...]]:
    """What has to have been told of a pending approval as it stands: workflow and arguments, by the workflow's key."""
    this = approval.id
    found: dict[str, tuple[Any, ...]] = {}
    if approval.request.place.surface is SurfaceName.TERMINAL:  # which posts cards nowhere
        found[f"cards:{this}"] = ("cards", this)
    for delegation in delegations:
        found[f"cards:{this}:{delegation}"] = ("cards", this)
    if approval.level:
        found[f"refresh:{this}:level:{approval.level}"] = ("refresh", this)
    if votes:  # an edit is one too
        found[vote_key(approval, votes)] = ("refresh", this)
    if approval.reminded:
        found[f"reminder:{this}:{approval.reminded}"] = ("reminder", this, approval.reminded)
    return found


def vote_key(approval: Approval, votes: int) -> str:
    """The key of telling how far the votes are."""
    return f"refresh:{approval.id}:vote:{votes}"


def ended(approval: Approval) -> bool:
    """Whether it is over and the asker was not told so yet."""
    return approval.state is not ApprovalState.PENDING and approval.effect_at is None
