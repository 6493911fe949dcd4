"""Teams slow, down, or gone; the program stopped in between. Nobody is told twice, nobody is forgotten."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from core.domain.approval import ApprovalState
from tests.doubles.teams import GENERAL, REVIEW, TENANT, acts
from tests.scenarios.office import HOTEL
from tests.scenarios.surfaces.house import house as opened
from tests.scenarios.surfaces.table import ANSWER
from tests.scenarios.teams.conftest import TeamsHouse

FLIGHTS = "Which class are flights booked in?"


async def test_a_rate_limit_is_waited_out(at: TeamsHouse) -> None:
    at.double.limit("send", 1)
    await at.people.say("dana", HOTEL)
    await at.space.until(lambda: any(call.status == 429 for call in at.double.called("send")))
    at.space.advance(2)
    await at.told(ANSWER)


async def test_what_the_service_could_not_take_is_sent_again(at: TeamsHouse) -> None:
    at.double.fail("send", 503, times=3)
    at.double.fail("send", 502)
    await at.people.say("dana", HOTEL)
    await at.told(ANSWER)


async def test_an_answer_reaches_its_asker_after_a_restart(at: TeamsHouse) -> None:
    at.double.fail("send", 503, times=1000)
    posted = await at.people.say("dana", HOTEL)
    await at.house.until_recorded(await at.house.asked(posted.message.id))
    at.double._troubles.clear()
    await at.house.restart()
    await at.told(ANSWER)
    assert sum(ANSWER in message.words for message in at.answers()) == 1


async def test_a_restart_posts_nothing_twice(at: TeamsHouse) -> None:
    posted, approval, _ = await at.under_review(where=GENERAL)
    pending = await at.space.until(lambda: at.answers(where=GENERAL, thread=posted.message.id))
    await at.house.restart()
    await at.house.restart()
    assert len(at.cards(approval)) == 1
    assert at.answers(where=GENERAL, thread=posted.message.id) == pending


async def test_an_asker_who_removed_the_app_is_told_when_they_have_it_again(at: TeamsHouse) -> None:
    _, approval, card = await at.under_review()
    await acts.uninstall(at.people, "dana")
    await at.people.press("sam", card, "approve")
    await at.space.until(lambda: "Approved" in card.words)
    assert (await at.house.approval(approval.id)).state is ApprovalState.APPROVED
    await acts.install(at.people, "dana")
    await at.house.restart()
    await at.told("Reviewed by Sam.")


async def test_an_asker_in_a_channel_that_was_left_is_told_in_their_own_chat(at: TeamsHouse) -> None:
    _, _, card = await at.under_review(where=GENERAL)
    await acts.uninstall(at.people, "dana", GENERAL)
    await at.people.press("sam", card, "approve")
    told = await at.told("Reviewed by Sam.")
    assert ANSWER in told.words


async def test_a_card_that_cannot_be_changed_does_not_undo_the_decision(at: TeamsHouse) -> None:
    _, approval, card = await at.under_review()
    at.double.fail("update", 403, "BotNotInConversationRoster", times=100)
    await at.people.press("sam", card, "approve")
    await at.told("Reviewed by Sam.")
    assert (await at.house.approval(approval.id)).state is ApprovalState.APPROVED


async def test_without_its_review_channel_the_asker_still_hears_of_the_end(at: TeamsHouse) -> None:
    at.space.conversations[REVIEW].installed = False
    at.house.certain.value = 0.6
    posted = await at.people.say("dana", HOTEL)
    await at.told("A reviewer has my draft")
    await at.house.until_recorded(await at.house.asked(posted.message.id))
    at.house.clock.advance(48 * 3600)
    await at.house.workflows.sweep()
    await at.told("This is not a no.")


async def test_the_bot_gets_a_new_token_when_its_own_is_over(at: TeamsHouse) -> None:
    await at.ask()
    await at.told(ANSWER)
    first = at.double.authority.asked.count("/botframework.com/oauth2/v2.0/token")
    await at.house.later(2)
    await at.ask(FLIGHTS)
    await at.told("economy class")
    assert at.double.authority.asked.count("/botframework.com/oauth2/v2.0/token") > first
    assert TENANT not in "".join(at.double.authority.asked)


async def test_an_app_of_one_tenant_answers_and_comes_back_hours_later(tmp_path: Path) -> None:
    async with opened(tmp_path, tenant=TENANT) as house:
        at = TeamsHouse(house)
        _, approval, card = await at.under_review()
        await house.later(3)
        await at.people.press("sam", card, "approve")
        await house.told(approval)
        await at.told("Reviewed by Sam.")


async def test_fifty_who_ask_at_once_are_all_taken_in_time_and_answered(at: TeamsHouse) -> None:
    posted = await asyncio.gather(*(at.people.say("dana", f"{HOTEL} {n}", GENERAL) for n in range(50)))
    assert {delivery.status for one in posted for delivery in one.deliveries} == {200}
    threads = [one.message.id for one in posted]
    await at.space.until(lambda: all(at.answers(where=GENERAL, thread=thread) for thread in threads), 60)
    assert {len(at.answers(where=GENERAL, thread=thread)) for thread in threads} == {1}


@pytest.mark.parametrize("keep", [True, False])
async def test_keys_that_microsoft_changes_are_known_at_once(at: TeamsHouse, keep: bool) -> None:
    await at.ask()
    at.house.clock.advance(6)
    at.double.authority.rotate(keep=keep)
    await at.ask(FLIGHTS)
    await at.told("economy class")
