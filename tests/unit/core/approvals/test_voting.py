"""What a ballot does, ruling by ruling."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest

from adapters.memory.store import MemoryStore
from core.approvals.people import Member
from core.approvals.voting import rule_on
from core.domain.approval import Approval, ApprovalState, Approver, Ballot, Escalation, Ruling, Verdict, Vote
from core.domain.request import Person, Standing
from tests.adapters.samples import APPROVER, ASKER, DIGEST, NOW, approval, ballot, exchange

OTHER = Person(id="slack:U3", name="Robin", email="robin@example.com")
PENDING, APPROVED, DENIED, EXPIRED = (
    ApprovalState.PENDING,
    ApprovalState.APPROVED,
    ApprovalState.DENIED,
    ApprovalState.EXPIRED,
)


def waiting(quorum: int = 1, *, asker_may_decide: bool = False, state: ApprovalState = PENDING) -> Approval:
    """Sam, Robin, and by mistake the asker herself are named."""
    base = approval(quorum=quorum)
    named = tuple(Approver(account=person.id) for person in (APPROVER, OTHER, ASKER))
    rule = base.rule.model_copy(update={"approvers": named, "asker_may_decide": asker_may_decide})
    return base.model_copy(update={"rule": rule, "state": state})


def vote(voter: Person, *, digest: str = DIGEST, void: bool = False) -> Vote:
    return Vote(
        id=f"vote_{voter.id}",
        approval_id="ap_1",
        digest=digest,
        verdict=Verdict.APPROVE,
        voter=voter,
        note=None,
        cast_at=NOW,
        void=void,
    )


def ruled(
    given: Approval, cast: Ballot, votes: Sequence[Vote] = (), now: datetime = NOW, groups: frozenset[str] = frozenset()
) -> tuple[Ruling, ApprovalState]:
    return rule_on(given, votes, cast, now, groups=groups)


def test_one_approver_is_enough_for_a_quorum_of_one() -> None:
    assert ruled(waiting(), ballot()) == (Ruling.DECIDED, APPROVED)


def test_a_denial_with_a_reason_decides_whatever_the_quorum() -> None:
    denial = ballot(verdict=Verdict.DENY, note="outdated")
    assert ruled(waiting(quorum=3), denial) == (Ruling.DECIDED, DENIED)


@pytest.mark.parametrize("note", [None, "", " \n"])
def test_a_denial_needs_a_reason(note: str | None) -> None:
    assert ruled(waiting(), ballot(verdict=Verdict.DENY, note=note)) == (Ruling.REASON_REQUIRED, PENDING)


def test_a_quorum_of_two_needs_two_people() -> None:
    assert ruled(waiting(quorum=2), ballot()) == (Ruling.COUNTED, PENDING)
    assert ruled(waiting(quorum=2), ballot(), [vote(OTHER)]) == (Ruling.DECIDED, APPROVED)


def test_one_person_does_not_make_a_quorum_with_two_accounts() -> None:
    other_account = Person(id="slack:U3", name="Sam again", email=APPROVER.email)
    assert ruled(waiting(quorum=2), ballot(other_account), [vote(APPROVER)]) == (Ruling.ALREADY_VOTED, PENDING)


def test_void_votes_and_votes_for_another_digest_do_not_count() -> None:
    old = [vote(OTHER, void=True), vote(OTHER, digest="e" * 64), vote(APPROVER, void=True)]
    assert ruled(waiting(quorum=2), ballot(), old) == (Ruling.COUNTED, PENDING)


def test_who_approved_may_still_deny() -> None:
    denial = ballot(verdict=Verdict.DENY, note="I overlooked the exception")
    assert ruled(waiting(quorum=2), denial, [vote(APPROVER)]) == (Ruling.DECIDED, DENIED)


async def test_a_store_records_both_votes_of_who_approved_and_then_denied() -> None:
    store = MemoryStore()
    await store.exchanges.save(exchange(), waiting(quorum=2))
    await store.approvals.decide(ballot(), rule_on, NOW)
    decision = await store.approvals.decide(ballot(verdict=Verdict.DENY, note="on reflection"), rule_on, NOW)
    assert decision.ruling is Ruling.DECIDED
    assert len({cast.id for cast in await store.approvals.votes("ap_1")}) == 2


def test_the_asker_never_decides_even_if_the_rule_names_them() -> None:
    assert ruled(waiting(), ballot(ASKER)) == (Ruling.OWN_REQUEST, PENDING)
    assert ruled(waiting(), ballot(ASKER, Verdict.DENY, note="no")) == (Ruling.OWN_REQUEST, PENDING)


def test_the_asker_is_known_by_verified_email_too() -> None:
    second_account = Person(id=APPROVER.id, name="Dana elsewhere", email="DANA@example.com")
    assert ruled(waiting(), ballot(second_account)) == (Ruling.OWN_REQUEST, PENDING)


def test_the_asker_decides_where_the_rule_lets_them() -> None:
    assert ruled(waiting(asker_may_decide=True), ballot(ASKER)) == (Ruling.DECIDED, APPROVED)


def test_only_those_the_rule_names_decide() -> None:
    stranger = Person(id="slack:U9", name="Sam", email="sam@example.org")
    assert ruled(waiting(), ballot(stranger)) == (Ruling.NOT_AN_APPROVER, PENDING)


def test_a_group_opens_the_gate_to_its_members() -> None:
    grouped = waiting()
    rule = grouped.rule.model_copy(update={"approvers": (Approver(group="leads"),)})
    grouped = grouped.model_copy(update={"rule": rule})
    assert ruled(grouped, ballot(), groups=frozenset({"leads"})) == (Ruling.DECIDED, APPROVED)
    assert ruled(grouped, ballot()) == (Ruling.NOT_AN_APPROVER, PENDING)


@pytest.mark.parametrize("standing", [Standing.GUEST, Standing.EXTERNAL, Standing.BOT])
def test_guests_external_people_and_bots_never_decide(standing: Standing) -> None:
    outsider = APPROVER.model_copy(update={"standing": standing})
    assert ruled(waiting(), ballot(outsider)) == (Ruling.NOT_AN_APPROVER, PENDING)


def test_nobody_votes_what_only_time_says() -> None:
    assert ruled(waiting(), ballot(verdict=Verdict.EXPIRE, note="x")) == (Ruling.NOT_AN_APPROVER, PENDING)


def test_a_draft_that_is_not_the_one_of_the_digest_any_more_is_never_released() -> None:
    given = waiting()
    exchanged = given.draft.model_copy(update={"text": "Forty days. [1]"})
    assert ruled(given.model_copy(update={"draft": exchanged}), ballot()) == (Ruling.STALE_DIGEST, PENDING)


def test_a_vote_for_another_digest_decides_nothing() -> None:
    stale = ballot().model_copy(update={"digest": "e" * 64})
    assert ruled(waiting(), stale) == (Ruling.STALE_DIGEST, PENDING)


def test_time_is_over_at_the_very_moment_it_ends() -> None:
    given = waiting()
    assert ruled(given, ballot(), now=given.expires_at - timedelta(microseconds=1)) == (Ruling.DECIDED, APPROVED)
    assert ruled(given, ballot(), now=given.expires_at) == (Ruling.EXPIRED, EXPIRED)


TOLD_APART = (ApprovalState.WITHDRAWN, ApprovalState.HANDED_OVER)


@pytest.mark.parametrize("state", [s for s in ApprovalState if s not in (PENDING, EXPIRED, *TOLD_APART)])
def test_what_was_decided_stays_decided(state: ApprovalState) -> None:
    assert ruled(waiting(state=state), ballot()) == (Ruling.ALREADY_DECIDED, state)


def test_expired_is_told_as_such_and_not_as_decided() -> None:
    assert ruled(waiting(state=EXPIRED), ballot()) == (Ruling.EXPIRED, EXPIRED)


@pytest.mark.parametrize("state", TOLD_APART)
def test_what_the_asker_or_a_handoff_ended_is_told_as_that(state: ApprovalState) -> None:
    assert ruled(waiting(state=state), ballot()) == (Ruling(state.value), state)


def test_who_may_not_decide_does_not_learn_how_it_stands() -> None:
    stranger = Person(id="slack:U9", name="Eve")
    assert ruled(waiting(state=DENIED), ballot(stranger)) == (Ruling.NOT_AN_APPROVER, DENIED)
    assert ruled(waiting(state=EXPIRED), ballot(stranger)) == (Ruling.NOT_AN_APPROVER, EXPIRED)


EDIT = ballot(verdict=Verdict.EDIT)


def edit_ruled(given: Approval, votes: Sequence[Vote] = (), *, revised: bool = True) -> tuple[Ruling, ApprovalState]:
    return rule_on(given, votes, EDIT, NOW, revised=revised)


def test_an_edit_is_the_first_vote_of_the_quorum_and_earlier_ones_do_not_help_it() -> None:
    assert edit_ruled(waiting()) == (Ruling.DECIDED, APPROVED)
    assert edit_ruled(waiting(quorum=2), [vote(OTHER)]) == (Ruling.COUNTED, PENDING)


def test_who_voted_may_still_edit() -> None:
    assert edit_ruled(waiting(quorum=2), [vote(APPROVER)]) == (Ruling.COUNTED, PENDING)


def test_an_edit_without_new_words_is_none() -> None:
    assert edit_ruled(waiting(), revised=False) == (Ruling.WORDS_REQUIRED, PENDING)


def test_an_edit_of_what_no_policy_says_any_more_is_void() -> None:
    assert rule_on(waiting(), [], EDIT, NOW, revised=True, sources_hold=False) == (
        Ruling.SUPERSEDED,
        ApprovalState.SUPERSEDED,
    )


DEPUTY = Person(id="slack:U8", name="Kit", email="kit@example.com")
AWAY = Member(APPROVER)


def in_place_of(absent: Person, voter: Person = DEPUTY) -> Ballot:
    return ballot(voter).model_copy(update={"on_behalf_of": absent})


def stood_in(given: Approval, cast: Ballot, votes: Sequence[Vote] = (), *absent: Member) -> Ruling:
    return rule_on(given, votes, cast, NOW, absent=absent or (AWAY,))[0]


def test_a_delegate_decides_in_the_place_of_who_is_away() -> None:
    assert stood_in(waiting(), in_place_of(APPROVER)) is Ruling.DECIDED
    assert rule_on(waiting(), [], in_place_of(APPROVER), NOW)[0] is Ruling.NOT_AN_APPROVER


def test_a_delegate_passes_nothing_on() -> None:
    """Kit stands in for Sam, and Alex for Kit: Alex decides nothing."""
    alex = Person(id="slack:U7", name="Alex")
    assert stood_in(waiting(), in_place_of(DEPUTY, alex), (), Member(DEPUTY)) is Ruling.NOT_AN_APPROVER


def test_a_delegate_may_not_decide_what_they_or_the_absent_asked() -> None:
    named = Member(ASKER)  # the asker is, by mistake, an approver: her delegate does not become one for her question
    assert stood_in(waiting(), in_place_of(ASKER), (), named) is Ruling.NOT_AN_APPROVER
    second_account = Person(id="slack:U8", name="Dana again", email=ASKER.email)
    assert stood_in(waiting(), in_place_of(APPROVER, second_account)) is Ruling.OWN_REQUEST


@pytest.mark.parametrize("standing", [Standing.GUEST, Standing.EXTERNAL, Standing.BOT])
def test_no_outsider_stands_in(standing: Standing) -> None:
    outsider = DEPUTY.model_copy(update={"standing": standing})
    assert stood_in(waiting(), in_place_of(APPROVER, outsider)) is Ruling.NOT_AN_APPROVER


def test_the_absent_and_who_stands_in_have_one_vote_together() -> None:
    given = waiting(quorum=2)
    assert stood_in(given, in_place_of(APPROVER), [vote(APPROVER)]) is Ruling.ALREADY_VOTED
    theirs = vote(DEPUTY).model_copy(update={"on_behalf_of": APPROVER})
    assert stood_in(given, ballot(), [theirs]) is Ruling.ALREADY_VOTED
    assert stood_in(given, ballot(OTHER), [theirs]) is Ruling.DECIDED


def test_who_is_asked_later_decides_from_then_on() -> None:
    given = waiting()
    later = Escalation(after=3600, approvers=(Approver(account=DEPUTY.id),))
    given = given.model_copy(update={"rule": given.rule.model_copy(update={"escalation": (later,)})})
    assert ruled(given, ballot(DEPUTY))[0] is Ruling.NOT_AN_APPROVER
    assert ruled(given.model_copy(update={"level": 1}), ballot(DEPUTY))[0] is Ruling.DECIDED
    assert ruled(given.model_copy(update={"level": 1}), ballot())[0] is Ruling.DECIDED
