"""A place on a chat product that the bot may write into later, unasked."""

from __future__ import annotations

from typing import Any

from core.domain.base import Model, Moment
from core.domain.request import Person, PlaceKind, SurfaceName


class Contact(Model):
    """Where a person or a channel was last met, with what the surface needs to write there again.

    ``conversation`` is the surface's own id of it. ``person`` is whoever a direct conversation is with; None for a channel
    or a group. ``reference`` is plain JSON of the surface's own making (for Teams its ConversationReference): it grants
    nothing without the bot's credentials, so it is stored as it is.
    """

    surface: SurfaceName
    conversation: str
    kind: PlaceKind
    person: Person | None = None
    reference: dict[str, Any]
    met_at: Moment
