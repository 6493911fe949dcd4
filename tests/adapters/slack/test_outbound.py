"""Where cards and answers go, and what a refusal of one place means for the others."""

from __future__ import annotations

import pytest

from adapters.slack import SlackSurface
from core.domain.approval import ApprovalState, Approver, Escalation, Handoff
from core.domain.request import PlaceKind
from core.errors import ConfigurationError, SurfaceError
from tests.adapters.slack import specimens
from tests.doubles.slack import SlackDouble


async def test_a_channel_that_refuses_for_good_does_not_keep_the_others_from_their_card(surface: SlackSurface) -> None:
    rule = {"cards": ("slack:C01OLD", "teams:19:x", "slack:G01REVIEW")}

    (card,) = await surface.post_cards(specimens.approval(rule=rule))

    assert card.channel == "G01REVIEW"


async def test_where_every_place_refuses_the_last_refusal_is_raised(surface: SlackSurface) -> None:
    with pytest.raises(SurfaceError, match="is_archived"):
        await surface.post_cards(specimens.approval(rule={"cards": ("slack:C01ELSEWHERE", "slack:C01OLD")}))


async def test_approvers_of_other_surfaces_get_no_card_here(surface: SlackSurface) -> None:
    rule = {"approvers": (Approver(account="terminal:ann"), Approver(group="finance"))}

    assert await surface.post_cards(specimens.approval(rule=rule)) == []


async def test_a_user_group_that_is_gone_does_not_keep_the_others_from_their_card(
    surface: SlackSurface, slack: SlackDouble
) -> None:
    rule = {"approvers": (Approver(group="slack:S01GONE"), Approver(account="slack:U01SAM"))}

    (card,) = await surface.post_cards(specimens.approval(rule=rule))

    assert card.channel == slack.workspace.direct("U01SAM").id


async def test_a_place_that_cannot_be_reached_now_is_tried_again(surface: SlackSurface, slack: SlackDouble) -> None:
    approval = specimens.approval(rule={"cards": ("slack:G01REVIEW", "slack:C01GENERAL")})
    slack.fail("conversations.history", "internal_error")
    with pytest.raises(SurfaceError) as error:
        await surface.post_cards(approval)
    assert not error.value.permanent

    cards = await surface.post_cards(approval)

    assert [card.channel for card in cards] == ["G01REVIEW", "C01GENERAL"]


async def test_a_card_is_found_again_behind_many_later_messages(surface: SlackSurface, slack: SlackDouble) -> None:
    approval = specimens.approval(rule={"cards": ("slack:G01REVIEW",)})
    (card,) = await surface.post_cards(approval)
    for number in range(250):
        slack.workspace.post("G01REVIEW", "U01KIM", f"chat {number}")

    assert await surface.post_cards(approval) == [card]


async def test_each_level_is_asked_where_it_says_and_who_stands_in_directly(
    surface: SlackSurface, slack: SlackDouble
) -> None:
    later = Escalation(after=3600, approvers=(Approver(account="slack:U01SAM"),))
    approval = specimens.approval(rule={"cards": ("slack:G01REVIEW",), "escalation": (later,)})
    (first,) = await surface.post_cards(approval)
    raised = approval.model_copy(update={"level": 1})

    cards = await surface.post_cards(raised, [Approver(account="slack:U01KIM")])

    direct = [slack.workspace.direct(user).id for user in ("U01SAM", "U01KIM")]
    assert [card.channel for card in cards] == ["G01REVIEW", *direct]
    assert cards[0] == first


async def test_each_reminder_is_given_once_in_the_cards_thread(surface: SlackSurface, slack: SlackDouble) -> None:
    approval = specimens.approval(rule={"cards": ("slack:G01REVIEW",)})
    (card,) = await surface.post_cards(approval)

    for number in (1, 1, 2, 2):
        await surface.remind(card, approval, number)

    given = slack.workspace.thread("G01REVIEW", card.message)
    assert len(given) == 2
    assert "still waits" in given[0].words


@pytest.mark.parametrize("to", ["slack:C01GENERAL", "slack:U01KIM"])
async def test_a_question_is_handed_over_once_to_a_channel_or_a_person(
    surface: SlackSurface, slack: SlackDouble, to: str
) -> None:
    handoff = Handoff(to=to, name="the desk")
    change = {"rule": {"handoff": handoff}, "decided_by": specimens.SAM, "note": "Not for us <!channel>"}
    approval = specimens.approval(ApprovalState.HANDED_OVER, **change)
    account = to.removeprefix("slack:")
    place = slack.workspace.direct(account).id if account.startswith("U") else account
    before = len(slack.workspace.top_level(place))

    for _ in range(2):
        await surface.hand_over(approval)

    (posted,) = slack.workspace.top_level(place)[before:]
    assert approval.request.question in posted.words
    assert "Not for us <!channel>" in posted.words


async def test_an_answer_in_a_channel_the_bot_is_not_in_is_a_refusal_for_good(surface: SlackSurface) -> None:
    request = specimens.request(place={"channel": "C01ELSEWHERE"})

    with pytest.raises(SurfaceError) as error:
        await surface.acknowledge(request)
    assert (error.value.code, error.value.permanent) == ("not_in_channel", True)


async def test_a_commands_sign_of_work_was_its_acknowledgement(surface: SlackSurface, slack: SlackDouble) -> None:
    assert await surface.acknowledge(specimens.request(PlaceKind.PRIVATE_REPLY)) is None
    assert slack.calls == []


async def test_a_command_without_an_address_is_answered_directly(surface: SlackSurface, slack: SlackDouble) -> None:
    request = specimens.request(PlaceKind.PRIVATE_REPLY)

    await surface.deliver(request, specimens.outcome(), None)

    (answer,) = slack.workspace.top_level(slack.workspace.direct("U01DANA").id)
    assert specimens.QUOTE in answer.words


async def test_a_commands_address_that_fails_for_now_is_tried_again(surface: SlackSurface) -> None:
    request = specimens.request(PlaceKind.PRIVATE_REPLY, place={"reply_url": "http://127.0.0.1:9/response/x"})

    with pytest.raises(SurfaceError) as error:
        await surface.deliver(request, specimens.outcome(), None)
    assert not error.value.permanent


async def test_a_very_long_answer_to_a_command_does_not_use_its_address_up(
    surface: SlackSurface, slack: SlackDouble
) -> None:
    url = slack.response_url("U01DANA", "C01GENERAL")
    request = specimens.request(PlaceKind.PRIVATE_REPLY, place={"reply_url": url})
    text = "\n\n".join("A paragraph of the answer. " * 60 for _ in range(40))

    await surface.deliver(request, specimens.outcome(text=text), None)

    assert slack.workspace.whispers("U01DANA") == []
    (answer,) = slack.workspace.top_level(slack.workspace.direct("U01DANA").id)
    assert len(slack.workspace.thread(answer.channel, answer.ts)) > 3


async def test_nobody_on_slack_is_told_of_a_question_from_elsewhere(surface: SlackSurface, slack: SlackDouble) -> None:
    request = specimens.request()
    elsewhere = request.model_copy(update={"place": request.place.model_copy(update={"surface": "terminal"})})

    await surface.deliver_verdict(specimens.approval(request=elsewhere), specimens.outcome())

    assert slack.called("chat.postMessage") == []


async def test_the_check_says_who_the_bot_is(surface: SlackSurface, slack: SlackDouble) -> None:
    assert await surface.check() == "Slack: bot U01BOT in Acme, 12 scopes"


async def test_socket_mode_needs_a_token_that_slack_takes(surface: SlackSurface, slack: SlackDouble) -> None:
    slack.fail("apps.connections.open", "invalid_auth")
    with pytest.raises(SurfaceError, match="invalid_auth"):
        await surface.start_socket()

    from adapters.slack import SlackSettings, connect

    tokenless = connect(SlackSettings("xoxb-1", api_url=slack.api_url), None, None)  # type: ignore[arg-type]
    with pytest.raises(ConfigurationError, match="xapp-"):
        await tokenless.start_socket()
