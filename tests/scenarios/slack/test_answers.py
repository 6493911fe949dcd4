"""What people do with an answer: help, the message's menu, thumbs, Share."""

from __future__ import annotations

import asyncio

import pytest

from adapters.slack import feedback, shortcut
from core.domain.language import Language
from core.domain.request import PlaceKind
from core.ports.answers import Sharing
from core.wording import say
from tests.adapters.slack.specimens import QUOTE
from tests.doubles.slack.workspace import Message
from tests.scenarios.slack.conftest import Scene


async def whispered(scene: Scene, user: str, words: str) -> Message:
    await scene.workspace.until(lambda: any(words in m.words for m in scene.workspace.whispers(user)))
    return [m for m in scene.workspace.whispers(user) if words in m.words][-1]


# -- help -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("", Language.ENGLISH),
        ("help", Language.ENGLISH),
        (" HELP? ", Language.ENGLISH),
        ("Hilfe", Language.GERMAN),
        ("ayuda", Language.SPANISH),
        ("帮助", Language.CHINESE),
        ("допомога", Language.UKRAINIAN),
    ],
)
async def test_a_command_alone_or_with_the_word_for_it_is_answered_with_help(
    scene: Scene, text: str, language: Language
) -> None:
    delivery = await scene.people.command("U01DANA", "C01GENERAL", "/policy", text)
    assert delivery.content == {"text": say("help", language, command="/policy"), "response_type": "ephemeral"}
    assert scene.desk.submissions == 0


async def test_a_question_about_help_is_a_question(scene: Scene) -> None:
    await scene.people.command("U01DANA", "C01GENERAL", "/policy", "help with relocation costs")
    assert scene.desk.submissions == 1
    await whispered(scene, "U01DANA", QUOTE)


# -- Ask about this message -----------------------------------------------------------------------------------------------


async def test_a_message_can_be_asked_about_and_only_the_asker_reads_the_answer(scene: Scene) -> None:
    about = scene.workspace.post("C01ELSEWHERE", "U01DANA", "Entries over $100K &amp; more: who?")
    await scene.people.shortcut("U01DANA", about, shortcut.CALLBACK)
    view = scene.workspace.views["U01DANA"]
    assert view["blocks"][0]["element"]["initial_value"] == "Entries over $100K & more: who?"

    await scene.people.submit("U01DANA", {})
    await whispered(scene, "U01DANA", QUOTE)
    assert scene.workspace.top_level("C01ELSEWHERE") == [about]
    assert scene.workspace.thread("C01ELSEWHERE", about.ts) == []
    (request,) = scene.desk.requests.values()
    assert request.place.kind is PlaceKind.PRIVATE_REPLY
    assert (request.place.thread, request.question) == (about.ts, "Entries over $100K & more: who?")


async def test_the_question_may_be_changed_and_a_repeated_submission_is_the_same_one(scene: Scene) -> None:
    about = scene.workspace.post("C01GENERAL", "U01KIM", "")
    await scene.people.shortcut("U01DANA", about, shortcut.CALLBACK)
    view = scene.workspace.views["U01DANA"]
    assert "initial_value" not in view["blocks"][0]["element"]
    await scene.people.submit("U01DANA", {shortcut.QUESTION: "Who approves entries?"})
    scene.workspace.views["U01DANA"] = view
    await scene.people.submit("U01DANA", {shortcut.QUESTION: "Who approves entries?"})
    await whispered(scene, "U01DANA", QUOTE)
    assert [r.question for r in scene.desk.requests.values()] == ["Who approves entries?"]


async def test_a_modal_that_comes_too_late_is_no_success(scene: Scene) -> None:
    about = scene.workspace.post("C01GENERAL", "U01KIM", "Who approves?")
    scene.slack.fail("views.open", "expired_trigger_id")
    delivery = await scene.people.shortcut("U01DANA", about, shortcut.CALLBACK)
    assert not delivery.acknowledged
    assert "U01DANA" not in scene.workspace.views


async def test_a_question_about_a_message_that_could_not_be_taken_down_stays_in_the_modal(scene: Scene) -> None:
    about = scene.workspace.post("C01GENERAL", "U01KIM", "Who approves?")
    await scene.people.shortcut("U01DANA", about, shortcut.CALLBACK)
    scene.breaks()
    delivery = await scene.people.submit("U01DANA", {})
    assert not delivery.acknowledged
    assert "U01DANA" in scene.workspace.views


# -- thumbs -----------------------------------------------------------------------------------------------------------------


async def answered(scene: Scene, text: str = "Who approves entries over $100K?") -> Message:
    posted = await scene.people.mention("U01DANA", "C01GENERAL", text)
    await scene.desk.settle()
    return scene.workspace.thread("C01GENERAL", posted.message.ts)[0]


async def thumbs(scene: Scene) -> dict[str, tuple[bool, str | None]]:
    return {given.person.name: (given.helpful, given.comment) for given in await scene.desk.feedback.list()}


async def test_a_thumb_up_counts_once_however_often_it_is_pressed(scene: Scene) -> None:
    answer = await answered(scene)
    await asyncio.gather(*(scene.people.click("U01KIM", answer, feedback.HELPFUL) for _ in range(10)))
    assert await thumbs(scene) == {"kim": (True, None)}
    await whispered(scene, "U01KIM", say("feedback.thanks"))


async def test_a_thumb_down_counts_at_once_and_what_was_wrong_may_follow(scene: Scene) -> None:
    answer = await answered(scene, "Wer genehmigt Buchungen über 100.000 $?")
    await scene.people.click("U01DANA", answer, feedback.UNHELPFUL)
    assert await thumbs(scene) == {"dana": (False, None)}
    assert scene.workspace.views["U01DANA"]["title"]["text"] == say("feedback.title", Language.GERMAN)
    await scene.people.submit("U01DANA", {feedback.COMMENT: "Das galt 2024."})
    assert await thumbs(scene) == {"dana": (False, "Das galt 2024.")}
    await whispered(scene, "U01DANA", say("feedback.thanks", Language.GERMAN))


async def test_nothing_needs_to_be_said_and_a_thumb_can_be_turned(scene: Scene) -> None:
    answer = await answered(scene)
    await scene.people.click("U01DANA", answer, feedback.UNHELPFUL)
    await scene.people.submit("U01DANA", {})
    await scene.people.click("U01DANA", answer, feedback.HELPFUL)
    await scene.people.click("U01GUS", answer, feedback.UNHELPFUL)
    assert await thumbs(scene) == {"dana": (True, None), "gus": (False, None)}


async def test_without_the_modal_the_thumb_down_still_counts_and_is_thanked_for(scene: Scene) -> None:
    answer = await answered(scene)
    scene.slack.fail("views.open", "expired_trigger_id")
    await scene.people.click("U01DANA", answer, feedback.UNHELPFUL)
    assert await thumbs(scene) == {"dana": (False, None)}
    await whispered(scene, "U01DANA", say("feedback.thanks"))


async def test_a_thumb_that_cannot_be_recorded_or_is_of_no_answer_says_so(scene: Scene) -> None:
    answer = await answered(scene)
    button = {**answer.buttons[feedback.HELPFUL], "value": "ex_unknown:"}
    await scene.people.click("U01DANA", answer, feedback.HELPFUL, remembered=button)
    await whispered(scene, "U01DANA", say("feedback.unknown"))
    scene.breaks()
    delivery = await scene.people.click("U01DANA", answer, feedback.HELPFUL)
    assert not delivery.acknowledged
    await whispered(scene, "U01DANA", say("try_again"))
    assert await thumbs(scene) == {}


@pytest.mark.parametrize("value", ["", "nonsense", None, 7, ["ex_1"]])
async def test_a_button_of_no_version_of_ours_does_nothing(scene: Scene, value: object) -> None:
    answer = await answered(scene)
    for action in (feedback.HELPFUL, feedback.UNHELPFUL, feedback.SHARE):
        button = {**answer.buttons[feedback.HELPFUL], "value": value}
        delivery = await scene.people.click("U01DANA", answer, action, remembered=button)
        assert delivery.acknowledged
    assert await thumbs(scene) == {}


# -- Share ------------------------------------------------------------------------------------------------------------------


async def private_answer(scene: Scene, channel: str = "C01GENERAL") -> Message:
    await scene.people.command("U01DANA", channel, "/policy", "Who approves entries & why?")
    return await whispered(scene, "U01DANA", QUOTE)


async def test_a_private_answer_is_shared_once_with_question_and_name(scene: Scene) -> None:
    answer = await private_answer(scene)
    await asyncio.gather(*(scene.people.click("U01DANA", answer, feedback.SHARE) for _ in range(5)))
    await whispered(scene, "U01DANA", say("share.done"))
    await scene.surface.close()

    (shared,) = scene.workspace.top_level("C01GENERAL")
    assert f"@U01DANA {say('share.shared_by')}" in shared.words
    assert "Who approves entries & why?" in shared.words
    assert QUOTE in shared.words
    assert set(shared.buttons) == {feedback.HELPFUL, feedback.UNHELPFUL}


@pytest.mark.parametrize("sharing", [Sharing.RESTRICTED, Sharing.OUTDATED, Sharing.PAUSED, Sharing.UNKNOWN])
async def test_what_may_not_be_shared_now_is_refused_privately(scene: Scene, sharing: Sharing) -> None:
    answer = await private_answer(scene)
    scene.desk.sharing = sharing
    await scene.people.click("U01DANA", answer, feedback.SHARE)
    await whispered(scene, "U01DANA", say(f"share.{sharing}"))
    assert scene.workspace.top_level("C01GENERAL") == []


async def test_sharing_where_the_bot_is_no_member_asks_for_an_invitation(scene: Scene) -> None:
    answer = await private_answer(scene, "C01ELSEWHERE")
    await scene.people.click("U01DANA", answer, feedback.SHARE)
    direct = scene.workspace.direct("U01DANA").id
    await scene.workspace.until(lambda: scene.workspace.top_level(direct))
    assert [m.words for m in scene.workspace.top_level(direct)] == [say("share.refused")]
    assert scene.workspace.top_level("C01ELSEWHERE") == []


async def test_an_answer_about_a_message_is_shared_into_its_thread(scene: Scene) -> None:
    about = scene.workspace.post("C01GENERAL", "U01KIM", "Who approves?")
    await scene.people.shortcut("U01DANA", about, shortcut.CALLBACK)
    await scene.people.submit("U01DANA", {})
    answer = await whispered(scene, "U01DANA", QUOTE)
    await scene.people.click("U01DANA", answer, feedback.SHARE)
    await scene.workspace.until(lambda: scene.workspace.thread("C01GENERAL", about.ts))
    assert QUOTE in scene.workspace.thread("C01GENERAL", about.ts)[0].words


async def test_sharing_while_the_records_are_out_of_reach_is_said_so(scene: Scene) -> None:
    answer = await private_answer(scene)
    scene.breaks()
    await scene.people.click("U01DANA", answer, feedback.SHARE)
    await whispered(scene, "U01DANA", say("try_again"))
    assert scene.workspace.top_level("C01GENERAL") == []
