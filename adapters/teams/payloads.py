"""Teams' activities -> requests. Pure functions, total: what is no question of a person's comes back as None."""

from __future__ import annotations

import hashlib
import html
import re
from datetime import datetime
from typing import Any

from adapters.teams.places import PREFIX, THREAD
from core.domain.conversation import Contact
from core.domain.request import Person, PipelineRequest, Place, PlaceKind, SurfaceName
from core.wording.foreign import whole

Activity = dict[str, Any]

_LONGEST_ID = 300
_LONGEST_KEY = 200  # of a request
_BOT = "28:"
_NAMED = re.compile(r"<at(?:\s[^<>]*)?>(.*?)</at>", re.DOTALL)


def identifier(value: Any, most: int = _LONGEST_ID) -> str | None:
    """An id or address of Teams'; None for what is none."""
    # What cannot be printed, halves of a character among it, is no id and cannot be stored.
    return value if isinstance(value, str) and 0 < len(value) <= most and value.isprintable() else None


def part(holder: dict[str, Any], key: str) -> dict[str, Any]:
    """A part of a payload that is an object; an empty one where it is none."""
    value = holder.get(key)
    return value if isinstance(value, dict) else {}


def objects(holder: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """A part of a payload that lists objects, without what is none."""
    value = holder.get(key)
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def bot(activity: Activity) -> str | None:
    """The bot's own account there."""
    return identifier(part(activity, "recipient").get("id"))


def person(activity: Activity) -> Person | None:
    """Who did it, as the payload names them, before the directory was asked; None for what no person did.

    Their directory id is the same in every conversation, and for every bot; an anonymous guest of a meeting has none.
    """
    account = part(activity, "from")
    here = identifier(account.get("id"))
    if here is None or is_machine(activity):
        return None
    return Person(
        id=PREFIX + (identifier(account.get("aadObjectId")) or here), name=identifier(account.get("name")) or here
    )


def is_machine(activity: Activity) -> bool:
    """Whether a bot did it, ours included. A bot's message is never answered: two of them would talk for ever."""
    account = part(activity, "from")
    here = str(account.get("id"))
    return here.startswith(_BOT) or here == bot(activity) or account.get("role") in ("bot", "skill")


def place(activity: Activity) -> Place | None:
    """Where it happened. In a channel the thread is the conversation, in a group chat all of it is one thread."""
    conversation = part(activity, "conversation")
    thread = identifier(conversation.get("id"))
    if thread is None:
        return None
    direct = _is_direct(conversation)
    return Place(
        surface=SurfaceName.TEAMS,
        kind=PlaceKind.DIRECT if direct else PlaceKind.CHANNEL,
        team=identifier(conversation.get("tenantId"))
        or identifier(part(part(activity, "channelData"), "tenant").get("id")),
        channel=thread.partition(THREAD)[0],
        thread=None if direct else thread,
        message=identifier(activity.get("id")),
    )


def contact(activity: Activity, now: datetime) -> Contact | None:
    """Where it happened, with what it takes to write there again; a channel without the thread."""
    where, account = place(activity), part(activity, "from")
    service, ours = identifier(activity.get("serviceUrl"), 1000), bot(activity)
    if where is None or service is None or ours is None:
        return None
    who = person(activity) if where.kind is PlaceKind.DIRECT else None
    reference = {
        "serviceUrl": service,
        "channelId": activity.get("channelId"),
        "bot": _account(part(activity, "recipient")),
        "conversation": {
            "id": where.channel,
            "conversationType": identifier(part(activity, "conversation").get("conversationType")),
            "isGroup": where.kind is not PlaceKind.DIRECT,
            "tenantId": where.team,
        },
        **({"user": _account(account)} if who else {}),
        **({"locale": locale} if (locale := identifier(activity.get("locale"), 35)) else {}),
    }
    return Contact(
        surface=SurfaceName.TEAMS,
        conversation=where.channel,
        kind=where.kind,
        person=who,
        reference=reference,
        met_at=now,
    )


def from_message(activity: Activity, now: datetime) -> PipelineRequest | None:
    """A message somebody wrote, or the present words of one that they edited."""
    who, where = person(activity), place(activity)
    if who is None or where is None or where.message is None:
        return None
    key = f"{PREFIX}{where.channel}:{where.message}"
    # Each version of a message is a question of its own; Teams tells versions apart only by when they came to be.
    edited = moment(activity) if activity.get("type") == "messageUpdate" else ""
    return PipelineRequest(
        id=_short(key) + (f":{edited}" if edited else ""),
        asker=who,
        place=where,
        question=words(activity),
        received_at=now,
    )


def moment(activity: Activity) -> str:
    """When it happened, as digits that sort; empty where the payload does not say."""
    return re.sub(r"[^0-9]", "", identifier(activity.get("timestamp"), 40) or "")[:20]


def words(activity: Activity) -> str:
    """What somebody wrote, as they see it: the bot's mention dropped, other people by their names."""
    text = activity.get("text")
    if not isinstance(text, str):
        return ""
    for named in _mentions(activity):
        text = text.replace(named, " ")
    text = _NAMED.sub(r"@\1", text)
    text = html.unescape(text) if activity.get("textFormat") == "xml" else text.replace("&nbsp;", " ")
    return re.sub(r"[ \t\xa0]+", " ", whole(text)).strip()


def is_for_us(activity: Activity) -> bool:
    """Whether a message is said to the bot: in the direct conversation with it, or with its name in it."""
    return _is_direct(part(activity, "conversation")) or bool(_mentions(activity))


def is_reply(activity: Activity) -> bool:
    """Whether a message stands in a channel's thread that something else began, and does not begin with a name."""
    _, _, root = str(part(activity, "conversation").get("id")).partition(THREAD)
    named = str(activity.get("text") or "").lstrip().startswith("<at")
    return bool(root) and root != activity.get("id") and not named


def _mentions(activity: Activity) -> list[str]:
    """How the bot is named in a message."""
    ours = bot(activity)
    found = (one.get("text") for one in objects(activity, "entities") if part(one, "mentioned").get("id") == ours)
    return [text for text in found if isinstance(text, str) and text] if ours else []


def _is_direct(conversation: dict[str, Any]) -> bool:
    kind = conversation.get("conversationType")
    if kind is None:  # Teams names the kind; a local client leaves it out of a chat with one person
        return not conversation.get("isGroup") and not str(conversation.get("id")).startswith("19:")
    return bool(kind == "personal")


def _account(account: dict[str, Any]) -> dict[str, str]:
    return {key: found for key in ("id", "name", "aadObjectId") if (found := identifier(account.get(key)))}


def _short(key: str) -> str:
    """A key that fits, still the same for the same message; what is left is room for an edit's moment."""
    if len(key) <= _LONGEST_KEY - 30:
        return key
    return PREFIX + hashlib.sha256(key.encode()).hexdigest()
