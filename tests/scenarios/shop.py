"""A shop whose orders live in memory, the tools that reach them, and a case that is led through the action journey."""

from __future__ import annotations

import itertools
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

from adapters.memory.toolbox import MemoryToolbox
from core.approvals.rules import ApprovalRules
from core.approvals.voting import rule_on
from core.domain.approval import Approval, ApprovalState, Ballot, Verdict
from core.domain.case import ActionCase, CaseState
from core.domain.language import Language
from core.domain.outcome import Outcome
from core.domain.request import Person, PipelineRequest, Place, PlaceKind, SurfaceName
from core.domain.tool import ToolSpec
from core.errors import ToolError, ToolProblem
from core.journeys import action
from core.journeys.acting.consent import Answer
from core.journeys.acting.work import Told
from tests.scenarios.office import DANA, SAM, Office

POLICY = """---
title: Refund policy
policy_type: refund_policy
trust_level: official
---
# Delayed orders

If an order has been paid and is not shipped within the promised time, the customer may request a full refund.

# Cancelled orders

A customer may cancel an order as long as it is not shipped.

# Addresses

A customer may change the delivery address of an order once, as long as it is not shipped.

# Access

A member of the company may get access to a system that their work needs.

# Messages

A member of the company may send an e-mail to a supplier in their own name.
"""
RULES = {
    "actions": [
        {"name": "large", "tool": "create_refund", "amount_over": {"value": 500, "currency": "USD"},
         "approvers": [{"account": "slack:SAM"}, {"account": "slack:LEE"}], "quorum": 2, "expires_after": "24h"},
        {"name": "care", "tools": ["create_refund", "cancel_order", "modify_address"],
         "approvers": [{"account": "slack:SAM"}, {"account": "slack:DANA"}], "expires_after": "24h"},
        {"name": "outside", "risk": "external_high", "approvers": [{"account": "slack:SAM"}]},
        {"name": "access", "tool": "grant_access", "approvers": [{"account": "slack:SAM"}]},
        {"name": "tickets", "tool": "create_ticket", "approvers": [{"account": "slack:SAM"}]},
    ],
    "handoff": {"to": "slack:CARE", "name": "Customer Care"},
}  # fmt: skip
_ORDER = {"type": "string", "pattern": "^[A-Z]{1,3}[0-9]{3,8}$"}
_LINE = {"type": "string", "minLength": 1, "maxLength": 300}
_AMOUNT = {
    "type": "object",
    "properties": {"value": {"type": "string"}, "currency": {"const": "USD"}},
    "required": ["value", "currency"],
    "additionalProperties": False,
}


def _schema(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _words(title: str, consequence: str | None = None) -> dict[str, Any]:
    return {"title": title, "description": title, **({"consequence": consequence} if consequence else {})}


def _reads(name: str, *facts: tuple[str, str]) -> dict[str, Any]:
    return {
        "name": name,
        "risk": "read_only",
        "words": _words(name),
        "arguments": _schema(["order_id"], order_id=_ORDER),
        "slots": {"order_id": "order_id"},
        "owner": {"field": "customer", "equals": "asker.email"},
        "facts": [{"kind": kind, "field": field} for kind, field in facts],
    }


_OWNER = {"tool": "query_order", "field": "customer", "equals": "asker.email"}
SPECS: list[dict[str, Any]] = [
    _reads("query_order", ("order_status", "status"), ("shipment_status", "shipment"), ("order_status", "changed")),
    _reads("query_payment", ("payment_status", "status")),
    _reads("query_logistics", ("logistics_status", "status")),
    _reads("query_after_sales", ("after_sales_status", "status")),
    _reads("query_ticket", ("ticket_status", "status")) | {"arguments": _schema([], order_id=_ORDER)},
    {"name": "query_message", "risk": "read_only", "words": _words("Messages"), "arguments": _schema(["recipient"], recipient=_LINE),
     "facts": [{"kind": "message_status", "field": "status"}]},
    {"name": "query_access", "risk": "read_only", "words": _words("Access"), "arguments": _schema(["person"], person=_LINE),
     "facts": [{"kind": "access_status", "field": "status"}]},
    {"name": "find_request", "risk": "read_only", "words": _words("Find a call"), "arguments": _schema(["key"], key=_LINE)},
    {"name": "create_refund", "risk": "write_high", "words": _words("Refund an order", "The money goes back."),
     "arguments": _schema(["order_id", "amount"], order_id=_ORDER, amount=_AMOUNT, reason=_LINE),
     "slots": {"order_id": "order_id", "amount.value": "facts.query_payment.refundable.value",
               "amount.currency": "facts.query_payment.refundable.currency", "reason": "issue_reason"},
     "needs_evidence": True, "decision": "refund_allowed", "amount": "amount", "owner": _OWNER, "lookup": "find_request",
     "verify": {"tool": "query_after_sales", "field": "refund.status", "in": ["refund_requested", "refunded"], "key": "refund.key"}},
    {"name": "cancel_order", "risk": "write_high", "words": _words("Cancel an order", "It is not sent."),
     "arguments": _schema(["order_id"], order_id=_ORDER), "slots": {"order_id": "order_id"}, "decision": "cancellation_allowed",
     "owner": _OWNER, "verify": {"tool": "query_order", "field": "status", "equals": "cancelled"}},
    {"name": "modify_address", "risk": "write_high", "words": _words("Change the address", "It goes there."),
     "arguments": _schema(["order_id", "address"], order_id=_ORDER, address=_LINE | {"pattern": ", "}),
     "slots": {"order_id": "order_id", "address": "new_address"}, "decision": "action_allowed", "owner": _OWNER,
     "lookup": "find_request", "verify": {"tool": "query_order", "field": "changed", "equals": "changed", "key": "key"}},
    {"name": "grant_access", "risk": "write_high", "words": _words("Grant access", "They can use it."),
     "arguments": _schema(["person", "system", "role"], person=_LINE, system=_LINE, role={"enum": ["reader", "editor"]}),
     "slots": {"person": "asker.email", "system": "system", "role": "role"}, "decision": "action_allowed",
     "owner": {"argument": "person", "equals": "asker.email"}, "lookup": "find_request",
     "verify": {"tool": "query_access", "field": "status", "equals": "granted", "key": "key"}},
    {"name": "send_email", "risk": "external_high", "words": _words("Send an e-mail", "The text leaves the company."),
     "arguments": _schema(["sender", "recipient", "text"], sender=_LINE, recipient=_LINE, text={"type": "string"}),
     "slots": {"sender": "asker.email", "recipient": "recipient", "text": "message_text"}, "decision": "action_allowed",
     "outgoing": "text", "owner": {"argument": "sender", "equals": "asker.email"}, "lookup": "find_request",
     "verify": {"tool": "query_message", "field": "status", "equals": "sent", "key": "key"}},
    {"name": "create_ticket", "risk": "write_low", "words": _words("Open a ticket", "Customer Care reads it."),
     "arguments": _schema(["requester", "text"], requester=_LINE, text=_LINE), "slots": {"requester": "asker.email", "text": "issue_reason"},
     "owner": {"argument": "requester", "equals": "asker.email"}, "lookup": "find_request",
     "verify": {"tool": "query_ticket", "field": "status", "equals": "open", "key": "key"}},
]  # fmt: skip


def lost(problem: ToolProblem = ToolProblem.TIMEOUT) -> ToolError:
    """No answer came to a call that may have been worked on."""
    return ToolError(problem, "No answer.", may_have_acted=True)


def unreachable() -> ToolError:
    """Nothing was sent."""
    return ToolError(ToolProblem.UNREACHABLE, "No connection.")


class Shop:
    """``effective`` False: a call says that it succeeded, and nothing comes of it."""

    def __init__(self, office: Office, *, leave_out: tuple[str, ...] = (), **rules: Any) -> None:
        self.office = office
        self.effective = True
        self.orders = {
            "O123": self._order("dana@acme.test", shipment="not_shipped"),
            "O124": self._order("dana@acme.test", shipment="shipped"),
            "O130": self._order("dana@acme.test", shipment="not_shipped", paid="640.00"),
            "O900": self._order("kim@acme.test", shipment="not_shipped"),
        }
        self.message: dict[str, Any] = {"status": "not_sent"}
        self.access: dict[str, Any] = {"status": "not_granted"}
        self.ticket: dict[str, Any] = {"status": "none", "customer": "dana@acme.test"}
        specs = [ToolSpec.model_validate(spec) for spec in SPECS if spec["name"] not in leave_out]
        self.toolbox = MemoryToolbox(specs, {name: getattr(self, f"_{name}") for name in _ANSWERED})
        self._execute = self.toolbox.execute
        self.toolbox.execute = self._keyed  # type: ignore[method-assign]
        self._key = ""
        self.bench = replace(
            office.app.bench,
            toolbox=self.toolbox,
            cases=office.store.cases,  # type: ignore[attr-defined]
            rules=ApprovalRules.model_validate({**RULES, **rules}),
        )
        self._numbers = itertools.count(1)
        self.outcomes: list[Outcome] = []
        self.approval: Approval | None = None

    @staticmethod
    def _order(customer: str, *, shipment: str, paid: str = "128.00") -> dict[str, Any]:
        return {"customer": customer, "status": "processing", "shipment": shipment, "paid": paid, "refund": None}

    async def _keyed(self, name: str, args: Any, key: str) -> dict[str, Any]:
        self._key = key
        return await self._execute(name, args, key)

    def _of(self, args: dict[str, Any]) -> dict[str, Any]:
        order = self.orders.get(args["order_id"])
        if order is None:
            raise ToolError(ToolProblem.NOT_FOUND, "No such order.", status=404)
        return order

    def _query_order(self, args: dict[str, Any]) -> dict[str, Any]:
        return deepcopy(self._of(args))

    def _query_payment(self, args: dict[str, Any]) -> dict[str, Any]:
        order = self._of(args)
        money = {"value": order["paid"], "currency": "USD"}
        return {"customer": order["customer"], "status": order.get("payment", "paid"), "refundable": money}

    def _query_logistics(self, args: dict[str, Any]) -> dict[str, Any]:
        order = self._of(args)
        trace = "no_trace" if order["shipment"] == "not_shipped" else "in_transit"
        return {"customer": order["customer"], "status": order.get("trace", trace)}

    def _query_after_sales(self, args: dict[str, Any]) -> dict[str, Any]:
        order = self._of(args)
        refund = order["refund"]
        return {"customer": order["customer"], "status": refund["status"] if refund else "none", "refund": refund}

    def _query_ticket(self, args: dict[str, Any]) -> dict[str, Any]:
        return dict(self.ticket)

    def _query_message(self, args: dict[str, Any]) -> dict[str, Any]:
        return dict(self.message)

    def _query_access(self, args: dict[str, Any]) -> dict[str, Any]:
        return dict(self.access)

    def _create_refund(self, args: dict[str, Any]) -> dict[str, Any]:
        if self.effective:
            self._of(args)["refund"] = {"status": "refund_requested", "key": self._key, "amount": args["amount"]}
        return {"status": "success", "refund_id": "RF-1"}

    def _cancel_order(self, args: dict[str, Any]) -> dict[str, Any]:
        self._of(args)["status"] = "cancelled"
        return {"status": "success"}

    def _modify_address(self, args: dict[str, Any]) -> dict[str, Any]:
        self._of(args).update(changed="changed", key=self._key)
        return {"status": "success"}

    def _grant_access(self, args: dict[str, Any]) -> dict[str, Any]:
        self.access = {"status": "granted", "key": self._key}
        return {"status": "success"}

    def _send_email(self, args: dict[str, Any]) -> dict[str, Any]:
        self.message = {"status": "sent", "key": self._key}
        return {"status": "success"}

    def _create_ticket(self, args: dict[str, Any]) -> dict[str, Any]:
        self.ticket |= {"status": "open", "key": self._key}
        return {"status": "success"}

    @property
    def written(self) -> list[tuple[str, str]]:
        """The effects: tool and key."""
        return [(effect.tool, key) for key, effect in self.toolbox.effects.items()]

    def request(self, words: str, asker: Person = DANA, language: Language | None = None) -> PipelineRequest:
        """A direct message."""
        number = next(self._numbers)
        place = Place(surface=SurfaceName.SLACK, kind=PlaceKind.DIRECT, team="T", channel="D", message=str(number))
        now = self.office.clock.now()
        return PipelineRequest(
            id=f"slack:T:D:{number}", asker=asker, place=place, question=words, received_at=now, language=language
        )

    async def wish(self, words: str, asker: Person = DANA, language: Language | None = None) -> ActionCase:
        """A first message."""
        return await self.kept(await action.begin(self.request(words, asker, language), self.bench))

    async def say(self, case: ActionCase, words: str, asker: Person = DANA) -> ActionCase:
        """A further message."""
        return await self.kept(await action.hear(case, self.request(words, asker), self.bench))

    async def confirm(self, case: ActionCase, by: Person = DANA, *, yes: bool = True) -> ActionCase:
        """A click on the confirmation that was shown last."""
        answer, told = await action.confirm(case, by, case.digest or "", yes, self.bench)
        assert answer is Answer.ACCEPTED
        return await self.kept(told)

    async def approve(self, case: ActionCase, by: Person = SAM, note: str | None = None) -> ActionCase:
        """An approver's verdict: yes, or no with a note."""
        assert self.approval is not None
        verdict = Verdict.DENY if note else Verdict.APPROVE
        ballot = Ballot(approval_id=self.approval.id, digest=self.approval.digest, verdict=verdict, voter=by, note=note)
        _, state = rule_on(self.approval, (), ballot, self.office.clock.now())
        return await self.ruled(case, state, by=by, note=note)

    async def ruled(self, case: ActionCase, state: ApprovalState, **more: Any) -> ActionCase:
        """The approval's end."""
        assert self.approval is not None
        changes = {"state": state, "decided_by": more.get("by"), "note": more.get("note")}
        self.approval = self.approval.model_copy(update=changes)
        return await self.kept(await action.decided(case, self.approval, self.bench))

    async def carry_out(self, case: ActionCase) -> ActionCase:
        """As a durable workflow does: step by step, each saved before the next."""
        for _ in range(12):
            if case.state not in {CaseState.APPROVED, CaseState.EXECUTING}:
                break
            told = await action.proceed(case, self.bench)
            case = await self.kept(told)
            if told.call:
                case = await self.kept(await action.execute(case, self.bench))
        return case

    async def to_approved(
        self, words: str = "My order O123 has not shipped for three days. I want a refund."
    ) -> ActionCase:
        """The seed's wish with every yes."""
        case = await self.approve(await self.confirm(await self.wish(words)))
        assert case.state is CaseState.APPROVED, case.state
        return case

    async def kept(self, told: Told) -> ActionCase:
        """Saved, and what was said remembered."""
        if told.outcome or told.case.revision > 0:
            assert await self.bench.cases.save(told.case)  # type: ignore[union-attr]
        if told.outcome:
            self.outcomes.append(told.outcome)
        if told.approval:
            self.approval = told.approval
        return told.case


_ANSWERED = (
    "query_order", "query_payment", "query_logistics", "query_after_sales", "query_ticket", "query_message", "query_access",
    "create_refund", "cancel_order", "modify_address", "grant_access", "send_email", "create_ticket",
)  # fmt: skip


async def opened(home: Path, *, policy: str = POLICY, **more: Any) -> Shop:
    """A shop with its policy ingested."""
    office = Office(home)
    await office.ingest("refunds.md", policy)
    return Shop(office, **more)
