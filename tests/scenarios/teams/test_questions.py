"""Questions in Teams: in one's own chat, a group chat and a channel, followed up, changed and taken back."""

from __future__ import annotations

import pytest

from core.domain.approval import ApprovalState
from core.domain.request import PlaceKind
from core.errors import StoreUnavailable
from core.wording import say
from tests.doubles.teams import ELSEWHERE, GENERAL, GROUP, acts
from tests.scenarios.office import HOTEL
from tests.scenarios.surfaces.table import ANSWER
from tests.scenarios.teams.conftest import TeamsHouse


@pytest.mark.parametrize("where", [None, GROUP, GENERAL], ids=["own chat", "group", "channel"])
async def test_an_answer_has_citations_label_and_thumbs_where_it_was_asked(at: TeamsHouse, where: str | None) -> None:
    posted = await at.ask(where=where)
    thread = posted.message.id if where == GENERAL else None
    await at.space.until(lambda: ANSWER in at.answers(where=where, thread=thread)[-1].words)
    answer = at.answers(where=where, thread=thread)[-1]
    (citation,) = answer.citations
    assert (citation["position"], citation["name"]) == (1, "Travel policy")
    assert citation["url"] == "https://policies.example/travel"
    assert citation["abstract"].startswith("A hotel room may cost at most $210")
    assert (answer.labelled, answer.rateable) == (True, True)


async def test_somebody_who_asks_sees_at_once_that_it_works(at: TeamsHouse) -> None:
    await at.ask(where=GROUP)
    assert at.space.typing == [GROUP]


async def test_the_question_is_read_without_the_bots_name(at: TeamsHouse) -> None:
    posted = await at.people.say("dana", HOTEL, GENERAL)
    request = await at.house.asked(posted.message.id)
    assert (request.question, request.place.kind) == (HOTEL, PlaceKind.CHANNEL)
    assert request.place.channel == GENERAL


async def test_the_same_message_is_answered_once_however_often_it_comes(at: TeamsHouse) -> None:
    posted = await at.people.say("dana", HOTEL, repeats=5)
    assert [delivery.status for delivery in posted.deliveries] == [200] * 6
    await at.told(ANSWER)
    await at.house.restart()
    assert sum(ANSWER in message.words for message in at.answers()) == 1


async def test_what_could_not_be_put_on_record_comes_again_and_is_answered(at: TeamsHouse) -> None:
    ping = at.house.store.ping

    async def away() -> None:
        at.house.store.ping = ping  # type: ignore[method-assign]
        raise StoreUnavailable("Stopped.")

    at.house.store.ping = away  # type: ignore[method-assign]
    posted = await at.people.say("dana", HOTEL)
    assert [delivery.status for delivery in posted.deliveries] == [503, 200]
    await at.told(ANSWER)


async def test_messages_without_the_bots_name_and_those_of_bots_are_left_alone(at: TeamsHouse) -> None:
    place = at.space.conversations[GROUP]
    robot = {**at.people.frame("dana", place, None, type="message", text=HOTEL), "from": {"id": "28:1-robo"}}
    unnamed = at.people.frame("dana", place, None, type="message", text=HOTEL)
    nameless = {**at.people.frame("dana", place, None, type="message", text=HOTEL), "from": None}
    statuses = [(await at.people.transport.deliver(activity)).status for activity in (robot, unnamed, nameless)]
    assert set(statuses) <= {200, 400}
    await at.ask(where=GENERAL)
    assert [request.place.channel for request in at.house.requests] == [GENERAL]


async def test_where_the_bot_is_not_nothing_reaches_it(at: TeamsHouse) -> None:
    posted = await at.people.say("dana", HOTEL, ELSEWHERE)
    assert posted.deliveries == []


@pytest.mark.parametrize("where", [None, GROUP, GENERAL], ids=["own chat", "group", "channel"])
async def test_a_follow_up_is_understood_from_the_question_before(at: TeamsHouse, where: str | None) -> None:
    first = await at.ask(where=where)
    at.house.clock.advance(60)
    thread = first.message.id if where == GENERAL else None
    second = await at.people.say("dana", "And in Zurich?", where, thread=thread)
    request = await at.house.asked(second.message.id)
    await at.house.until_recorded(request)
    remembered = (await at.house.exchange(request)).request.memory_context
    assert [turn.question for turn in remembered] == [HOTEL]


async def test_another_thread_of_a_channel_remembers_nothing_of_it(at: TeamsHouse) -> None:
    await at.ask(where=GENERAL)
    at.house.clock.advance(60)
    other = await at.ask("And in Zurich?", where=GENERAL)
    assert (await at.house.exchange(await at.house.asked(other.message.id))).request.memory_context == ()


async def test_a_deleted_question_is_reviewed_no_more(at: TeamsHouse) -> None:
    posted, approval, card = await at.under_review()
    await acts.delete(at.people, "dana", posted)
    await at.house.told(approval)
    assert (await at.house.approval(approval.id)).state is ApprovalState.WITHDRAWN
    await at.space.until(lambda: "Withdrawn" in card.words)
    assert at.people.buttons("sam", card) == []


async def test_an_edited_question_is_taken_back_and_answered_anew(at: TeamsHouse) -> None:
    posted, approval, _ = await at.under_review()
    at.house.certain.value = 0.95
    await acts.edit(at.people, "dana", posted, "Which class are flights booked in?")
    await at.told("economy class")
    await at.house.told(approval)
    assert (await at.house.approval(approval.id)).state is ApprovalState.WITHDRAWN


@pytest.mark.parametrize("word", ["help", "Help", "hilfe"])
async def test_help_says_how_to_ask_and_asks_nothing(at: TeamsHouse, word: str) -> None:
    before = len(at.answers())
    await at.people.say("dana", word)
    await at.space.until(lambda: len(at.answers()) > before)
    assert at.house.requests == []
    assert at.answers()[-1].words


async def test_policy_before_a_question_is_no_part_of_it(at: TeamsHouse) -> None:
    await at.ask(f"policy {HOTEL}")
    await at.told(ANSWER)
    assert [request.question for request in at.house.requests] == [HOTEL]


async def test_pending_lists_ones_questions_and_withdraws_one(at: TeamsHouse) -> None:
    _, approval, _ = await at.under_review()
    await at.people.say("dana", "pending")
    listed = await at.told(say("pending.title"))
    assert HOTEL in listed.words
    assert [request.question for request in at.house.requests] == [HOTEL]
    await at.people.press("dana", listed, "withdraw")
    await at.house.told(approval)
    assert (await at.house.approval(approval.id)).state is ApprovalState.WITHDRAWN


async def test_inbox_lists_what_waits_for_ones_decision(at: TeamsHouse) -> None:
    await at.under_review()
    await at.people.say("sam", "inbox")
    await at.told(HOTEL, "sam")
    await at.people.say("kim", "inbox")
    await at.told("Nothing waits for your decision.", "kim")
