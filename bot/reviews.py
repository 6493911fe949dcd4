"""What people ask of what waits for a human (``core.ports.reviews.Reviews``), wherever they ask it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import date
from functools import partial

from bot.bootstrap import Application
from bot.stand_ins import StandIns
from core.approvals.asking_back import ruling_on_answer, ruling_on_question
from core.approvals.delegating import may_set, problem_with
from core.approvals.editing import edited
from core.approvals.leaving import ruling_on_handoff, ruling_on_withdrawal
from core.approvals.people import Member, may_decide, same_person, seat_of
from core.approvals.voting import has_voted, rule_on
from core.domain.approval import (
    Approval,
    ApprovalState,
    Ballot,
    Card,
    Decision,
    Delegation,
    Pause,
    Remark,
    Revision,
    Ruling,
    Verdict,
    Vote,
)
from core.domain.request import Person
from core.errors import ConfigurationError
from core.journeys.scope import sources_hold, standing_citations
from core.journeys.state import approval_id

MANY = 10_000
"""Approvals that wait at once, at most, as lists show them."""


class Reviews:
    """``changed`` is told of every approval that a ballot, a withdrawal or a handoff has changed or ended, and ``said`` of
    every remark."""

    def __init__(
        self,
        app: Application,
        changed: Callable[[Approval], Awaitable[None]],
        said: Callable[[Remark], Awaitable[None]],
    ) -> None:
        self._app = app
        self._changed = changed
        self._said = said
        self._stand_ins = StandIns(app)

    async def decide(self, ballot: Ballot) -> Decision:
        """Applies a ballot; PAUSED while the program is."""
        voter = await self._member(ballot.voter)
        waiting = await self.approval(ballot.approval_id)
        if waiting and await self.paused():
            return Decision(ruling=Ruling.PAUSED, approval=waiting)
        absent = await self._stand_ins.absent(voter.person)
        seat = seat_of(waiting, voter, absent) if waiting else None
        in_place_of = seat.person if seat and seat.person.id != voter.person.id else None
        given = ballot.model_copy(update={"voter": voter.person, "on_behalf_of": in_place_of})
        revision = await self._revision(waiting, given) if waiting else None
        now = self._app.clock.now()
        rule = partial(
            rule_on,
            groups=voter.groups,
            absent=absent,
            sources_hold=waiting is None or await sources_hold(waiting, now, self._app.bench),
            revised=revision is not None,
        )
        decision = await self._app.store.approvals.decide(given, rule, now, revision)
        if decision.approval:
            await self._changed(decision.approval)
        return decision

    async def withdraw(
        self, approval_id: str, asker: Person, note: str | None = None, typed_by: str | None = None
    ) -> Decision:
        """Ends the review of one's own question, also while the program is paused."""
        waiting = await self.approval(approval_id)
        if waiting is None:
            return Decision(ruling=Ruling.UNKNOWN_APPROVAL, approval=None)
        person = await self._app.directory.identify(asker)
        ruling = ruling_on_withdrawal(waiting, person, self._app.clock.now())
        return await self._leave(waiting, ruling, ApprovalState.WITHDRAWN, person, note, typed_by)

    async def take_back(self, request_id: str, asker: Person) -> Decision:
        """Ends the review of a question whose message was edited or deleted."""
        return await self.withdraw(approval_id(request_id), asker)

    async def hand_over(
        self, approval_id: str, person: Person, note: str | None = None, typed_by: str | None = None
    ) -> Decision:
        """Gives the question to whom the rule's handoff names; PAUSED while the program is."""
        waiting = await self.approval(approval_id)
        if waiting is None:
            return Decision(ruling=Ruling.UNKNOWN_APPROVAL, approval=None)
        if await self.paused():
            return Decision(ruling=Ruling.PAUSED, approval=waiting)
        member = await self._member(person)
        absent = await self._stand_ins.absent(member.person)
        ruling = ruling_on_handoff(waiting, member, absent, self._app.clock.now())
        return await self._leave(waiting, ruling, ApprovalState.HANDED_OVER, member.person, note, typed_by)

    async def ask_back(self, approval_id: str, person: Person, text: str, key: str) -> Decision:
        """Asks whoever asked something before deciding; PAUSED while the program is."""
        waiting = await self.approval(approval_id)
        if waiting is None:
            return Decision(ruling=Ruling.UNKNOWN_APPROVAL, approval=None)
        if await self.paused():
            return Decision(ruling=Ruling.PAUSED, approval=waiting)
        member = await self._member(person)
        absent = await self._stand_ins.absent(member.person)
        ruling = ruling_on_question(waiting, member, absent, text, self._app.clock.now())
        return await self._remark(waiting, ruling, member.person, text, key, from_asker=False)

    async def asked_back(self, asker: Person) -> Sequence[Approval]:
        """This person's pending questions that a reviewer asked back about and that wait for their answer."""
        waiting = [await self.approval(name) for name in await self._app.store.remarks.unanswered()]
        person = await self._app.directory.identify(asker) if waiting else asker
        return [approval for approval in waiting if approval and same_person(approval.request.asker, person)]

    async def answer_back(self, approval_id: str, asker: Person, text: str, key: str) -> Decision:
        """Passes on what the asker answers, also while the program is paused: it decides nothing."""
        waiting = await self.approval(approval_id)
        if waiting is None:
            return Decision(ruling=Ruling.UNKNOWN_APPROVAL, approval=None)
        person = await self._app.directory.identify(asker)
        said = [remark for remark in await self._app.store.remarks.of(approval_id) if remark.id != key]
        ruling = ruling_on_answer(waiting, person, said, text, self._app.clock.now())
        return await self._remark(waiting, ruling, person, text, key, from_asker=True)

    async def is_remark(self, key: str) -> bool:
        """Whether the message of this key was passed on between reviewer and asker."""
        return await self._app.store.remarks.get(key) is not None

    async def cards(self, approval_id: str) -> Sequence[Card]:
        """Every posted copy of the approval's card."""
        return await self._app.store.approvals.cards(approval_id)

    async def approval(self, approval_id: str) -> Approval | None:
        """The approval as it stands; None if unknown."""
        return await self._app.store.approvals.get(approval_id)

    async def votes(self, approval_id: str) -> Sequence[Vote]:
        """In the order they were cast, void ones included."""
        return await self._app.store.approvals.votes(approval_id)

    async def inbox(self, person: Person) -> Sequence[Approval]:
        """What waits for this person's decision, oldest first, without what they voted on already."""
        member = await self._member(person)
        absent = await self._stand_ins.absent(member.person)
        theirs = [approval for approval in await self._all_pending() if may_decide(approval, member, absent)]
        store = self._app.store.approvals
        return [a for a in theirs if a.rule.quorum == 1 or not has_voted(a, await store.votes(a.id), member.person)]

    async def pending(self, asker: Person) -> Sequence[Approval]:
        """This person's own questions that are under review, oldest first."""
        person = await self._app.directory.identify(asker)
        return [approval for approval in await self._all_pending() if same_person(approval.request.asker, person)]

    async def delegate(
        self, absent: str, delegate: str, days: tuple[date, date], by: Person, typed_by: str | None = None
    ) -> Delegation | None:
        """Has somebody stand in for somebody; None if that is not this person's to say. Raises ConfigurationError."""
        now, setter = self._app.clock.now(), await self._app.directory.identify(by)
        if problem := problem_with(absent, delegate, days, now.date()):
            raise ConfigurationError(problem, "Name both by account or e-mail, and days that are not over.")
        if not may_set(absent, setter):
            return None
        delegation = Delegation(
            id=self._app.ids.new("away"),
            absent=absent,
            delegate=delegate,
            first_day=days[0],
            last_day=days[1],
            set_at=now,
            set_by=setter,
            typed_by=typed_by,
        )
        await self._app.store.delegations.set(delegation)
        return delegation

    async def call_off(self, delegation_id: str, by: Person, typed_by: str | None = None) -> Delegation | None:
        """Ends a delegation; None if there is none with this id that this person may end."""
        person = await self._app.directory.identify(by)
        found = [d for d in await self._app.store.delegations.list() if d.id == delegation_id]
        if not found or not may_set(found[0].absent, person):
            return None
        return await self._app.store.delegations.end(delegation_id, person, self._app.clock.now(), typed_by)

    async def delegations(self) -> Sequence[Delegation]:
        """Those in force today or later, by first day."""
        today = self._app.clock.now().date()
        return [d for d in await self._stand_ins.delegations() if d.ended_at is None and d.last_day >= today]

    async def paused(self) -> Pause | None:
        """The pause that holds now."""
        return await self._app.store.pauses.current()

    async def _leave(
        self,
        waiting: Approval,
        ruling: Ruling,
        state: ApprovalState,
        by: Person,
        note: str | None,
        typed_by: str | None,
    ) -> Decision:
        if ruling is not Ruling.DECIDED:
            return Decision(ruling=ruling, approval=waiting)
        store, now = self._app.store.approvals, self._app.clock.now()
        if not await store.end(waiting.id, state, by, now, note, typed_by):
            ruling = Ruling.ALREADY_DECIDED
        after = await store.get(waiting.id) or waiting
        await self._changed(after)
        return Decision(ruling=ruling, approval=after)

    async def _remark(
        self, waiting: Approval, ruling: Ruling, author: Person, text: str, key: str, *, from_asker: bool
    ) -> Decision:
        if ruling is Ruling.PASSED_ON:
            remark = Remark(
                id=key,
                approval_id=waiting.id,
                author=author,
                from_asker=from_asker,
                text=text.strip(),
                said_at=self._app.clock.now(),
            )
            await self._said(await self._app.store.remarks.add(remark))
        return Decision(ruling=ruling, approval=waiting)

    async def _revision(self, waiting: Approval, ballot: Ballot) -> Revision | None:
        if ballot.verdict is not Verdict.EDIT or ballot.digest != waiting.digest:
            return None
        standing = await standing_citations(waiting, self._app.clock.now(), self._app.bench)
        return edited(waiting, ballot.words, ballot.voter, standing)

    async def _member(self, person: Person) -> Member:
        known = await self._app.directory.identify(person)
        return Member(known, await self._app.directory.groups_of(known))

    async def _all_pending(self) -> Sequence[Approval]:
        return await self._app.store.approvals.list(ApprovalState.PENDING, limit=MANY)
