"""The real commands over an application in memory."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot import cli
from bot.commands import session
from bot.settings import PREFIX, load
from core.approvals.digest import answer_digest
from core.domain.approval import ANSWER, Approval, ApprovalRule, ApprovalState, Approver
from core.domain.exchange import Exchange, Thresholds
from core.domain.outcome import Band, Outcome, OutcomeKind, Reason
from core.domain.request import PipelineRequest
from core.journeys.state import approval_id, exchange_id
from tests.adapters.samples import approval, draft
from tests.unit.bot.commands.local import Local


@dataclass(frozen=True)
class Done:
    """How a command ended and what it wrote."""

    status: int
    out: str
    err: str


Run = Callable[..., Done]

REVIEWERS = ApprovalRule(
    name="everything else", approvers=(Approver(account="terminal:you"), Approver(account="terminal:sam"))
)


def scripted(request: PipelineRequest) -> tuple[Exchange, Approval | None]:
    """A question with "unsure" in it waits for a reviewer, one with "empty" finds no documents, others are answered."""
    kind, reason, band, text = OutcomeKind.ANSWERED, Reason.HIGH_CONFIDENCE, Band.HIGH, draft().text
    waiting = None
    if "unsure" in request.question:
        kind, reason, band, text = OutcomeKind.PENDING_APPROVAL, Reason.REVIEW_BAND, Band.REVIEW, "I'm not certain."
        waiting = approval(approval_id(request.id), exchange_id=exchange_id(request.id)).model_copy(
            update={"request": request, "rule": REVIEWERS, "subject": ANSWER, "state": ApprovalState.PENDING}
        )
        waiting = waiting.model_copy(update={"digest": answer_digest(request.question, waiting.draft)})
    elif "empty" in request.question:
        kind, reason, band, text = OutcomeKind.REFUSED, Reason.NO_DOCUMENTS, Band.NONE, "I have no policy documents."
    answered = kind is OutcomeKind.ANSWERED
    outcome = Outcome(
        exchange_id=exchange_id(request.id),
        outcome=kind,
        reason=reason,
        text=text,
        confidence=0.95 if answered else 0.5,
        band=band,
        citations=draft().citations if answered else (),
        draft=None if band is Band.NONE else draft(),
        approval_id=waiting.id if waiting else None,
        timings_ms={"total": 12.5},
    )
    exchange = Exchange(
        id=outcome.exchange_id,
        request=request,
        outcome=outcome,
        thresholds=Thresholds(high=0.9, minimum=0.8, review_floor=0.35, top_k=5),
        created_at=request.received_at,
    )
    return exchange, waiting


@pytest.fixture(autouse=True)
def _a_home_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        monkeypatch.delenv(name)
    monkeypatch.setenv(f"{PREFIX}HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LOGNAME", "dana")
    monkeypatch.setattr("bot.logging.configure", lambda *_: None)  # pytest keeps the log


@pytest.fixture
def local(monkeypatch: pytest.MonkeyPatch) -> Local:
    """The application that every command of the test works with."""
    made = Local(load(), scripted)
    monkeypatch.setattr(session, "application", made.application)
    monkeypatch.setattr(session, "desk", made.desk)
    return made


@pytest.fixture
def run(local: Local, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs ``python -m bot`` with these arguments and this standard input, in this process."""

    def command(*arguments: str, typed: str | bytes = "") -> Done:
        raw = typed.encode() if isinstance(typed, str) else typed
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        capfd.readouterr()
        status = cli.main(arguments)
        written = capfd.readouterr()
        return Done(status, written.out, written.err)

    return command
