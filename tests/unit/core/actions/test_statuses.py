import pytest

from core.actions.statuses import Status, claimed, conflict, known, statuses_of
from core.domain.action import Fact, FactKind
from core.domain.judgement import ClaimType, UserClaim


def fact(kind: FactKind, value: str, text: str = "") -> Fact:
    return Fact(tool_name="query_order", kind=kind, value=value, text=text)


@pytest.mark.parametrize(
    ("kind", "value", "statuses"),
    [
        (FactKind.SHIPMENT_STATUS, "not_shipped", {Status.NOT_SHIPPED}),
        (FactKind.SHIPMENT_STATUS, "未发货", {Status.NOT_SHIPPED}),
        (FactKind.SHIPMENT_STATUS, "SHIPPED", {Status.SHIPPED}),
        (FactKind.SHIPMENT_STATUS, "noch nicht versandt", {Status.NOT_SHIPPED}),
        (FactKind.SHIPMENT_STATUS, "todavía no lo han enviado", {Status.NOT_SHIPPED}),
        (FactKind.SHIPMENT_STATUS, "ще не відправлено", {Status.NOT_SHIPPED}),
        (FactKind.ORDER_STATUS, "已支付未发货", {Status.PAID, Status.NOT_SHIPPED}),
        (FactKind.ORDER_STATUS, "pending_payment", {Status.UNPAID}),
        (FactKind.ORDER_STATUS, "cancelled", {Status.CANCELLED}),
        (FactKind.PAYMENT_STATUS, "PAID", {Status.PAID}),
        (FactKind.LOGISTICS_STATUS, "无物流轨迹", {Status.NO_TRACE}),
        (FactKind.LOGISTICS_STATUS, "no_trace", {Status.NO_TRACE}),
        (FactKind.AFTER_SALES_STATUS, "none", {Status.NO_AFTER_SALES}),
        (FactKind.AFTER_SALES_STATUS, "refund_created", {Status.REFUND_REQUESTED}),
        (FactKind.ACCESS_STATUS, "not_granted", {Status.NOT_GRANTED}),
        (FactKind.MESSAGE_STATUS, "queued", {Status.SENT}),
        (FactKind.TICKET_STATUS, "blue", set()),
        (FactKind.PAYMENT_STATUS, "买家已完成付款", {Status.PAID}),
        (FactKind.PAYMENT_STATUS, "等待买家付款", {Status.UNPAID}),
        (FactKind.PAYMENT_STATUS, "payment went through", {Status.PAID}),
        (FactKind.PAYMENT_STATUS, "payment was not received", {Status.UNPAID}),
        (FactKind.SHIPMENT_STATUS, "还在仓库，备货中", {Status.NOT_SHIPPED}),
        (FactKind.SHIPMENT_STATUS, "has not left the warehouse", {Status.NOT_SHIPPED}),
        (FactKind.SHIPMENT_STATUS, "handed to the carrier", {Status.SHIPPED}),
        (FactKind.ORDER_STATUS, "未发货，已支付", {Status.PAID, Status.NOT_SHIPPED}),
        (FactKind.LOGISTICS_STATUS, "没有揽收记录", {Status.NO_TRACE}),
        (FactKind.LOGISTICS_STATUS, "no carrier scan", {Status.NO_TRACE}),
        (FactKind.AFTER_SALES_STATUS, "退款审核中", {Status.REFUND_REQUESTED}),
        (FactKind.AFTER_SALES_STATUS, "无理由退款申请中", {Status.REFUND_REQUESTED}),
        (FactKind.AFTER_SALES_STATUS, "a refund was lodged", {Status.REFUND_REQUESTED}),
        (FactKind.AFTER_SALES_STATUS, "buyer applied for a refund", {Status.REFUND_REQUESTED}),
        (FactKind.AFTER_SALES_STATUS, "refund not created", {Status.NO_AFTER_SALES}),
        (FactKind.AFTER_SALES_STATUS, "the refund has not been submitted", {Status.NO_AFTER_SALES}),
        (FactKind.AFTER_SALES_STATUS, "buyer has not applied for a refund", {Status.NO_AFTER_SALES}),
        (FactKind.PAYMENT_STATUS, "buyer made the payment", {Status.PAID}),
        (FactKind.PAYMENT_STATUS, "buyer has not made the payment", {Status.UNPAID}),
        (FactKind.SHIPMENT_STATUS, "it never went out", {Status.NOT_SHIPPED}),
        (FactKind.SHIPMENT_STATUS, "has left the warehouse", {Status.SHIPPED}),
        (FactKind.LOGISTICS_STATUS, "not collected by the carrier", {Status.NO_TRACE}),
        (FactKind.LOGISTICS_STATUS, "picked up by the carrier", {Status.IN_TRANSIT}),
    ],
)
def test_what_a_system_says(kind: FactKind, value: str, statuses: set[Status]) -> None:
    assert statuses_of(fact(kind, value)) == statuses


def test_a_code_that_nobody_knows_is_read_by_its_words() -> None:
    assert statuses_of(fact(FactKind.PAYMENT_STATUS, "P3", "The order is paid")) == {Status.PAID}


@pytest.mark.parametrize(
    ("kind", "words", "statuses"),
    [
        (ClaimType.SHIPMENT_STATUS, "用户称订单三天没发货", {Status.NOT_SHIPPED}),
        (ClaimType.SHIPMENT_STATUS, "it hasn't been shipped for three days", {Status.NOT_SHIPPED}),
        (ClaimType.SHIPMENT_STATUS, "the parcel never left their depot", {Status.NOT_SHIPPED}),
        (ClaimType.SHIPMENT_STATUS, "they are delaying the dispatch", {Status.NOT_SHIPPED}),
        (ClaimType.SHIPMENT_STATUS, "卖家老是不发", {Status.NOT_SHIPPED}),
        (ClaimType.LOGISTICS_STATUS, "I haven't received my parcel", {Status.NOT_RECEIVED}),
        (ClaimType.LOGISTICS_STATUS, "das Paket ist nicht angekommen", {Status.NOT_RECEIVED}),
        (ClaimType.LOGISTICS_STATUS, "посилка не прийшла", {Status.NOT_RECEIVED}),
        (ClaimType.PAYMENT_STATUS, "我已付款", {Status.PAID}),
        (ClaimType.PRODUCT_QUALITY, "it was not shipped well", set()),
    ],
)
def test_what_an_asker_says(kind: ClaimType, words: str, statuses: set[Status]) -> None:
    assert claimed(UserClaim(claim_type=kind, claim_text=words)) == statuses


def test_what_cannot_both_be_the_case() -> None:
    shipped = fact(FactKind.SHIPMENT_STATUS, "shipped")
    waiting = fact(FactKind.ORDER_STATUS, "paid, awaiting shipment")
    assert conflict(known([shipped]), known([waiting]))
    assert not conflict(known([shipped]), known([fact(FactKind.LOGISTICS_STATUS, "delivered")]))
    assert not conflict(known([waiting]), known([fact(FactKind.PAYMENT_STATUS, "paid")]))
    assert conflict(frozenset({Status.NOT_RECEIVED}), known([fact(FactKind.LOGISTICS_STATUS, "已签收")]))
