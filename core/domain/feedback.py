"""What people say of answers, and what surfaces said when they would not show one."""

from __future__ import annotations

from datetime import date

from pydantic import Field

from core.domain.base import Model, Moment
from core.domain.request import Person

MAX_COMMENT = 1000
"""Characters of what was wrong."""


class Feedback(Model):
    """A thumb up or down under an answer, and what was wrong with it in the person's own words."""

    exchange_id: str
    person: Person
    helpful: bool
    comment: str | None = Field(default=None, max_length=MAX_COMMENT)
    given_at: Moment

    @property
    def giver(self) -> str:
        """Whose it is: accounts with the same verified e-mail are one person."""
        return self.person.email.casefold() if self.person.email else self.person.id


class Trouble(Model):
    """A message that a surface refused: what it was, about which exchange or approval, the surface's own word for why, and the
    operator's line."""

    what: str
    subject: str
    code: str
    message: str
    at: Moment


class Complaint(Model):
    """A thumb down with what it was about. ``answer`` is None where it was given to one person alone: others read this."""

    feedback: Feedback
    question: str
    answer: str | None


class Digest(Model):
    """A day's thumbs down, oldest first."""

    day: date
    complaints: tuple[Complaint, ...]
