"""The seed's case as the modules of actions see it: an order that was paid, not shipped, and has no trace."""

from core.domain.action import Fact, FactKind
from core.domain.evidence import Decision, SelectedEvidence
from core.domain.judgement import ClaimType, Intent, IntentResult, IntentSlots, RequestedAction, UserClaim

PAID = Fact(tool_name="query_payment", kind=FactKind.PAYMENT_STATUS, value="paid", text="订单已支付")
NOT_SHIPPED = Fact(tool_name="query_order", kind=FactKind.SHIPMENT_STATUS, value="not_shipped", text="工具显示未发货")
NO_TRACE = Fact(tool_name="query_logistics", kind=FactKind.LOGISTICS_STATUS, value="no_trace", text="无物流轨迹")
SHIPPED = Fact(tool_name="query_logistics", kind=FactKind.SHIPMENT_STATUS, value="shipped", text="已发货")
FACTS = (PAID, NOT_SHIPPED, NO_TRACE)
CLAIM = UserClaim(claim_type=ClaimType.SHIPMENT_STATUS, claim_text="用户称订单三天没发货")


def evidence(*supports: Decision, n: int = 1, trust: str = "high", risk_tags: tuple[str, ...] = ()) -> SelectedEvidence:
    return SelectedEvidence(
        evidence_id=f"E{n:03}",
        doc_id=f"R{n:03}",
        policy_type="refund_policy",
        title="延迟发货退款规则",
        summary="超过承诺时间未发货可申请退款",
        supports_decision_types=supports,
        trust_level=trust,  # type: ignore[arg-type]
        evidence_confidence=0.9,
        risk_tags=risk_tags,
    )


def asked(
    intent: Intent = Intent.REFUND_REQUEST,
    *claims: UserClaim,
    secondary: tuple[str, ...] = (),
    reason: str = "三天没发货",
) -> IntentResult:
    return IntentResult(
        intent=intent,
        secondary_intents=secondary,
        slots=IntentSlots(order_id="O123", issue_reason=reason, requested_action=RequestedAction.REFUND),
        user_claims=claims or (CLAIM,),
    )
