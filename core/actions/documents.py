"""Which documents cannot serve a case about an order: those about another situation, and those that order a deed.

Policies are read one way only: an order that is not shipped needs none about goods that are with a carrier or the buyer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

from core.actions.statuses import Status, of_shipment
from core.domain.action import attacked
from core.domain.evidence import RejectReason, RetrievedDocument
from core.domain.judgement import RiskTag
from core.retrieval.admission import RELEVANT
from core.retrieval.decisions import supported_decisions
from core.safety.scanning import Finding, scan

DECIDED_BY = frozenset({"refund_policy", "compensation_policy", "cancellation_policy"})
"""The kinds of policy that a decision of the seed's is made by."""


class Sought(Protocol):
    """What a case looks for."""

    @property
    def policy_types(self) -> tuple[str, ...]:
        """The kinds of policy."""
        ...

    @property
    def must_include_conditions(self) -> tuple[str, ...]:
        """What the case is like."""
        ...


_UNDERWAY = re.compile(
    r"signed for|in transit|on (?:its|the) way|(?:been|already|was|were|is|are) delivered|(?:after|upon|on|of|already) (?:receipt|receiv\w+|delivery)"
    r"|\b(?:courier|carrier|redeliver\w*|defect\w*|faulty|damaged?|breakage)\b|(?:sent|send|posted|came|come) back"
    r"|(?:package|parcel|goods|item|delivery|product)s? (?:has |have |had )?arriv\w+|(?:from|since|refuses?) (?:the )?delivery"
    r"|\bexchang\w+ (?:of |an? |the |any )*(?:item|goods|product)"
    r"|\b(?:worn|used|opened|unsealed|damaged|delivered|received) (?:\w+ )?(?:goods|items?|products?|garments?|parcels?)|\breceived (?:the|your|their) (?:goods|items?|products?|parcel|order)"
    r"|签收|收到(?:商品|货|包裹)|收货后|送达|派送|运输|在途|破损|质量问题|瑕疵|寄回|换货|途中|拒收|使用过|拆封|送到|已收货|收到货|快递|丢件|承运"
    r"|zugestellt|erhalt der (?:ware|lieferung)|unterwegs|beschädigt|defekt|entregad|recepción|dañad|defectuos|en tránsito"
    r"|доставлен|отриманн\w+ товар|пошкоджен|бракован|в дорозі",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"(?<!after )(?<!once )\b(?:un)?(?:ship|dispatch|sent out)|(?<!已)(?<!已经)(?:发货|发出|出库|发运)|versand|versend|verschick|\benv[ií]|despach|відправ",
    re.IGNORECASE,
)
_PROVIDED = re.compile(
    r"(?:\b(?:must|may|shall|should|can|could|will|need)(?: not|n['’]t| never)|\b(?:cannot|never)|\b(?:forbidden|prohibited) to)\W(?:\w+\W+){0,2}$"
    r"|(?:不得|不能|不可|不应|禁止|严禁)[^，。]{0,4}$|的[，,]$",
    re.IGNORECASE,
)
_OF_SOMETHING_ELSE = re.compile(r"\s+(?:for|about|card|personal|sensitive|payment)\b", re.IGNORECASE)


def elsewhere(text: str, conditions: Iterable[str]) -> bool:
    """Whether a text speaks of goods under way or received where a condition says that nothing is shipped."""
    unshipped = any(Status.NOT_SHIPPED in of_shipment(condition) for condition in conditions)
    before = _BEFORE.search(text) or Status.NOT_SHIPPED in of_shipment(text)
    return unshipped and not before and bool(_UNDERWAY.search(text))


def decides(sought: Sought) -> bool:
    """Whether what is looked for may decide on a deed."""
    return not DECIDED_BY.isdisjoint(sought.policy_types)


def beside_the_case(sought: Sought, document: RetrievedDocument) -> RejectReason | None:
    """Why a document that shares words with a case is no evidence for it (seed 003, evidence filter, rules 2 and 5)."""
    if elsewhere(f"{document.title}\n{document.content}", sought.must_include_conditions):
        return RejectReason.CONDITION_MISMATCH
    undecided = supported_decisions(document.content) == ("need_more_info",)
    if undecided and document.retrieval_score < RELEVANT and decides(sought):
        return RejectReason.IRRELEVANT
    return None


def orders_deed(text: str) -> bool:
    """Whether a text asks for a deed of high risk and for a way around the rules as well (seed 003, evidence filter, rule 3).

    Either alone is what honest policies say: that a refund is made at once, or that a check may be skipped. What a
    policy forbids ("never skip the check"), exempts a case from ("低于五十元的，无需审批") or says of another matter ("without
    asking for a reason"), is no order.
    """
    tags = {
        finding.tag
        for finding in _innermost(scan(text))
        if not _PROVIDED.search(text[: finding.span[0]]) and not _OF_SOMETHING_ELSE.match(text, finding.span[1])
    }
    return RiskTag.HIGH_RISK_ACTION_REQUESTED in tags and attacked(tuple(tags))


def _innermost(findings: Sequence[Finding]) -> list[Finding]:
    """Without those that only say of the words around what another says of the words themselves."""
    return [
        one
        for one in findings
        if not any(
            other.tag is one.tag
            and other.span != one.span
            and one.span[0] <= other.span[0]
            and other.span[1] <= one.span[1]
            for other in findings
        )
    ]
