"""The fixed replies about actions, put together from ``core/wording`` (seed 003, response_v2: scenario mapping).

Only what is known for certain goes in: the statuses that tools returned, in our own words, never a tool's or document's.
"""

from __future__ import annotations

from enum import StrEnum

from core.actions.statuses import Status, known
from core.domain.action import Fact
from core.domain.judgement import Intent
from core.domain.language import Language
from core.wording import say, texts


class Scenario(StrEnum):
    """What is to be said: the seed's seven, and this house's two for what ``failure_recovery`` asks for."""

    NEED_CLARIFICATION = "need_clarification"
    NEED_CONFIRMATION = "need_confirmation"
    DECISION_ONLY = "decision_only"
    EXECUTION_SUCCESS = "execution_success"
    EXECUTION_FAILED = "execution_failed"
    HUMAN_HANDOFF = "human_handoff"
    GENERAL_INFO = "general_info"
    DELAY_NOTICE = "delay_notice"
    REJECTION = "rejection"


def of_intent(prefix: str, intent: Intent, language: Language | None) -> str:
    """The text for that intent, or the one for any other."""
    key = f"action.{prefix}.{intent}"
    return say(key if key in texts(Language.ENGLISH) else f"action.{prefix}.other", language)


def looked_up(facts: tuple[Fact, ...], order_id: str | None, language: Language | None) -> str:
    """What tools say of the order, in one sentence; empty where nothing is known that has words."""
    statuses = [status for status in Status if status in known(facts)]
    keys = [f"action.fact.{status}" for status in statuses if f"action.fact.{status}" in texts(Language.ENGLISH)]
    if not keys:
        return ""
    *first, last = (say(key, language) for key in keys)
    comma = "，" if language is Language.CHINESE else ", "
    said = say("action.and", language, first=comma.join(first), second=last) if first else last
    number = (order_id or "").strip()
    order = say("action.order", language, number=number) if _plain(number) else say("action.the_order", language)
    return say("action.checked", language, order=order, facts=said)


def decided(decision: str | None, intent: Intent, language: Language | None) -> str:
    """What a decision comes to, in words that promise nothing; empty where it is to hand over or to inform."""
    what = of_intent("what", intent, language)
    verdict = (decision or "").rpartition("_")[2]
    if verdict == "allowed":
        return say("action.possible", language, what=what)
    if verdict == "denied":
        return say("action.not_possible", language, what=what)
    return say("action.undecided", language) if decision in {None, "need_more_info"} else ""


def joined(*sentences: str, language: Language | None) -> str:
    """Sentences one after another; Chinese has no blanks between them."""
    return ("" if language is Language.CHINESE else " ").join(sentence for sentence in sentences if sentence)


def _plain(number: str) -> bool:
    """Whether it may be repeated as an order's number: short, one word, with a digit."""
    return (
        0 < len(number) <= 40 and any(map(str.isdigit, number)) and number.replace("-", "").replace("_", "").isalnum()
    )
