"""Which read-only tools an intent or a claim calls for, and what each is asked for."""

from __future__ import annotations

from core.domain.action import ReadTool
from core.domain.judgement import ClaimType, Intent

PURPOSES: dict[ReadTool, str] = {
    "query_order": "Read the order's status",
    "query_logistics": "Read whether and when it was shipped, and where it is",
    "query_after_sales": "Read whether a refund or a compensation is under way already",
    "query_payment": "Read whether it was paid",
    "query_ticket": "Read what was reported about it before",
}
BY_INTENT: dict[Intent, tuple[ReadTool, ...]] = {
    Intent.REFUND_REQUEST: ("query_order", "query_payment", "query_logistics", "query_after_sales"),
    Intent.COMPENSATION_REQUEST: ("query_order", "query_logistics", "query_after_sales"),
    Intent.CANCEL_ORDER: ("query_order", "query_payment", "query_logistics"),
    Intent.MODIFY_ORDER: ("query_order", "query_logistics"),
    Intent.LOGISTICS_QUERY: ("query_order", "query_logistics"),
    Intent.ORDER_STATUS_QUERY: ("query_order",),
    Intent.COMPLAINT: ("query_order", "query_logistics", "query_ticket"),
}
BY_CLAIM: dict[ClaimType, ReadTool] = {
    ClaimType.ORDER_STATUS: "query_order",
    ClaimType.PAYMENT_STATUS: "query_payment",
    ClaimType.SHIPMENT_STATUS: "query_logistics",
    ClaimType.LOGISTICS_STATUS: "query_logistics",
}
