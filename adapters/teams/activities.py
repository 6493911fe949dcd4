"""A message as Teams takes it, and how large it is."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from botbuilder.schema import Activity, ActivityTypes, Attachment, Mention

from adapters.teams.entities import MessageEntity

CARD_TYPE = "application/vnd.microsoft.card.adaptive"
MESSAGE_BYTES = 80 * 1024
"""Of a message, as UTF-16: Teams refuses a larger one."""

Card = dict[str, Any]


@dataclass(frozen=True)
class Message:
    """What Teams is asked to show: markdown, or a card.

    Never both: Teams makes two messages of that, and then cannot change them. ``summary`` is a card's plain text for
    notifications. ``mention``: who is told of it, whose name stands in the text. ``rated``: with the buttons for feedback.
    """

    text: str = ""
    card: Card | None = None
    summary: str = ""
    entity: MessageEntity | None = None
    mention: Mention | None = None
    rated: bool = False

    def activity(self) -> Activity:
        """As the SDK sends it."""
        entities = [entity for entity in (self.entity, self.mention) if entity]
        return Activity(
            type=ActivityTypes.message,
            text=self.text or None,
            text_format="markdown" if self.text else None,
            summary=self.summary or None,
            attachments=[Attachment(content_type=CARD_TYPE, content=self.card)] if self.card else None,
            entities=entities or None,
            channel_data={"feedbackLoop": {"type": "default"}} if self.rated else None,
        )


def size(value: Any) -> int:
    """Bytes of plain JSON as Teams counts them: as UTF-16."""
    return len(json.dumps(value, ensure_ascii=False).encode("utf-16-le"))
