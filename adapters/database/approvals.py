"""Approvals, their votes and their cards."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from adapters.database.engine import Database
from adapters.database.journal import Entry, Journal
from adapters.database.rows import AnyRow
from adapters.database.statements import insert_once
from adapters.database.tables import approvals, cards, votes
from core.domain.approval import Approval, ApprovalRule, ApprovalState, Ballot, Card, Decision, Ruling, Verdict, Vote
from core.domain.outcome import Draft
from core.domain.request import Person, PipelineRequest, SurfaceName
from core.errors import NotFound
from core.ports.approvals import BallotRule

ACCEPTED = (Ruling.COUNTED, Ruling.DECIDED)
NOT_SWEPT = (ApprovalState.PENDING, ApprovalState.UNKNOWN)
"""States that a sweep leaves alone; what is unknown is never taken up by itself."""


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
            return [_approval(row) for row in await connection.execute(query)]

    async def votes(self, approval_id: str) -> Sequence[Vote]:
        """In the order they were cast, void ones included."""
        async with self._database.read() as connection:
            return await _votes(connection, approval_id)

    async def decide(self, ballot: Ballot, rule: BallotRule, now: datetime) -> Decision:
        """Applies a ballot: vote, state change and audit rows in one transaction.

        The approval's row is locked before the rule sees it and the votes, so the rule (the self-approval ban in it) always
        judges what the transaction will write on. The conditional UPDATE arbitrates all the same.
        """
        async with self._journal.write() as entry:
            connection = entry.connection
            approval = await _get(connection, ballot.approval_id, lock=True)
            if approval is None:
                return Decision(ruling=Ruling.UNKNOWN_APPROVAL, approval=None)
            cast = await _votes(connection, approval.id)
            ruling, state = rule(approval, cast, ballot, now)
            counts = ballot if ruling in ACCEPTED else None
            if state is not approval.state and not await self._end(entry, approval, state, now, counts):
                return Decision(ruling=Ruling.ALREADY_DECIDED, approval=await _get(connection, approval.id))
            if counts:
                vote = _cast(ballot, now)
                await connection.execute(insert(votes), _vote_row(vote, len(cast)))
                await entry.record(now, "vote", approval.id, vote.model_dump(mode="json"))
            if state is approval.state:
                return Decision(ruling=ruling, approval=approval)
            ended = await _get(connection, approval.id)
            assert ended is not None
            await _record_end(entry, ended, now)
            return Decision(ruling=ruling, approval=ended)

    async def expire(self, approval_id: str, now: datetime) -> bool:
        """Ends a pending approval whose time is over; False if it was not pending any more or still has time."""
        async with self._journal.write() as entry:
            approval = await _get(entry.connection, approval_id, lock=True)
            if approval is None or approval.expires_at > now:
                return False
            if not await self._end(entry, approval, ApprovalState.EXPIRED, now, None):
                return False
            ended = await _get(entry.connection, approval_id)
            assert ended is not None
            await _record_end(entry, ended, now)
            return True

    async def without_effect(self) -> Sequence[Approval]:
        """Decided approvals whose effect is not on record, by time of decision."""
        query = select(approvals).where(approvals.c.state.not_in(NOT_SWEPT), approvals.c.effect_at.is_(None))
        async with self._database.read() as connection:
            return [
                _approval(row)
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

    @staticmethod
    async def _end(
        entry: Entry, approval: Approval, state: ApprovalState, now: datetime, ballot: Ballot | None
    ) -> bool:
        """The arbiter: ends the approval if it is still pending and still asks for the same; False if somebody was first."""
        same = (
            (approvals.c.id == approval.id)
            & (approvals.c.state == ApprovalState.PENDING)
            & (approvals.c.digest == approval.digest)
        )
        change = {
            "state": state,
            "decided_at": now,
            "decided_by": ballot.voter.model_dump_json() if ballot else None,
            "note": ballot.note if ballot else None,
        }
        return (await entry.connection.execute(update(approvals).where(same).values(**change))).rowcount == 1


async def _record_end(entry: Entry, ended: Approval, now: datetime) -> None:
    content = ended.model_dump(mode="json", include={"state", "exchange_id", "digest", "decided_by", "note"})
    await entry.record(now, "expiry" if ended.state is ApprovalState.EXPIRED else "decision", ended.id, content)


async def _get(connection: AsyncConnection, approval_id: str, lock: bool = False) -> Approval | None:
    query = select(approvals).where(approvals.c.id == approval_id)
    row = (await connection.execute(query.with_for_update() if lock else query)).one_or_none()
    return _approval(row) if row else None


async def _votes(connection: AsyncConnection, approval_id: str) -> list[Vote]:
    query = select(votes).where(votes.c.approval_id == approval_id).order_by(votes.c.ordinal)
    return [
        Vote(
            id=row.id,
            approval_id=row.approval_id,
            digest=row.digest,
            verdict=Verdict(row.verdict),
            voter=Person.model_validate_json(row.voter),
            note=row.note,
            cast_at=row.cast_at,
            void=row.void,
            typed_by=row.typed_by,
        )
        for row in await connection.execute(query)
    ]


def _cast(ballot: Ballot, now: datetime) -> Vote:
    """The vote of a ballot; its id follows from what is voted on, by whom and how: who approved may still deny."""
    key = hashlib.sha256(
        f"{ballot.approval_id}\n{ballot.digest}\n{ballot.voter.id}\n{ballot.verdict}".encode()
    ).hexdigest()
    return Vote(id=f"vote_{key[:20]}", cast_at=now, **ballot.model_dump())


def _vote_row(vote: Vote, ordinal: int) -> dict[str, Any]:
    return {**vote.model_dump(exclude={"voter"}), "ordinal": ordinal, "voter": vote.voter.model_dump_json()}


def _approval(row: AnyRow) -> Approval:
    return Approval(
        id=row.id,
        exchange_id=row.exchange_id,
        subject=row.subject,
        state=ApprovalState(row.state),
        digest=row.digest,
        request=PipelineRequest.model_validate_json(row.request),
        draft=Draft.model_validate_json(row.draft),
        confidence=row.confidence,
        why=row.why,
        rule=ApprovalRule.model_validate_json(row.rule),
        opened_at=row.opened_at,
        expires_at=row.expires_at,
        decided_at=row.decided_at,
        decided_by=Person.model_validate_json(row.decided_by) if row.decided_by else None,
        note=row.note,
        effect_at=row.effect_at,
    )


def approval_row(approval: Approval) -> dict[str, Any]:
    """For ``approvals``."""
    plain = approval.model_dump(exclude={"request", "draft", "rule", "decided_by"})
    return {
        **plain,
        "request": approval.request.model_dump_json(),
        "draft": approval.draft.model_dump_json(),
        "rule": approval.rule.model_dump_json(),
        "decided_by": approval.decided_by.model_dump_json() if approval.decided_by else None,
    }
