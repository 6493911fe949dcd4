"""What a surface hands to the core."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from core.domain.base import Model, Moment, Probability

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


class PipelineRequest(Model):
    """One question or wish, with everything the journey needs to know of it.

    ``id`` derives from the surface's own message key (``slack:{team}:{channel}:{ts}``): the same message always has the
    same id, so it is answered once. ``typed_by`` names who really typed where a terminal speaks for another person.
    """

    id: str = Field(min_length=1, max_length=200)
    asker: Person
    place: Place
    question: str
    received_at: Moment
    top_k: int | None = Field(default=None, ge=1, le=50)
    min_confidence: Probability | None = None
    typed_by: str | None = None
