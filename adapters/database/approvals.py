"""Approvals, their votes and their cards."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from adapters.database.approval_rows import cast, person_text, read_approval, read_vote, vote_row
from adapters.database.engine import Database
from adapters.database.journal import Entry, Journal
from adapters.database.statements import insert_once
from adapters.database.tables import approvals, cards, votes
from core.domain.approval import Approval, ApprovalState, Ballot, Card, Decision, Revision, Ruling, Verdict, Vote
from core.domain.request import Person, SurfaceName
from core.errors import NotFound
from core.ports.approvals import BallotRule

ACCEPTED = (Ruling.COUNTED, Ruling.DECIDED)
NOT_SWEPT = (ApprovalState.PENDING, ApprovalState.UNKNOWN)
"""States that a sweep leaves alone; what is unknown is never taken up by itself."""
END_KINDS = {
    ApprovalState.EXPIRED: "expiry",
    ApprovalState.WITHDRAWN: "withdrawal",
    ApprovalState.HANDED_OVER: "handoff",
}
"""The audit rows of those endings that are nobody's verdict."""


class SqlApprovals:
    """What waits for a human. Locks are always taken in this order: the approval, then the audit head."""

    def __init__(self, database: Database, journal: Journal) -> None:
        self._database = database
        self._journal = journal

    async def get(self, approval_id: str) -> Approval | None:
        """The approval as it stands; None if unknown."""
        async with self._database.read() as connection:
            return await _get(connection, approval_id)

    async def list(self, state: ApprovalState | None = None, limit: int = 100) -> Sequence[Approval]:
        """By opening time, oldest first; all states if None."""
        query = select(approvals).order_by(approvals.c.opened_at, approvals.c.id).limit(limit)
        if state is not None:
            query = query.where(approvals.c.state == state)
        async with self._database.read() as connection:
            return [read_approval(row) for row in await connection.execute(query)]

    async def votes(self, approval_id: str) -> Sequence[Vote]:
        """In the order they were cast, void ones included."""
        async with self._database.read() as connection:
            return await _votes(connection, approval_id)

    async def decide(
        self, ballot: Ballot, rule: BallotRule, now: datetime, revision: Revision | None = None
    ) -> Decision:
        """Applies a ballot: vote, state change and audit rows in one transaction.

        The approval's row is locked before the rule sees it and the votes, so the rule (the self-approval ban in it) always
        judges what the transaction will write on. The conditional UPDATE arbitrates all the same.
        """
        async with self._journal.write() as entry:
            connection = entry.connection
            approval = await _get(connection, ballot.approval_id, lock=True)
            if approval is None:
                return Decision(ruling=Ruling.UNKNOWN_APPROVAL, approval=None)
            votes_before = await _votes(connection, approval.id)
            ruling, state = rule(approval, votes_before, ballot, now)
            accepted = ruling in ACCEPTED
            change: dict[str, Any] = {}
            if state is not approval.state:
                change |= _ending(state, now, ballot.voter if accepted else None, ballot.note if accepted else None)
            if accepted and ballot.verdict is Verdict.EDIT:
                assert revision is not None
                change |= {
                    "draft": revision.draft.model_dump_json(),
                    "digest": revision.digest,
                    "edited_by": person_text(ballot.voter),
                    "edits": approval.edits + 1,
                }
            if change and not await _arbitrate(connection, approval, change):
                return Decision(ruling=Ruling.ALREADY_DECIDED, approval=await _get(connection, approval.id))
            if "edited_by" in change and revision is not None:
                await _void(entry, approval, ballot, revision, now)
            if accepted:
                vote = cast(ballot, change.get("digest", approval.digest), len(votes_before), now)
                await connection.execute(insert(votes), vote_row(vote, len(votes_before)))
                await entry.record(now, "vote", approval.id, vote.model_dump(mode="json"))
            if not change:
                return Decision(ruling=ruling, approval=approval)
            after = await _get(connection, approval.id)
            assert after is not None
            if state is not approval.state:
                await _record_end(entry, after, now)
            return Decision(ruling=ruling, approval=after)

    async def end(
        self,
        approval_id: str,
        state: ApprovalState,
        by: Person,
        now: datetime,
        note: str | None = None,
        typed_by: str | None = None,
    ) -> bool:
        """Ends a pending approval without a vote; False if it was not pending any more."""
        async with self._journal.write() as entry:
            approval = await _get(entry.connection, approval_id, lock=True)
            if approval is None or not await _arbitrate(entry.connection, approval, _ending(state, now, by, note)):
                return False
            ended = await _get(entry.connection, approval_id)
            assert ended is not None
            await _record_end(entry, ended, now, typed_by)
            return True

    async def expire(self, approval_id: str, now: datetime) -> bool:
        """Ends a pending approval whose time is over; False if it was not pending any more or still has time."""
        async with self._journal.write() as entry:
            approval = await _get(entry.connection, approval_id, lock=True)
            if approval is None or approval.expires_at > now:
                return False
            if not await _arbitrate(entry.connection, approval, _ending(ApprovalState.EXPIRED, now, None, None)):
                return False
            ended = await _get(entry.connection, approval_id)
            assert ended is not None
            await _record_end(entry, ended, now)
            return True

    async def escalate(self, approval_id: str, level: int, now: datetime) -> bool:
        """Notes that everybody up to this level is asked; False if it is not pending any more, or noted already."""
        async with self._journal.write() as entry:
            approval = await _get(entry.connection, approval_id, lock=True)
            if approval is None or approval.level >= level:
                return False
            if not await _arbitrate(entry.connection, approval, {"level": level}):
                return False
            raised = approval.model_copy(update={"level": level})
            asked = [approver.model_dump(mode="json", exclude_none=True) for approver in raised.levels[-1].approvers]
            await entry.record(now, "escalation", approval_id, {"level": level, "approvers": asked})
            return True

    async def remind(self, approval_id: str, number: int, now: datetime) -> bool:
        """Notes that so many reminders have come due; False if it is not pending any more, or noted already."""
        async with self._journal.write() as entry:
            approval = await _get(entry.connection, approval_id, lock=True)
            if approval is None or approval.reminded >= number:
                return False
            if not await _arbitrate(entry.connection, approval, {"reminded": number}):
                return False
            await entry.record(now, "reminder", approval_id, {"number": number})
            return True

    async def decision_times(self, rule: str, limit: int = 50) -> Sequence[timedelta]:
        """How long the last decisions under the rule of this name took: approvals and denials, the newest first."""
        decided = (ApprovalState.APPROVED, ApprovalState.DENIED)
        query = (
            select(approvals.c.opened_at, approvals.c.decided_at)
            .where(approvals.c.state.in_(decided), approvals.c.rule_name == rule)
            .order_by(approvals.c.decided_at.desc())
            .limit(limit)
        )
        async with self._database.read() as connection:
            return [row.decided_at - row.opened_at for row in await connection.execute(query)]

    async def without_effect(self) -> Sequence[Approval]:
        """Decided approvals whose effect is not on record, by time of decision."""
        query = select(approvals).where(approvals.c.state.not_in(NOT_SWEPT), approvals.c.effect_at.is_(None))
        async with self._database.read() as connection:
            return [
                read_approval(row)
                for row in await connection.execute(query.order_by(approvals.c.decided_at, approvals.c.id))
            ]

    async def record_effect(self, approval_id: str, now: datetime) -> None:
        """Notes that the decision's effect happened, with an audit row; the first note stays. Raises NotFound."""
        async with self._journal.write() as entry:
            approval = await _get(entry.connection, approval_id, lock=True)
            if approval is None:
                raise NotFound(f"There is no approval {approval_id}.")
            missing = (approvals.c.id == approval_id) & approvals.c.effect_at.is_(None)
            if (await entry.connection.execute(update(approvals).where(missing).values(effect_at=now))).rowcount:
                content = {"state": approval.state, "exchange_id": approval.exchange_id, "digest": approval.digest}
                await entry.record(now, "effect", approval_id, content)

    async def add_card(self, card: Card) -> None:
        """Remembers where a copy of the approval's card is; the same place twice is once."""
        async with self._database.write() as connection:
            mine = select(func.count()).select_from(cards).where(cards.c.approval_id == card.approval_id)
            ordinal = await connection.scalar(mine)
            await insert_once(connection, cards, {**card.model_dump(), "ordinal": ordinal})

    async def cards(self, approval_id: str) -> Sequence[Card]:
        """Every posted copy, in the order they were added."""
        query = (
            select(cards)
            .where(cards.c.approval_id == approval_id)
            .order_by(cards.c.ordinal, cards.c.channel, cards.c.message)
        )
        async with self._database.read() as connection:
            return [
                Card(
                    approval_id=row.approval_id,
                    surface=SurfaceName(row.surface),
                    channel=row.channel,
                    message=row.message,
                )
                for row in await connection.execute(query)
            ]


async def _arbitrate(connection: AsyncConnection, approval: Approval, change: dict[str, Any]) -> bool:
    """The arbiter: changes the approval if it is still pending and still asks for the same; False if somebody was first."""
    same = (
        (approvals.c.id == approval.id)
        & (approvals.c.state == ApprovalState.PENDING)
        & (approvals.c.digest == approval.digest)
    )
    return (await connection.execute(update(approvals).where(same).values(**change))).rowcount == 1


def _ending(state: ApprovalState, now: datetime, by: Person | None, note: str | None) -> dict[str, Any]:
    return {"state": state, "decided_at": now, "decided_by": person_text(by), "note": note}


async def _void(entry: Entry, approval: Approval, ballot: Ballot, revision: Revision, now: datetime) -> None:
    """What an edit does beside changing the draft: whoever voted before voted for something else."""
    await entry.connection.execute(update(votes).where(votes.c.approval_id == approval.id).values(void=True))
    content = {"before": approval.digest, "by": ballot.voter.id, **revision.model_dump(mode="json")}
    await entry.record(now, "edit", approval.id, content)


async def _record_end(entry: Entry, ended: Approval, now: datetime, typed_by: str | None = None) -> None:
    content = ended.model_dump(mode="json", include={"state", "exchange_id", "digest", "decided_by", "note"})
    if typed_by:
        content["typed_by"] = typed_by
    await entry.record(now, END_KINDS.get(ended.state, "decision"), ended.id, content)


async def _get(connection: AsyncConnection, approval_id: str, lock: bool = False) -> Approval | None:
    query = select(approvals).where(approvals.c.id == approval_id)
    row = (await connection.execute(query.with_for_update() if lock else query)).one_or_none()
    return read_approval(row) if row else None


async def _votes(connection: AsyncConnection, approval_id: str) -> list[Vote]:
    query = select(votes).where(votes.c.approval_id == approval_id).order_by(votes.c.ordinal)
    return [read_vote(row) for row in await connection.execute(query)]
