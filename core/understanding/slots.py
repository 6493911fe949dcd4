"""What a request names: the order, the product, the reason, the delivery, the time, and the mood it is written in."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.domain.judgement import ClaimType, Emotion, Intent, UserClaim
from core.understanding.words import Words

_ORDER_WORD = r"(?:订单号?|订单编号|单号|运单|orders?(?: ?(?:number|no\.?|id|num|nr\.?))?|bestell(?:ung|nummer)|auftrag|замовлення|pedido)"
_IDENTIFIER = r"[A-Z]{0,5}-?\d{2,}(?:-?[A-Z0-9]+)*|[A-Z]{2,5}-\d+"
_NAMED = re.compile(
    rf"{_ORDER_WORD}\s*(?:is|was|的?是|为|号|no\.?|nr\.?|№)?\s*[:：#＃(（\s]*(?P<id>{_IDENTIFIER})(?![A-Z0-9])", re.IGNORECASE
)
_ALONE = re.compile(r"(?<![A-Z0-9#$€£.,-])#?(?P<id>[A-Z]{1,5}-?\d{2,}(?:-[A-Z0-9]+)*|(?<=#)\d{3,})(?![A-Z0-9%])", re.IGNORECASE)
_COUNTED = re.compile(r"\d{1,3}")
"""No order's number: "orders over 100 units"."""
_LOGISTICS = ("not_received", "stuck", "delivered", "delayed", "lost")
_QUALITY = ("damaged", "defective", "wrong_item", "missing", "not_as_described")


@dataclass(frozen=True)
class Named:
    """What was found, by the keys of the words' ``statuses`` and ``issues``."""

    order_id: str | None
    product: str | None
    status: str | None
    time: str | None
    issue: str | None
    paid: bool


def order_id(text: str) -> str | None:
    """The number of an order, as it was written; None if none is named."""
    for match in (*_NAMED.finditer(text), *_ALONE.finditer(text)):
        found = match["id"]
        if not _COUNTED.fullmatch(found):
            return found.upper() if found[0].isalpha() else found
    return None


def named(text: str, known: Words) -> Named:
    """Everything that the text names."""
    found = re.sub(rf"(?<![A-Z0-9])(?:{_IDENTIFIER})(?![A-Z0-9])", " ", text, flags=re.IGNORECASE)
    status = next((name for name, pattern in known.statuses.items() if pattern.search(found)), None)
    issue = next((name for name, pattern in known.issues.items() if pattern.search(text)), None)
    time = next((match["time"] for match in known.period.finditer(found) if match["time"]), None)
    product = known.product.search(text)
    return Named(
        order_id=order_id(text),
        product=product["product"].strip() if product else None,
        status=status,
        time=" ".join(time.split()) if time else None,
        issue=issue,
        paid=bool(known.paid.search(text)),
    )


def reason(found: Named, known: Words) -> str | None:
    """Why somebody asks, in the record's words: how long the delivery has stood so, or what is wrong."""
    said = known.said
    if found.issue:
        return str(said["issues"][found.issue])
    if found.status and found.status != "delivered":
        return _lasting(said["spoken"][found.status], found, known)
    return None


def emotion(text: str, known: Words, intents: frozenset[Intent], grievance: bool) -> Emotion:
    """The mood; who reports a fault and demands something for it is dissatisfied whatever their words."""
    if not re.search(r"\w", text):
        return Emotion.UNKNOWN
    for mood, pattern in known.emotions.items():
        if pattern.search(text):
            return mood
    demands = {Intent.REFUND_REQUEST, Intent.COMPENSATION_REQUEST, Intent.COMPLAINT, Intent.CANCEL_ORDER}
    return Emotion.DISSATISFIED if grievance and intents & demands else Emotion.NEUTRAL


def claims(found: Named, known: Words) -> tuple[UserClaim, ...]:
    """What the user says is so, each to be verified by a tool."""
    said = known.said
    made: list[tuple[ClaimType, str]] = []
    if found.paid:
        made.append((ClaimType.PAYMENT_STATUS, said["claim"].format(what=said["paid"])))
    if found.status:
        kind = ClaimType.LOGISTICS_STATUS if found.status in _LOGISTICS else ClaimType.SHIPMENT_STATUS
        made.append((kind, said["claim"].format(what=_lasting(said["spoken"][found.status], found, known))))
    if found.issue and found.issue != "changed_mind":
        quality, service = found.issue in _QUALITY, found.issue == "service"
        kind = ClaimType.PRODUCT_QUALITY if quality else ClaimType.SERVICE_EXPERIENCE if service else ClaimType.OTHER
        made.append((kind, said["claim_item"].format(what=said["issues"][found.issue])))
    return tuple(UserClaim(claim_type=kind, claim_text=text) for kind, text in made)


def reported(found: Named, known: Words) -> str | None:
    """The state that somebody reports, in the record's words ("three days not shipped")."""
    if found.status:
        return _lasting(known.said["statuses"][found.status], found, known)
    return str(known.said["issues"][found.issue]) if found.issue else None


def _lasting(what: str, found: Named, known: Words) -> str:
    return str(known.said["lasting"].format(what=what, time=found.time)) if found.time else what
