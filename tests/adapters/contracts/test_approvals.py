"""What every store of approvals promises."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from core.domain.approval import ApprovalState, Card, Ruling, Verdict
from core.domain.request import Person, SurfaceName
from core.errors import NotFound
from tests.adapters.samples import APPROVER, ASKER, DIGEST, NOW, approval, ballot, exchange, simple_rule

LATER = NOW + timedelta(minutes=5)
OVER = NOW + timedelta(hours=72)


@pytest.fixture
async def waiting(store):
    """A store with one approval that waits for two votes."""
    await store.exchanges.save(exchange(), approval(quorum=2))
    return store


def person(number: int) -> Person:
    return Person(id=f"slack:V{number}", name=f"Voter {number}", email=f"v{number}@example.com")


async def kinds(store) -> list[str]:
    return [row.kind async for row in store.audit.rows()]


async def test_the_last_vote_of_the_quorum_decides(waiting) -> None:
    first = await waiting.approvals.decide(ballot(person(1)), simple_rule, LATER)
    assert first.ruling is Ruling.COUNTED
    assert first.approval == approval(quorum=2)
    second = await waiting.approvals.decide(ballot(person(2), note="fine"), simple_rule, LATER)
    assert second.ruling is Ruling.DECIDED
    assert second.approval.state is ApprovalState.APPROVED
    assert (second.approval.decided_by, second.approval.decided_at, second.approval.note) == (person(2), LATER, "fine")
    assert await waiting.approvals.get("ap_1") == second.approval
    votes = await waiting.approvals.votes("ap_1")
    assert [(v.voter, v.verdict, v.cast_at, v.void) for v in votes] == [
        (person(1), Verdict.APPROVE, LATER, False),
        (person(2), Verdict.APPROVE, LATER, False),
    ]
    assert len({v.id for v in votes}) == 2
    assert await kinds(waiting) == ["exchange", "vote", "vote", "decision"]


async def test_a_denial_decides_with_its_reason(waiting) -> None:
    decision = await waiting.approvals.decide(ballot(verdict=Verdict.DENY, note="outdated"), simple_rule, LATER)
    assert (decision.ruling, decision.approval.state, decision.approval.note) == (
        Ruling.DECIDED,
        ApprovalState.DENIED,
        "outdated",
    )


@pytest.mark.parametrize(
    "refusal",
    [Ruling.NOT_AN_APPROVER, Ruling.OWN_REQUEST, Ruling.STALE_DIGEST, Ruling.ALREADY_VOTED, Ruling.REASON_REQUIRED],
)
async def test_a_refused_ballot_leaves_no_trace(waiting, refusal: Ruling) -> None:
    decision = await waiting.approvals.decide(ballot(), lambda approval, *_: (refusal, approval.state), LATER)
    assert (decision.ruling, decision.approval) == (refusal, approval(quorum=2))
    assert list(await waiting.approvals.votes("ap_1")) == []
    assert await kinds(waiting) == ["exchange"]


async def test_the_rule_sees_the_approval_and_the_votes_as_they_stand(waiting) -> None:
    await waiting.approvals.decide(ballot(person(1)), simple_rule, LATER)
    seen = []

    def rule(approval, votes, cast, now):
        seen.append((approval.state, [vote.voter for vote in votes], cast, now))
        return Ruling.OWN_REQUEST, approval.state

    await waiting.approvals.decide(ballot(ASKER), rule, LATER)
    assert seen == [(ApprovalState.PENDING, [person(1)], ballot(ASKER), LATER)]


async def test_a_rule_that_fails_leaves_everything_as_it_was(waiting) -> None:
    def broken(*_):
        raise RuntimeError("broken rule")

    with pytest.raises(RuntimeError, match="broken rule"):
        await waiting.approvals.decide(ballot(), broken, LATER)
    assert await kinds(waiting) == ["exchange"]
    assert (await waiting.approvals.decide(ballot(), simple_rule, LATER)).ruling is Ruling.COUNTED


async def test_a_ballot_after_the_decision_sees_the_winner(waiting) -> None:
    for n in (1, 2):
        await waiting.approvals.decide(ballot(person(n)), simple_rule, LATER)
    late = await waiting.approvals.decide(ballot(person(3), Verdict.DENY), simple_rule, LATER)
    assert late.ruling is Ruling.ALREADY_DECIDED
    assert (late.approval.state, late.approval.decided_by) == (ApprovalState.APPROVED, person(2))


async def test_not_even_a_wrong_rule_decides_twice(store) -> None:
    await store.exchanges.save(exchange(), approval())
    verdicts = [(Ruling.DECIDED, ApprovalState.APPROVED), (Ruling.DECIDED, ApprovalState.DENIED)]
    first, second = [
        await store.approvals.decide(ballot(person(n)), lambda *_, v=verdict: v, LATER)
        for n, verdict in enumerate(verdicts)
    ]
    assert (first.ruling, second.ruling) == (Ruling.DECIDED, Ruling.ALREADY_DECIDED)
    assert second.approval == first.approval
    assert len(await store.approvals.votes("ap_1")) == 1
    assert await kinds(store) == ["exchange", "vote", "decision"]


async def test_an_unknown_approval_is_told(store) -> None:
    decision = await store.approvals.decide(ballot(), simple_rule, LATER)
    assert (decision.ruling, decision.approval) == (Ruling.UNKNOWN_APPROVAL, None)
    assert await store.approvals.get("ap_1") is None
    assert list(await store.approvals.votes("ap_1")) == []


@pytest.mark.parametrize("quorum", [1, 2])
async def test_of_fifty_simultaneous_ballots_one_decides(store, quorum: int) -> None:
    await store.exchanges.save(exchange(), approval(quorum=quorum))
    ballots = [ballot(person(n), Verdict.DENY if n % 7 == 3 else Verdict.APPROVE) for n in range(50)]
    decisions = await asyncio.gather(*(store.approvals.decide(b, simple_rule, LATER) for b in ballots))
    rulings = [decision.ruling for decision in decisions]
    (winner,) = [decision.approval for decision in decisions if decision.ruling is Ruling.DECIDED]
    votes = await store.approvals.votes("ap_1")
    assert set(rulings) <= {Ruling.DECIDED, Ruling.COUNTED, Ruling.ALREADY_DECIDED}
    assert len(votes) == rulings.count(Ruling.COUNTED) + 1 <= quorum
    assert winner.decided_by == votes[-1].voter
    assert all(d.approval == winner for d in decisions if d.ruling is Ruling.ALREADY_DECIDED)
    assert await store.approvals.get("ap_1") == winner
    report = await store.audit.verify()
    assert (report.count, report.faults) == (1 + len(votes) + 1, ())


async def test_one_person_clicking_often_votes_once(waiting) -> None:
    decisions = await asyncio.gather(*(waiting.approvals.decide(ballot(), simple_rule, LATER) for _ in range(20)))
    assert sorted(d.ruling for d in decisions) == [Ruling.ALREADY_VOTED] * 19 + [Ruling.COUNTED]
    assert len(await waiting.approvals.votes("ap_1")) == 1


async def test_time_ends_what_waits_too_long_and_nothing_else(waiting) -> None:
    assert await waiting.approvals.expire("ap_1", LATER) is False
    assert await waiting.approvals.expire("ap_unknown", OVER) is False
    assert await waiting.approvals.expire("ap_1", OVER) is True
    assert await waiting.approvals.expire("ap_1", OVER) is False
    expired = await waiting.approvals.get("ap_1")
    assert (expired.state, expired.decided_at, expired.decided_by) == (ApprovalState.EXPIRED, OVER, None)
    assert await kinds(waiting) == ["exchange", "expiry"]


async def test_what_was_decided_does_not_expire(waiting) -> None:
    await waiting.approvals.decide(ballot(verdict=Verdict.DENY), simple_rule, LATER)
    assert await waiting.approvals.expire("ap_1", OVER) is False
    assert (await waiting.approvals.get("ap_1")).state is ApprovalState.DENIED


async def test_a_ballot_that_comes_too_late_ends_the_approval_without_a_vote(waiting) -> None:
    decision = await waiting.approvals.decide(ballot(), simple_rule, OVER)
    assert (decision.ruling, decision.approval.state) == (Ruling.EXPIRED, ApprovalState.EXPIRED)
    assert decision.approval.decided_by is None
    assert list(await waiting.approvals.votes("ap_1")) == []
    assert await kinds(waiting) == ["exchange", "expiry"]


async def test_expiry_and_ballots_at_once_end_it_once(store) -> None:
    await store.exchanges.save(exchange(), approval())

    def always(approval, votes, cast, now):
        pending = approval.state is ApprovalState.PENDING
        return (Ruling.DECIDED, ApprovalState.APPROVED) if pending else (Ruling.ALREADY_DECIDED, approval.state)

    results = await asyncio.gather(
        *(store.approvals.decide(ballot(person(n)), always, OVER) for n in range(10)),
        *(store.approvals.expire("ap_1", OVER) for _ in range(10)),
    )
    decided = sum(result.ruling is Ruling.DECIDED for result in results[:10])
    assert decided + sum(results[10:]) == 1
    assert sorted(await kinds(store)) == (["decision", "exchange", "vote"] if decided else ["exchange", "expiry"])


async def test_decisions_wait_for_their_effect(store) -> None:
    for n, (verdict, state) in enumerate(
        [(Verdict.APPROVE, ApprovalState.APPROVED), (Verdict.DENY, ApprovalState.DENIED)]
    ):
        await store.exchanges.save(exchange(f"ex_{n}"), approval(f"ap_{n}", exchange_id=f"ex_{n}"))
        decision = await store.approvals.decide(
            ballot(verdict=verdict, approval_id=f"ap_{n}"), simple_rule, LATER + timedelta(minutes=n)
        )
        assert decision.approval.state is state
    await store.exchanges.save(exchange("ex_2"), approval("ap_2", exchange_id="ex_2"))
    assert [a.id for a in await store.approvals.without_effect()] == ["ap_0", "ap_1"]
    await store.approvals.record_effect("ap_0", OVER)
    await store.approvals.record_effect("ap_0", OVER + timedelta(hours=1))
    assert [a.id for a in await store.approvals.without_effect()] == ["ap_1"]
    assert (await store.approvals.get("ap_0")).effect_at == OVER
    assert (await kinds(store)).count("effect") == 1
    with pytest.raises(NotFound):
        await store.approvals.record_effect("ap_unknown", OVER)


async def test_an_expiry_waits_for_its_effect_too(waiting) -> None:
    await waiting.approvals.expire("ap_1", OVER)
    assert [a.id for a in await waiting.approvals.without_effect()] == ["ap_1"]


async def test_approvals_are_listed_by_opening_time(store) -> None:
    for n in (2, 0, 1):
        await store.exchanges.save(exchange(f"ex_{n}"), approval(f"ap_{n}", exchange_id=f"ex_{n}", minutes=n))
    await store.approvals.decide(ballot(approval_id="ap_1"), simple_rule, LATER)
    assert [a.id for a in await store.approvals.list()] == ["ap_0", "ap_1", "ap_2"]
    assert [a.id for a in await store.approvals.list(ApprovalState.PENDING)] == ["ap_0", "ap_2"]
    assert [a.id for a in await store.approvals.list(limit=1)] == ["ap_0"]


async def test_a_card_is_remembered_once(waiting) -> None:
    cards = [
        Card(approval_id="ap_1", surface=SurfaceName.SLACK, channel=channel, message="1.2") for channel in ("C2", "C1")
    ]
    for card in (*cards, *cards):
        await waiting.approvals.add_card(card)
    assert list(await waiting.approvals.cards("ap_1")) == cards
    assert list(await waiting.approvals.cards("ap_unknown")) == []


async def test_the_vote_on_record_says_who_and_what(waiting) -> None:
    await waiting.approvals.decide(
        ballot(note="fine").model_copy(update={"typed_by": "sam on host"}), simple_rule, LATER
    )
    (row,) = [row async for row in waiting.audit.rows() if row.kind == "vote"]
    (vote,) = await waiting.approvals.votes("ap_1")
    assert row.subject == "ap_1"
    assert row.content == vote.model_dump(mode="json")
    assert (vote.voter, vote.verdict, vote.digest, vote.note) == (APPROVER, Verdict.APPROVE, DIGEST, "fine")
    assert vote.typed_by == "sam on host"
