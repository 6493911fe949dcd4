"""What a ballot does. A pure function: the store calls it inside the transaction that applies its ruling."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from core.approvals.digest import answer_digest
from core.approvals.people import same_person, voters_account
from core.domain.approval import Approval, ApprovalState, Ballot, Ruling, Verdict, Vote
from core.domain.request import Standing


def rule_on(
    approval: Approval,
    votes: Sequence[Vote],
    ballot: Ballot,
    now: datetime,
    *,
    groups: frozenset[str] = frozenset(),
    sources_hold: bool = True,
) -> tuple[Ruling, ApprovalState]:
    """The ruling on a ballot and the approval's state after it.

    ``groups`` are the voter's groups; ``sources_hold`` says whether everything the draft cites is still in force for its
    asker: if not, approving would release what no policy says any more, so the approval is void instead. The order of the checks is the order in which a refused voter is told: who may not
    decide at all never learns how the approval stands.
    """
    state = approval.state
    if not may_decide(approval, ballot, groups):
        return Ruling.NOT_AN_APPROVER, state
    if same_person(approval.request.asker, ballot.voter) and not approval.rule.asker_may_decide:
        return Ruling.OWN_REQUEST, state
    if state is ApprovalState.EXPIRED:
        return Ruling.EXPIRED, state
    if state is not ApprovalState.PENDING:
        return Ruling.ALREADY_DECIDED, state
    if now >= approval.expires_at:
        return Ruling.EXPIRED, ApprovalState.EXPIRED
    if not ballot.digest == approval.digest == answer_digest(approval.request.question, approval.draft):
        return Ruling.STALE_DIGEST, state  # recomputed: what would be released must still be what the card showed
    if ballot.verdict is Verdict.DENY:
        if not (ballot.note or "").strip():
            return Ruling.REASON_REQUIRED, state
        return Ruling.DECIDED, ApprovalState.DENIED
    if not sources_hold:
        return Ruling.SUPERSEDED, ApprovalState.SUPERSEDED
    standing = [vote for vote in votes if not vote.void and vote.digest == approval.digest]
    if any(same_person(vote.voter, ballot.voter) for vote in standing):
        return Ruling.ALREADY_VOTED, state
    if len(standing) + 1 >= approval.rule.quorum:
        return Ruling.DECIDED, ApprovalState.APPROVED
    return Ruling.COUNTED, state


def may_decide(approval: Approval, ballot: Ballot, groups: frozenset[str]) -> bool:
    """Whether the rule names this voter, by account, verified e-mail or group.

    Guests, external people and bots never decide, whatever a rule says: they belong to no group, and an account listed by
    mistake must not open the gate (DESIGN: settled questions).
    """
    if ballot.voter.standing is not Standing.MEMBER or ballot.verdict not in (Verdict.APPROVE, Verdict.DENY):
        return False
    return any(voters_account(approver, ballot.voter, groups) for approver in approval.rule.approvers)
