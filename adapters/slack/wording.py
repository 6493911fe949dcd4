"""The fixed words of cards and modals, which approvers and operators read in English.

What askers read is in their language and comes from the one catalogue (``core/wording/``); a few of its English texts have
names here.
"""

from __future__ import annotations

from core.domain.approval import ApprovalState, Ruling
from core.domain.request import PlaceKind
from core.wording import say

WORKING = say("working")
CONTINUED = say("continued")
NOT_TAKEN_DOWN = say("not_taken_down")
NOT_RECORDED = "I could not record that just now: nothing is decided. Please try again in a minute."
OLD_BUTTON = "This button does nothing any more. The newest card of this review is the one to use."

CARD_TITLE = "An answer needs your decision"
CARD_CONTINUED = "The draft is longer than one message. It goes on in the thread; the buttons are under its last part."
READ_ALL = "Read all"
UNDERSTOOD = "Understood, with its thread, as"
DRAFT = "Draft answer"
OWN_WORDS = "Answer in a reviewer's own words"
STILL_WAITS = "This still waits for a decision, until "
FOR_YOU = "A question for you"
HANDED_OVER_BY = "Handed over by "
ANSWER_YOURSELF = "Please answer it yourself: the person who asked expects to hear from you."
APPROVE = "Approve"
DENY = "Deny"

MODAL_TITLE = "Deny this answer"
MODAL_CANCEL = "Cancel"
MODAL_REASON = "Your reason"
MODAL_HINT = "The person who asked will read it, together with your name."
MODAL_REASON_MISSING = "Please give a reason: the person who asked will read it."

ASKED_AT = {
    PlaceKind.DIRECT: "in a direct message",
    PlaceKind.PRIVATE_REPLY: "privately, with a command",
    PlaceKind.CHANNEL: "in a channel",
    PlaceKind.SESSION: "in a terminal",
}

STATES = {
    ApprovalState.PENDING: ("", ""),
    ApprovalState.APPROVED: ("Approved", ""),
    ApprovalState.DENIED: ("Denied", ""),
    ApprovalState.EXPIRED: ("Expired", "Nobody decided in time. This is not a denial."),
    ApprovalState.WITHDRAWN: ("Withdrawn", "The person who asked does not need it any more."),
    ApprovalState.SUPERSEDED: ("No longer valid", "What it would have signed has changed."),
    ApprovalState.HANDED_OVER: (
        "Handed over",
        "Somebody else goes on with it; the person who asked knows whom to expect.",
    ),
    ApprovalState.EXECUTING: ("Approved", "It is under way."),
    ApprovalState.EXECUTED: ("Approved and done", ""),
    ApprovalState.FAILED: ("Approved, but it failed", "Nothing was changed."),
    ApprovalState.UNKNOWN: (
        "Approved, outcome unknown",
        "Nobody knows yet whether it happened; it is not tried again by itself.",
    ),
}
"""How an approval ended, in a heading and in a sentence."""

RULINGS = {
    Ruling.DECIDED: "Recorded: your decision ends this review, and the person who asked is being told.",
    Ruling.COUNTED: "Recorded: your approval counts. More approvals are needed before the answer goes out.",
    Ruling.ALREADY_VOTED: "You have already approved this one; it counts once.",
    Ruling.ALREADY_DECIDED: "Somebody was faster: this has already been decided, and the card shows how.",
    Ruling.NOT_AN_APPROVER: "You are not among the people who may decide on this, so nothing has changed.",
    Ruling.OWN_REQUEST: "This is your own question; somebody else has to decide on it.",
    Ruling.STALE_DIGEST: "This card is not the latest: what it shows has changed since. Please decide on the newest one.",
    Ruling.SUPERSEDED: "A policy that this draft cites has changed since, so the review is void and nothing goes out. The person who asked is told to ask again.",
    Ruling.EXPIRED: "The time for this review is over, so it can no longer be decided.",
    Ruling.WITHDRAWN: "The person who asked has withdrawn the question, so there is nothing left to decide.",
    Ruling.HANDED_OVER: "This was handed over to somebody who goes on with it, so there is nothing left to decide.",
    Ruling.WORDS_REQUIRED: "An edit needs words of your own, other than the draft's, and at most 3,000 characters of them.",
    Ruling.NOT_THE_ASKER: "Only the person who asked can withdraw this question.",
    Ruling.NO_HANDOFF: "Nobody is set up to hand this over to, so nothing has changed.",
    Ruling.PAUSED: "Countersign is paused by its operators, so nothing is decided now. It will wait for you.",
    Ruling.REASON_REQUIRED: MODAL_REASON_MISSING,
    Ruling.UNKNOWN_APPROVAL: "I have no record of this review, so nothing has changed.",
}
"""What the one who clicked reads, and nobody else."""
