from __future__ import annotations

from core.domain.approval import ApprovalState, Ruling
from core.domain.outcome import OutcomeKind, Reason
from tests.scenarios.office import SAM, Office

TWO_DAYS = 48 * 3600


async def test_the_asker_is_told_that_time_ran_out_and_that_it_is_no_denial(office: Office) -> None:
    approval = await office.ask_for_review()
    office.clock.advance(TWO_DAYS)
    await office.workflows.sweep()
    told = await office.verdict(approval)
    assert (told.outcome, told.reason) == (OutcomeKind.EXPIRED, Reason.REVIEW_EXPIRED)
    assert "not a no" in told.text
    assert "210" not in told.text
    card = office.card(approval.id)
    assert card is not None
    assert card.state is ApprovalState.EXPIRED
    assert [kind for kind, _ in await office.audited()] == ["exchange", "expiry", "effect"]


async def test_before_its_time_nothing_expires(office: Office) -> None:
    approval = await office.ask_for_review()
    office.clock.advance(TWO_DAYS - 1)
    await office.workflows.sweep()
    assert (await office.approval(approval.id)).state is ApprovalState.PENDING


async def test_a_click_that_comes_too_late_expires_it(office: Office) -> None:
    approval = await office.ask_for_review()
    office.clock.advance(TWO_DAYS)
    assert (await office.decide(approval, SAM)).ruling is Ruling.EXPIRED
    assert (await office.verdict(approval)).reason is Reason.REVIEW_EXPIRED


async def test_what_expired_while_the_program_was_down_is_told_at_its_start(office: Office) -> None:
    approval = await office.ask_for_review()
    office.clock.advance(TWO_DAYS)
    await office.restart()
    assert (await office.verdict(approval)).reason is Reason.REVIEW_EXPIRED
