"""Outcomes and approvals as they are read in a terminal."""

import re
from datetime import timedelta

import pytest

from adapters.terminal.cards import approval_card, approval_line, outcome_card
from core.domain.approval import ApprovalState, Approver, Verdict, Vote
from core.domain.outcome import Band, Outcome, OutcomeKind, Reason
from core.domain.request import Person
from tests.adapters.samples import APPROVER, DIGEST, NOW, approval, draft
from tests.adapters.terminal.printing import printed

CITATION = (
    draft()
    .citations[0]
    .model_copy(
        update={
            "document": "Leave Policy",
            "section": "2 Annual > 2.1 Days",
            "page": 4,
            "url": "https://policies.example/leave#2",
        }
    )
)
HOSTILE = "\x1b[2J[bold red]Approved[/bold red] :smile: \u202e0001 \x1b]0;x\x07"
HARMLESS = "[bold red]Approved[/bold red] :smile: 0001 0;x"


def outcome(**changes: object) -> Outcome:
    fields = {
        "exchange_id": "ex_1",
        "outcome": OutcomeKind.ANSWERED,
        "reason": Reason.HIGH_CONFIDENCE,
        "text": "Thirty days. [1]",
        "confidence": 0.94,
        "band": Band.HIGH,
        "citations": (CITATION,),
    }
    return Outcome.model_validate({**fields, **changes})


def test_an_answer_comes_with_its_band_and_numbered_sources() -> None:
    card = printed(outcome_card(outcome()))
    assert card.startswith("Answered  high confidence\n")
    assert "  Thirty days. [1]\n" in card
    assert "  [1] Leave Policy > 2 Annual > 2.1 Days, page 4\n" in card
    assert "      “Thirty days.”\n      https://policies.example/leave#2\n" in card
    assert "Exchange ex_1" in card


def test_a_source_without_page_or_link_shows_its_path() -> None:
    card = printed(
        outcome_card(outcome(citations=(CITATION.model_copy(update={"page": None, "url": None, "section": ""}),)))
    )
    assert "  [1] Leave Policy\n      “Thirty days.”\n      leave.md\n" in card


def test_a_refusal_names_no_source_and_sets_near_titles_apart() -> None:
    refused = outcome(
        outcome=OutcomeKind.REFUSED,
        reason=Reason.NO_EVIDENCE,
        text="I cannot find relevant policy guidance on this.",
        citations=(),
        nearest=("Travel", "Remote work"),
        confidence=0.0,
        band=Band.NONE,
    )
    card = printed(outcome_card(refused))
    assert card.startswith("Refused\n")
    assert "Nearest documents: Travel; Remote work" in card
    assert "[1]" not in card


def test_a_review_says_how_to_decide_and_does_not_show_the_draft() -> None:
    waiting = outcome(
        outcome=OutcomeKind.PENDING_APPROVAL,
        reason=Reason.REVIEW_BAND,
        text="I'm not certain.",
        citations=(),
        draft=draft(),
        approval_id="ap_1",
        band=Band.REVIEW,
    )
    card = printed(outcome_card(waiting, to_decide="approvals show ap_1"))
    assert card.startswith("Pending approval\n")
    assert "Approval ap_1\n" in card
    assert "with: approvals show ap_1\n" in card
    assert "Thirty days" not in card


@pytest.mark.parametrize("kind", list(OutcomeKind))
def test_every_outcome_has_a_card(kind: OutcomeKind) -> None:
    assert printed(outcome_card(outcome(outcome=kind))).startswith(kind.value.replace("_", " ").capitalize())


def test_nothing_in_an_outcome_is_drawn_or_read_as_markup() -> None:
    citation = CITATION.model_copy(
        update={"document": HOSTILE, "section": HOSTILE, "quote": HOSTILE, "url": f"https://x.example/{HOSTILE}"}
    )
    hostile = outcome(text=HOSTILE, citations=(citation,), nearest=(HOSTILE,), exchange_id="ex_1")
    card = printed(outcome_card(hostile), width=200, colour=True)
    own = re.sub(r"\x1b\[[\d;]*m|\x1b\]8;[^\x1b]*\x1b\\", "", card)  # rich's own colours and links
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", own)
    assert own.count(HARMLESS) == 5


def test_only_a_web_address_becomes_a_link() -> None:
    for url, linked in (("https://x.example", True), ("javascript:alert(1)", False), ("file:///etc/passwd", False)):
        card = printed(outcome_card(outcome(citations=(CITATION.model_copy(update={"url": url}),))), colour=True)
        assert ("\x1b]8;" in card) == linked
        assert url in card


@pytest.mark.parametrize("width", [30, 50, 80, 200])
def test_no_line_is_wider_than_the_terminal_and_no_word_is_lost(width: int) -> None:
    long = "The controller and one director approve a journal entry of $50,000 to $250,000 before it is posted."
    card = printed(outcome_card(outcome(text=long)), width=width)
    assert max(map(len, card.splitlines())) <= width
    assert long in " ".join(card.split())


def test_an_approval_shows_all_that_is_signed_and_why() -> None:
    asked = approval().request.model_copy(update={"typed_by": "terminal:you (root)"})
    rule = approval().rule.model_copy(update={"approvers": (Approver(account="slack:U2"), Approver(group="leads"))})
    card = printed(approval_card(approval().model_copy(update={"request": asked, "rule": rule})))
    for part in (
        "Approval ap_1  pending",
        "How many days of leave?",
        "Dana (slack:U1), typed by terminal:you (root), 2026-01-05 09:00 UTC",
        "The confidence is below the minimum.",
        "Thirty days.",
        "[1] Leave > Part 1, page 2",
        "“Thirty days.”",
        "slack:U2, group leads (one of them, never the asker; rule “answers”)",
        "2026-01-08 09:00 UTC",
        DIGEST,
    ):
        assert part in card
    assert "Decided" not in card


def test_a_decided_approval_says_who_when_and_why() -> None:
    ended = approval().model_copy(
        update={
            "state": ApprovalState.DENIED,
            "decided_by": APPROVER,
            "decided_at": NOW + timedelta(hours=1),
            "note": "outdated",
        }
    )
    vote = Vote(
        id="vote_1",
        approval_id="ap_1",
        digest="d" * 64,
        verdict=Verdict.DENY,
        voter=Person(id="terminal:sam", name="sam"),
        note="outdated",
        cast_at=NOW,
        typed_by="terminal:you (root)",
    )
    card = printed(approval_card(ended, [vote]), width=140)
    assert "denied by Sam (slack:U2), 2026-01-05 10:00 UTC: outdated" in card
    assert "deny by sam (terminal:sam), 2026-01-05 09:00 UTC, typed by terminal:you (root): outdated" in card


def test_an_approval_fits_a_line_of_a_list() -> None:
    assert approval_line(approval()) == "ap_1  Dana asks: How many days of leave?"
