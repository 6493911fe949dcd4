"""What the judgements say to each other of a request: its risk, its intent, its slots, what was checked (seed 003)."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from core.domain.base import Model


class RiskLevel(StrEnum):
    """How dangerous an input is."""

    NONE = "none"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class RiskTag(StrEnum):
    """What the safety precheck finds in an input. The other modules add words of their own, so they carry tags as text."""

    POSSIBLE_PROMPT_INJECTION = "possible_prompt_injection"
    PERMISSION_BYPASS_REQUEST = "permission_bypass_request"
    SYSTEM_PROMPT_EXFILTRATION = "system_prompt_exfiltration"
    HIGH_RISK_ACTION_REQUESTED = "high_risk_action_requested"
    SCHEMA_OVERRIDE_ATTEMPT = "schema_override_attempt"
    TOOL_MISUSE_ATTEMPT = "tool_misuse_attempt"
    SENSITIVE_DATA_REQUEST = "sensitive_data_request"
    ABNORMAL_FORMAT_ATTACK = "abnormal_format_attack"


MULTI_INTENT = "multi_intent"
HIGH_RISK_ACTION = "high_risk_action"
"""Tags of the intent and of what follows from it."""

NextStep = Literal["continue", "continue_with_restrictions", "ask_clarification", "human_handoff", "reject"]
"""What the precheck recommends."""


class Source(StrEnum):
    """Where an input came from: the seed's, and the surfaces of this house."""

    WEB = "web"
    APP = "app"
    ENTERPRISE_WECHAT = "enterprise_wechat"
    API = "api"
    UNKNOWN = "unknown"
    SLACK = "slack"
    TEAMS = "teams"
    TERMINAL = "terminal"


class ConversationTurn(Model):
    """One earlier message of the conversation."""

    role: Literal["user", "assistant"]
    content: str


class SafetyPrecheck(Model):
    """What the later judgements are told of the precheck."""

    risk_level: RiskLevel = RiskLevel.NONE
    risk_tags: tuple[str, ...] = ()
    recommended_next_step: NextStep = "continue"


class Intent(StrEnum):
    """What somebody wants. The last three are this house's (DESIGN: settled questions)."""

    REFUND_REQUEST = "refund_request"
    LOGISTICS_QUERY = "logistics_query"
    COMPENSATION_REQUEST = "compensation_request"
    COMPLAINT = "complaint"
    CANCEL_ORDER = "cancel_order"
    MODIFY_ORDER = "modify_order"
    ORDER_STATUS_QUERY = "order_status_query"
    HUMAN_SERVICE_REQUEST = "human_service_request"
    UNKNOWN = "unknown"
    POLICY_QUESTION = "policy_question"
    ACCESS_REQUEST = "access_request"
    EXTERNAL_MESSAGE = "external_message"


class RequestedAction(StrEnum):
    """What somebody wants done. The last two are this house's, for its own intents."""

    REFUND = "refund"
    RETURN_REFUND = "return_refund"
    COMPENSATION = "compensation"
    CANCEL_ORDER = "cancel_order"
    MODIFY_ORDER = "modify_order"
    QUERY_STATUS = "query_status"
    HUMAN_SERVICE = "human_service"
    UNKNOWN = "unknown"
    GRANT_ACCESS = "grant_access"
    SEND_MESSAGE = "send_message"


class Emotion(StrEnum):
    """How somebody writes."""

    NEUTRAL = "neutral"
    ANXIOUS = "anxious"
    ANGRY = "angry"
    DISSATISFIED = "dissatisfied"
    UNKNOWN = "unknown"


class ClaimType(StrEnum):
    """What a claim of the user's is about."""

    ORDER_STATUS = "order_status"
    PAYMENT_STATUS = "payment_status"
    SHIPMENT_STATUS = "shipment_status"
    LOGISTICS_STATUS = "logistics_status"
    PRODUCT_QUALITY = "product_quality"
    SERVICE_EXPERIENCE = "service_experience"
    OTHER = "other"


class UserClaim(Model):
    """What a user says is so. It stays unverified: only a tool verifies."""

    claim_type: ClaimType
    claim_text: str
    verified: Literal[False] = False


SlotName = Literal[
    "order_id", "product_name", "issue_reason", "requested_action", "delivery_status_mentioned_by_user",
    "time_condition",
]  # fmt: skip
"""A slot that may be asked for."""
ClarificationPriority = Literal["order_id", "issue_reason", "requested_action", "product_name", "none"]


class IntentSlots(Model):
    """What a request names, in the user's words; None for what it does not name."""

    order_id: str | None = None
    product_name: str | None = None
    issue_reason: str | None = None
    requested_action: RequestedAction | None = None
    delivery_status_mentioned_by_user: str | None = None
    time_condition: str | None = None
    user_emotion: Emotion = Emotion.UNKNOWN


class IntentResult(Model):
    """What the later judgements are told of the intent."""

    intent: Intent
    secondary_intents: tuple[str, ...] = ()
    slots: IntentSlots = IntentSlots()
    user_claims: tuple[UserClaim, ...] = ()
    risk_tags: tuple[str, ...] = ()


class VerifiedFacts(Model):
    """What read-only tools returned, in words; None for what no tool has said."""

    order_status: str | None = None
    payment_status: str | None = None
    shipment_status: str | None = None
    logistics_status: str | None = None
    after_sales_status: str | None = None


POLICY_TYPES = (
    "refund_policy", "return_policy", "shipping_delay_policy", "logistics_exception_policy", "compensation_policy",
    "cancellation_policy", "complaint_policy", "merchant_responsibility_policy", "platform_responsibility_policy",
    "logistics_responsibility_policy", "user_responsibility_policy", "after_sales_policy", "human_handoff_policy",
    "unknown", "general_policy",
)  # fmt: skip
"""The policy types that have a meaning here; a document may declare others, so the type is text wherever it is carried."""
