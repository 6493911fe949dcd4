"""What a surface hands to the core."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from core.domain.base import Model, Moment, Probability
from core.domain.language import Language

MAX_QUESTION = 4000
"""Characters of a question that are accepted; longer ones are refused with a reason, never cut."""


class SurfaceName(StrEnum):
    """A place people talk to the bot."""

    SLACK = "slack"
    TEAMS = "teams"
    TERMINAL = "terminal"
    WEB = "web"


class Standing(StrEnum):
    """What somebody is to the company. Guests and external people count as members of no group."""

    MEMBER = "member"
    GUEST = "guest"
    EXTERNAL = "external"
    BOT = "bot"


class Person(Model):
    """Somebody, as one surface knows them.

    ``id`` is the surface's own account, e.g. ``slack:U061F7AUR`` or ``terminal:dana``. ``email`` is set only when the
    surface vouches for it: two accounts with the same e-mail are one person.
    """

    id: str = Field(min_length=1)
    name: str
    email: str | None = None
    standing: Standing = Standing.MEMBER


class PlaceKind(StrEnum):
    """Who can read what is said at a place."""

    DIRECT = "direct"  # the asker alone
    PRIVATE_REPLY = "private_reply"  # in a channel, shown to the asker alone (a command's ephemeral answer)
    CHANNEL = "channel"  # everybody in the channel, known or not
    SESSION = "session"  # a terminal


class Place(Model):
    """Where a request was made and where its answer goes.

    ``reply_url`` is a one-time address of the surface for the answer (Slack's ``response_url``); it grants the right to
    post, so it is never logged nor audited.
    """

    surface: SurfaceName
    kind: PlaceKind
    team: str | None = None
    channel: str = ""
    thread: str | None = None
    message: str | None = None
    reply_url: str | None = Field(default=None, repr=False)


class Turn(Model):
    """An earlier exchange of the same thread: what was asked there, spelt out, and what the bot said."""

    question: str
    answer: str


class PipelineRequest(Model):
    """One question or wish, with everything the journey needs to know of it.

    ``id`` derives from the surface's own message key (``slack:{team}:{channel}:{ts}``): the same message always has the
    same id, so it is answered once. ``typed_by`` names who really typed where a terminal speaks for another person.

    The program adds what it finds out: ``language`` (None: not recognised), ``memory_context`` (the thread's last
    exchanges, oldest first), ``standalone`` (the question spelt out by them; None if it needs nothing of them),
    ``privately``: asked where others read, but its answer goes to the asker alone; ``risk_tags`` (what the safety precheck
    found) and ``sanitized`` (the question without the instructions to the machine it held; None if it held none).
    """

    id: str = Field(min_length=1, max_length=200)
    asker: Person
    place: Place
    question: str
    received_at: Moment
    top_k: int | None = Field(default=None, ge=1, le=50)
    min_confidence: Probability | None = None
    typed_by: str | None = None
    language: Language | None = None
    memory_context: tuple[Turn, ...] = ()
    standalone: str | None = None
    privately: bool = False
    risk_tags: tuple[str, ...] = ()
    sanitized: str | None = None

    @property
    def asks(self) -> str:
        """The question as it is to be understood: with what it takes from its thread, without what it orders the machine."""
        return self.sanitized or self.standalone or self.question

    @property
    def apart(self) -> bool:
        """Whether what comes of it later is told to the asker directly, and not where they asked."""
        return self.privately or self.place.kind is PlaceKind.PRIVATE_REPLY

    @property
    def conversation(self) -> str:
        """The key of the thread, the direct channel or the sitting that it belongs to; empty where nothing goes on."""
        place = self.place
        if place.kind is PlaceKind.PRIVATE_REPLY or not place.channel:
            return ""
        thread = place.thread or (place.message if place.kind is PlaceKind.CHANNEL else None)
        return f"{place.surface}:{place.channel}:{thread or ''}"

    @model_serializer(mode="wrap")
    def _as_ever(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """What a later version added is written only where it is set: a record of before reads as it was written."""
        written: dict[str, Any] = handler(self)
        return {key: value for key, value in written.items() if key not in _ADDED or value}


_ADDED = frozenset({"language", "memory_context", "standalone", "privately", "risk_tags", "sanitized"})
