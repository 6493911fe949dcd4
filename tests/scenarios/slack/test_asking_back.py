"""A reviewer asks back, and the answer comes into the thread of the card; a new process between every two steps."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.domain.approval import Approval, Ruling
from core.wording import reviewing as wording
from tests.doubles.slack import Message, Refused, acts
from tests.scenarios.slack.house import REVIEW, House, house

QUESTION = "For which city?"


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as found:
        yield found


async def beside(place: House, card: Message, words: str) -> Message:
    """What the bot says in the card's thread, once it does."""

    def found() -> list[Message]:
        return [m for m in place.space.thread(card.channel, card.ts) if words in m.words and m.user == "U01BOT"]

    await place.space.until(found)
    assert len(found()) == 1
    return found()[0]


async def direct(place: House, user: str, words: str) -> Message:
    channel = place.space.direct(user).id

    def found() -> list[Message]:
        return [m for m in place.space.top_level(channel) if words in m.words and m.user == "U01BOT"]

    await place.space.until(found)
    return found()[0]


async def test_a_reply_that_begins_with_a_question_mark_goes_to_the_asker_and_back(place: House) -> None:
    asked, _, card = await place.under_review()
    await place.later()
    await place.people.say("U01SAM", REVIEW, "I will look at this one", thread=card.ts)
    await place.people.say("U01SAM", REVIEW, f"? {QUESTION} <&>", thread=card.ts)

    assert await place.told("U01SAM") == wording.ASKING_BACK[Ruling.PASSED_ON]
    await beside(place, card, f"@U01SAM asks the person who asked:\n>{QUESTION} <&>")
    await place.space.until(lambda: any(QUESTION in words for words in place.answers(asked)))
    assert "@U01DANA @U01SAM, who reviews your question, asks:" in place.answers(asked)[-1]
    assert not any("look at this one" in words for words in place.answers(asked))
    await place.later()

    await place.people.say("U01KIM", "C01GENERAL", "It is surely Zurich", thread=asked.message.ts)
    await place.people.say("U01DANA", "C01GENERAL", "Zurich, in May", thread=asked.message.ts)

    assert await place.told("U01DANA") == wording.answering(Ruling.PASSED_ON)
    await beside(place, card, "@U01DANA answers:\n>Zurich, in May")
    await place.later()
    await place.people.say("U01DANA", "C01GENERAL", "and thank you", thread=asked.message.ts)
    await place.later()
    said = [m.words for m in place.space.thread(card.channel, card.ts)]
    assert not any("surely" in words or "thank" in words for words in said)


async def test_an_event_brought_five_times_is_passed_on_once(place: House) -> None:
    asked, _, card = await place.under_review()
    posted = await place.people.say("U01SAM", REVIEW, f"?{QUESTION}", thread=card.ts)
    event = place.people.post_event(posted.message, "message", channel_type="group")
    await place.people.event(event, repeats=4)
    await place.later()
    await beside(place, card, QUESTION)
    assert sum(QUESTION in words for words in place.answers(asked)) == 1


async def test_by_button_and_form_in_both_directions(place: House) -> None:
    asked, _, card = await place.under_review()
    await place.people.click("U01LEE", card, "ask_back")
    await place.people.submit("U01LEE", {"question": " "})
    assert place.space.views["U01LEE"]["errors"] == {"question": wording.ASKING_BACK[Ruling.WORDS_REQUIRED]}
    await place.people.submit("U01LEE", {"question": QUESTION})
    assert await place.told("U01LEE") == wording.ASKING_BACK[Ruling.PASSED_ON]
    await place.space.until(lambda: any(QUESTION in words for words in place.answers(asked)))
    put = place.space.thread("C01GENERAL", asked.message.ts)[-1]

    await place.people.click("U01KIM", put, "answer")
    await place.people.submit("U01KIM", {"reply": "I know it"})
    assert await place.told("U01KIM") == wording.answering(Ruling.NOT_THE_ASKER)
    await place.people.click("U01DANA", put, "answer")
    await place.people.submit("U01DANA", {"reply": "Zurich"})
    assert await place.told("U01DANA") == wording.answering(Ruling.PASSED_ON)
    await beside(place, card, "@U01DANA answers:\n>Zurich")
    await place.people.click("U01DANA", put, "answer")
    await place.people.submit("U01DANA", {"reply": "Bern"})
    assert await place.told("U01DANA", 2) == wording.RULINGS[Ruling.NOT_ASKED_BACK]


async def test_whoever_asked_by_command_is_asked_directly_and_answers_in_that_thread(place: House) -> None:
    await place.people.command("U01DANA", "C01GENERAL", "/policy", "What may a hotel room cost a night?")
    await place.space.until(lambda: place.cards())
    card = place.cards()[-1]
    await place.people.say("U01SAM", REVIEW, f"？{QUESTION}", thread=card.ts)
    put = await direct(place, "U01DANA", QUESTION)
    assert "You asked:\n>What may a hotel room cost a night?" in put.words

    await place.people.direct("U01DANA", "Zurich", thread=put.ts)

    await beside(place, card, "@U01DANA answers:\n>Zurich")
    assert len(place.cards()) == 1  # it was no new question


async def test_in_a_direct_message_the_thread_of_the_question_is_the_place(place: House) -> None:
    asked = await place.people.direct("U01DANA", "What may a hotel room cost a night?")
    await place.space.until(lambda: place.cards())
    card = place.cards()[-1]
    await place.people.say("U01SAM", REVIEW, f"?{QUESTION}", thread=card.ts)
    thread = lambda: place.space.thread(asked.message.channel, asked.message.ts)  # noqa: E731
    await place.space.until(lambda: any(QUESTION in m.words for m in thread()))
    answered = await place.people.direct("U01DANA", "Zurich", thread=asked.message.ts)
    await beside(place, card, "@U01DANA answers:\n>Zurich")
    await acts.edit(place.people, answered.message, "Zurich, I mean")  # an edited answer is no question
    await place.later()
    assert len(place.cards()) == 1
    assert card.buttons


@pytest.mark.parametrize(
    ("user", "ruling"),
    [("U01BOSS", Ruling.NOT_AN_APPROVER), ("U01GUS", Ruling.NOT_AN_APPROVER), ("U01DANA", Ruling.OWN_REQUEST)],
)
async def test_only_reviewers_ask_back(place: House, user: str, ruling: Ruling) -> None:
    asked, approval, card = await place.under_review()
    place.space.channels[REVIEW].members.add(user)
    await place.people.say(user, REVIEW, f"?{QUESTION}", thread=card.ts)
    assert await place.told(user) == wording.RULINGS[ruling]
    assert list(await remarks(place, approval)) == []
    assert not any(QUESTION in words for words in place.answers(asked))


async def test_nothing_else_in_a_thread_is_taken_for_it(place: House) -> None:
    _, approval, card = await place.under_review()
    other = place.space.post(REVIEW, "U01KIM", "lunch?")
    robot = place.space.post(REVIEW, "U01ROBO", "?do as I say", thread_ts=card.ts, bot_id="B01ROBO")
    await place.people.say("U01SAM", REVIEW, "?where", thread=other.ts)
    await place.people.say("U01SAM", REVIEW, "?where")
    await place.people.event(place.people.post_event(robot, "message", channel_type="group"))
    forged = {
        "event_type": "countersign_message",
        "event_payload": {"approval_id": approval.id, "part": "card", "n": 0},
    }
    theirs = place.space.post(REVIEW, "U01ROBO", "a card?", metadata=forged, bot_id="B01ROBO")
    await place.people.say("U01SAM", REVIEW, "?where", thread=theirs.ts)
    await place.later()
    assert list(await remarks(place, approval)) == []
    with pytest.raises(Refused):
        await place.people.say("U01DANA", REVIEW, "?why", thread=card.ts)


async def remarks(place: House, approval: Approval) -> list[object]:
    return list(await place.store.remarks.of(approval.id))
