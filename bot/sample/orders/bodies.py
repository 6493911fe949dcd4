"""What callers send, checked: an unknown field is refused."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Line = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]*\S[^\x00-\x1f\x7f]*$")]
Text = Annotated[str, Field(min_length=1, max_length=4000)]
Email = Annotated[str, Field(max_length=200, pattern=r"^[^\s@]+@[^\s@]+\.[^\s@]+$")]
Address = Annotated[str, Field(max_length=200, pattern=r"^[^\n]+, [^\n,]+, [A-Z]{2} [0-9]{5}$")]
"""On one line, as ``12 Elm Street, Madison, WI 53703``."""
UNREASONED = "Asked for by the customer"


class Body(BaseModel):
    """What a writing call carries."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Money(Body):
    """Exactly so much: ``value`` is written out with two decimals."""

    value: Annotated[str, Field(pattern=r"^[0-9]{1,7}\.[0-9]{2}$")]
    currency: Literal["USD"]

    @property
    def cents(self) -> int:
        """The same in cents."""
        return int(self.value.replace(".", ""))


class Payout(Body):
    """A refund or a compensation."""

    amount: Money
    reason: Line = UNREASONED


class Cancellation(Body):
    """Of an order that has not left the warehouse."""

    reason: Line = UNREASONED


class ItemChange(Body):
    """Another size or colour of one item of the order."""

    item: Line
    variant: Line


class AddressChange(Body):
    """Where the order goes instead."""

    address: Address


class Ticket(Body):
    """Work for a person of Customer Care."""

    requester: Email
    subject: Line
    text: Text
    order_id: Annotated[str, Field(max_length=20)] | None = None


class Grant(Body):
    """Access of a person to a system in a role."""

    person: Email
    system: Line
    role: Literal["reader", "editor", "administrator"]
    reason: Line


class Message(Body):
    """Something that leaves the company."""

    sender: Email
    recipient: Line
    subject: Line | None = None
    text: Text
