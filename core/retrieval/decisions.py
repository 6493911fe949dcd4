"""Which kinds of decision a passage's words can support (seed 003, policy_evidence_filter_v1)."""

from __future__ import annotations

import re

from core.domain.evidence import Decision

_BETWEEN = (
    r"(?:\W+(?:be|been|is|are|do|does|to|for|a|an|any|the|this|that|of|full|partial|right|eligible|entitled|qualif\w+|give|given|grant\w*|"
    r"issue\w*|offer\w*|make|made|receive|get|claim|provide\w*|process\w*|request\w*|accept\w*|approve\w*|allow\w*|permit\w*|pay|paid))"
    r"{0,6}\W+"
)
"""What may stand between a denial and what it denies: "not shipped on time can request a refund" denies no refund."""
_DENIAL = rf"\b(?:no|not|never|cannot|can['’]t|won['’]t){_BETWEEN}"

_SIGNS: dict[Decision, re.Pattern[str]] = {
    "refund_denied": re.compile(
        rf"{_DENIAL}(?:refund|money back)|\brefunds? (?:\w+ )?(?:is|are|will|shall|can|may) ?(?:not\b|excluded|refused|denied)|non-?refundable|不(?:予|能|可)退款",
        re.IGNORECASE,
    ),
    "refund_allowed": re.compile(
        r"\b(?:refund|(?:money|payment|price|cash|cost) back\b|(?:return|repay|give back)\w* (?:the |their |your |all |any )?(?:full |whole |entire |purchase )*(?:price|payment|money|amount)\b)"
        r"|\b(?:price|money|payment|amount|sum)s? (?:(?:is|are|be|can|may|will|shall|must) ){0,2}(?:returned|repaid|paid back|goes? back)|every (?:penny|cent) back"
        r"|\b(?:buyer|customer|consumer|shopper)s?\b[^.]{0,40}\breimburs|\breimburs\w+ (?:the )?(?:buyer|customer|consumer|purchase|price)"
        r"|退款|退钱|[退返]还[^，。]{0,6}(?:货款|款项|价款|金额|费用)|退回[^，。]{0,6}(?:货款|款项|价款)|(?:货款|款项|价款)[^，。]{0,4}退[还回]|(?:货款)?原路退|全[额款]退|reembols|erstatt|поверненн\w+ кошт|返金",
        re.IGNORECASE,
    ),
    "compensation_denied": re.compile(rf"{_DENIAL}compensat|不(?:予|能)?(?:赔偿|补偿)", re.IGNORECASE),
    "compensation_allowed": re.compile(r"\bcompensat|赔偿|补偿|entschädig|indemni|відшкод|補償", re.IGNORECASE),
    "cancellation_allowed": re.compile(r"\bcancel|取消|stornier|anul|скасува|キャンセル", re.IGNORECASE),
    "human_handoff": re.compile(r"\b(?:supervisor|manager|escalat\w+|customer service)\b|人工|主管", re.IGNORECASE),
}


def supported_decisions(text: str) -> tuple[Decision, ...]:
    """The decisions the text speaks of; ``need_more_info`` if it speaks of none."""
    return tuple(decision for decision, sign in _SIGNS.items() if sign.search(text)) or ("need_more_info",)
