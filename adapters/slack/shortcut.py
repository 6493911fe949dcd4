"""``Ask about this message``: the modal behind the entry in a message's menu, and the question it brings."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from adapters.slack import forms
from adapters.slack.directory import PREFIX
from adapters.slack.forms import text_input
from adapters.slack.payloads import clicked, identifier, part, person, typed
from adapters.slack.text import plain
from core.domain.language import Language
from core.domain.request import PipelineRequest, Place, PlaceKind, SurfaceName
from core.wording import say
from core.wording.foreign import literal

CALLBACK = "ask_about_message"
"""As manifest.yml declares it."""
QUESTION = "question"
MOST = 3000
"""Characters that Slack's inputs take."""


@dataclass(frozen=True)
class About:
    """Which message it is about, and where only the asker reads an answer (Slack's ``response_url``)."""

    team: str
    channel: str
    thread: str
    message: str
    reply_url: str

    def dump(self) -> str:
        """As the modal's private metadata."""
        return json.dumps([self.team, self.channel, self.thread, self.message, self.reply_url])

    @classmethod
    def load(cls, value: object) -> About | None:
        """From the modal's private metadata; None for one that is not ours."""
        try:
            parts = json.loads(value) if isinstance(value, str) else None
        except (ValueError, RecursionError):
            return None
        if not isinstance(parts, list) or len(parts) != 5 or not all(isinstance(one, str) for one in parts):
            return None
        return cls(*parts)


def about(body: dict[str, Any]) -> About | None:
    """What a ``message_action`` is about; None for one that names no message."""
    message = part(body, "message")
    channel, ts = identifier(part(body, "channel").get("id")), identifier(message.get("ts"))
    if not (channel and ts):
        return None
    url = body.get("response_url")
    team = identifier(part(body, "team").get("id")) or ""
    thread = identifier(message.get("thread_ts")) or ts
    return About(team, channel, thread, ts, url if isinstance(url, str) and len(url) < 1000 else "")


def modal(subject: About, text: str, language: Language | None) -> dict[str, Any]:
    """The question to ask, which begins as the message's own words."""
    label, hint, title, submit = (say(f"shortcut.{key}", language) for key in ("label", "hint", "title", "submit"))
    question = text_input(QUESTION, label, hint, MOST, initial=literal(plain(text))[:MOST].strip())
    return forms.modal(CALLBACK, subject.dump(), (title, submit, say("cancel", language)), [question])


def from_modal(body: dict[str, Any], view: dict[str, Any], now: datetime) -> PipelineRequest | None:
    """The question of a submitted modal; the modal's own id is its key, so that a repetition is the same request."""
    click, subject, key = clicked(body), About.load(view.get("private_metadata")), identifier(view.get("id"))
    if click is None or subject is None or not key:
        return None
    return PipelineRequest(
        id=f"{PREFIX}{subject.team}:{subject.channel}:{key}",
        asker=person(click.user),
        place=Place(
            surface=SurfaceName.SLACK,
            kind=PlaceKind.PRIVATE_REPLY,
            team=subject.team or None,
            channel=subject.channel,
            thread=subject.thread,
            message=subject.message,
            reply_url=subject.reply_url or None,
        ),
        question=typed(view, QUESTION),
        received_at=now,
    )
