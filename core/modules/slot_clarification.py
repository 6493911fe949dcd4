"""The smallest question that lets somebody go on (seed 003, slot_clarification_v1)."""

from __future__ import annotations

import re
from typing import Literal

from core.actions.completion import completion_claim
from core.domain.base import Model
from core.domain.judgement import ClarificationPriority, ConversationTurn, Emotion, Intent, IntentSlots, SlotName
from core.understanding.clarifying import AT_ONCE, question_for


class IntentResult(Model):
    """What the intent left open."""

    intent: Intent
    slots: IntentSlots = IntentSlots()
    missing_slots: tuple[SlotName, ...] = ()
    clarification_priority: ClarificationPriority = "none"
    risk_tags: tuple[str, ...] = ()


class Input(Model):
    """What is missing, the words it was missing in, and what was asked before."""

    intent_result: IntentResult
    user_query: str
    conversation_history: tuple[ConversationTurn, ...] = ()


class Output(Model):
    """The question to be put. ``reason_for_system`` is for the record, never for the asker."""

    should_ask: bool
    question: str | None = None
    requested_slots: tuple[SlotName, ...] = ()
    tone: Literal["polite", "apologetic", "concise"]
    reason_for_system: str
    safe_to_send: bool


LONGEST = 200
"""Characters of a question: nobody reads a form."""
_UPSET = {Emotion.ANGRY, Emotion.DISSATISFIED, Emotion.ANXIOUS}
_INTERNAL = re.compile(
    r"[a-z]+_[a-z_]+|\b(?:slots?|schema|json|prompt|injection|risk|confidence|internal rules?|policy rules?|fields?)\b"
    r"|字段|槽位|注入|风险|置信度|内部规则|风控|系统规则|\b(?:Felder?|Risiko|interne Regel\w*|campos?|riesgo|reglas internas)\b|ризик|внутрішн\w+ правил",
    re.IGNORECASE,
)
"""What must not be shown: names of fields, internal rules, that something was suspected (rules 3, 4, 6)."""
_FOREIGN = re.compile(r"[_<>@\[\]]|://|\bwww\.", re.IGNORECASE)
"""Marks, mentions and links: nobody needs them who asks for a detail."""


def rules(given: Input) -> Output:
    """Asks for the most important one or two; an upset person gets a word of regret first (rules 1 and 5)."""
    wanted = _wanted(given.intent_result)
    if not wanted:
        return Output(should_ask=False, tone="polite", reason_for_system="Nothing is missing.", safe_to_send=True)
    upset = given.intent_result.slots.user_emotion in _UPSET
    again = any(turn.role == "assistant" for turn in given.conversation_history)
    return Output(
        should_ask=True,
        question=question_for(wanted, given.user_query, soothing=upset and not again),
        requested_slots=wanted,
        tone="concise" if again else "apologetic" if upset else "polite",
        reason_for_system=f"{given.intent_result.intent} needs {' and '.join(wanted)} to go on.",
        safe_to_send=True,
    )


def enforce(given: Input, output: Output) -> Output:
    """At most two things, only missing ones; a question that explains internals or claims a deed is replaced by the rules'."""
    wanted = _wanted(given.intent_result)
    asked = tuple(dict.fromkeys(slot for slot in output.requested_slots if slot in given.intent_result.missing_slots))
    plain = rules(given)
    if not wanted or not output.should_ask or not asked or len(asked) > AT_ONCE or not _may_be_sent(output.question):
        return plain
    return output.model_copy(update={"requested_slots": asked, "safe_to_send": True})


def _wanted(result: IntentResult) -> tuple[SlotName, ...]:
    """What is missing, the priority first."""
    missing = sorted(result.missing_slots, key=lambda slot: slot != result.clarification_priority)
    return tuple(dict.fromkeys(missing))[:AT_ONCE]


def _may_be_sent(question: str | None) -> bool:
    if not question or not question.strip() or len(question) > LONGEST:
        return False
    stated = re.sub(r"[?？]", ".", question)  # what a question takes for done is claimed all the same
    return not (_INTERNAL.search(question) or _FOREIGN.search(question) or completion_claim(stated))
