"""What a further message adds to a wish: it fills what was missing, and changes the wish only where it says another."""

from __future__ import annotations

import re

from core.domain.judgement import Intent, IntentResult, IntentSlots
from core.understanding.slots import order_id

_STAYS = {Intent.UNKNOWN, Intent.POLICY_QUESTION, Intent.ORDER_STATUS_QUERY, Intent.LOGISTICS_QUERY, Intent.COMPLAINT}
"""Intents that an answer to a question back may look like; they do not take a wish's place."""
_NUMBER = re.compile(r"[#＃]?([A-Za-z0-9][A-Za-z0-9_-]{1,39})[.。!！]?")
LONGEST = 2000
"""Characters of a detail that is taken in the asker's own words."""


def merged(before: IntentResult | None, new: IntentResult, words: str, asked: tuple[str, ...]) -> IntentResult:
    """The wish after a message. ``asked`` is what was asked for: an answer to one thing alone is that thing."""
    if before is None:
        return new
    changed = new.intent not in _STAYS and new.intent is not before.intent
    given = {name: value for name, value in new.slots if value and name != "user_emotion"}
    if not changed:
        given.pop("requested_action", None)
    if "order_id" in asked and not given.get("order_id") and (number := _number(words)):
        given["order_id"] = number
    if asked == ("issue_reason",) and not given.get("issue_reason") and words.strip():
        given["issue_reason"] = " ".join(words.split())[:200]
    if asked == ("requested_action",):
        given["requested_action"] = before.slots.requested_action or new.slots.requested_action
    slots = IntentSlots.model_validate({**before.slots.model_dump(), **given})
    return IntentResult(
        intent=new.intent if changed else before.intent,
        secondary_intents=new.secondary_intents if changed else before.secondary_intents,
        slots=slots,
        user_claims=tuple(dict.fromkeys((*before.user_claims, *new.user_claims))),
        risk_tags=tuple(dict.fromkeys((*before.risk_tags, *new.risk_tags))),
    )


def taken(asked: tuple[str, ...], words: str) -> dict[str, str]:
    """An answer to a question for one detail that no slot of the intent holds: the words themselves, whole."""
    own = len(asked) == 1 and asked[0] not in IntentSlots.model_fields
    return {asked[0]: words.strip()[:LONGEST]} if own and words.strip() else {}


def _number(words: str) -> str | None:
    """A message that is nothing but a number, or names one."""
    alone = _NUMBER.fullmatch(words.strip())
    if alone and any(map(str.isdigit, alone[1])):
        return alone[1].upper()
    return order_id(words)
