"""Questions in Slack: a mention, a direct message, ``/policy``."""

from __future__ import annotations

import pytest

from core.domain.request import PlaceKind
from core.wording import reviewing as wording
from tests.adapters.slack.specimens import QUOTE, long_outcome, refusal
from tests.doubles.slack import Refused
from tests.scenarios.slack.conftest import Scene


async def test_a_mention_is_answered_in_its_thread_in_place_of_the_sign_of_work(scene: Scene) -> None:
    asked = await scene.people.mention("U01DANA", "C01GENERAL", "Who approves entries over $100K & why?")
    await scene.desk.settle()

    assert asked.deliveries[0].status == 200
    (answer,) = scene.workspace.thread("C01GENERAL", asked.message.ts)
    assert answer.versions == [wording.WORKING]
    assert QUOTE in answer.words
    assert "Journal Entry Policy (https://policies.acme.test/finance/journal-entries#1)" in answer.words
    assert "3 Approval > 3.2 Thresholds · page 4" in answer.words
    (request,) = scene.desk.requests.values()
    assert request.question == "Who approves entries over $100K & why?"
    assert request.place.kind is PlaceKind.CHANNEL
    assert request.id == f"slack:T01ACME:C01GENERAL:{asked.message.ts}"


async def test_a_mention_inside_a_thread_is_answered_in_that_thread(scene: Scene) -> None:
    first = scene.workspace.post("C01GENERAL", "U01KIM", "I wonder about journal entries")
    await scene.people.mention("U01DANA", "C01GENERAL", "what is the rule?", thread=first.ts)
    await scene.desk.settle()

    assert QUOTE in scene.workspace.thread("C01GENERAL", first.ts)[-1].words


async def test_a_direct_message_is_answered_in_the_direct_channel(scene: Scene) -> None:
    asked = await scene.people.direct("U01DANA", "Who approves entries over $100K?")
    await scene.desk.settle()

    answer = scene.workspace.top_level(asked.message.channel)[-1]
    assert QUOTE in answer.words
    (request,) = scene.desk.requests.values()
    assert request.place.kind is PlaceKind.DIRECT


async def test_a_command_is_answered_to_the_asker_alone(scene: Scene) -> None:
    delivery = await scene.people.command("U01DANA", "C01GENERAL", "/policy", "Who approves entries over $100K?")
    assert delivery.content["text"] == wording.WORKING
    await scene.workspace.until(lambda: any(QUOTE in m.words for m in scene.workspace.whispers("U01DANA")))

    assert scene.workspace.top_level("C01GENERAL") == []
    (request,) = scene.desk.requests.values()
    assert request.place.kind is PlaceKind.PRIVATE_REPLY
    assert request.question == "Who approves entries over $100K?"


async def test_a_command_works_where_the_bot_is_no_member(scene: Scene) -> None:
    await scene.people.command("U01DANA", "C01ELSEWHERE", "/policy", "Who approves entries?")

    await scene.workspace.until(lambda: any(QUOTE in m.words for m in scene.workspace.whispers("U01DANA")))


async def test_a_commands_answer_that_comes_too_late_for_its_address_goes_to_the_asker_directly(scene: Scene) -> None:
    def late(request):
        scene.workspace.advance(31 * 60)
        return refusal(), None

    scene.desk.script = late
    await scene.people.command("U01DANA", "C01GENERAL", "/policy", "Flying cars?")
    await scene.desk.settle()

    (told,) = scene.workspace.top_level(scene.workspace.direct("U01DANA").id)
    assert "I cannot find relevant policy guidance" in told.words


async def test_a_refusal_cites_nothing_and_names_near_documents_apart(scene: Scene) -> None:
    scene.answers(refusal(nearest=("Travel and Expenses Policy",)))
    asked = await scene.people.mention("U01DANA", "C01GENERAL", "What about flying cars?")
    await scene.desk.settle()

    (answer,) = scene.workspace.thread("C01GENERAL", asked.message.ts)
    assert "[1]" not in answer.words
    assert "These might be near: Travel and Expenses Policy" in answer.words


async def test_a_long_answer_keeps_its_five_sources_and_goes_on_in_the_thread(scene: Scene) -> None:
    outcome = long_outcome()
    scene.answers(outcome)
    asked = await scene.people.mention("U01DANA", "C01GENERAL", "Everything about entries")
    await scene.desk.settle()

    first, *more = scene.workspace.thread("C01GENERAL", asked.message.ts)
    assert all(f"[{n}] Journal Entry Policy (https://" in first.words for n in range(1, 6))
    assert wording.CONTINUED in first.words
    shown = " ".join(message.words for message in [first, *more]).split()
    assert all(word in shown for word in outcome.text.split())
    assert "30." in more[-1].words


async def test_a_long_answer_in_a_direct_message_goes_on_in_a_thread_under_it(scene: Scene) -> None:
    scene.answers(long_outcome())
    asked = await scene.people.direct("U01DANA", "Everything about entries")
    await scene.desk.settle()

    answer = scene.workspace.top_level(asked.message.channel)[-1]
    assert "30." in scene.workspace.thread(asked.message.channel, answer.ts)[-1].words


async def test_the_pair_of_events_and_five_repetitions_give_one_answer(scene: Scene) -> None:
    asked = await scene.people.mention("U01DANA", "C01GENERAL", "Who approves entries?", pair=True, repeats=5)
    await scene.desk.settle()

    assert scene.desk.submissions == 12
    assert [delivery.status for delivery in asked.deliveries] == [200] * 12
    assert len(scene.workspace.thread("C01GENERAL", asked.message.ts)) == 1


async def test_messages_of_bots_and_messages_without_a_mention_are_not_answered(scene: Scene) -> None:
    robot = scene.workspace.post("C01GENERAL", "U01ROBO", "<@U01BOT> what is the rule?", bot_id="B01ROBO")
    chat = scene.workspace.post("C01GENERAL", "U01DANA", "nothing for a bot")
    edited = scene.workspace.post("C01GENERAL", "U01DANA", "<@U01BOT> edited")
    own = scene.workspace.post("C01GENERAL", "U01BOT", "<@U01BOT> my own", bot_id="B01BOT")
    for event in (
        scene.people.post_event(robot, "app_mention"),
        scene.people.post_event(chat, "message", channel_type="channel"),
        scene.people.post_event(edited, "message", channel_type="channel", subtype="message_changed"),
        scene.people.post_event(own, "app_mention"),
        {"type": "team_join", "user": {"id": "U01NEW"}},
        {"type": "message", "channel_type": "im"},
    ):
        assert [delivery.status for delivery in await scene.people.event(event)] == [200]

    assert scene.desk.submissions == 0


async def test_a_failed_start_is_not_acknowledged_and_the_repetition_is_answered_once(scene: Scene) -> None:
    scene.breaks()
    scene.people.retries = 1  # the time between them is Slack's, not ours
    asked = await scene.people.mention("U01DANA", "C01GENERAL", "Who approves entries?")
    assert len(asked.deliveries) == 2 * 2  # two events, each brought twice
    assert not asked.acknowledged

    scene.mends()
    event = scene.people.post_event(asked.message, "app_mention")
    (delivery,) = await scene.people.event(event)
    await scene.desk.settle()

    assert delivery.status == 200
    assert len(scene.workspace.thread("C01GENERAL", asked.message.ts)) == 1


async def test_a_command_that_could_not_be_taken_down_is_not_acknowledged_and_says_so(scene: Scene) -> None:
    scene.breaks()
    delivery = await scene.people.command("U01DANA", "C01GENERAL", "/policy", "Who approves entries?")

    assert not delivery.acknowledged
    await scene.workspace.until(lambda: scene.workspace.whispers("U01DANA"))
    assert scene.workspace.whispers("U01DANA")[-1].words == wording.NOT_TAKEN_DOWN


async def test_nothing_reaches_the_bot_that_slack_would_not_bring(scene: Scene) -> None:
    with pytest.raises(Refused):
        await scene.people.mention("U01EVE", "C01GENERAL", "am I in here?")
    with pytest.raises(Refused):
        await scene.people.command("U01DANA", "C01GENERAL", "/payroll", "delete")
