"""What a voter at the terminal is told of their ballot: one text for each ruling."""

from __future__ import annotations

from adapters.terminal.cards import decided
from core.domain.approval import Decision, Ruling

_TEXTS = {
    Ruling.DECIDED: "Done: {decided}. The asker is told.",
    Ruling.COUNTED: "Your vote counts. {quorum} approvals are needed, so it stays open for the others.",
    Ruling.ALREADY_VOTED: "You have voted on this already. It stays open for the others.",
    Ruling.ALREADY_DECIDED: "This was decided before your vote: {decided}.",
    Ruling.NOT_AN_APPROVER: "You are not one of those who may decide this. The approvals file says who may.",
    Ruling.OWN_REQUEST: "You asked this yourself, so somebody else has to decide it.",
    Ruling.STALE_DIGEST: "It has changed since it was shown to you. Read the card again before you decide.",
    Ruling.SUPERSEDED: "A policy it cites has changed since, so it is void and nothing goes out. The asker is told to ask again.",
    Ruling.EXPIRED: "The time to decide this is over. The asker is told that nobody decided, which is not a no.",
    Ruling.WITHDRAWN: "The asker withdrew the question, so there is nothing left to decide.",
    Ruling.HANDED_OVER: "It was handed over to somebody who goes on with it, so there is nothing left to decide.",
    Ruling.WORDS_REQUIRED: "An edit needs words of your own, other than the draft's, and at most 3,000 characters of them.",
    Ruling.ACTION_FIXED: "An action is approved exactly as it stands, or denied; it cannot be edited.",
    Ruling.NOT_THE_ASKER: "Only who asked a question can withdraw it.",
    Ruling.NO_HANDOFF: "Its rule names nobody to hand it over to. The approvals file has a place for that: handoff.",
    Ruling.PAUSED: "Countersign is paused, so nothing is decided now. It stays open: python -m bot resume.",
    Ruling.PASSED_ON: "It is passed on.",
    Ruling.NOT_ASKED_BACK: "Nobody asked back, so there is nothing to answer.",
    Ruling.OUT_OF_REACH: "Whoever asked sits at a terminal and cannot be asked back.",
    Ruling.REASON_REQUIRED: "A denial needs a reason; the asker is told it.",
    Ruling.UNKNOWN_APPROVAL: "There is no approval with this id.",
}

ACCEPTED = frozenset({Ruling.DECIDED, Ruling.COUNTED})
"""The rulings after which the vote is on record."""


def ruling_text(decision: Decision) -> str:
    """The words for what came of a ballot."""
    approval = decision.approval
    return _TEXTS[decision.ruling].format(
        decided=decided(approval) if approval else "", quorum=approval.rule.quorum if approval else ""
    )
