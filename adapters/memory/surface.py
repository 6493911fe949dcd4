"""A surface that remembers what it showed, for tests and for the plan mode."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from core.domain.approval import Approval, Approver, Card, Remark, Vote
from core.domain.feedback import Digest
from core.domain.outcome import Outcome
from core.domain.request import PipelineRequest, SurfaceName
from core.errors import SurfaceError


class MemorySurface:
    """Everything shown is in public dictionaries; each call may be repeated and shows nothing twice.

    Set ``failure`` and every call raises it until it is set to None again.
    """

    def __init__(self, name: SurfaceName = SurfaceName.TERMINAL) -> None:
        self._name = name
        self.failure: SurfaceError | None = None
        self.acknowledged: dict[str, PipelineRequest] = {}
        self.outcomes: dict[str, Outcome] = {}
        self.told_directly: dict[str, Outcome] = {}
        self.cards: dict[Card, Approval] = {}
        self.reminders: dict[tuple[Card, int], Approval] = {}
        self.handed_over: dict[str, Approval] = {}
        self.votes: dict[Card, tuple[Vote, ...]] = {}
        self.asked_back: dict[str, Remark] = {}
        self.remarks: dict[tuple[Card, str], Remark] = {}
        self.digests: dict[tuple[str, date], Digest] = {}
        self.verdicts: dict[str, tuple[Approval, Outcome]] = {}

    @property
    def name(self) -> SurfaceName:
        """Which surface it stands for."""
        return self._name

    async def acknowledge(self, request: PipelineRequest) -> str | None:
        """Remembers the request by id."""
        self._fail_if_told()
        self.acknowledged[request.id] = request
        return f"work:{request.id}"

    async def deliver(self, request: PipelineRequest, outcome: Outcome, placeholder: str | None) -> str | None:
        """Remembers the first outcome of a request."""
        self._fail_if_told()
        self.outcomes.setdefault(request.id, outcome)
        return placeholder or f"answer:{request.id}"

    async def deliver_directly(self, request: PipelineRequest, outcome: Outcome) -> None:
        """Remembers the first outcome of a request that was shown directly."""
        self._fail_if_told()
        self.told_directly.setdefault(request.id, outcome)

    async def post_cards(
        self, approval: Approval, also: Sequence[Approver] = (), votes: Sequence[Vote] = ()
    ) -> list[Card]:
        """One card a channel of each level on this surface; without channels, one an approver."""
        self._fail_if_told()
        prefix = f"{self._name}:"
        named: list[str] = []
        for level in approval.levels:
            named += level.cards
            named += map(_name, level.direct if level.cards or level.direct else level.approvers)
        named += map(_name, also)
        places = [place.removeprefix(prefix) for place in named if place.startswith(prefix)]
        cards = [
            Card(approval_id=approval.id, surface=self._name, channel=place, message=f"card:{approval.id}:{place}")
            for place in dict.fromkeys(places)
        ]
        for card in cards:
            self.cards.setdefault(card, approval)
        return cards

    async def update_card(self, card: Card, approval: Approval, votes: Sequence[Vote] = ()) -> None:
        """Remembers the approval and the votes that the card shows now."""
        self._fail_if_told()
        self.cards[card] = approval
        self.votes[card] = tuple(votes)

    async def ask_back(self, approval: Approval, remark: Remark) -> None:
        """Remembers each question to an asker once."""
        self._fail_if_told()
        self.asked_back.setdefault(remark.id, remark)

    async def add_remark(self, card: Card, approval: Approval, remark: Remark) -> None:
        """Remembers each remark beside a card once."""
        self._fail_if_told()
        self.remarks.setdefault((card, remark.id), remark)

    async def remind(self, card: Card, approval: Approval, number: int) -> None:
        """Remembers each reminder once."""
        self._fail_if_told()
        self.reminders.setdefault((card, number), approval)

    async def hand_over(self, approval: Approval) -> None:
        """Remembers what was handed over first."""
        self._fail_if_told()
        self.handed_over.setdefault(approval.id, approval)

    async def post_digest(self, channel: str, digest: Digest) -> None:
        """Remembers the first digest of a day."""
        self._fail_if_told()
        self.digests.setdefault((channel, digest.day), digest)

    async def deliver_verdict(self, approval: Approval, outcome: Outcome) -> None:
        """Remembers the first verdict told."""
        self._fail_if_told()
        self.verdicts.setdefault(approval.id, (approval, outcome))

    def _fail_if_told(self) -> None:
        if self.failure:
            raise self.failure


def _name(approver: Approver) -> str:
    return approver.account or approver.group or approver.email or ""
