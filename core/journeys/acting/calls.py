"""Which tool a wish is about, and its arguments: from the asker's slots, from who asks, and from what tools have said."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Any

from core.actions.answers import at
from core.actions.attribution import ALLOWED, KINDS, acting
from core.approvals.digest import canonical
from core.domain.case import ActionCase
from core.domain.judgement import Intent, IntentSlots
from core.domain.tool import ToolSpec

CHANNEL = "channel"
"""What is asked where a message may go several ways."""
WISH = "wish"
"""The slot that holds the asker's own message, e.g. for the text of a ticket."""
BY_INTENT: dict[Intent, tuple[str, ...]] = {
    Intent.REFUND_REQUEST: ("create_refund",),
    Intent.COMPENSATION_REQUEST: ("create_compensation",),
    Intent.CANCEL_ORDER: ("cancel_order",),
    Intent.MODIFY_ORDER: ("modify_order", "modify_address"),
    Intent.ACCESS_REQUEST: ("grant_access",),
    Intent.EXTERNAL_MESSAGE: ("send_email", "send_sms", "send_enterprise_wechat_message", "send_external_message"),
    Intent.COMPLAINT: ("create_ticket",),
}
"""The seed's tools by what is wanted, each by its exact name."""
_TOLD = {
    "modify_address": r"address|adresse|dirección|地址|адрес",
    "send_email": r"\be-?mail|邮件|邮箱|correo|електронн|\S@\S+\.\w",
    "send_sms": r"\bsms\b|text message|短信|mensaje de texto|смс",
    "send_enterprise_wechat_message": r"we ?chat|wecom|微信",
}
"""Words of the asker's that tell apart tools of one intent."""
_FROM_FACTS = "facts."
_ASKER = "asker."


def chosen(case: ActionCase, specs: Mapping[str, ToolSpec]) -> ToolSpec | None:
    """The declared tool for the wish; None if none is declared, or if the asker has not said which of several."""
    if case.intent_result is None:
        return None
    intent = acting(case.intent_result).intent
    named = [specs[name] for name in BY_INTENT.get(intent, ()) if name in specs and specs[name].risk.writes]
    if not named and (kind := KINDS.get(intent)) and kind != "action":
        named = [spec for spec in specs.values() if spec.risk.writes and spec.decision == ALLOWED[kind]]
    if len(named) < 2:
        return named[0] if named else None
    said = " ".join(turn.content for turn in case.turns if turn.role == "user") + f" {case.details.get(CHANNEL, '')}"
    told = [s for s in named if s.name in _TOLD and re.search(_TOLD[s.name], said, re.IGNORECASE)]
    untold = [s for s in named if s.name not in _TOLD]
    fitting = told or untold
    return fitting[0] if len(fitting) == 1 else None


def several(case: ActionCase, specs: Mapping[str, ToolSpec]) -> bool:
    """Whether more than one declared tool could be meant."""
    intent = acting(case.intent_result).intent if case.intent_result else Intent.UNKNOWN
    return sum(name in specs for name in BY_INTENT.get(intent, ())) > 1


def slots_of(spec: ToolSpec) -> tuple[str, ...]:
    """The slots that only the asker can fill and without which it cannot be called, in order."""
    needed = (source for path, source in spec.slots.items() if path.partition(".")[0] in spec.required)
    return tuple(dict.fromkeys(source for source in needed if "." not in source))


def tools_asked(spec: ToolSpec) -> tuple[str, ...]:
    """The read-only tools whose answers it takes arguments from, and the one that says whose thing it touches."""
    sources = [s.split(".")[1] for s in spec.slots.values() if s.startswith(_FROM_FACTS)]
    return tuple(dict.fromkeys([*([spec.owner.tool] if spec.owner and spec.owner.tool else []), *sources]))


def slot(case: ActionCase, name: str) -> str | None:
    """What the asker gave for a slot; None if nothing."""
    if name == WISH:
        return case.wish or None
    if name in IntentSlots.model_fields:
        value = getattr(case.intent_result.slots, name) if case.intent_result else None
        return str(value) if value else case.details.get(name)
    return case.details.get(name)


def arguments(spec: ToolSpec, case: ActionCase) -> dict[str, Any]:
    """The arguments of a call, as far as they are known: only from the sources that the tools file declares."""
    made: dict[str, Any] = {}
    for path, source in spec.slots.items():
        value = _value(source, case)
        if value is None:
            continue
        if choices := _choices(spec, path):
            named = [choice for choice in choices if choice.casefold() in str(value).casefold()]
            value = named[0] if len(named) == 1 else value
        *parents, last = path.split(".")
        place = made
        for parent in parents:
            place = place.setdefault(parent, {})
        place[last] = value
    return made


def idempotency_key(case_id: str, tool: str, args: Mapping[str, Any]) -> str:
    """The key of a call: the same for the same call of the same case, whenever it is computed, and for no other."""
    return f"cs-{hashlib.sha256(canonical([case_id, tool, dict(args)])).hexdigest()[:40]}"


def _value(source: str, case: ActionCase) -> Any:
    if source.startswith(_ASKER):
        return getattr(case.asker, source.removeprefix(_ASKER))
    if source.startswith(_FROM_FACTS):
        tool, _, path = source.removeprefix(_FROM_FACTS).partition(".")
        return at(case.answers.get(tool, {}), path)
    return slot(case, source)


def _choices(spec: ToolSpec, path: str) -> list[str]:
    """The words that an argument is one of; empty for any other argument."""
    found = spec.properties.get(path, {})
    return [one for one in found.get("enum", ()) if isinstance(one, str)] if isinstance(found, dict) else []
