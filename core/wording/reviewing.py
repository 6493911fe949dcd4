"""The fixed words of cards and forms, which approvers and operators read in English on every chat product.

What askers read is in their language and comes from the one catalogue (``core/wording/catalogue.py``); a few of its English
texts have names here.
"""

from __future__ import annotations

from core.domain.approval import ApprovalState, Ruling
from core.domain.language import Language
from core.domain.request import PlaceKind
from core.wording.catalogue import say, texts

WORKING = say("working")
CONTINUED = say("continued")
NOT_TAKEN_DOWN = say("not_taken_down")
NOT_RECORDED = "I could not record that just now: nothing is decided. Please try again in a minute."
OLD_BUTTON = "This button does nothing any more. The newest card of this review is the one to use."

CARD_TITLE = "An answer needs your decision"
CARD_CONTINUED = "The draft is longer than one message. It goes on in the thread; the buttons are under its last part."
CARD_GOES_ON = "The draft is longer than one card. It goes on in the next one; the buttons are under its last part."
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

EDIT = "Edit"
ASK_BACK = "Ask back"
HAND_OVER = "Hand over"
IN_PLACE_OF = " for "
WORDS_OF = "In the words of "
ESCALATED = "Nobody decided for a while, so more people are asked."
PART_UNUSED = "This part of the card is not used any more: the answer is shorter now."
ASKS_BACK = "asks the person who asked:"
ANSWERS = "answers:"


def void_votes(count: int) -> str:
    """What an edit did to the votes before it."""
    return "One earlier approval is void." if count == 1 else f"{count} earlier approvals are void."


def approvals_of(count: int, quorum: int) -> str:
    """How far the quorum is."""
    return f"{count} of {quorum} approvals"


EDIT_TITLE = "Edit this answer"
EDIT_SUBMIT = "Use my words"
EDIT_LABEL = "The answer in your words"
EDIT_HINT = "It goes out as yours, with your name. A source stays where you keep its [1]; approvals of the draft before become void."
EDIT_SOURCES = "Sources of the draft"
EDIT_TOO_LONG = (
    "The draft is longer than this field holds, so the field is empty: please write the whole answer anew, or cancel."
)
EDIT_STALE = "The draft has changed since you opened this. Please copy your words and begin again on the newest card."
ASK_TITLE = "Ask back"
ASK_SUBMIT = "Ask"
ASK_LABEL = "Your question"
ASK_HINT = "The person who asked reads it with your name. Their answer comes under the card."
HAND_OVER_TITLE = "Hand this over"
HAND_OVER_TO = "Nobody reviews it here any more. It goes on with "
HAND_OVER_LABEL = "A note for them"
HAND_OVER_HINT = "They see the question, and who asked it, and your name."

DIGEST_TITLE = "Answers that did not help"
NO_WORDS = "no words"

INBOX = "Waiting for your decision"
INBOX_EMPTY = "Nothing waits for your decision."
OPEN_CARD = "Open the card"
LONG_CARD = "Its card is longer than one message: it stands where I posted it."
LIST_FAILED = "I cannot reach my records at the moment. Please try again in a minute."
PAUSED = "Countersign is paused by its operators: nothing is answered or decided now. What waits stays here."

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
    Ruling.ACTION_FIXED: "An action is approved exactly as it stands, or denied with a reason; nobody can edit it.",
    Ruling.NOT_THE_ASKER: "Only the person who asked can withdraw this question.",
    Ruling.NO_HANDOFF: "Nobody is set up to hand this over to, so nothing has changed.",
    Ruling.PASSED_ON: "Passed on.",
    Ruling.NOT_ASKED_BACK: "No question of a reviewer's waits for your answer any more.",
    Ruling.OUT_OF_REACH: "This was asked in a terminal, so I cannot ask back there.",
    Ruling.PAUSED: "Countersign is paused by its operators, so nothing is decided now. It will wait for you.",
    Ruling.REASON_REQUIRED: MODAL_REASON_MISSING,
    Ruling.UNKNOWN_APPROVAL: "I have no record of this review, so nothing has changed.",
}
"""What the one who clicked reads, and nobody else."""

EDITING = {
    Ruling.COUNTED: "Recorded: your words stand in the draft's place, and yours is the first approval for them. More approvals are needed before they go out.",
    Ruling.STALE_DIGEST: EDIT_STALE,
}
HANDING_OVER = {
    Ruling.DECIDED: "Recorded: it is handed over, and the person who asked is being told.",
    Ruling.ALREADY_DECIDED: RULINGS[Ruling.ALREADY_DECIDED],
}
ASKING_BACK = {
    Ruling.PASSED_ON: "Passed on to the person who asked. Their answer will come under this card.",
    Ruling.WORDS_REQUIRED: "Please write your question, in at most 3,000 characters.",
}
"""Other words for some rulings, by what was tried."""


def told(ruling: Ruling, tried: dict[Ruling, str]) -> str:
    """What the one who tried reads."""
    return tried.get(ruling, RULINGS[ruling])


def withdrawing(ruling: Ruling, language: Language | None = None) -> str:
    """What comes of taking a question back."""
    return _asker(f"withdraw.{ruling}", ruling, language)


def answering(ruling: Ruling, language: Language | None = None) -> str:
    """What comes of answering a reviewer."""
    return _asker(f"answer_back.{ruling}", ruling, language)


def _asker(key: str, ruling: Ruling, language: Language | None) -> str:
    return say(key, language) if key in texts(Language.ENGLISH) else RULINGS[ruling]
