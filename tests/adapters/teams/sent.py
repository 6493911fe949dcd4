"""What of a message reaches Teams: as the SDK serialises it."""

from __future__ import annotations

from typing import Any

from botframework.connector import models
from msrest import Serializer

from adapters.teams.activities import Message

_SERIALIZER = Serializer({name: kind for name, kind in vars(models).items() if isinstance(kind, type)})


def sent(message: Message) -> dict[str, Any]:
    """The activity's body."""
    body: dict[str, Any] = _SERIALIZER.body(message.activity(), "Activity")
    return body
