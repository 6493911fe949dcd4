"""Which kinds of decision a passage's words can support (seed 003, policy_evidence_filter_v1)."""

from __future__ import annotations

import re

from core.domain.evidence import Decision

_SIGNS: dict[Decision, re.Pattern[str]] = {
    "refund_denied": re.compile(
        r"\b(?:no|not|never)\b[^.]{0,40}\brefund|non-?refundable|不(?:予|能|可)退款", re.IGNORECASE
    ),
    "refund_allowed": re.compile(r"\brefund|退款|reembols|erstatt|поверненн\w+ кошт|返金", re.IGNORECASE),
    "compensation_denied": re.compile(
        r"\b(?:no|not|never)\b[^.]{0,40}\bcompensat|不(?:予|能)?(?:赔偿|补偿)", re.IGNORECASE
    ),
    "compensation_allowed": re.compile(r"\bcompensat|赔偿|补偿|entschädig|indemni|відшкод|補償", re.IGNORECASE),
    "cancellation_allowed": re.compile(r"\bcancel|取消|stornier|anul|скасува|キャンセル", re.IGNORECASE),
    "human_handoff": re.compile(r"\b(?:supervisor|manager|escalat\w+|customer service)\b|人工|主管", re.IGNORECASE),
}


def supported_decisions(text: str) -> tuple[Decision, ...]:
    """The decisions the text speaks of; ``need_more_info`` if it speaks of none."""
    return tuple(decision for decision, sign in _SIGNS.items() if sign.search(text)) or ("need_more_info",)
