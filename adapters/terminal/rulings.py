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
