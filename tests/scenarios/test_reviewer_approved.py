from __future__ import annotations

import pytest

from core.domain.approval import ApprovalState, Ruling
from core.domain.outcome import OutcomeKind, Reason
from core.domain.request import Person
from core.errors import SurfaceError
from tests.scenarios.office import LEE, SAM, Office


@pytest.mark.parametrize("voter", [SAM, LEE], ids=["by account", "by a group's e-mail"])
async def test_the_asker_gets_the_draft_as_reviewed(office: Office, voter: Person) -> None:
    approval = await office.ask_for_review()
    assert (await office.decide(approval, voter)).ruling is Ruling.DECIDED
    told = await office.verdict(approval)
    assert (told.outcome, told.reason) == (OutcomeKind.ANSWERED, Reason.REVIEWER_APPROVED)
    assert told.text == f"{approval.draft.text}\n\nReviewed by {voter.name}."
    assert told.citations == approval.draft.citations


async def test_every_card_shows_who_decided(office: Office) -> None:
    approval = await office.ask_for_review()
    await office.decide(approval, SAM)
    await office.verdict(approval)
    card = office.card(approval.id)
    assert card is not None
    assert (card.state, card.decided_by) == (ApprovalState.APPROVED, SAM)


async def test_decision_and_effect_are_on_record_once(office: Office) -> None:
    approval = await office.ask_for_review()
    await office.decide(approval, SAM)
    await office.verdict(approval)
    assert (await office.decide(approval, LEE)).ruling is Ruling.ALREADY_DECIDED
    await office.restart()
    assert [kind for kind, _ in await office.audited()] == ["exchange", "vote", "decision", "effect"]


async def test_a_decision_whose_delivery_never_began_is_delivered_by_the_sweep(office: Office) -> None:
    approval = await office.ask_for_review()

    async def crash(*_: object) -> None:
        raise KeyboardInterrupt

    office.workflows._start_verdict = crash  # type: ignore[method-assign, assignment]
    with pytest.raises(KeyboardInterrupt):
        await office.decide(approval, SAM)
    assert office.slack.verdicts == {}
    await office.restart()
    assert (await office.verdict(approval)).reason is Reason.REVIEWER_APPROVED


async def test_a_verdict_refused_for_good_is_tried_again_at_the_next_start(office: Office) -> None:
    approval = await office.ask_for_review()
    office.slack.failure = SurfaceError("The channel is archived.", code="is_archived", permanent=True)
    await office.decide(approval, SAM)
    await office.until(lambda: b'deliveries_failed_total{what="verdict"} 1.0' in office.metrics.render())
    office.slack.failure = None
    await office.restart()
    assert (await office.verdict(approval)).reason is Reason.REVIEWER_APPROVED
