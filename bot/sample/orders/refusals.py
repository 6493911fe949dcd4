"""What the service says no to: an HTTP status and a code for programs, a sentence for people."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """Every reason the service has."""

    UNAUTHORIZED = "unauthorized"
    NOT_FOUND = "not_found"
    INVALID = "invalid"  # the body or the query is not of the described form
    KEY_MISSING = "key_missing"
    KEY_REUSED = "key_reused"  # the idempotency key belongs to another call
    UNAVAILABLE = "unavailable"
    # business rules
    NOT_PAID = "not_paid"
    OVER_REFUNDABLE = "over_refundable"
    NOTHING_TO_REFUND = "nothing_to_refund"
    ALREADY_COMPENSATED = "already_compensated"
    OVER_LIMIT = "over_limit"
    ALREADY_CANCELLED = "already_cancelled"
    ALREADY_DISPATCHED = "already_dispatched"
    ADDRESS_ALREADY_CHANGED = "address_already_changed"
    OTHER_STATE = "other_state"
    NO_SUCH_ITEM = "no_such_item"
    OF_SOMEBODY_ELSE = "of_somebody_else"
    ALREADY_GRANTED = "already_granted"
    NOT_GRANTABLE = "not_grantable"


class Refusal(Exception):
    """The service does not do what it was asked for; nothing has changed."""

    def __init__(self, code: Code, message: str, status: int = 422) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
