"""Small values for storage tests."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

import numpy as np

from core.approvals.digest import answer_digest
from core.domain.approval import Approval, ApprovalRule, ApprovalState, Approver, Ballot, Ruling, Verdict, Vote
from core.domain.document import Chunk, DocumentMeta, Scope, Version, Window
from core.domain.exchange import Exchange, ModuleRun, SourceRecord, Thresholds
from core.domain.outcome import Citation, Claim, Draft, Outcome, OutcomeKind, Reason
from core.domain.request import Person, PipelineRequest, Place, PlaceKind, SurfaceName

NOW = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
TODAY = Scope(on=date(2026, 1, 5))
DIMENSIONS = 8

ASKER = Person(id="slack:U1", name="Dana", email="dana@example.com")
APPROVER = Person(id="slack:U2", name="Sam", email="sam@example.com")


def vector(seed: int) -> bytes:
    """A unit vector."""
    values = np.random.default_rng(seed).normal(size=DIMENSIONS)
    return (values / np.linalg.norm(values)).astype("<f4").tobytes()


def version(name: str, texts: Sequence[str], *, document: str = "doc", number: int = 1, **meta: object) -> Version:
    """A version whose chunks are the texts, one search word a word."""
    chunks: list[Chunk] = []
    start = 0
    for ordinal, text in enumerate(texts):
        end = start + len(text)
        half = start + len(text) // 2
        chunk = Chunk(
            id=f"{name}_c{ordinal}",
            ordinal=ordinal,
            text=text,
            start=start,
            end=end,
            section=f"Part {ordinal}",
            context="The policy",
            pages=((start, ordinal + 1),),
            lexemes=text.casefold(),
            windows=(
                Window(start=start, end=half, embedding=vector(2 * ordinal)),
                Window(start=half, end=end, lead_in="The", lead_in_start=0, embedding=vector(2 * ordinal + 1)),
            ),
            embedding=vector(ordinal),
        )
        chunks.append(chunk)
        start = end + 1
    return Version(
        id=name,
        document_id=document,
        number=number,
        content_hash=f"hash of {name}",
        text="\n".join(texts),
        meta=DocumentMeta.model_validate({"title": f"Title of {name}", **meta}),
        ingested_at=NOW,
        chunks=tuple(chunks),
    )


def request(key: str = "slack:T1:C1:1", question: str = "How many days of leave?") -> PipelineRequest:
    place = Place(
        surface=SurfaceName.SLACK,
        kind=PlaceKind.CHANNEL,
        team="T1",
        channel="C1",
        thread="1",
        reply_url="https://hooks.example/secret",
    )
    return PipelineRequest(id=key, asker=ASKER, place=place, question=question, received_at=NOW)


def draft(text: str = "Thirty days.") -> Draft:
    citation = Citation(
        n=1,
        document="Leave",
        path="leave.md",
        section="Part 1",
        page=2,
        url=None,
        quote=text,
        document_id="doc",
        version_id="v1",
        content_hash="hash of v1",
        chunk_id="v1_c0",
        start=0,
        end=len(text),
    )
    return Draft(text=text, citations=(citation,), claims=(Claim(text=text, citations=(1,)),))


def exchange(name: str = "ex_1", *, asked: PipelineRequest | None = None, minutes: int = 0) -> Exchange:
    return Exchange(
        id=name,
        request=asked or request(),
        outcome=Outcome(
            exchange_id=name,
            outcome=OutcomeKind.PENDING_APPROVAL,
            reason=Reason.REVIEW_BAND,
            text="I'm not certain.",
            confidence=0.625,
            draft=draft(),
            approval_id="ap_1",
            timings_ms={"retrieval": 12.5},
        ),
        thresholds=Thresholds(high=0.9, minimum=0.8, review_floor=0.35, top_k=5),
        sources=(
            SourceRecord(
                chunk_id="v1_c0",
                document_id="doc",
                version_id="v1",
                content_hash="hash of v1",
                path="leave.md",
                section="Part 1",
                score=0.75,
                evidence=True,
            ),
            SourceRecord(
                chunk_id="v1_c1",
                document_id="doc",
                version_id="v1",
                content_hash="hash of v1",
                path="leave.md",
                section="",
                score=0.5,
                evidence=False,
                rejected="outdated",
            ),
        ),
        modules=(
            ModuleRun(module="intent", engine="rules", prompt_version="v2", milliseconds=1.25),
            ModuleRun(
                module="answer_generation",
                engine="claude-sonnet-5-5",
                prompt_name="answer_generation_v1",
                prompt_version="v1.0.0",
                prompt_hash="ab" * 32,
                how="retried",
                milliseconds=1250.5,
                calls=2,
                input_tokens=900,
                output_tokens=100,
                cache_read_tokens=500,
                cache_write_tokens=20,
                cost=0.0029,
            ),
        ),
        features={"cosine": 0.1 + 0.2},
        created_at=NOW + timedelta(minutes=minutes),
    )


DIGEST = answer_digest(request().question, draft())


def approval(name: str = "ap_1", *, exchange_id: str = "ex_1", quorum: int = 1, minutes: int = 0) -> Approval:
    return Approval(
        id=name,
        exchange_id=exchange_id,
        subject="answer",
        state=ApprovalState.PENDING,
        digest=DIGEST,
        request=request(),
        draft=draft(),
        confidence=0.625,
        why="The confidence is below the minimum.",
        rule=ApprovalRule(name="answers", approvers=(Approver(account="slack:U2"),), quorum=quorum),
        opened_at=NOW + timedelta(minutes=minutes),
        expires_at=NOW + timedelta(hours=72, minutes=minutes),
    )


def ballot(
    voter: Person = APPROVER, verdict: Verdict = Verdict.APPROVE, *, approval_id: str = "ap_1", note: str | None = None
) -> Ballot:
    return Ballot(approval_id=approval_id, digest=DIGEST, verdict=verdict, voter=voter, note=note)


def simple_rule(
    approval: Approval, votes: Sequence[Vote], ballot: Ballot, now: datetime
) -> tuple[Ruling, ApprovalState]:
    """First wins, the quorum counts, nobody decides on their own request: enough of a rule to test a store."""
    if approval.state is not ApprovalState.PENDING:
        return Ruling.ALREADY_DECIDED, approval.state
    if now >= approval.expires_at:
        return Ruling.EXPIRED, ApprovalState.EXPIRED
    if ballot.voter.email == approval.request.asker.email:
        return Ruling.OWN_REQUEST, approval.state
    if any(vote.voter.id == ballot.voter.id for vote in votes):
        return Ruling.ALREADY_VOTED, approval.state
    if ballot.verdict is Verdict.DENY:
        return Ruling.DECIDED, ApprovalState.DENIED
    if len(votes) + 1 < approval.rule.quorum:
        return Ruling.COUNTED, approval.state
    return Ruling.DECIDED, ApprovalState.APPROVED
