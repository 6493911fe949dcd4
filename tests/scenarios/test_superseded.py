from __future__ import annotations

import pytest

from core.domain.approval import ApprovalState, Ruling, Verdict
from core.domain.outcome import OutcomeKind, Reason
from tests.scenarios.office import SAM, TRAVEL, Office

REPLACED = TRAVEL.replace("$210", "$150")
RESTRICTED = TRAVEL.replace("policy_type", "audience: [board]\npolicy_type")


@pytest.mark.parametrize("change", ["removed", REPLACED, RESTRICTED], ids=["removed", "replaced", "restricted"])
async def test_an_approval_is_void_once_its_source_has_changed(office: Office, change: str) -> None:
    waiting = await office.ask_for_review()
    if change == "removed":
        await office.store.documents.remove("travel.md")
    else:
        await office.ingest("travel.md", change)
    decision = await office.decide(waiting, SAM)
    assert decision.ruling is Ruling.SUPERSEDED
    assert decision.approval is not None
    assert decision.approval.state is ApprovalState.SUPERSEDED
    told = await office.verdict(waiting)
    assert (told.outcome, told.reason, told.citations) == (OutcomeKind.REFUSED, Reason.SOURCE_CHANGED, ())
    assert "210" not in told.text
    shown = office.card(waiting.id)
    assert shown is not None
    assert shown.state is ApprovalState.SUPERSEDED


async def test_a_changed_source_does_not_keep_anybody_from_denying(office: Office) -> None:
    waiting = await office.ask_for_review()
    await office.store.documents.remove("travel.md")
    assert (await office.decide(waiting, SAM, Verdict.DENY, "Out of date")).ruling is Ruling.DECIDED


async def test_a_change_elsewhere_leaves_the_approval_whole(office: Office) -> None:
    waiting = await office.ask_for_review()
    await office.ingest("parking.md", "# Parking\n\nA parking space costs $40 a month.\n")
    assert (await office.decide(waiting, SAM)).ruling is Ruling.DECIDED
