"""A request in one plain sentence, for the record and for the judgements that follow (seed 003, ``normalized_user_request``)."""

from __future__ import annotations

from collections.abc import Sequence

from core.domain.judgement import Intent, RequestedAction
from core.understanding.slots import Named, reported
from core.understanding.words import Words


def normalised(
    text: str, intents: Sequence[Intent], action: RequestedAction | None, found: Named, known: Words
) -> str:
    """What the user reports and wants, as theirs and not as a fact. A question stays as it was put."""
    said = known.said
    wish = said["intents"].get(intents[0])
    if wish is None:
        return " ".join(text.split())
    if action is RequestedAction.RETURN_REFUND:
        wish = said["return_refund"]
    order = said["order"].format(order=found.order_id) if found.order_id else said["an_order"]
    what = reported(found, known)
    if what is None:
        named = f" ({found.order_id})" if found.order_id else ""
        return f"{_joined(said['user'], wish)}{named}{said['end']}"
    report = said["reports"].format(order=order, what=what)
    return f"{said['user']}{report}{said['and']}{wish}{said['end']}"


def _joined(subject: str, verb: str) -> str:
    return f"{subject} {verb}" if verb.isascii() else f"{subject}{verb}"
