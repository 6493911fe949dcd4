"""The fixed words people read, one text for each reason."""

from __future__ import annotations

import math

from core.domain.outcome import Band, Draft, Reason

REFUSALS: dict[Reason, str] = {
    Reason.NO_EVIDENCE: "I cannot find relevant policy guidance on this.",
    Reason.LOW_CONFIDENCE: "I cannot find relevant policy guidance on this that I could stand behind.",
    Reason.NOTHING_QUOTABLE: "I cannot provide an answer without citations, and I found no sentence to cite for this.",
    Reason.NO_DOCUMENTS: "I have no policy documents to answer from yet.",
    Reason.NO_APPROVER: "I am not certain enough to answer this on my own, and nobody is set up to review it.",
    Reason.EMPTY_QUESTION: "That message has no question in it. Ask me about a policy in a sentence, for example: Who approves a purchase of $20,000?",
    Reason.QUESTION_TOO_LONG: "That is longer than I can read as one question. Please ask it in at most 4,000 characters.",
}
_SELF_EVIDENT = {Reason.EMPTY_QUESTION, Reason.QUESTION_TOO_LONG}

FAILURES: dict[Reason, str] = {
    Reason.INTERNAL_ERROR: "Something went wrong on my side and I could not work on this. The operators can see it; please ask again later.",
    Reason.STORE_UNAVAILABLE: "I cannot reach my records at the moment, so I cannot answer. Please ask again in a few minutes.",
}

WHY_REVIEW: dict[Reason, str] = {
    Reason.REVIEW_BAND: "The draft may be right ({confidence:.0%} confidence), but that is less than the {minimum:.0%} needed to answer without a review.",
    Reason.MINIMUM_RAISED: "The question asked for at least {minimum:.0%} confidence; the draft has {confidence:.0%}.",
}


def refusal(reason: Reason, whom_to_ask: str) -> str:
    """A refusal and whom to ask instead; it never names a source."""
    text = REFUSALS[reason]
    return text if reason in _SELF_EVIDENT or not whom_to_ask else f"{text} {whom_to_ask}"


def answer(draft: Draft, band: Band, confidence: float) -> str:
    """The delivered draft, opened by a plain line where the confidence is moderate (seed 000: flag uncertainty)."""
    if band is Band.MODERATE:
        return f"Moderate confidence ({_down(confidence):.2f}): check the source before you rely on it.\n\n{draft.text}"
    return draft.text


def why_review(reason: Reason, confidence: float, minimum: float) -> str:
    """Why a draft went to a reviewer, for the reviewer."""
    return WHY_REVIEW[reason].format(confidence=_down(confidence), minimum=minimum)


def _down(confidence: float) -> float:
    """Cut to hundredths: 0.799 rounded would be told as the very minimum that it misses."""
    return math.floor(confidence * 100 + 1e-9) / 100


PENDING = "I'm not certain enough to answer this on my own. A reviewer has my draft, and I will tell you here as soon as they decide."


def reviewed(draft: Draft, reviewer: str, editor: str | None = None) -> str:
    """An answer that an approver released; where one of them wrote it anew, whose own words it is."""
    if editor is None:
        return f"{draft.text}\n\nReviewed by {reviewer}."
    also = "" if reviewer == editor else f" Reviewed by {reviewer}."
    return f"In the words of {editor}, who reviewed my draft:\n\n{draft.text}\n\nWritten by {editor}, not by me.{also}"


def denied(reviewer: str, note: str | None) -> str:
    """A reviewer's no, with their reason in their words."""
    return f"{reviewer} reviewed my draft and did not release it." + (f" Their reason: {note}" if note else "")


SOURCE_CHANGED = (
    "The policy that my draft rested on changed while it was being reviewed, so I am not sending it. Please ask again."
)


def expired(whom_to_ask: str) -> str:
    """Nobody decided in time: not a denial, and said so."""
    return f"Nobody reviewed my draft in time, so I have no answer for you. This is not a no. {whom_to_ask}".strip()


WITHDRAWN = "You withdrew your question, so nobody reviews it any more and no answer goes out."


def handed_over(name: str) -> str:
    """Somebody goes on with the question by themselves."""
    return f"I handed your question to {name}. They have it, and will answer you themselves."


def paused(reason: str) -> str:
    """Nothing is answered, and nobody is left waiting for it."""
    why = f" They say: {reason}" if reason else ""
    return f"I am paused by my operators, so I answer nothing at the moment.{why} Please ask again later."
