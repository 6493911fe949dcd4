"""Going on in a thread without naming the bot again, and assistant threads."""

from __future__ import annotations

import pytest

from core.domain.language import Language
from core.wording import say
from tests.adapters.slack.specimens import QUOTE
from tests.doubles.slack import acts
from tests.scenarios.slack.conftest import Scene


async def asked(scene: Scene, text: str = "Who approves entries over $100K?") -> str:
    """The timestamp of a thread in which the bot has answered dana."""
    posted = await scene.people.mention("U01DANA", "C01GENERAL", text)
    await scene.desk.settle()
    return posted.message.ts


async def test_the_asker_goes_on_in_the_thread_without_naming_the_bot(scene: Scene) -> None:
    ts = await asked(scene)
    posted = await scene.people.say("U01DANA", "C01GENERAL", "and for contractors?", thread=ts, repeats=2)
    await scene.desk.settle()

    assert [delivery.status for delivery in posted.deliveries] == [200] * 3
    assert [r.question for r in scene.desk.requests.values()][1:] == ["and for contractors?"]
    replies = [message for message in scene.workspace.thread("C01GENERAL", ts) if message.bot_id]
    assert len(replies) == 2
    assert QUOTE in replies[-1].words


async def test_an_edited_follow_up_is_answered_anew_once(scene: Scene) -> None:
    ts = await asked(scene)
    posted = await scene.people.say("U01DANA", "C01GENERAL", "and for contractors?", thread=ts)
    await scene.desk.settle()
    await acts.edit(scene.people, posted.message, "and for interns?", repeats=2)
    await scene.desk.settle()

    assert [r.question for r in scene.desk.requests.values()][1:] == ["and for contractors?", "and for interns?"]


@pytest.mark.parametrize(
    ("user", "text"),
    [
        ("U01KIM", "and for contractors?"),  # did not ask here
        ("U01DANA", "<@U01SAM> what do you think?"),  # says it to somebody else
    ],
)
async def test_what_others_say_in_the_thread_or_to_others_is_left_alone(scene: Scene, user: str, text: str) -> None:
    ts = await asked(scene)
    message = scene.workspace.post("C01GENERAL", user, text, thread_ts=ts)
    event = scene.people.post_event(message, "message", channel_type="channel")
    assert [delivery.status for delivery in await scene.people.event(event)] == [200]
    await scene.desk.settle()

    assert len(scene.desk.requests) == 1


async def test_anybody_may_go_on_by_naming_the_bot(scene: Scene) -> None:
    ts = await asked(scene)
    await scene.people.mention("U01KIM", "C01GENERAL", "and for contractors?", thread=ts, pair=True)
    await scene.desk.settle()

    assert len(scene.desk.requests) == 2


async def test_outside_the_thread_in_another_thread_and_from_bots_nothing_is_answered(scene: Scene) -> None:
    ts = await asked(scene)
    other = scene.workspace.post("C01GENERAL", "U01KIM", "lunch?")
    await scene.people.say("U01DANA", "C01GENERAL", "and for contractors?")
    await scene.people.say("U01DANA", "C01GENERAL", "and for contractors?", thread=other.ts)
    robot = scene.workspace.post("C01GENERAL", "U01ROBO", "and?", thread_ts=ts, bot_id="B01ROBO")
    own = scene.workspace.post("C01GENERAL", "U01DANA", "and?", thread_ts=ts, bot_id="B01DANA")  # posted by her app
    for message in (robot, own):
        await scene.people.event(scene.people.post_event(message, "message", channel_type="channel"))
    await scene.desk.settle()

    assert len(scene.desk.requests) == 1


async def test_a_thread_message_is_not_acknowledged_while_nobody_can_say_whether_it_is_for_the_bot(
    scene: Scene,
) -> None:
    ts = await asked(scene)
    scene.breaks()
    scene.people.retries = 0
    posted = await scene.people.say("U01DANA", "C01GENERAL", "and for contractors?", thread=ts)
    assert not posted.acknowledged


async def test_the_sign_of_work_and_what_stands_around_an_answer_are_in_the_askers_language(scene: Scene) -> None:
    ts = await asked(scene, "Wer genehmigt Buchungen über 100.000 $?")
    (answer,) = scene.workspace.thread("C01GENERAL", ts)
    assert answer.versions == [say("working", Language.GERMAN)]
    assert "Seite 4" in answer.words
    assert say("feedback.helpful", Language.GERMAN) in answer.words
    assert QUOTE in answer.words


async def test_an_assistant_thread_offers_questions_shows_a_status_and_gets_a_title(scene: Scene) -> None:
    root = await scene.people.open_assistant("U01DANA")
    thread = scene.workspace.assistants[root.channel, root.ts]
    await scene.workspace.until(lambda: thread.prompts)
    assert thread.prompts == [say(f"prompts.{which}") for which in ("first", "second", "third")]

    await scene.people.direct("U01DANA", "Who approves entries over $100K?", thread=root.ts)
    await scene.desk.settle()
    await scene.workspace.until(lambda: thread.title)

    (answer,) = [m for m in scene.workspace.thread(root.channel, root.ts) if m.bot_id]
    assert QUOTE in answer.words
    assert answer.versions == []  # no sign of work was posted: the status was it
    assert (thread.statuses, thread.status) == ([say("status")], "")
    assert thread.title == "Who approves entries over $100K?"

    await scene.people.direct("U01DANA", "And for contractors?", thread=root.ts)
    await scene.desk.settle()
    assert thread.title == "Who approves entries over $100K?"


async def test_looking_at_another_channel_offers_the_questions_again(scene: Scene) -> None:
    root = await scene.people.open_assistant("U01DANA")
    thread = scene.workspace.assistants[root.channel, root.ts]
    await scene.workspace.until(lambda: thread.prompts)
    thread.prompts = []
    await scene.people.open_assistant("U01DANA", context="C01GENERAL")
    await scene.workspace.until(lambda: thread.prompts)


async def test_a_thread_in_a_direct_channel_that_is_no_assistants_gets_the_usual_sign_of_work(scene: Scene) -> None:
    channel = scene.workspace.direct("U01DANA").id
    root = scene.workspace.post(channel, "U01BOT", "hello", bot_id="B01BOT")
    await scene.people.direct("U01DANA", "Who approves entries?", thread=root.ts)
    await scene.desk.settle()

    (answer,) = [m for m in scene.workspace.thread(channel, root.ts) if m.bot_id]
    assert answer.versions == [say("working")]


async def test_what_decorates_an_assistant_thread_may_fail_without_costing_the_answer(scene: Scene) -> None:
    for method in (
        "assistant.threads.setSuggestedPrompts",
        "assistant.threads.setStatus",
        "assistant.threads.setTitle",
    ):
        scene.slack.fail(method, "not_allowed", times=5)
    root = await scene.people.open_assistant("U01DANA")
    await scene.people.direct("U01DANA", "Who approves entries?", thread=root.ts)
    await scene.desk.settle()

    (answer,) = [m for m in scene.workspace.thread(root.channel, root.ts) if m.bot_id]
    assert QUOTE in answer.words
