"""What the facts of a case mean: what is still unknown, what stands in the way, and whose doing it is.

Pure functions of responsibility_v2 (seed 003); the asker's claims count only as far as tools confirm them.
"""

from __future__ import annotations

import re
from typing import Literal

from core.actions.statuses import Status, claimed, conflict
from core.domain.action import attacked
from core.domain.evidence import CaseDecision, SelectedEvidence
from core.domain.judgement import ClaimType, Intent, IntentResult, UserClaim

Party = Literal["merchant", "platform", "logistics", "user", "unknown"]
Kind = Literal["refund", "compensation", "cancellation", "action"]
"""What may be allowed or denied; ``action`` is everything that the seed has no decision of its own for."""

KINDS: dict[Intent, Kind] = {
    Intent.REFUND_REQUEST: "refund",
    Intent.COMPENSATION_REQUEST: "compensation",
    Intent.CANCEL_ORDER: "cancellation",
    Intent.MODIFY_ORDER: "action",
    Intent.ACCESS_REQUEST: "action",
    Intent.EXTERNAL_MESSAGE: "action",
}
ALLOWED: dict[Kind, CaseDecision] = {
    "refund": "refund_allowed",
    "compensation": "compensation_allowed",
    "cancellation": "cancellation_allowed",
    "action": "action_allowed",
}
DENIED: dict[Kind, CaseDecision] = {"refund": "refund_denied", "compensation": "compensation_denied"}
_PAYMENT = {Status.UNPAID, Status.PAID, Status.REFUNDED}
_SHIPMENT = {Status.NOT_SHIPPED, Status.SHIPPED, Status.DELIVERED, Status.RETURNED, Status.IN_TRANSIT}
_NEEDED: dict[Intent, dict[str, set[Status]]] = {
    Intent.REFUND_REQUEST: {"payment": _PAYMENT, "shipment": _SHIPMENT},
    Intent.COMPENSATION_REQUEST: {"shipment": _SHIPMENT},
    Intent.CANCEL_ORDER: {"shipment": _SHIPMENT | {Status.CANCELLED}},
    Intent.MODIFY_ORDER: {"shipment": _SHIPMENT},
    Intent.LOGISTICS_QUERY: {"shipment": _SHIPMENT | {Status.NO_TRACE, Status.EXCEPTION}},
    Intent.ORDER_STATUS_QUERY: {"order": set(Status)},
    Intent.COMPLAINT: {"order": set(Status)},
}
_BLOCKING: dict[Intent, dict[Status, str]] = {
    Intent.REFUND_REQUEST: {
        Status.UNPAID: "not_paid",
        Status.REFUNDED: "already_refunded",
        Status.REFUND_REQUESTED: "refund_already_requested",
    },
    Intent.COMPENSATION_REQUEST: {Status.COMPENSATED: "already_compensated"},
    Intent.CANCEL_ORDER: {
        Status.CANCELLED: "already_cancelled",
        Status.SHIPPED: "already_shipped",
        Status.IN_TRANSIT: "already_shipped",
        Status.DELIVERED: "already_delivered",
    },
    Intent.MODIFY_ORDER: {
        Status.CANCELLED: "already_cancelled",
        Status.SHIPPED: "already_shipped",
        Status.IN_TRANSIT: "already_shipped",
        Status.DELIVERED: "already_delivered",
    },
}
_GIVING_WAY = {Intent.LOGISTICS_QUERY, Intent.ORDER_STATUS_QUERY, Intent.COMPLAINT}
_CHANGE_OF_MIND = re.compile(
    r"chang\w+ my mind|(?:don['’]?t|no longer|do not) (?:want|need|like)|wrong (?:size|colou?r|item|one)|by mistake|不想要|不要了|不需要|不喜欢|买错|拍错|后悔|"
    r"falsch bestellt|brauche \w+ nicht|nicht mehr haben|gefällt mir nicht|ya no (?:lo |la )?(?:quiero|necesito)|me equivoqué|передума|більше не (?:потріб|хочу)|помилково",
    re.IGNORECASE,
)


def acting(result: IntentResult) -> IntentResult:
    """The request by what is to be done: where somebody also asks or complains, the wish for an action leads."""
    wish = next((Intent(name) for name in result.secondary_intents if name in set(KINDS)), None)
    return result.model_copy(update={"intent": wish}) if wish and result.intent in _GIVING_WAY else result


def supporting(evidence: tuple[SelectedEvidence, ...], decision: str) -> tuple[SelectedEvidence, ...]:
    """The evidence that supports a decision. What is of low trust, or has an attack in it, supports nothing.

    The filter has no word for an action that the seed does not know: there, all sound evidence counts.
    """
    sound = tuple(one for one in evidence if one.trust_level != "low" and not attacked(one.risk_tags))
    if decision == "action_allowed":
        return sound
    return tuple(one for one in sound if decision in one.supports_decision_types)


def missing_facts(result: IntentResult, known: frozenset[Status]) -> tuple[str, ...]:
    """What no tool has said yet and has to be known before anything is decided."""
    return tuple(name for name, any_of in _NEEDED.get(result.intent, {}).items() if not any_of & known)


def blockers(result: IntentResult, known: frozenset[Status]) -> tuple[str, ...]:
    """Facts that stand in the way of what is asked, as codes, whatever any policy says."""
    blocking = _BLOCKING.get(result.intent, {})
    return tuple(dict.fromkeys(code for status, code in blocking.items() if status in known))


def unverified(claims: tuple[UserClaim, ...], known: frozenset[Status]) -> tuple[str, ...]:
    """The claims that no tool has confirmed, in the asker's words."""
    return tuple(claim.claim_text for claim in claims if not (said := claimed(claim)) or not said <= known)


def refuted(claims: tuple[UserClaim, ...], known: frozenset[Status]) -> bool:
    """Whether a tool says otherwise than the asker."""
    return any(conflict(claimed(claim), known) for claim in claims)


def responsible(result: IntentResult, known: frozenset[Status]) -> Party:
    """Whose doing it is, by the facts alone; ``unknown`` where they do not tell."""
    said = frozenset[Status]().union(*(claimed(claim) for claim in result.user_claims))
    if conflict(known, known):
        return "unknown"
    if Status.UNPAID in known:
        return "user"
    if Status.NOT_SHIPPED in known:
        return "merchant"
    if Status.EXCEPTION in known:
        return "logistics"
    if {Status.SHIPPED, Status.IN_TRANSIT} & known and Status.NOT_RECEIVED in said and Status.DELIVERED not in known:
        return "logistics"
    quality = any(claim.claim_type is ClaimType.PRODUCT_QUALITY for claim in result.user_claims)
    changed = _CHANGE_OF_MIND.search(result.slots.issue_reason or "")
    return "user" if changed and not quality else "unknown"
