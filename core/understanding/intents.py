"""What somebody wants: a case of their own, or a rule."""

from __future__ import annotations

import re

from core.domain.judgement import Intent
from core.domain.language import Language
from core.understanding.slots import Named
from core.understanding.words import Words, words
from core.wording.language import detect

_QUESTION = re.compile(r"[?？]|か\s*$|^\W*(?:wer|wie\w*|was|wann|wo|ab wann|darf|muss|gibt es|hab|hat|хто|як|скільки|чи|коли|¿|cuánt\w+|quién)\b", re.IGNORECASE)
"""A question in a language without a file."""

PRIORITY = (
    Intent.HUMAN_SERVICE_REQUEST,
    Intent.REFUND_REQUEST,
    Intent.COMPENSATION_REQUEST,
    Intent.CANCEL_ORDER,
    Intent.MODIFY_ORDER,
    Intent.ACCESS_REQUEST,
    Intent.EXTERNAL_MESSAGE,
    Intent.COMPLAINT,
    Intent.LOGISTICS_QUERY,
    Intent.ORDER_STATUS_QUERY,
)
"""Which of several wishes is the main one: a deed before a question."""
ACTIONS = frozenset(PRIORITY) - {Intent.LOGISTICS_QUERY, Intent.ORDER_STATUS_QUERY, Intent.COMPLAINT}
"""Wishes that something be done."""


def words_for(text: str) -> Words:
    """The words of the language it is in. Of a language without a file the English ones, which find nothing."""
    return words(Language.CHINESE if detect(text) is Language.CHINESE else Language.ENGLISH)


def intents_of(text: str, found: Named, known: Words) -> tuple[Intent, ...]:
    """The main intent first, then what else is wanted.

    A question about rules is a policy question even if it speaks of refunds, unless it names a case: an order, or something
    of one's own that is still to be mended.
    """
    wanted = {intent for intent, ways in known.intents.items() if ways.search(text)}
    own = bool(found.order_id) or bool(known.personal.search(text))
    if found.status and found.status != "delivered" and own:
        wanted.add(Intent.LOGISTICS_QUERY)
    if Intent.LOGISTICS_QUERY in wanted and Intent.ORDER_STATUS_QUERY in wanted:
        wanted.discard(Intent.ORDER_STATUS_QUERY)
    asks, rule = bool(known.asks.search(text) or _QUESTION.search(text)), bool(known.policy.search(text))
    if rule and not found.order_id and (asks or not wanted) and not _is_own_case(wanted, found, own):
        return (Intent.POLICY_QUESTION, *(intent for intent in PRIORITY if intent in wanted))
    if wanted and (own or wanted & {Intent.HUMAN_SERVICE_REQUEST, Intent.COMPLAINT} or not asks):
        return tuple(intent for intent in PRIORITY if intent in wanted)
    if asks or rule:
        return (Intent.POLICY_QUESTION, *(intent for intent in PRIORITY if intent in wanted))
    return tuple(intent for intent in PRIORITY if intent in wanted) or (Intent.UNKNOWN,)


def _is_own_case(wanted: set[Intent], found: Named, own: bool) -> bool:
    """Whether something of the asker's own is wrong and they want it mended, however much it sounds like a question."""
    return own and bool(wanted) and bool(found.status or found.issue)
