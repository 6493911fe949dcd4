"""What follows from a decision on a case: how far it may go by itself, what it needs first, what comes next.

The levels are ordered; what is given is a floor, and a model may only go above it (seed 003, responsibility_v2: hard rules
5 to 8; DESIGN: nothing of high risk is executed without a yes).
"""

from __future__ import annotations

import re
from typing import Literal, get_args

from core.actions.completion import completion_claim
from core.domain.evidence import CaseDecision

Automation = Literal["auto_allowed", "confirmation_required", "human_review_required", "blocked"]
Prerequisite = Literal[
    "user_confirmation", "permission_check", "policy_check", "idempotency_key", "human_review", "none"
]  # fmt: skip
NextAction = Literal[
    "query_more_facts", "search_policy", "request_user_confirmation", "request_human_review",
    "call_refund_tool", "call_compensation_tool", "call_cancel_tool", "generate_response",
]  # fmt: skip
MAX_SUMMARY = 240
"""Characters of a reason: it is no chain of thought."""

_SUMMARIES = {
    "allowed": "The facts are verified and the policy evidence supports it; it needs a yes before anything is executed.",
    "denied": "The verified facts or the policy evidence speak against it.",
    "need_more_info": "Facts or policy evidence are missing, so nothing can be decided yet.",
    "human_handoff": "The case needs a person: it was asked for, or facts and policies do not settle it.",
    "information_only": "Only information is asked for; nothing has to be decided.",
}
_LEVELS: tuple[Automation, ...] = get_args(Automation)
_PREREQUISITES: tuple[Prerequisite, ...] = get_args(Prerequisite)
_ALWAYS: set[Prerequisite] = {"user_confirmation", "permission_check", "idempotency_key"}
_ASKING: tuple[NextAction, ...] = ("query_more_facts", "search_policy", "generate_response")
_EXECUTED = re.compile(
    r"\b(?:refund|compensation|order|cancell?ation|ticket|payment)_(?:completed|cancelled|canceled|created|paid|done)\b"
)


def automation_floor(decision: CaseDecision, stated: Automation, attack: bool, doubtful: bool) -> Automation:
    """The level that a decision may have, at least the stated one.

    What is allowed always asks first, and a human reviews it under attack or where facts, evidence or confidence leave a
    doubt; nothing at all goes on by itself under attack.
    """
    floor: Automation = "confirmation_required" if attack else "auto_allowed"
    if decision.endswith("_allowed"):
        floor = "human_review_required" if attack or doubtful else "confirmation_required"
    elif decision == "human_handoff":
        floor = "human_review_required"
    return max(floor, stated, key=_LEVELS.index)


def prerequisites(
    decision: CaseDecision, level: Automation, stated: tuple[Prerequisite, ...]
) -> tuple[Prerequisite, ...]:
    """What must be passed before execution; ``none`` where there is nothing to execute."""
    if not decision.endswith("_allowed"):
        return ("none",)
    needed = {*_ALWAYS, *stated} | ({"human_review"} if level == "human_review_required" else set())
    return tuple(item for item in _PREREQUISITES if item in needed and item != "none")


def next_action(decision: CaseDecision, level: Automation, stated: NextAction, facts_missing: bool) -> NextAction:
    """What comes next: never a tool, since what is allowed needs a yes first."""
    if decision.endswith("_allowed"):
        if level == "blocked":
            return "generate_response"
        return "request_user_confirmation" if level == "confirmation_required" else "request_human_review"
    if decision == "human_handoff":
        return "request_human_review"
    if decision == "need_more_info":
        if facts_missing:
            return "query_more_facts"
        return stated if stated in _ASKING and stated != "generate_response" else "search_policy"
    return "request_human_review" if level == "human_review_required" else "generate_response"


def standing(stated: tuple[str, ...], facts: tuple[str, ...]) -> tuple[str, ...]:
    """What stands in the way: the facts' own codes first, then a model's words, unless they say that something was done."""
    sound = (words for words in stated if words.strip() and not executed(words))
    return tuple(dict.fromkeys((*facts, *sound)))


def executed(words: str) -> bool:
    """Whether words say that something was executed (hard rule 6)."""
    return completion_claim(words) is not None or _EXECUTED.search(words.casefold()) is not None


def summary(decision: CaseDecision, stated: str) -> str:
    """A model's reason in a sentence or two; ours where it has none, or says that something was executed."""
    plain = " ".join(stated.split())
    if not plain or executed(plain):
        return _SUMMARIES[decision if decision in _SUMMARIES else decision.rpartition("_")[2]]
    if len(plain) <= MAX_SUMMARY:
        return plain
    cut = plain[: MAX_SUMMARY - 1]
    end = max(cut.rfind(mark) for mark in ".。!！;；")
    return cut[: end + 1] if end > 0 else cut.rstrip() + "…"
