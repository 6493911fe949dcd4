"""What a writing tool changes, as a read-only tool sees it afterwards."""

from __future__ import annotations

from core.actions.statuses import Status

EFFECTS: dict[str, frozenset[Status]] = {
    "create_refund": frozenset({Status.REFUND_REQUESTED, Status.REFUNDED}),
    "create_compensation": frozenset({Status.COMPENSATED}),
    "cancel_order": frozenset({Status.CANCELLED}),
    "modify_order": frozenset({Status.CHANGED}),
    "modify_address": frozenset({Status.CHANGED}),
    "create_ticket": frozenset({Status.TICKET_OPEN}),
    "grant_access": frozenset({Status.GRANTED}),
    "send_sms": frozenset({Status.SENT}),
    "send_email": frozenset({Status.SENT}),
    "send_enterprise_wechat_message": frozenset({Status.SENT}),
    "send_external_message": frozenset({Status.SENT}),
}
"""What the second look must find, by tool: one of these statuses."""
