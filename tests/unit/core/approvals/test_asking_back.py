"""Who may ask back, and who may answer."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core.approvals.asking_back import LONGEST_REMARK, ruling_on_answer, ruling_on_question
from core.approvals.people import Member
from core.domain.approval import Approval, ApprovalRule, ApprovalState, Remark, Ruling
from core.domain.request import Person, Place, PlaceKind, Standing, SurfaceName
from tests.adapters.samples import APPROVER, ASKER, NOW, approval

STRANGER = Person(id="slack:U9", name="Nobody")
QUESTION = Remark(id="r1", approval_id="ap_1", author=APPROVER, from_asker=False, text="Which year?", said_at=NOW)
ANSWER = QUESTION.model_copy(update={"id": "r2", "author": ASKER, "from_asker": True, "text": "This one"})


def asks(waiting: Approval, person: Person = APPROVER, text: str = "Which year?", absent: tuple = ()) -> Ruling:
    return ruling_on_question(waiting, Member(person), absent, text, NOW)


def test_a_reviewer_may() -> None:
    assert asks(approval()) is Ruling.PASSED_ON


def test_who_stands_in_for_one_may() -> None:
    assert asks(approval(), STRANGER, absent=(Member(APPROVER),)) is Ruling.PASSED_ON


@pytest.mark.parametrize(
    ("person", "ruling"),
    [
        (STRANGER, Ruling.NOT_AN_APPROVER),
        (ASKER, Ruling.OWN_REQUEST),
        (APPROVER.model_copy(update={"standing": Standing.GUEST}), Ruling.NOT_AN_APPROVER),
    ],
)
def test_others_may_not(person: Person, ruling: Ruling) -> None:
    assert asks(approval(), person) is ruling


@pytest.mark.parametrize(
    ("state", "ruling"),
    [
        (ApprovalState.APPROVED, Ruling.ALREADY_DECIDED),
        (ApprovalState.EXPIRED, Ruling.EXPIRED),
        (ApprovalState.WITHDRAWN, Ruling.WITHDRAWN),
        (ApprovalState.HANDED_OVER, Ruling.HANDED_OVER),
    ],
)
def test_nobody_may_once_it_is_over(state: ApprovalState, ruling: Ruling) -> None:
    over = approval().model_copy(update={"state": state})
    assert asks(over) is ruling
    assert ruling_on_answer(over, ASKER, [QUESTION], "This one", NOW) is ruling
    assert asks(over, STRANGER) is Ruling.NOT_AN_APPROVER  # who may not decide never learns how it stands


def test_time_over_is_over_though_nobody_swept() -> None:
    late = approval().expires_at + timedelta(seconds=1)
    assert ruling_on_question(approval(), Member(APPROVER), (), "Why?", late) is Ruling.EXPIRED
    assert ruling_on_answer(approval(), ASKER, [QUESTION], "Why?", late) is Ruling.EXPIRED


def test_nobody_is_asked_back_in_a_terminal() -> None:
    place = Place(surface=SurfaceName.TERMINAL, kind=PlaceKind.SESSION)
    asked = approval().model_copy(update={"request": approval().request.model_copy(update={"place": place})})
    assert asks(asked) is Ruling.OUT_OF_REACH


@pytest.mark.parametrize("text", ["", " \n", "x" * (LONGEST_REMARK + 1)])
def test_it_takes_words_and_not_too_many(text: str) -> None:
    assert asks(approval(), text=text) is Ruling.WORDS_REQUIRED
    assert ruling_on_answer(approval(), ASKER, [QUESTION], text, NOW) is Ruling.WORDS_REQUIRED


def test_the_asker_answers_while_a_reviewer_spoke_last() -> None:
    def answers(person: Person, *said: Remark) -> Ruling:
        return ruling_on_answer(approval(), person, said, "This one", NOW)

    assert answers(ASKER, QUESTION) is Ruling.PASSED_ON
    assert answers(ASKER) is Ruling.NOT_ASKED_BACK
    assert answers(ASKER, QUESTION, ANSWER) is Ruling.NOT_ASKED_BACK
    assert answers(ASKER, QUESTION, ANSWER, QUESTION) is Ruling.PASSED_ON
    assert answers(APPROVER, QUESTION) is Ruling.NOT_THE_ASKER


def test_an_asker_who_may_decide_may_even_ask_themselves() -> None:
    rule = ApprovalRule(name="all", approvers=approval().rule.approvers, asker_may_decide=True)
    own = approval().model_copy(
        update={"rule": rule, "request": approval().request.model_copy(update={"asker": APPROVER})}
    )
    assert asks(own) is Ruling.PASSED_ON
