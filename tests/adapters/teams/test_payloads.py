"""Teams' activities become requests, presses and ratings, or nothing."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from adapters.teams.payloads import contact, from_message, is_for_us, is_machine, is_reply, person, words
from adapters.teams.presses import pressed, rated
from adapters.teams.tickets import Ticket, Verb
from core.domain.request import PlaceKind, SurfaceName

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
BOT = "28:5f3b6c1e-7a52-4c0c-9a37-7f9f3c1d2b10"
DANA = {"id": "29:1-dana", "name": "Dana Fox", "aadObjectId": "0f7e2d5c-66d8-5c1a-a6a1-14f94b06e001"}
AT = "<at>Countersign</at>"
PERSONAL = {"id": "a:1dana", "conversationType": "personal", "tenantId": "tenant-1"}
GROUP = {"id": "19:lunch@thread.v2", "conversationType": "groupChat", "isGroup": True, "tenantId": "tenant-1"}
CHANNEL = {
    "id": "19:general@thread.tacv2;messageid=1700000000001",
    "conversationType": "channel",
    "isGroup": True,
    "tenantId": "tenant-1",
}


def activity(**changed: Any) -> dict[str, Any]:
    """A message of Dana's in her own chat with the bot, with some parts changed."""
    return {
        "type": "message",
        "id": "1700000000001",
        "timestamp": "2026-03-02T09:00:00.123Z",
        "channelId": "msteams",
        "serviceUrl": "https://smba.trafficmanager.net/emea/",
        "from": DANA,
        "conversation": PERSONAL,
        "recipient": {"id": BOT, "name": "Countersign"},
        "text": "who approves entries?",
        "textFormat": "plain",
        **changed,
    }


def mention(text: str = AT, who: str = BOT) -> list[dict[str, Any]]:
    return [{"type": "mention", "mentioned": {"id": who, "name": "Countersign"}, "text": text}]


def test_a_message_in_a_chat_of_ones_own() -> None:
    request = from_message(activity(), NOW)

    assert request is not None
    assert request.id == "teams:a:1dana:1700000000001"
    assert (request.asker.id, request.asker.name) == (f"teams:{DANA['aadObjectId']}", "Dana Fox")
    assert request.asker.email is None
    place = request.place
    assert (place.surface, place.kind, place.team) == (SurfaceName.TEAMS, PlaceKind.DIRECT, "tenant-1")
    assert (place.channel, place.thread, place.message) == ("a:1dana", None, "1700000000001")
    assert request.question == "who approves entries?"
    assert is_for_us(activity())


def test_a_mention_in_a_channel_belongs_to_its_thread() -> None:
    said = activity(
        id="1700000000009", conversation=CHANNEL, text=f"{AT}&nbsp; who approves  entries?\n", entities=mention()
    )
    request = from_message(said, NOW)

    assert request is not None
    assert request.id == "teams:19:general@thread.tacv2:1700000000009"
    assert request.place.kind is PlaceKind.CHANNEL
    assert (request.place.channel, request.place.thread) == ("19:general@thread.tacv2", CHANNEL["id"])
    assert request.question == "who approves entries?"
    assert is_for_us(said)


def test_a_group_chat_is_one_thread_that_others_read() -> None:
    request = from_message(activity(conversation=GROUP, text=f"hello {AT}", entities=mention()), NOW)

    assert request is not None
    assert request.place.kind is PlaceKind.CHANNEL
    assert request.place.thread == request.place.channel == GROUP["id"]


@pytest.mark.parametrize(
    ("conversation", "kind"),
    [
        ({"id": "a:1"}, PlaceKind.DIRECT),
        ({"id": "19:x@thread.v2"}, PlaceKind.CHANNEL),
        ({"id": "x", "isGroup": True}, PlaceKind.CHANNEL),
        ({"id": "x", "conversationType": "meeting"}, PlaceKind.CHANNEL),
        ({"id": "x", "conversationType": ["personal"]}, PlaceKind.CHANNEL),
    ],
)
def test_a_place_of_an_unknown_kind_counts_as_one_that_others_read(
    conversation: dict[str, Any], kind: PlaceKind
) -> None:
    request = from_message(activity(conversation=conversation), NOW)

    assert request is not None
    assert request.place.kind is kind


@pytest.mark.parametrize(
    ("text", "changed", "expected"),
    [
        (f"{AT} hello", {"entities": mention()}, "hello"),
        (f"say {AT} hello {AT}", {"entities": mention()}, "say hello"),
        ('<at id="0">Countersign</at> hello', {"entities": mention('<at id="0">Countersign</at>')}, "hello"),
        (f"{AT} hello", {"entities": mention(who="28:another")}, "@Countersign hello"),
        ("ask <at>Lee Park</at> about it", {}, "ask @Lee Park about it"),
        ("R&D &amp; a < b", {}, "R&D &amp; a < b"),
        ("R&amp;D &lt;at&gt;", {"textFormat": "xml"}, "R&D <at>"),
        ("two\r\nlines", {}, "two\r\nlines"),
        ("half \ud83d of one", {}, "half of one"),
        (None, {}, ""),
        (5, {}, ""),
        ("x", {"entities": "none"}, "x"),
        ("x", {"entities": [None, {"mentioned": {"id": BOT}}, {"mentioned": {"id": BOT}, "text": ""}]}, "x"),
    ],
)
def test_words_are_as_their_writer_sees_them(text: Any, changed: dict[str, Any], expected: str) -> None:
    assert words(activity(text=text, **changed)) == expected


def test_each_version_of_a_message_is_a_question_of_its_own() -> None:
    first = from_message(activity(), NOW)
    edited = from_message(activity(type="messageUpdate", timestamp="2026-03-02T09:05:00Z"), NOW)
    again = from_message(activity(type="messageUpdate", timestamp="2026-03-02T09:06:00Z"), NOW)

    assert first is not None
    assert edited is not None
    assert again is not None
    assert edited.id == f"{first.id}:20260302090500"
    assert first.id < edited.id < again.id


def test_the_id_of_a_long_conversation_fits_and_stays_the_same() -> None:
    said = activity(conversation={**PERSONAL, "id": "a:" + "x" * 290}, type="messageUpdate", timestamp="1" * 40)
    request, again = from_message(said, NOW), from_message(said, NOW)
    other = from_message({**said, "id": "1700000000002"}, NOW)

    assert request is not None
    assert again is not None
    assert other is not None
    assert request.id == again.id != other.id
    assert len(request.id) <= 200


@pytest.mark.parametrize(
    "who",
    [
        {"id": BOT},
        {"id": "28:another", "name": "Another bot"},
        {"id": "29:x", "role": "bot"},
        {"id": "29:x", "role": "skill"},
    ],
)
def test_a_bot_is_nobody_and_known_for_one(who: dict[str, Any]) -> None:
    said = activity(**{"from": who})

    assert from_message(said, NOW) is None
    assert is_machine(said)


@pytest.mark.parametrize(
    "changed",
    [
        {"from": None},
        {"from": "dana"},
        {"from": {}},
        {"from": {"id": ""}},
        {"from": {"id": 5}},
        {"from": {"id": "29:\u0000"}},
        {"from": {"id": "x" * 301}},
        {"conversation": None},
        {"conversation": []},
        {"conversation": {"id": {"$": 1}}},
        {"conversation": {"id": "\ud800"}},
        {"id": None},
        {"id": 5},
        {"id": "x" * 1000},
    ],
)
def test_a_message_of_nobody_or_nowhere_is_no_request(changed: dict[str, Any]) -> None:
    assert from_message(activity(**changed), NOW) is None
    assert not is_machine(activity(**changed))


def test_somebody_without_a_directory_id_goes_by_their_account() -> None:
    found = person(activity(**{"from": {"id": "29:1-guest", "name": 5}}))

    assert found is not None
    assert (found.id, found.name) == ("teams:29:1-guest", "29:1-guest")


def test_a_reply_stands_in_the_thread_of_another_message() -> None:
    assert is_reply(activity(conversation=CHANNEL, id="1700000000009", text="and for contractors?"))
    assert not is_reply(activity(conversation=CHANNEL, id="1700000000001", text="a new post"))
    assert not is_reply(activity(conversation=CHANNEL, id="1700000000009", text="<at>Lee</at> and you?"))
    assert not is_reply(activity(conversation=GROUP, text="who comes to lunch?"))


def test_a_contact_holds_what_it_takes_to_write_there_again() -> None:
    met = contact(activity(locale="en-GB"), NOW)

    assert met is not None
    assert (met.conversation, met.kind, met.met_at) == ("a:1dana", PlaceKind.DIRECT, NOW)
    assert met.person is not None
    assert met.person.id == f"teams:{DANA['aadObjectId']}"
    assert met.reference == {
        "serviceUrl": "https://smba.trafficmanager.net/emea/",
        "channelId": "msteams",
        "bot": {"id": BOT, "name": "Countersign"},
        "user": DANA,
        "conversation": {
            "id": "a:1dana",
            "conversationType": "personal",
            "isGroup": False,
            "tenantId": "tenant-1",
        },
        "locale": "en-GB",
    }


def test_the_contact_of_a_channel_is_the_channel_and_nobody() -> None:
    met = contact(activity(conversation=CHANNEL), NOW)

    assert met is not None
    assert met.conversation == met.reference["conversation"]["id"] == "19:general@thread.tacv2"
    assert met.person is None
    assert "user" not in met.reference


@pytest.mark.parametrize("missing", ["conversation", "recipient", "serviceUrl"])
def test_there_is_no_contact_without_an_address(missing: str) -> None:
    assert contact(activity(**{missing: None}), NOW) is None


def press(**changed: Any) -> dict[str, Any]:
    data = {"approval": "approval_1", "digest": "d" * 64, "reason": " Not in force. "}
    action = {"type": "Action.Execute", "verb": "deny", "data": data, **changed.pop("action", {})}
    value = {"action": action, "trigger": "manual", **changed.pop("value", {})}
    frame = {"type": "invoke", "name": "adaptiveCard/action", "id": "f:1", "replyToId": "1700000000005"}
    return activity(**{**frame, "value": value, **changed})


def test_a_press_carries_who_what_and_the_words() -> None:
    found = pressed(press())

    assert found is not None
    assert (found.by.name, found.message, found.verb) == ("Dana Fox", "1700000000005", Verb.DENY)
    assert found.ticket == Ticket("approval_1", "d" * 64)
    assert found.text == "Not in force."


def test_a_press_is_the_same_under_every_id_and_another_with_other_words() -> None:
    first, repeated = pressed(press()), pressed(press(id="f:2", timestamp="2026-03-02T10:00:00Z"))
    other = pressed(press(action={"data": {"approval": "approval_1", "digest": "d" * 64, "reason": "No."}}))
    another = pressed(press(**{"from": {**DANA, "aadObjectId": "another"}}))

    assert first is not None
    assert repeated is not None
    assert other is not None
    assert another is not None
    assert first.key == repeated.key
    assert len({first.key, other.key, another.key}) == 3


@pytest.mark.parametrize("verb", [*Verb, "launch"])
def test_an_automatic_press_only_looks(verb: str) -> None:
    found = pressed(press(action={"verb": verb}, value={"trigger": "automatic"}))

    assert found is not None
    assert found.verb is Verb.REFRESH
    assert found.text is None


@pytest.mark.parametrize(
    "changed",
    [
        {"value": {"action": None}},
        {"value": {"action": "approve"}},
        {"value": {"trigger": "timer"}},
        {"value": {"trigger": None}},
        {"value": {"trigger": ["manual"]}},
        {"action": {"type": "Action.Submit"}},
        {"action": {"type": None}},
        {"action": {"data": None}},
        {"action": {"data": "approval_1"}},
        {"action": {"data": {}}},
        {"action": {"data": {"approval": 5, "digest": "d"}}},
        {"action": {"verb": "launch"}},
        {"action": {"verb": None}},
        {"action": {"verb": ["approve"]}},
        {"replyToId": None},
        {"replyToId": 5},
        {"from": {}},
        {"from": {"id": BOT}},
        {"conversation": {}},
    ],
)
def test_a_malformed_press_is_none(changed: dict[str, Any]) -> None:
    assert pressed(press(**changed)) is None


def test_a_press_without_a_trigger_is_somebodys() -> None:
    made = press()
    del made["value"]["trigger"]

    found = pressed(made)

    assert found is not None
    assert not found.automatic


def thumb(**given: Any) -> dict[str, Any]:
    value = {"actionName": "feedback", "actionValue": {"reaction": "dislike", **given}}
    return activity(type="invoke", name="message/submitAction", id="f:1", replyToId="1700000000005", value=value)


@pytest.mark.parametrize(
    ("feedback", "comment"),
    [
        (json.dumps({"feedbackText": " It misses the point. "}), "It misses the point."),
        (json.dumps({"feedbackText": ""}), None),
        (json.dumps({"feedbackText": 5}), None),
        ("It misses the point.", "It misses the point."),
        ("[" * 100_000, "[" * 100_000),
        ("7", "7"),
        ("", None),
        (None, None),
        (5, None),
    ],
)
def test_a_thumb_may_come_with_words(feedback: Any, comment: str | None) -> None:
    found = rated(thumb(feedback=feedback))

    assert found is not None
    assert (found.helpful, found.message, found.comment) == (False, "1700000000005", comment)


@pytest.mark.parametrize("names", [None, 5, ""])
def test_a_thumb_may_not_say_of_which_message_it_is(names: Any) -> None:
    found = rated({**thumb(), "replyToId": names})

    assert found is not None
    assert found.message is None


@pytest.mark.parametrize(
    "malformed",
    [
        thumb(reaction="love"),
        thumb(reaction=None),
        thumb(reaction=["like"]),
        {**thumb(), "value": None},
        {**thumb(), "value": {"actionName": "feedback"}},
        {**thumb(), "value": {"actionName": "other", "actionValue": {"reaction": "like"}}},
        {**thumb(), "from": {"id": BOT}},
    ],
)
def test_a_malformed_thumb_is_none(malformed: dict[str, Any]) -> None:
    assert rated(malformed) is None
