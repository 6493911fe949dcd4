"""Who types at a terminal, and as whom: turns what was typed into a request."""

from __future__ import annotations

import getpass
from dataclasses import dataclass, field
from datetime import datetime

from core.domain.approval import Approval, Ballot, Verdict
from core.domain.request import Person, PipelineRequest, Place, PlaceKind, SurfaceName

YOU = "you"
"""The account of whoever sits at the terminal: ``terminal:you``."""


def login() -> str:
    """The operating system's name for whoever runs this program."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a container's user id without an entry
        return YOU


@dataclass(frozen=True)
class Speaker:
    """Somebody at the terminal. ``name`` is the account spoken for; where it is not one's own, the record says so."""

    name: str = YOU
    login: str = field(default_factory=login)

    @property
    def typed_by(self) -> str | None:
        """Who really types, where the terminal speaks for another person."""
        return None if self.name == YOU else f"{SurfaceName.TERMINAL}:{YOU} ({self.login})"

    @property
    def person(self) -> Person:
        """The account spoken for; one's own carries the login name, since that is what others know."""
        return Person(id=f"{SurfaceName.TERMINAL}:{self.name}", name=self.login if self.name == YOU else self.name)

    def request(
        self,
        question: str,
        key: str,
        now: datetime,
        *,
        sitting: str = "",
        top_k: int | None = None,
        min_confidence: float | None = None,
    ) -> PipelineRequest:
        """A question put at the terminal; ``key`` is its own, as a chat message has one.

        Questions of one ``sitting`` follow each other; without one, each stands alone.
        """
        return PipelineRequest(
            id=f"{SurfaceName.TERMINAL}:{key}",
            asker=self.person,
            place=Place(surface=SurfaceName.TERMINAL, kind=PlaceKind.SESSION, channel=sitting),
            question=question,
            received_at=now,
            top_k=top_k,
            min_confidence=min_confidence,
            typed_by=self.typed_by,
        )

    def ballot(self, approval: Approval, verdict: Verdict, note: str | None = None, words: str | None = None) -> Ballot:
        """A vote on an approval as it was shown."""
        return Ballot(
            approval_id=approval.id,
            digest=approval.digest,
            verdict=verdict,
            voter=self.person,
            note=note,
            words=words,
            typed_by=self.typed_by,
        )
