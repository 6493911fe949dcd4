"""Naming somebody so that Teams tells them: what comes hours later into a channel would be missed otherwise."""

from __future__ import annotations

from dataclasses import dataclass

from botbuilder.schema import ChannelAccount, Mention

from adapters.teams.api import TeamsApi
from adapters.teams.places import PREFIX, Spot
from adapters.teams.text import escape
from core.domain.request import Person
from core.errors import SurfaceError


@dataclass(frozen=True)
class Named:
    """A name as markdown, and the entity that makes a mention of it; None where it is only a name."""

    markdown: str
    mention: Mention | None = None


async def named(api: TeamsApi, spot: Spot, person: Person) -> Named:
    """Best effort: in their own chat nobody needs it, and an account that the roster does not name cannot be mentioned."""
    name = escape(" ".join(person.name.split()))
    if spot.alone or name != person.name:  # with signs that would have to be escaped Teams does not find it
        return Named(name)
    try:
        record = await api.member(spot.reference, person.id.removeprefix(PREFIX))
    except SurfaceError:
        return Named(name)
    shown = f"<at>{name}</at>"
    account = ChannelAccount(id=str(record.get("id") or ""), name=person.name)
    return Named(shown, Mention(type="mention", mentioned=account, text=shown))
