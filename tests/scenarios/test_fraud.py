"""Whoever tries to decide what they may not, or twice, or too late: exactly one decision, and the right reply to each.

On both databases, through everything a click goes through but the chat product.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from adapters.database.store import Store
from adapters.memory.clock import ManualClock
from core.domain.approval import Approval, ApprovalState, Ballot, Ruling, Verdict
from core.domain.request import Person, Standing
from tests.scenarios.office import BOSS, DANA, GUS, KIM, LEE, SAM, TRAVEL, Office

RULES = {
    "handoff": {"to": "slack:DESK", "name": "the travel desk"},
    "answers": [
        {
            "name": "travel",
            "approvers": [{"account": "slack:SAM"}, {"email": "lee@acme.test"}, {"account": "slack:DANA"}],
            "expires_after": "48h",
            "cards": ["slack:REVIEW"],
        }
    ],
}
DANA_AGAIN = Person(id="slack:DANA2", name="D.", email="DANA@acme.test")
SAM_AGAIN = Person(id="slack:SAM2", name="S.", email="sam@acme.test")
ROBOT = Person(id="slack:SAM", name="Sam", email="sam@acme.test", standing=Standing.BOT)


@pytest.fixture
async def office(tmp_path: Path, sql_store: Store, clock: ManualClock) -> AsyncIterator[Office]:
    """One vote decides; the asker is, by mistake, among the approvers."""
    office = Office(tmp_path, rules=RULES, store=sql_store, clock=clock)
    await office.ingest("travel.md", TRAVEL)
    await office.workflows.launch()
    yield office
    await office.workflows.close()


async def decided_once(office: Office, approval: Approval) -> None:
    """One decision, one delivery, one whole chain."""
    await office.verdict(approval)
    await office.later()
    kinds = Counter(kind for kind, subject in await office.audited() if subject == approval.id)
    assert kinds == {"vote": 1, "decision": 1, "effect": 1}


async def test_the_same_click_fifty_times(office: Office) -> None:
    approval = await office.ask_for_review()
    clicks = await asyncio.gather(*(office.decide(approval, SAM) for _ in range(50)))
    assert Counter(click.ruling for click in clicks) == {Ruling.DECIDED: 1, Ruling.ALREADY_DECIDED: 49}
    await decided_once(office, approval)


async def test_two_approvers_and_a_withdrawal_at_once(office: Office) -> None:
    approval = await office.ask_for_review()
    ends = await asyncio.gather(
        office.decide(approval, SAM),
        office.workflows.withdraw(approval.id, DANA),
        office.decide(approval, LEE, Verdict.DENY, "No"),
        office.workflows.hand_over(approval.id, LEE),
    )
    assert [end.ruling for end in ends].count(Ruling.DECIDED) == 1
    await office.verdict(approval)
    assert len(office.slack.verdicts) == 1


@pytest.mark.parametrize(
    ("voter", "ruling"),
    [
        (DANA, Ruling.OWN_REQUEST),
        (DANA_AGAIN, Ruling.NOT_AN_APPROVER),
        (KIM, Ruling.NOT_AN_APPROVER),
        (GUS, Ruling.NOT_AN_APPROVER),  # a guest with an approver's e-mail
        (Person(id="slack:sam", name="Sam"), Ruling.NOT_AN_APPROVER),
        (Person(id="terminal:SAM", name="Sam"), Ruling.NOT_AN_APPROVER),
    ],
    ids=["the asker", "the asker's second account", "no approver", "a guest", "nearly an account", "another surface"],
)
async def test_who_may_not_decide_changes_nothing(office: Office, voter: Person, ruling: Ruling) -> None:
    approval = await office.ask_for_review()
    for verdict in (Verdict.APPROVE, Verdict.DENY, Verdict.EDIT):
        assert (await office.decide(approval, voter, verdict, "note", "My own words")).ruling is ruling
    assert await office.approval(approval.id) == approval
    assert await office.store.approvals.votes(approval.id) == []


async def test_an_approver_who_is_the_asker_under_another_account(office: Office) -> None:
    """Their e-mail gives them away, whichever account is named as approver."""
    approval = await office.ask_for_review()
    ballot = Ballot(approval_id=approval.id, digest=approval.digest, verdict=Verdict.APPROVE, voter=SAM)
    asked_by_sam = approval.request.model_copy(update={"asker": SAM_AGAIN})
    from core.approvals.voting import rule_on

    ruling, state = rule_on(approval.model_copy(update={"request": asked_by_sam}), [], ballot, office.clock.now())
    assert (ruling, state) == (Ruling.OWN_REQUEST, ApprovalState.PENDING)


async def test_a_bot_never_decides_even_with_an_approvers_account(office: Office) -> None:
    from core.approvals.voting import rule_on

    approval = await office.ask_for_review()
    ballot = Ballot(approval_id=approval.id, digest=approval.digest, verdict=Verdict.APPROVE, voter=ROBOT)
    assert rule_on(approval, [], ballot, office.clock.now())[0] is Ruling.NOT_AN_APPROVER


async def test_a_surface_cannot_say_for_whom_somebody_votes(office: Office) -> None:
    approval = await office.ask_for_review()
    ballot = Ballot(
        approval_id=approval.id, digest=approval.digest, verdict=Verdict.APPROVE, voter=BOSS, on_behalf_of=SAM
    )
    assert (await office.workflows.decide(ballot)).ruling is Ruling.NOT_AN_APPROVER


async def test_a_card_of_a_superseded_digest(office: Office) -> None:
    approval = await office.ask_for_review()
    forged = approval.model_copy(update={"digest": "0" * 64})
    assert (await office.decide(forged, SAM)).ruling is Ruling.STALE_DIGEST
    assert (await office.decide(approval, LEE, Verdict.EDIT, words="At most $210. [1]")).ruling is Ruling.DECIDED
    assert (await office.decide(approval, SAM)).ruling is Ruling.ALREADY_DECIDED
    await office.verdict(approval)


@pytest.mark.parametrize("swept", [False, True])
async def test_a_click_after_the_time_is_over(office: Office, swept: bool) -> None:
    approval = await office.ask_for_review()
    office.clock.advance(48 * 3600)
    if swept:
        await office.workflows.sweep()
    clicks = await asyncio.gather(*(office.decide(approval, SAM) for _ in range(10)))
    assert {click.ruling for click in clicks} == {Ruling.EXPIRED}
    await office.verdict(approval)
    kinds = Counter(kind for kind, subject in await office.audited() if subject == approval.id)
    assert kinds == {"expiry": 1, "effect": 1}


async def test_a_click_after_withdrawal_and_after_handoff(office: Office) -> None:
    withdrawn, handed = await office.ask_for_review(), await office.ask_for_review()
    await office.workflows.withdraw(withdrawn.id, DANA)
    await office.workflows.hand_over(handed.id, DANA)
    assert (await office.decide(withdrawn, SAM)).ruling is Ruling.WITHDRAWN
    assert (await office.decide(handed, SAM)).ruling is Ruling.HANDED_OVER
    for approval in (withdrawn, handed):
        assert list(await office.store.approvals.votes(approval.id)) == []
        await office.verdict(approval)


async def test_a_click_on_what_never_was(office: Office) -> None:
    approval = await office.ask_for_review()
    unknown = approval.model_copy(update={"id": "ap_none"})
    assert (await office.decide(unknown, SAM)).ruling is Ruling.UNKNOWN_APPROVAL
    assert (await office.workflows.withdraw("ap_none", DANA)).ruling is Ruling.UNKNOWN_APPROVAL
    assert (await office.workflows.hand_over("ap_none", DANA)).ruling is Ruling.UNKNOWN_APPROVAL
