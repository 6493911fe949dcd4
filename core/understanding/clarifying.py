"""What must be known before a wish can be followed up, and how it is asked for (seed 003, "Required Slot Rules")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.domain.judgement import Intent, SlotName
from core.domain.language import Language
from core.wording.catalogue import say
from core.wording.language import detect

REQUIRED: Mapping[Intent, tuple[SlotName, ...]] = {
    Intent.REFUND_REQUEST: ("order_id",),
    Intent.LOGISTICS_QUERY: ("order_id",),
    Intent.COMPENSATION_REQUEST: ("order_id", "issue_reason"),
    Intent.COMPLAINT: ("issue_reason",),
    Intent.CANCEL_ORDER: ("order_id",),
    Intent.MODIFY_ORDER: ("order_id", "requested_action"),
    Intent.ORDER_STATUS_QUERY: ("order_id",),
}
AT_ONCE = 2
"""So much is asked for at a time, at most (seed 003, slot_clarification_v1, rule 1)."""


def question_for(slots: Sequence[SlotName], text: str, *, soothing: bool = False, language: Language | None = None) -> str:
    """One polite question for at most two things, in the language of the text."""
    language = language or detect(text)
    asked = [say(f"clarify.{slot}", language) for slot in slots[:AT_ONCE]]
    things = say("clarify.both", language, first=asked[0], second=asked[1]) if len(asked) > 1 else asked[0]
    question = say("clarify.ask", language, things=things)
    return f"{say('clarify.sorry', language)} {question}" if soothing else question
