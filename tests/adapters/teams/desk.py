"""A front desk that notes what it is asked and rules as a test says."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from core.domain.approval import Approval, Ballot, Decision, Pause, Ruling, Vote
from core.domain.feedback import Feedback
from core.domain.request import Person, PipelineRequest
from core.errors import StoreUnavailable
from tests.adapters.teams.specimens import NOW


class Desk:
    """``ruling`` is what every decision comes to. ``waiting`` approvals are in ``reviewer``'s inbox and are their askers' own."""

    def __init__(self) -> None:
        self.down = False
        self.lost_after = False  # the records, once a decision is in them
        self.ruling = Ruling.DECIDED
        self.after: Approval | None = None
        self.waiting: list[Approval] = []
        self.reviewer = ""
        self.remarks: set[str] = set()
        self.goes_on = False
        self.submitted: list[PipelineRequest] = []
        self.asked: list[tuple[Any, ...]] = []
        self.ballots: list[Ballot] = []
        self.ratings: list[tuple[Any, ...]] = []
        self.gate: asyncio.Event | None = None

    async def submit(self, request: PipelineRequest) -> None:
        self._reachable()
        self.submitted.append(request)

    async def follows_up(self, request: PipelineRequest) -> bool:
        return self.goes_on

    async def decide(self, ballot: Ballot) -> Decision:
        self.ballots.append(ballot)
        return await self._ruled()

    async def withdraw(self, *asked: Any) -> Decision:
        return await self._ruled("withdraw", *asked)

    async def take_back(self, *asked: Any) -> Decision:
        return await self._ruled("take_back", *asked)

    async def hand_over(self, *asked: Any) -> Decision:
        return await self._ruled("hand_over", *asked)

    async def ask_back(self, *asked: Any) -> Decision:
        return await self._ruled("ask_back", *asked)

    async def answer_back(self, *asked: Any) -> Decision:
        return await self._ruled("answer_back", *asked)

    async def asked_back(self, asker: Person) -> Sequence[Approval]:
        return [one for one in self.waiting if one.request.asker.id == asker.id]

    async def is_remark(self, key: str) -> bool:
        return key in self.remarks

    async def approval(self, approval_id: str) -> Approval | None:
        self._reachable()
        known = [*([self.after] if self.after else []), *self.waiting]
        return next((one for one in known if one.id == approval_id), None)

    async def votes(self, approval_id: str) -> Sequence[Vote]:
        return ()

    async def inbox(self, person: Person) -> Sequence[Approval]:
        self._reachable()
        return self.waiting if person.id == self.reviewer else []

    async def pending(self, asker: Person) -> Sequence[Approval]:
        return [one for one in self.waiting if one.request.asker.id == asker.id]

    async def paused(self) -> Pause | None:
        return None

    async def rate(self, exchange_id: str, person: Person, helpful: bool, comment: str | None = None) -> Feedback:
        self._reachable()
        self.ratings.append((exchange_id, person.id, helpful, comment))
        return Feedback(exchange_id=exchange_id, person=person, helpful=helpful, comment=comment, given_at=NOW)

    async def _ruled(self, *asked: Any) -> Decision:
        if asked:
            self.asked.append(asked)
        if self.gate:
            await self.gate.wait()
        self._reachable()
        self.down = self.lost_after
        return Decision(ruling=self.ruling, approval=self.after or (self.waiting[0] if self.waiting else None))

    def _reachable(self) -> None:
        if self.down:
            raise StoreUnavailable("The database does not answer.")
