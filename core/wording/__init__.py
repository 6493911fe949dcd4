"""The fixed words people read, one text for each reason, in the asker's language. What approvers read stays English."""

from __future__ import annotations

import math

from core.domain.language import Language
from core.domain.outcome import Band, Draft, Reason
from core.wording.catalogue import say, texts

__all__ = ["say", "texts"]

REFUSALS = frozenset({
    Reason.NO_EVIDENCE,
    Reason.LOW_CONFIDENCE,
    Reason.NOTHING_QUOTABLE,
    Reason.NO_DOCUMENTS,
    Reason.NO_APPROVER,
    Reason.EMPTY_QUESTION,
    Reason.QUESTION_TOO_LONG,
    Reason.NOTHING_ASKED,
})  # fmt: skip
FAILURES = frozenset({Reason.INTERNAL_ERROR, Reason.STORE_UNAVAILABLE})
_SELF_EVIDENT = {Reason.EMPTY_QUESTION, Reason.QUESTION_TOO_LONG, Reason.NOTHING_ASKED}

WHY_REVIEW: dict[Reason, str] = {
    Reason.REVIEW_BAND: "The draft may be right ({confidence:.0%} confidence), but that is less than the {minimum:.0%} needed to answer without a review.",
    Reason.MINIMUM_RAISED: "The question asked for at least {minimum:.0%} confidence; the draft has {confidence:.0%}.",
    Reason.RESTRICTED_REQUEST: "The message also holds instructions to the program, so that nothing leaves without a review ({confidence:.0%} confidence).",
    Reason.GROUNDING_DOUBT: "The audit doubts that the sources say all of the draft ({confidence:.0%} confidence).",
}


def refusal(reason: Reason, whom_to_ask: str, language: Language | None = None) -> str:
    """A refusal and whom to ask instead; it never names a source."""
    text = say(f"refused.{reason}", language)
    return text if reason in _SELF_EVIDENT else f"{text} {_whom(whom_to_ask, language)}".strip()


def failure(reason: Reason, language: Language | None = None) -> str:
    """An honest error."""
    return say(f"failed.{reason}", language)


def answer(draft: Draft, band: Band, confidence: float, language: Language | None = None) -> str:
    """The delivered draft, opened by a plain line where the confidence is moderate (seed 000: flag uncertainty)."""
    if band is Band.MODERATE:
        return f"{say('moderate', language, confidence=f'{_down(confidence):.2f}')}\n\n{draft.text}"
    return draft.text


def why_review(reason: Reason, confidence: float, minimum: float) -> str:
    """Why a draft went to a reviewer, for the reviewer."""
    return WHY_REVIEW[reason].format(confidence=_down(confidence), minimum=minimum)


def pending(language: Language | None = None) -> str:
    """A reviewer has the draft."""
    return say("pending", language)


def reviewed(draft: Draft, reviewer: str, editor: str | None = None, language: Language | None = None) -> str:
    """An answer that an approver released; where one of them wrote it anew, whose own words it is."""
    by = say("review.reviewed", language, reviewer=reviewer)
    if editor is None:
        return f"{draft.text}\n\n{by}"
    words, written = (say(f"review.{key}", language, editor=editor) for key in ("own_words", "written"))
    also = "" if reviewer == editor else f" {by}"
    return f"{words}\n\n{draft.text}\n\n{written}{also}"


def denied(reviewer: str, note: str | None, language: Language | None = None) -> str:
    """A reviewer's no, with their reason in their words."""
    text = say("review.denied", language, reviewer=reviewer)
    return f"{text} {say('review.reason', language, note=note)}" if note else text


def source_changed(language: Language | None = None) -> str:
    """The review is void."""
    return say("review.source_changed", language)


def expired(whom_to_ask: str, language: Language | None = None) -> str:
    """Nobody decided in time: not a denial, and said so."""
    return f"{say('review.expired', language)} {_whom(whom_to_ask, language)}".strip()


def withdrawn(language: Language | None = None) -> str:
    """The asker took it back."""
    return say("review.withdrawn", language)


def handed_over(name: str, language: Language | None = None) -> str:
    """Somebody goes on with the question by themselves."""
    return say("review.handed_over", language, name=name)


def paused(reason: str, language: Language | None = None) -> str:
    """Nothing is answered, and nobody is left waiting for it."""
    why = [say("paused.why", language, reason=reason)] if reason else []
    return " ".join([say("paused", language), *why, say("paused.later", language)])


def _whom(setting: str, language: Language | None) -> str:
    """The operator's own sentence stands as they wrote it; the default one is ours to translate."""
    return say("whom_to_ask", language) if setting == say("whom_to_ask") else setting


def _down(confidence: float) -> float:
    """Cut to hundredths: 0.799 rounded would be told as the very minimum that it misses."""
    return math.floor(confidence * 100 + 1e-9) / 100
