"""Approvals and votes as rows, and rows as approvals and votes."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any

from adapters.database.rows import AnyRow
from core.domain.approval import Approval, ApprovalRule, ApprovalState, Ballot, Verdict, Vote
from core.domain.outcome import Draft
from core.domain.request import Person, PipelineRequest


def read_approval(row: AnyRow) -> Approval:
    """From ``approvals``."""
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
        decided_by=read_person(row.decided_by),
        note=row.note,
        effect_at=row.effect_at,
        edited_by=read_person(row.edited_by),
        edits=row.edits,
        level=row.level,
        reminded=row.reminded,
        held=row.held,
    )


def approval_row(approval: Approval) -> dict[str, Any]:
    """For ``approvals``."""
    plain = approval.model_dump(exclude={"request", "draft", "rule", "decided_by", "edited_by"})
    return {
        **plain,
        "request": approval.request.model_dump_json(),
        "draft": approval.draft.model_dump_json(),
        "rule": approval.rule.model_dump_json(),
        "rule_name": approval.rule.name,
        "decided_by": person_text(approval.decided_by),
        "edited_by": person_text(approval.edited_by),
    }


def read_vote(row: AnyRow) -> Vote:
    """From ``votes``."""
    return Vote(
        id=row.id,
        approval_id=row.approval_id,
        digest=row.digest,
        verdict=Verdict(row.verdict),
        voter=Person.model_validate_json(row.voter),
        note=row.note,
        cast_at=row.cast_at,
        void=row.void,
        typed_by=row.typed_by,
        on_behalf_of=read_person(row.on_behalf_of),
    )


def cast(ballot: Ballot, digest: str, ordinal: int, now: datetime) -> Vote:
    """The vote of a ballot; its id follows from what was voted on and how many had been cast before."""
    key = hashlib.sha256(f"{ballot.approval_id}\n{ordinal}".encode()).hexdigest()
    given = ballot.model_dump(exclude={"words"}) | {"digest": digest}
    return Vote(id=f"vote_{key[:20]}", cast_at=now, **given)


def vote_row(vote: Vote, ordinal: int) -> dict[str, Any]:
    """For ``votes``."""
    plain = vote.model_dump(exclude={"voter", "on_behalf_of"})
    return {
        **plain,
        "ordinal": ordinal,
        "voter": vote.voter.model_dump_json(),
        "on_behalf_of": person_text(vote.on_behalf_of),
    }


def read_person(text: str | None) -> Person | None:
    """From a column that may be empty."""
    return Person.model_validate_json(text) if text else None


def person_text(person: Person | None) -> str | None:
    """For a column that may be empty."""
    return person.model_dump_json() if person else None
