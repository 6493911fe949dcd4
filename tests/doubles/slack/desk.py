"""A front desk without durability, for tests of the surface alone: it answers from a script, at once, in this process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any

from adapters.memory.approvals import MemoryApprovals
from adapters.memory.audit import MemoryAudit
from adapters.memory.clock import SequentialIds, SystemClock
from adapters.memory.feedback import MemoryFeedback
from adapters.slack import SlackSurface
from core import wording
from core.approvals.voting import rule_on
from core.domain.approval import Approval, ApprovalState, Ballot, Card, Decision, Pause, Ruling, Vote
from core.domain.exchange import Exchange
from core.domain.feedback import Feedback
from core.domain.outcome import Outcome, OutcomeKind, Reason
from core.domain.request import Person, PipelineRequest
from core.errors import StoreUnavailable
from core.gate import Gate
from core.ports.answers import Sharing
from core.wording.language import detect

Script = Callable[[PipelineRequest], tuple[Outcome, Approval | None]]


class Desk:
    """Implements ``core.ports.surface.Frontdesk``. Give it its ``surface`` before anything arrives."""

    surface: SlackSurface

    def __init__(self, script: Script) -> None:
        self.script = script
        self.down = False
        self.requests: dict[str, PipelineRequest] = {}
        self.submissions = 0
        self.ballots: list[Ballot] = []
        self.outcomes: dict[str, Outcome] = {}
        self.exchanges: dict[str, Exchange] = {}
        self.sharing = Sharing.ALLOWED
        audit = MemoryAudit(SequentialIds())
        self.feedback = MemoryFeedback(audit)
        self.approvals = MemoryApprovals(audit)
        self._clock = SystemClock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def submit(self, request: PipelineRequest) -> None:
        self.submissions += 1
        if self.down:
            raise StoreUnavailable("The database does not answer.")
        if request.id not in self.requests:
            request = request.model_copy(update={"language": request.language or detect(request.question)})
            self.requests[request.id] = request
            self._start(self._answer(request))

    async def follows_up(self, request: PipelineRequest) -> bool:
        if self.down:
            raise StoreUnavailable("The database does not answer.")
        asked = [e.request for e in self.exchanges.values()]
        return any(a.conversation == request.conversation and a.asker.id == request.asker.id for a in asked)

    async def shared(self, exchange_id: str, person: Person) -> tuple[Sharing, Exchange | None]:
        if self.down:
            raise StoreUnavailable("The database does not answer.")
        exchange = self.exchanges.get(exchange_id)
        if exchange is None or exchange.request.asker.id != person.id:
            return Sharing.UNKNOWN, None
        return self.sharing, exchange if self.sharing is Sharing.ALLOWED else None

    async def rate(
        self, exchange_id: str, person: Person, helpful: bool, comment: str | None = None
    ) -> Feedback | None:
        if self.down:
            raise StoreUnavailable("The database does not answer.")
        if exchange_id not in self.exchanges:
            return None
        who = await self.surface.directory.identify(person)
        now = self._clock.now()
        return await self.feedback.give(
            Feedback(exchange_id=exchange_id, person=who, helpful=helpful, comment=comment, given_at=now)
        )

    async def decide(self, ballot: Ballot) -> Decision:
        if self.down:
            raise StoreUnavailable("The database does not answer.")
        voter = await self.surface.directory.identify(ballot.voter)
        groups = await self.surface.directory.groups_of(voter)
        identified = ballot.model_copy(update={"voter": voter})
        self.ballots.append(identified)
        decision = await self.approvals.decide(identified, partial(rule_on, groups=groups), self._clock.now())
        if decision.ruling is Ruling.DECIDED and decision.approval:
            self._start(self._tell(decision.approval))
        return decision

    async def approval(self, approval_id: str) -> Approval | None:
        return await self.approvals.get(approval_id)

    async def votes(self, approval_id: str) -> Sequence[Vote]:
        return await self.approvals.votes(approval_id)

    # What follows needs a whole program to mean anything (``tests/scenarios/slack/house.py``): here nothing is known.

    async def withdraw(self, *_: object) -> Decision:
        return Decision(ruling=Ruling.UNKNOWN_APPROVAL, approval=None)

    take_back = hand_over = ask_back = answer_back = withdraw

    async def pending(self, person: Person) -> list[Approval]:
        return []

    asked_back = inbox = pending

    async def cards(self, approval_id: str) -> list[Card]:
        return []

    async def is_remark(self, key: str) -> bool:
        return False

    async def paused(self) -> Pause | None:
        return None

    async def posted(self) -> list[Card]:
        """Every card that was posted."""
        return [card for a in await self.approvals.list() for card in await self.approvals.cards(a.id)]

    async def settle(self) -> None:
        """Waits until everything under way is done; raises what went wrong in it."""
        while self._tasks:
            await asyncio.gather(*self._tasks)

    async def _answer(self, request: PipelineRequest) -> None:
        placeholder = await self.surface.acknowledge(request)
        outcome, approval = self.script(request)
        self.outcomes[outcome.exchange_id] = outcome
        self.exchanges[outcome.exchange_id] = Exchange(
            id=outcome.exchange_id,
            request=request,
            outcome=outcome,
            thresholds=Gate().for_call(None, None),
            created_at=request.received_at,
        )
        if approval:
            self.approvals.open(approval)
        await self.surface.deliver(request, outcome, placeholder)
        if approval:
            for card in await self.surface.post_cards(approval):
                await self.approvals.add_card(card)

    async def _tell(self, approval: Approval) -> None:
        assert approval.decided_by
        if approval.state is ApprovalState.APPROVED:
            ended = OutcomeKind.ANSWERED, Reason.REVIEWER_APPROVED
            text, citations = wording.reviewed(approval.draft, approval.decided_by.name), approval.draft.citations
        else:
            ended = OutcomeKind.DENIED, Reason.REVIEWER_DENIED
            text, citations = wording.denied(approval.decided_by.name, approval.note), ()
        change = {"outcome": ended[0], "reason": ended[1], "text": text, "citations": citations}
        await self.surface.deliver_verdict(approval, self.outcomes[approval.exchange_id].model_copy(update=change))
        for card in await self.approvals.cards(approval.id):
            await self.surface.update_card(card, approval)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
