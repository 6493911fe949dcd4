"""What every store of approvals promises."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from core.approvals.digest import answer_digest
from core.domain.approval import ApprovalState, Approver, Card, Escalation, Revision, Ruling, Verdict
from core.domain.request import Person, SurfaceName
from core.errors import NotFound
from tests.adapters.samples import APPROVER, ASKER, DIGEST, NOW, approval, ballot, draft, exchange, request, simple_rule

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


def revision(text: str) -> Revision:
    words = draft(text)
    return Revision(draft=words, digest=answer_digest(request().question, words, APPROVER))


def edit(voter: Person = APPROVER, digest: str = DIGEST):
    return ballot(voter, Verdict.EDIT).model_copy(update={"words": "Forty days.", "digest": digest})


def strict_rule(approval, votes, cast, now):
    """The simple rule, for the digest that stands, and only for votes that are not void."""
    if cast.digest != approval.digest:
        return Ruling.STALE_DIGEST, approval.state
    return simple_rule(approval, [vote for vote in votes if not vote.void], cast, now)


async def test_an_edit_puts_its_words_in_the_drafts_place_and_voids_what_was_voted(store) -> None:
    await store.exchanges.save(exchange(), approval(quorum=3))
    await store.approvals.decide(ballot(person(1)), strict_rule, LATER)
    new = revision("Forty days.")
    edited = await store.approvals.decide(edit(), lambda a, *_: (Ruling.COUNTED, a.state), LATER, new)
    assert edited.ruling is Ruling.COUNTED
    assert edited.approval == await store.approvals.get("ap_1")
    assert (edited.approval.draft, edited.approval.digest, edited.approval.edited_by) == (*new_parts(new), APPROVER)
    first, second = await store.approvals.votes("ap_1")
    assert (first.void, first.digest, first.verdict) == (True, DIGEST, Verdict.APPROVE)
    assert (second.void, second.digest, second.verdict) == (False, new.digest, Verdict.EDIT)
    assert await kinds(store) == ["exchange", "vote", "edit", "vote"]
    stale = await store.approvals.decide(ballot(person(2)), strict_rule, LATER)
    assert stale.ruling is Ruling.STALE_DIGEST
    back = edit(person(2), new.digest)
    await store.approvals.decide(back, lambda a, *_: (Ruling.COUNTED, a.state), LATER, revision("Thirty days."))
    again = edit(digest=revision("Thirty days.").digest)
    await store.approvals.decide(again, lambda a, *_: (Ruling.COUNTED, a.state), LATER, new)
    assert [vote.void for vote in await store.approvals.votes("ap_1")] == [True, True, True, False]
    assert (await store.audit.verify()).faults == ()


def new_parts(made: Revision):
    return made.draft, made.digest


async def test_an_edit_may_decide_at_once(store) -> None:
    await store.exchanges.save(exchange(), approval())
    new = revision("Forty days.")
    decision = await store.approvals.decide(edit(), simple_rule, LATER, new)
    assert (decision.ruling, decision.approval.state) == (Ruling.DECIDED, ApprovalState.APPROVED)
    assert (decision.approval.draft.text, decision.approval.decided_by) == ("Forty days.", APPROVER)
    assert await kinds(store) == ["exchange", "edit", "vote", "decision"]


async def test_of_edits_and_votes_at_once_none_mixes_with_another(store) -> None:
    """Whatever comes first: the votes that stand are all for the draft that stands."""
    await store.exchanges.save(exchange(), approval(quorum=2))
    ballots = [store.approvals.decide(ballot(person(n)), strict_rule, LATER) for n in range(10)]
    edits = [store.approvals.decide(edit(person(n)), strict_rule, LATER, revision(f"{n} days.")) for n in range(10, 20)]
    await asyncio.gather(*(one for pair in zip(edits, ballots, strict=True) for one in pair))
    now = await store.approvals.get("ap_1")
    standing = [vote for vote in await store.approvals.votes("ap_1") if not vote.void]
    assert {vote.digest for vote in standing} == {now.digest}
    assert (await store.audit.verify()).faults == ()


@pytest.mark.parametrize(
    ("state", "kind"), [(ApprovalState.WITHDRAWN, "withdrawal"), (ApprovalState.HANDED_OVER, "handoff")]
)
async def test_what_ends_without_a_vote_ends_once(waiting, state: ApprovalState, kind: str) -> None:
    assert await waiting.approvals.end("ap_1", state, ASKER, LATER, "not needed", "sam on host") is True
    assert await waiting.approvals.end("ap_1", state, ASKER, LATER) is False
    assert await waiting.approvals.end("ap_unknown", state, ASKER, LATER) is False
    ended = await waiting.approvals.get("ap_1")
    assert (ended.state, ended.decided_by, ended.note, ended.decided_at) == (state, ASKER, "not needed", LATER)
    assert await kinds(waiting) == ["exchange", kind]
    (row,) = [row async for row in waiting.audit.rows() if row.kind == kind]
    assert row.content["typed_by"] == "sam on host"
    assert [a.id for a in await waiting.approvals.without_effect()] == ["ap_1"]
    assert (await waiting.approvals.decide(ballot(), simple_rule, LATER)).ruling is Ruling.ALREADY_DECIDED


async def test_a_withdrawal_and_ballots_at_once_end_it_once(store) -> None:
    await store.exchanges.save(exchange(), approval())
    results = await asyncio.gather(
        *(store.approvals.decide(ballot(person(n)), simple_rule, LATER) for n in range(5)),
        *(store.approvals.end("ap_1", ApprovalState.WITHDRAWN, ASKER, LATER) for _ in range(5)),
    )
    decided = sum(result.ruling is Ruling.DECIDED for result in results[:5])
    assert decided + sum(results[5:]) == 1


async def test_levels_and_reminders_only_grow_and_only_while_it_waits(store) -> None:
    base = approval()
    boss = Escalation(after=3600, approvers=(Approver(account="slack:BOSS"),))
    rule = base.rule.model_copy(update={"escalation": (boss,)})
    await store.exchanges.save(exchange(), base.model_copy(update={"rule": rule}))
    for note in (store.approvals.escalate, store.approvals.remind):
        assert await asyncio.gather(*(note("ap_1", 1, LATER) for _ in range(5))) in one_of_five()
        assert await note("ap_1", 1, LATER) is False
        assert await note("ap_unknown", 1, LATER) is False
    now = await store.approvals.get("ap_1")
    assert (now.level, now.reminded, now.state) == (1, 1, ApprovalState.PENDING)
    assert now.approvers == (*base.rule.approvers, *boss.approvers)
    assert await kinds(store) == ["exchange", "escalation", "reminder"]
    await store.approvals.decide(ballot(verdict=Verdict.DENY), simple_rule, LATER)
    assert await store.approvals.escalate("ap_1", 2, LATER) is False
    assert await store.approvals.remind("ap_1", 2, LATER) is False


def one_of_five() -> list[list[bool]]:
    return [[n == winner for n in range(5)] for winner in range(5)]


async def test_how_long_decisions_took_is_known_by_rule(store) -> None:
    for n in range(4):
        await store.exchanges.save(exchange(f"ex_{n}"), approval(f"ap_{n}", exchange_id=f"ex_{n}"))
    for n, verdict in enumerate([Verdict.APPROVE, Verdict.DENY]):
        at = NOW + timedelta(minutes=10 * (n + 1))
        await store.approvals.decide(ballot(verdict=verdict, approval_id=f"ap_{n}"), simple_rule, at)
    await store.approvals.expire("ap_2", OVER)
    assert list(await store.approvals.decision_times("answers")) == [timedelta(minutes=20), timedelta(minutes=10)]
    assert list(await store.approvals.decision_times("answers", limit=1)) == [timedelta(minutes=20)]
    assert list(await store.approvals.decision_times("another")) == []


async def test_on_whose_behalf_a_vote_was_given_is_on_record(waiting) -> None:
    stood_in = ballot().model_copy(update={"on_behalf_of": person(7)})
    await waiting.approvals.decide(stood_in, simple_rule, LATER)
    (vote,) = await waiting.approvals.votes("ap_1")
    assert vote.on_behalf_of == person(7)
