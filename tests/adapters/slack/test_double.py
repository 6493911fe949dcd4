"""The double is strict: what the real service refuses, it refuses."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest

from tests.doubles.slack import APP_TOKEN, BOT_TOKEN, Driver, Refused, SlackDouble, acts
from tests.doubles.slack.limits import check_blocks, check_view
from tests.doubles.slack.words import unescaped


async def call(slack: SlackDouble, method: str, token: str | None = BOT_TOKEN, **arguments: Any) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with (
        aiohttp.ClientSession() as session,
        session.post(slack.api_url + method, json=arguments, headers=headers) as response,
    ):
        return dict(await response.json())


def section(text: str) -> dict[str, Any]:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}}


@pytest.mark.parametrize(
    ("token", "error"),
    [(None, "not_authed"), ("xoxb-other", "invalid_auth"), (APP_TOKEN, "not_allowed_token_type")],
)
async def test_tokens(slack: SlackDouble, token: str | None, error: str) -> None:
    assert (await call(slack, "auth.test", token))["error"] == error


async def test_scopes() -> None:
    async with SlackDouble(scopes=set()) as slack:
        refused = await call(slack, "chat.postMessage", channel="C01GENERAL", text="hello")
    assert (refused["error"], refused["needed"]) == ("missing_scope", "chat:write")


@pytest.mark.parametrize(
    ("channel", "error"),
    [("C01ELSEWHERE", "not_in_channel"), ("C01OLD", "is_archived"), ("G404", "channel_not_found")],
)
async def test_membership(slack: SlackDouble, channel: str, error: str) -> None:
    assert (await call(slack, "chat.postMessage", channel=channel, text="hello"))["error"] == error


@pytest.mark.parametrize(
    ("content", "error"),
    [
        ({}, "no_text"),
        ({"text": "x" * 4001}, "msg_too_long"),
        ({"text": "x", "blocks": [section("x" * 3001)]}, "invalid_blocks"),
        ({"text": "x", "blocks": [section("x" * 2900)] * 4}, "msg_blocks_too_long"),
        ({"text": "x", "blocks": [{"type": "divider"}] * 51}, "invalid_blocks"),
        ({"text": "x", "metadata": {"event_type": "Bad Name", "event_payload": {}}}, "invalid_metadata_format"),
    ],
)
async def test_content(slack: SlackDouble, content: dict[str, Any], error: str) -> None:
    assert (await call(slack, "chat.postMessage", channel="C01GENERAL", **content))["error"] == error


@pytest.mark.parametrize(
    ("block", "said"),
    [
        ({"type": "section", "txt": {}}, "missing required field: text [json-pointer:/blocks/0]"),
        ({"type": "section", "txt": {}}, "additional property is not allowed: txt [json-pointer:/blocks/0/txt]"),
        (
            {"type": "header", "text": {"type": "mrkdwn", "text": "x"}},
            "must be a valid enum value [json-pointer:/blocks/0/text/type]",
        ),
        (section(""), "must be more than 0 characters [json-pointer:/blocks/0/text/text]"),
        ({"type": "nonsense"}, "unsupported type: nonsense [json-pointer:/blocks/0/type]"),
        (
            {
                "type": "actions",
                "elements": [{"type": "button", "action_id": "a", "text": {"type": "plain_text", "text": "x"}}] * 2,
            },
            "`action_id` a already exists [json-pointer:/blocks/0/elements/1/action_id]",
        ),
    ],
)
def test_blocks_are_refused_with_a_pointer(block: dict[str, Any], said: str) -> None:
    assert said in check_blocks([block])


def test_modals() -> None:
    title = {"type": "plain_text", "text": "x" * 25}
    said = check_view({"type": "modal", "title": title, "blocks": [{"type": "input"}], "private_metadata": "x" * 3001})

    assert "must be less than 25 characters [json-pointer:/view/title/text]" in said
    assert "must be less than 3001 characters [json-pointer:/view/private_metadata]" in said
    assert "missing required field: submit [json-pointer:/view]" in said


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("<!channel> hello", ["<!channel>"]),
        ("a < b & c", ["&", "<"]),
        ("> quoted &amp; <https://a.test|link> <@U01SAM> <!date^1^{date}|today>", []),
    ],
)
def test_what_nobody_should_send_is_noted(text: str, faults: list[str]) -> None:
    assert unescaped(text) == faults


async def test_a_fault_fails_the_test_at_its_end() -> None:
    with pytest.raises(AssertionError, match="<!channel>"):
        async with SlackDouble() as slack:
            assert (await call(slack, "chat.postMessage", channel="C01GENERAL", text="<!channel>"))["ok"]


async def test_a_trigger_is_good_once_for_three_seconds(slack: SlackDouble) -> None:
    view = {"type": "modal", "title": {"type": "plain_text", "text": "x"}, "blocks": [section("x")]}
    first, late = slack.slack.trigger("U01SAM"), slack.slack.trigger("U01SAM")

    assert (await call(slack, "views.open", trigger_id="made up", view=view))["error"] == "invalid_trigger_id"
    assert (await call(slack, "views.open", trigger_id=first, view=view))["ok"]
    assert (await call(slack, "views.open", trigger_id=first, view=view))["error"] == "exchanged_trigger_id"
    slack.workspace.advance(3.1)
    assert (await call(slack, "views.open", trigger_id=late, view=view))["error"] == "expired_trigger_id"


async def test_a_response_address_is_good_five_times_for_half_an_hour(slack: SlackDouble) -> None:
    url = slack.response_url("U01DANA", "C01GENERAL")
    body = {"text": "hello", "response_type": "ephemeral"}

    async def post() -> str:
        async with aiohttp.ClientSession() as session, session.post(url, json=body) as response:
            return await response.text()

    assert [await post() for _ in range(6)] == ["ok"] * 5 + ["used_url"]
    url = slack.response_url("U01DANA", "C01GENERAL")
    slack.workspace.advance(30 * 60 + 1)
    assert await post() == "expired_url"


async def test_a_method_that_reads_no_json_ignores_it(slack: SlackDouble) -> None:
    assert (await call(slack, "users.info", user="U01DANA"))["error"] == "missing_argument"


async def test_only_own_messages_can_be_changed(slack: SlackDouble) -> None:
    message = slack.workspace.post("C01GENERAL", "U01DANA", "mine")

    refused = await call(slack, "chat.update", channel="C01GENERAL", ts=message.ts, text="yours")

    assert refused["error"] == "cant_update_message"


async def test_people_can_only_do_what_slack_lets_them(slack: SlackDouble) -> None:
    people = Driver(slack, "http://127.0.0.1:9/slack/events")
    message = slack.workspace.post("G01REVIEW", "U01BOT", "a card")

    for user in ("U01DANA", "U01SAM", "U01ROBO"):  # not in the channel; no such button; a bot
        with pytest.raises(Refused):
            await people.click(user, message, "approve")
    with pytest.raises(Refused):
        await people.submit("U01SAM", {})
    with pytest.raises(Refused):
        await people.mention("U01DANA", "C01OLD", "an archived channel")


async def test_a_home_tab_goes_to_a_person_and_is_no_modal(slack: SlackDouble) -> None:
    view = {"type": "home", "blocks": [section("x")]}

    assert (await call(slack, "views.publish", view=view))["error"] == "missing_argument"
    assert (await call(slack, "views.publish", user_id="U404", view=view))["error"] == "invalid_arguments"
    for wrong in ({**view, "type": "modal"}, {**view, "title": {}}, {**view, "blocks": [section("x")] * 101}):
        assert (await call(slack, "views.publish", user_id="U01SAM", view=wrong))["error"] == "invalid_arguments"
    assert (await call(slack, "views.publish", user_id="U01SAM", view=view))["ok"]
    slack.slack.home_tab = False
    assert (await call(slack, "views.publish", user_id="U01SAM", view=view))["error"] == "not_enabled"


async def test_an_initial_value_fits_its_field(slack: SlackDouble) -> None:
    element = {"type": "plain_text_input", "action_id": "a", "max_length": 3, "initial_value": "four"}
    block = {"type": "input", "label": {"type": "plain_text", "text": "x"}, "element": element}
    words = {"type": "plain_text", "text": "x"}

    said = check_view({"type": "modal", "title": words, "submit": words, "blocks": [block]})

    assert said == ["must be less than 4 characters [json-pointer:/view/blocks/0/element/initial_value]"]


async def test_people_change_only_what_is_theirs_and_still_there(slack: SlackDouble) -> None:
    people = Driver(slack, "http://127.0.0.1:9/slack/events")
    people.retries = 0
    card = slack.workspace.post("G01REVIEW", "U01BOT", "a card")
    mine = slack.workspace.post("C01GENERAL", "U01DANA", "mine")
    answered = slack.workspace.post("C01GENERAL", "U01DANA", "answered")
    slack.workspace.post("C01GENERAL", "U01BOT", "an answer", thread_ts=answered.ts)
    elsewhere = slack.workspace.post("C01ELSEWHERE", "U01DANA", "where the bot is not")

    with pytest.raises(Refused):
        await acts.edit(people, card, "yours")
    assert await acts.edit(people, elsewhere, "nobody hears it") == []
    await acts.delete(people, mine)
    assert slack.workspace.get("C01GENERAL", mine.ts) is None
    await acts.delete(people, answered)
    assert answered.subtype == "tombstone"
    for gone in (mine, answered):
        with pytest.raises(Refused):
            await acts.edit(people, gone, "too late")
    people.manifest["settings"]["event_subscriptions"]["bot_events"].remove("message.channels")
    posted = await people.say("U01DANA", "C01GENERAL", "nobody hears that either")
    assert posted.deliveries == []
    people.manifest["settings"]["event_subscriptions"]["bot_events"].remove("app_home_opened")
    with pytest.raises(Refused):
        await acts.open_home(people, "U01DANA")


async def test_an_unreachable_bot_is_tried_four_times(slack: SlackDouble) -> None:
    people = Driver(slack, "http://127.0.0.1:9/slack/events")

    posted = await people.direct("U01DANA", "anybody there?")

    assert [delivery.retry for delivery in posted.deliveries] == [0, 1, 2, 3]
    assert not posted.acknowledged
