"""What the connector refuses in an activity, and what it takes though nobody should send it.

The limits are those of Microsoft's pages "Bot messages with AI-generated content" and "Format your bot messages".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tests.doubles.teams import cards
from tests.doubles.teams.seen import CARD, plain
from tests.doubles.teams.workspace import BOT, Conversation, Workspace

MAX_MESSAGE = 80 * 1024
"""Bytes of an activity as UTF-16."""
MAX_CITATIONS = 20
SHOWN_CITATIONS = 10
MAX_NAME, MAX_ABSTRACT, MAX_KEYWORDS, MAX_KEYWORD = 80, 160, 3, 28
MESSAGE = "https://schema.org/Message"
_MARKUP = re.compile(
    r"<\s*/?\s*(at|a|img|b|i|strong|em|pre|code|table|script|attachment|iframe|blockquote|h\d)\b", re.I
)
_KNOWN = {"type", "id", "from", "recipient", "conversation", "text", "textFormat", "locale", "attachments", "entities"}
_KNOWN |= {"channelData", "replyToId", "channelId", "serviceUrl", "inputHint", "attachmentLayout", "summary"}
_KNOWN |= {"suggestedActions", "importance", "localTimestamp", "timestamp", "localTimezone", "value", "speak"}
_KNOWN |= {"deliveryMode", "callerId", "membersAdded", "membersRemoved", "reactionsAdded", "reactionsRemoved"}
_CHANNEL_DATA = {"feedbackLoop", "notification", "tenant", "onBehalfOf"}


def refusals(activity: Any) -> list[str]:
    """Why the connector answers 400; empty if it takes the activity."""
    if not isinstance(activity, dict):
        return ["the body is no object"]
    return list(_refusals(activity))


def faults(activity: dict[str, Any], place: Conversation, workspace: Workspace) -> Iterator[str]:
    """What a well-behaved bot never sends; of an activity that is not refused."""
    for unknown in activity.keys() - _KNOWN:
        yield f"there is no {unknown} in an activity"
    for unknown in (activity.get("channelData") or {}).keys() - _CHANNEL_DATA:
        yield f"there is no {unknown} in channelData"
    yield from _markup(activity)
    yield from _citation_faults(activity)
    mentions = [e["mentioned"]["id"] for e in activity.get("entities") or [] if e["type"] == "mention"]
    for account in mentions:
        user = workspace.user(account)
        if user is None or user.key not in place.members:
            yield f"a mention of nobody who is here: {account}"
    for attachment in activity.get("attachments") or []:
        for account in (attachment["content"].get("refresh") or {}).get("userIds") or []:
            user = workspace.user(account)
            if user is None or user.key not in place.members:
                yield f"a card that refreshes for nobody who is here: {account}"


def _refusals(activity: dict[str, Any]) -> Iterator[str]:
    kind = activity.get("type")
    if kind not in ("message", "typing"):
        yield f"an activity of type {kind!r} cannot be sent"
        return
    sender = activity.get("from")
    if isinstance(sender, dict) and sender.get("id") not in (None, BOT):
        yield f"the bot is not {sender['id']}"
    if activity.get("textFormat") not in (None, "markdown", "plain", "xml"):
        yield f"there is no text format {activity['textFormat']!r}"
    text, attachments = activity.get("text"), activity.get("attachments") or []
    if text is not None and not isinstance(text, str):
        yield "the text is no text"
    elif kind == "message" and not (text or "").strip() and not attachments:
        yield "a message needs text or attachments"
    if not isinstance(attachments, list):
        yield "the attachments are no list"
        return
    for attachment in attachments:
        if not isinstance(attachment, dict) or attachment.get("contentType") != CARD:
            yield "unknown attachment type"
        else:
            yield from (f"attachment: {fault}" for fault in cards.faults(attachment.get("content")))
    loop = (activity.get("channelData") or {}).get("feedbackLoop")
    if loop is not None and (not isinstance(loop, dict) or loop.get("type") not in ("default", "custom")):
        yield "feedbackLoop.type must be default or custom"
    yield from _entities(activity.get("entities") or [], str(text or ""))


def _entities(entities: Any, text: str) -> Iterator[str]:
    if not isinstance(entities, list) or not all(isinstance(e, dict) and e.get("type") for e in entities):
        yield "an entity without type"
        return
    messages = [entity for entity in entities if entity["type"] == MESSAGE]
    if len(messages) > 1:
        yield "Multiple root message entities found under entities array"
    for entity in entities:
        if entity["type"] == "mention" and not (entity.get("mentioned") or {}).get("id"):
            yield "a mention without whom it mentions"
        elif entity["type"] not in ("mention", MESSAGE):
            yield f"there is no entity {entity['type']!r}"
    for message in messages:
        yield from _root(message)


def _root(message: dict[str, Any]) -> Iterator[str]:
    if message.get("@type") != "Message" or message.get("@context") != "https://schema.org":
        yield "Error parsing message entity from entities array"
    if message.get("additionalType") not in (None, [], ["AIGeneratedContent"]):
        yield "additionalType may only be AIGeneratedContent"
    label = message.get("usageInfo")
    if label is not None:
        yield from _label(label)
    citations = message.get("citation") or []
    if len(citations) > MAX_CITATIONS:
        yield f"Bot message with more than {MAX_CITATIONS} citations"
    for citation in citations:
        yield from (f"citation {citation.get('position')}: {fault}" for fault in _citation(citation, label))
    positions = [citation.get("position") for citation in citations]
    if len(set(positions)) < len(positions):
        yield "two citations at one position"


def _citation(citation: dict[str, Any], label: Any) -> Iterator[str]:
    position = citation.get("position")
    if citation.get("@type") != "Claim" or not isinstance(position, int) or position < 1:
        yield "no Claim with a position"
    shown = citation.get("appearance")
    if not isinstance(shown, dict) or not shown:
        yield "The appearance object is empty"
        return
    if shown.get("@type") != "DigitalDocument":
        yield "the appearance is no DigitalDocument"
    if not 1 <= len(str(shown.get("name") or "")) <= MAX_NAME:
        yield f"a name of 1 to {MAX_NAME} characters is needed"
    if not 1 <= len(str(shown.get("abstract") or "")) <= MAX_ABSTRACT:
        yield f"an abstract of 1 to {MAX_ABSTRACT} characters is needed"
    if "url" in shown and not re.match(r"https?://", str(shown["url"])):
        yield "url is no web address"
    keywords = shown.get("keywords") or []
    if len(keywords) > MAX_KEYWORDS or any(not 1 <= len(k) <= MAX_KEYWORD for k in keywords):
        yield f"at most {MAX_KEYWORDS} keywords of {MAX_KEYWORD} characters"
    if "usageInfo" in shown:
        yield from _label(shown["usageInfo"])
        if not isinstance(label, dict) or shown["usageInfo"].get("@id") != label.get("@id"):
            yield "Citation level usageInfo.@id value doesn't match the message level"


def _label(label: Any) -> Iterator[str]:
    if not isinstance(label, dict) or label.get("@type") != "CreativeWork" or not label.get("name"):
        yield "a sensitivity label needs @type CreativeWork and a name"


def _citation_faults(activity: dict[str, Any]) -> Iterator[str]:
    root = next((e for e in activity.get("entities") or [] if e["type"] == MESSAGE), {})
    cited = {citation["position"] for citation in root.get("citation") or []}
    if len(cited) > SHOWN_CITATIONS:
        yield f"more than {SHOWN_CITATIONS} citations, of which Teams shows no more"
    marked = {int(number) for number in re.findall(r"\[(\d+)\](?!\()", plain(activity.get("text") or ""))}
    for number in sorted(cited - marked):
        yield f"citation {number} is marked nowhere in the text"
    for number in sorted(marked - cited if cited else set()):
        yield f"[{number}] in the text leads to no citation"


def _markup(activity: dict[str, Any]) -> Iterator[str]:
    """Markup in a message is shown as markup: no document may bring any."""
    text = activity.get("text") or ""
    for entity in activity.get("entities") or []:
        if entity["type"] == "mention":
            if entity.get("text", "") not in text:
                yield "a mention whose text is not in the message"
            text = text.replace(entity.get("text", ""), "")
    if activity.get("textFormat") != "plain":
        for found in _MARKUP.finditer(text):
            yield f"unescaped {found.group(0)!r} in {text[max(0, found.start() - 30) : found.end() + 30]!r}"
        if re.search(r"(?<!\\)!\[", text):
            yield f"a picture in {text[:80]!r}"
