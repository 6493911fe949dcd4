"""What tools and people say of an order, read into one set of statuses, and which of them cannot both be true."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from enum import StrEnum
from functools import cache, lru_cache
from itertools import product
from pathlib import Path

from core.domain.action import Fact, FactKind
from core.domain.judgement import ClaimType, UserClaim
from core.strict_yaml import load


class Status(StrEnum):
    """One thing that is the case. The wordings of each are in ``statuses.yml``, by what it is about."""

    UNPAID = "unpaid"
    PAID = "paid"
    REFUNDED = "refunded"
    NOT_SHIPPED = "not_shipped"
    SHIPPED = "shipped"
    DELIVERED = "delivered"
    RETURNED = "returned"
    NO_TRACE = "no_trace"
    IN_TRANSIT = "in_transit"
    EXCEPTION = "exception"
    NOT_RECEIVED = "not_received"
    NO_AFTER_SALES = "no_after_sales"
    REFUND_REQUESTED = "refund_requested"
    REFUND_REJECTED = "refund_rejected"
    COMPENSATED = "compensated"
    CANCELLED = "cancelled"
    CHANGED = "changed"
    COMPLETED = "completed"
    TICKET_OPEN = "ticket_open"
    TICKET_CLOSED = "ticket_closed"
    SENT = "sent"
    NOT_SENT = "not_sent"
    GRANTED = "granted"
    NOT_GRANTED = "not_granted"


_GROUPS: dict[FactKind, tuple[str, ...]] = {
    FactKind.ORDER_STATUS: ("payment", "shipment", "order"),
    FactKind.PAYMENT_STATUS: ("payment",),
    FactKind.SHIPMENT_STATUS: ("shipment",),
    FactKind.LOGISTICS_STATUS: ("logistics",),
    FactKind.AFTER_SALES_STATUS: ("after_sales",),
    FactKind.TICKET_STATUS: ("ticket",),
    FactKind.MESSAGE_STATUS: ("message",),
    FactKind.ACCESS_STATUS: ("access",),
}
_CLAIMED = {
    ClaimType.ORDER_STATUS: ("payment", "shipment", "receipt", "order"),
    ClaimType.PAYMENT_STATUS: ("payment",),
    ClaimType.SHIPMENT_STATUS: ("shipment", "receipt"),
    ClaimType.LOGISTICS_STATUS: ("shipment", "logistics", "receipt"),
}
_GONE = {Status.SHIPPED, Status.DELIVERED, Status.IN_TRANSIT, Status.RETURNED}
_EXCLUSIVE: tuple[tuple[set[Status], set[Status]], ...] = (
    ({Status.UNPAID}, {Status.PAID, Status.REFUNDED}),
    ({Status.NOT_SHIPPED}, _GONE),
    ({Status.NO_TRACE}, {Status.DELIVERED, Status.IN_TRANSIT}),
    ({Status.RETURNED}, {Status.DELIVERED, Status.IN_TRANSIT}),
    ({Status.NOT_RECEIVED}, {Status.DELIVERED}),
    ({Status.CANCELLED}, {Status.COMPLETED}),
    ({Status.NO_AFTER_SALES}, {Status.REFUND_REQUESTED, Status.REFUND_REJECTED, Status.REFUNDED, Status.COMPENSATED}),
    ({Status.REFUND_REJECTED}, {Status.REFUNDED, Status.REFUND_REQUESTED}),
    ({Status.TICKET_OPEN}, {Status.TICKET_CLOSED}),
    ({Status.NOT_SENT}, {Status.SENT}),
    ({Status.NOT_GRANTED}, {Status.GRANTED}),
)
"""On each side, what cannot be the case together with any of the other side."""
_PAIRS = frozenset(frozenset(pair) for sides in _EXCLUSIVE for pair in product(*sides))


@cache
def _wordings() -> dict[str, dict[Status, re.Pattern[str]]]:
    data = load(Path(__file__).with_name("statuses.yml").read_bytes())
    return {
        group: {Status(name): re.compile("|".join(wordings)) for name, wordings in statuses.items()}
        for group, statuses in data.items()
    }


def statuses_of(fact: Fact) -> frozenset[Status]:
    """What a fact says. Empty where its words are not known."""
    return _read(fact.value, _GROUPS[fact.kind]) or _read(fact.text, _GROUPS[fact.kind])


def known(facts: Iterable[Fact]) -> frozenset[Status]:
    """What all facts together say."""
    return frozenset[Status]().union(*(statuses_of(fact) for fact in facts))


def claimed(claim: UserClaim) -> frozenset[Status]:
    """What an asker says is so; empty for what no tool could know, like the quality of a product."""
    return _read(claim.claim_text, _CLAIMED.get(claim.claim_type, ()))


def of_shipment(words: str) -> frozenset[Status]:
    """What a condition says of whether something is shipped."""
    return _read(words, ("shipment",))


def conflict(one: frozenset[Status], other: frozenset[Status]) -> bool:
    """Whether something of the one cannot be the case together with something of the other."""
    return any(frozenset(pair) in _PAIRS for pair in product(one, other))


@lru_cache(maxsize=2048)
def _read(words: str, groups: tuple[str, ...]) -> frozenset[Status]:
    plain = re.sub(r"[_-]+", " ", unicodedata.normalize("NFKC", words).casefold())
    found = (
        next((status for status, pattern in _wordings()[group].items() if pattern.search(plain)), None)
        for group in groups
    )
    return frozenset(status for status in found if status)
