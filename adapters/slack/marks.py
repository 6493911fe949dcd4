"""The marks Countersign puts into its messages' metadata, to find them again after a crash."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from adapters.slack.api import Identity

EVENT_TYPE = "countersign_message"


@dataclass(frozen=True)
class Mark:
    """What a message is: ``part`` (answer, card, verdict, remark) number ``n`` of a request or an approval, its ``key``.

    The exchange's id is noted for people and other apps; the key decides. The sign of work carries the mark of the answer
    that takes its place.
    """

    part: str
    key: str
    n: int = 0
    exchange_id: str = ""
    remark_id: str = ""

    def metadata(self) -> dict[str, Any]:
        """As Slack's message metadata; invisible to people."""
        key = "request_id" if self.part == "answer" else "approval_id"
        payload = {key: self.key, "part": self.part, "n": self.n}
        if self.remark_id:
            payload["remark_id"] = self.remark_id
        if self.exchange_id:
            payload["exchange_id"] = self.exchange_id
        return {"event_type": EVENT_TYPE, "event_payload": payload}

    def stands_on(self, message: dict[str, Any]) -> bool:
        """Whether a message carries this mark."""
        metadata = message.get("metadata") or {}
        payload = metadata.get("event_payload") or {}
        wanted = self.metadata()["event_payload"]
        wanted.pop("exchange_id", None)
        return metadata.get("event_type") == EVENT_TYPE and wanted.items() <= payload.items()


def payload_of(message: dict[str, Any], us: Identity) -> dict[str, Any]:
    """What the mark on one of the bot's own messages says; nothing for any other message."""
    if message.get("bot_id") != us.bot and message.get("user") != us.user:
        return {}
    metadata = message.get("metadata") or {}
    return dict(metadata.get("event_payload") or {}) if metadata.get("event_type") == EVENT_TYPE else {}


async def find(marks: list[Mark], messages: AsyncIterator[dict[str, Any]], us: Identity) -> dict[int, str]:
    """Which of the marks stand on the bot's own messages: timestamp by number. The earliest of two equals counts."""
    found: dict[int, str] = {}
    async for message in messages:
        if message.get("bot_id") != us.bot and message.get("user") != us.user:
            continue  # anybody's app may write the same metadata
        for mark in marks:
            if mark.stands_on(message):
                found[mark.n] = min(found.get(mark.n, message["ts"]), message["ts"])
    return found
