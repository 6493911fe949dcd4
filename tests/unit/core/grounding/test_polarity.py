import pytest

from core.grounding.polarity import conflict

OPPOSED = [
    ("Award leave is paid out.", "If you leave, award leave is not paid out."),
    ("Refunds are given.", "No refunds are given after 30 days."),
    ("Employees can carry over leave.", "Employees can't carry over leave."),
    ("Smoking is allowed.", "Smoking is prohibited."),
    ("Contractors are eligible.", "Contractors are ineligible."),
    ("The form is optional.", "The form is required."),
    ("Submit it after the trip.", "Submit it before the trip."),
    ("Leave is paid.", "Leave is unpaid."),
    ("Urlaub wird ausgezahlt.", "Urlaub wird nicht ausgezahlt."),
    ("Es besteht ein Anspruch.", "Es besteht kein Anspruch."),
    ("Der Antrag ist vor der Reise zu stellen.", "Der Antrag ist nach der Reise zu stellen."),
    ("Las devoluciones se aceptan.", "Las devoluciones no se aceptan."),
    ("Відпустка оплачується.", "Відпустка не оплачується."),
    ("商品可以退货。", "商品不能退货。"),
    ("会员资格可以转让。", "会员资格不得转让。"),
    ("交通費は支給する。", "交通費は支給しない。"),
]


@pytest.mark.parametrize(("one", "other"), OPPOSED)
def test_a_denial_on_one_side_is_a_conflict_either_way(one: str, other: str) -> None:
    assert conflict(one, other)
    assert conflict(other, one)


@pytest.mark.parametrize("text", [text for pair in OPPOSED for text in pair])
def test_no_text_conflicts_with_itself(text: str) -> None:
    assert not conflict(text, text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Leave must not exceed 5 days.", "The leave does not exceed 5 days."),
        ("Employees may not carry over leave.", "Employees can't carry over leave."),
        ("Smoking is allowed.", "Smoking is not prohibited."),
        ("Report it within a day.", "Report it no later than a day after."),
        ("Travel is paid.", "Not only travel is paid but lodging too."),
        ("申请不超过五天。", "申请在五天内。"),
        ("届け出なければならない。", "届け出ること。"),
    ],
)
def test_bounds_and_double_denials_deny_nothing(one: str, other: str) -> None:
    assert not conflict(one, other)
