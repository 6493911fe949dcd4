"""What people do on the double reaches a bot as Teams would bring it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web

from tests.adapters.teams.calling import CARD, Caller, attached, message
from tests.doubles.teams import ELSEWHERE, GENERAL, GROUP, Client, Refused, acts


class Scripted:
    """A bot that answers every activity as it is told to, and keeps what came."""

    def __init__(self) -> None:
        self.came: list[dict[str, Any]] = []
        self.answer: Any = None
        self.statuses: list[int] = []

    async def handle(self, request: web.Request) -> web.Response:
        self.came.append(await request.json())
        status = self.statuses.pop(0) if self.statuses else 200
        return web.Response(status=status) if self.answer is None else web.json_response(self.answer, status=status)


@pytest.fixture
async def scripted(call: Caller) -> AsyncIterator[tuple[Scripted, Client]]:
    bot, application = Scripted(), web.Application()
    application.add_routes([web.post("/api/messages", bot.handle)])
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield bot, Client(call.teams, f"http://127.0.0.1:{runner.addresses[0][1]}/api/messages")
    await runner.cleanup()


async def test_people_reach_the_bot_in_their_chat_and_by_its_name(scripted: tuple[Scripted, Client]) -> None:
    bot, people = scripted
    await people.say("dana", "In my chat")
    asked = await people.say("dana", "In a channel", GENERAL)
    await people.say("dana", "Without a name", GENERAL, mention=False)
    await people.say("dana", "Where it is not", ELSEWHERE)
    chat, channel = bot.came
    assert (chat["text"], chat["conversation"]["conversationType"]) == ("In my chat", "personal")
    assert channel["text"] == "<at>Countersign</at> In a channel"
    assert channel["conversation"]["id"] == f"{GENERAL};messageid={asked.message.id}"
    with pytest.raises(Refused):
        await people.say("kim", "I am not here", GROUP)


async def test_what_was_not_taken_comes_again_under_the_same_id(scripted: tuple[Scripted, Client]) -> None:
    bot, people = scripted
    bot.statuses = [500, 503]
    posted = await people.say("dana", "Are you there?", repeats=1)
    assert ([d.status for d in posted.deliveries], posted.taken) == ([500, 503, 200, 200], True)
    assert {a["id"] for a in bot.came} == {posted.message.id}


async def test_a_press_brings_the_inputs_of_its_card(call: Caller, scripted: tuple[Scripted, Client]) -> None:
    bot, people = scripted
    await call.send(GROUP, attached(CARD))
    (card,) = call.teams.workspace.said(GROUP)
    bot.answer = {"statusCode": 200, "type": "application/vnd.microsoft.activity.message", "value": "Thanks"}
    for values in ({}, {"reason": "x" * 21}, {"other": "x"}):
        with pytest.raises(Refused):
            await people.press("sam", card, "deny", values)
    with pytest.raises(Refused):
        await people.press("kim", card, "approve")
    answer = await people.press("sam", card, "deny", {"reason": "No"}, times=2)
    first, second = bot.came
    assert first["value"]["action"]["data"] == {"n": 1, "reason": "No"}
    assert (first["value"]["trigger"], first["replyToId"], answer.said) == ("manual", card.id, "Thanks")
    assert first["id"] != second["id"]


async def test_a_returned_card_is_seen_by_whoever_pressed_until_the_message_changes(
    call: Caller, scripted: tuple[Scripted, Client]
) -> None:
    bot, people = scripted
    card_id = (await call.send(GROUP, attached(CARD)))[1]["id"]
    (card,) = call.teams.workspace.said(GROUP)
    other = {"type": "AdaptiveCard", "version": "1.5", "body": [{"type": "TextBlock", "text": "Done"}]}
    bot.answer = {"statusCode": 200, "type": "application/vnd.microsoft.card.adaptive", "value": other}
    await people.press("sam", card, "approve")
    assert (people.reads("sam", card), people.reads("gus", card).startswith("A *starred* card")) == ("Done", True)
    assert people.buttons("sam", card) == []
    await call("PUT", f"/{GROUP}/activities/{card_id}", attached(CARD))
    assert people.reads("sam", card) == "A *starred* card\nWho Dana (https://acme.test)"


async def test_a_card_refreshes_by_itself_for_those_it_names(call: Caller, scripted: tuple[Scripted, Client]) -> None:
    bot, people = scripted
    await call.send(GROUP, attached(CARD))
    (card,) = call.teams.workspace.said(GROUP)
    bot.answer = {"statusCode": 200, "type": "application/vnd.microsoft.card.adaptive", "value": CARD}
    assert await people.look("dana", card) is None
    await people.look("sam", card)
    await people.look("dana", card, manual=True)
    assert [a["value"]["trigger"] for a in bot.came] == ["automatic", "manual"]


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"status": 200},
        {"statusCode": 200, "type": "text/plain", "value": "x"},
        {"statusCode": 200, "type": "application/vnd.microsoft.activity.message", "value": ""},
        {"statusCode": 200, "type": "application/vnd.microsoft.card.adaptive", "value": {"type": "AdaptiveCard"}},
    ],
)
async def test_an_answer_that_teams_cannot_show_is_noted(
    call: Caller, scripted: tuple[Scripted, Client], answer: dict[str, Any]
) -> None:
    bot, people = scripted
    await call.send(GROUP, attached(CARD))
    bot.answer = answer
    await people.press("sam", call.teams.workspace.said(GROUP)[0], "approve")
    assert call.teams.workspace.faults


async def test_thumbs_are_there_where_the_bot_asks_for_them(call: Caller, scripted: tuple[Scripted, Client]) -> None:
    bot, people = scripted
    await call.send(call.chat(), message())
    await call.send(call.chat(), message(channelData={"feedbackLoop": {"type": "default"}}))
    plain, rateable = call.teams.workspace.told("dana")
    with pytest.raises(Refused):
        await acts.rate(people, "dana", plain, True)
    bot.answer = {}
    await acts.rate(people, "dana", rateable, False, "Too long")
    value = bot.came[0]["value"]["actionValue"]
    assert (value["reaction"], json.loads(value["feedback"])) == ("dislike", {"feedbackText": "Too long"})


async def test_messages_are_changed_and_deleted_by_their_author(scripted: tuple[Scripted, Client]) -> None:
    bot, people = scripted
    asked = await people.say("dana", "First", GROUP)
    await acts.edit(people, "dana", asked, "Second")
    with pytest.raises(Refused):
        await acts.edit(people, "sam", asked, "Mine")
    await acts.delete(people, "dana", asked)
    _, changed, deleted = bot.came
    assert (changed["type"], changed["text"]) == ("messageUpdate", "<at>Countersign</at> Second")
    assert (deleted["type"], deleted["channelData"]["eventType"]) == ("messageDelete", "softDeleteMessage")
    assert {changed["id"], deleted["id"]} == {asked.message.id}


async def test_the_app_comes_and_goes(scripted: tuple[Scripted, Client]) -> None:
    bot, people = scripted
    await acts.install(people, "dana", ELSEWHERE)
    await acts.uninstall(people, "dana")
    assert [a["type"] for a in bot.came] == ["installationUpdate", "conversationUpdate", "installationUpdate"]
    with pytest.raises(Refused):
        await people.say("dana", "Still there?")
