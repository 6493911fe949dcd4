"""Which decisions a passage's words support."""

import pytest

from core.retrieval.decisions import supported_decisions


@pytest.mark.parametrize(
    "text",
    [
        "Shoppers receive their money back when the parcel never left the shop.",
        "The shop returns the purchase price on request.",
        "An order that has not been sent out in time may be refunded.",
        "商家须退还全部货款。",
        "商家逾期不发，货款原路退回。",
        "Late dispatch entitles the buyer to reimbursement by the seller.",
        "The price is returned if nothing is shipped by the deadline.",
    ],
)
def test_money_back_is_a_refund_and_what_is_not_shipped_denies_none(text: str) -> None:
    assert "refund_allowed" in supported_decisions(text)
    assert "refund_denied" not in supported_decisions(text)


@pytest.mark.parametrize(
    "text",
    [
        "Opened software is not eligible for a refund.",
        "No refunds are given for gift cards.",
        "Customers cannot claim a full refund after 30 days.",
        "Shipping fees are non-refundable.",
        "Refunds are not granted after departure.",
        "定制商品不予退款。",
    ],
)
def test_denials(text: str) -> None:
    assert "refund_denied" in supported_decisions(text)


def test_compensation() -> None:
    assert "compensation_denied" in supported_decisions("No compensation is paid for delays caused by weather.")
    assert "compensation_denied" not in supported_decisions("Flights that do not depart on time are compensated.")


def test_a_passage_that_speaks_of_no_decision_needs_more() -> None:
    assert supported_decisions("The office opens at nine.") == ("need_more_info",)
