"""Reviews in Slack: the card, the decision, and what everybody hears of it."""

from __future__ import annotations

import re

import pytest

from core.domain.approval import Approver, Ruling
from core.domain.outcome import Draft
from core.wording import reviewing as wording
from tests.adapters.slack.specimens import QUOTE, long_outcome
from tests.doubles.slack import Message, Refused
from tests.scenarios.slack.conftest import Scene

REVIEW = {"cards": ("slack:G01REVIEW",), "approvers": (Approver(group="slack:S01FINANCE"),)}


async def card_for(scene: Scene, channel: str = "G01REVIEW") -> tuple[Message, Message]:
    """A question by dana and its card."""
    asked = await scene.people.mention("U01DANA", "C01GENERAL", "Who approves entries over $100K?")
    await scene.desk.settle()
    return asked.message, scene.workspace.top_level(channel)[-1]


async def whispered(scene: Scene, user: str) -> str:
    """The last thing one person was told in private, offers with a button aside."""

    def told() -> list[str]:
        return [whisper.words for whisper in scene.workspace.whispers(user) if not whisper.buttons]

    await scene.workspace.until(told)
    return told()[-1]


async def test_the_card_shows_everything_that_is_signed_and_only_the_ticket_in_its_buttons(scene: Scene) -> None:
    scene.reviews(rule=REVIEW)
    asked, card = await card_for(scene)

    for part in (
        "Who approves entries over $100K?",
        "@U01DANA in #C01GENERAL",
        "less than the 80% needed to answer without a review",
        f"{QUOTE} [1]",
        "Journal Entry Policy (https://policies.acme.test/finance/journal-entries#1)",
        "Confidence 62%",
        "to be decided by",
    ):
        assert part in card.words
    assert set(card.buttons) == {"approve", "edit", "deny", "ask_back"}
    assert all(re.fullmatch(r'\["ap_1","[0-9a-f]{64}"\]', button["value"]) for button in card.buttons.values())
    assert "A reviewer has my draft" in scene.workspace.thread("C01GENERAL", asked.ts)[0].words


async def test_approving_answers_the_asker_and_settles_the_card(scene: Scene) -> None:
    scene.reviews(rule=REVIEW)
    asked, card = await card_for(scene)

    delivery = await scene.people.click("U01SAM", card, "approve")
    await scene.desk.settle()

    assert delivery.acknowledged
    assert await whispered(scene, "U01SAM") == wording.RULINGS[Ruling.DECIDED]
    verdict = scene.workspace.thread("C01GENERAL", asked.ts)[-1]
    assert "@U01DANA, the review of your question is over." in verdict.words
    assert QUOTE in verdict.words
    assert "Reviewed by sam." in verdict.words
    assert "Approved by @U01SAM, " in card.words
    assert card.buttons == {}


async def test_denying_asks_for_a_reason_and_the_asker_reads_it(scene: Scene) -> None:
    scene.reviews(rule=REVIEW)
    asked, card = await card_for(scene)

    await scene.people.click("U01LEE", card, "deny")
    with pytest.raises(Refused):
        await scene.people.submit("U01LEE", {"reason": ""})
    delivery = await scene.people.submit("U01LEE", {"reason": "The 2024 thresholds <no longer> hold."})
    await scene.desk.settle()

    assert delivery.acknowledged
    assert "U01LEE" not in scene.workspace.views
    assert await whispered(scene, "U01LEE") == wording.RULINGS[Ruling.DECIDED]
    verdict = scene.workspace.thread("C01GENERAL", asked.ts)[-1]
    assert (
        "lee reviewed my draft and did not release it. Their reason: The 2024 thresholds <no longer> hold."
        in verdict.words
    )
    assert "Denied by @U01LEE, " in card.words
    assert ">The 2024 thresholds <no longer> hold." in card.words
    assert card.buttons == {}


async def test_a_reason_of_spaces_is_asked_for_again(scene: Scene) -> None:
    scene.reviews(rule=REVIEW)
    _, card = await card_for(scene)

    await scene.people.click("U01LEE", card, "deny")
    await scene.people.submit("U01LEE", {"reason": "   "})

    assert scene.workspace.views["U01LEE"]["errors"] == {"reason": wording.MODAL_REASON_MISSING}
    assert "approve" in card.buttons


@pytest.mark.parametrize("user", ["U01KIM", "U01GUS"])
async def test_others_are_told_privately_that_they_may_not_decide(scene: Scene, user: str) -> None:
    scene.reviews(rule={**REVIEW, "cards": ("slack:C01GENERAL",)})
    asked = await scene.people.mention("U01DANA", "C01GENERAL", "Who approves entries over $100K?")
    await scene.desk.settle()
    card = next(m for m in scene.workspace.top_level("C01GENERAL") if m.buttons)

    await scene.people.click(user, card, "approve")
    assert await whispered(scene, user) == wording.RULINGS[Ruling.NOT_AN_APPROVER]
    await scene.people.click(user, card, "deny")
    await scene.people.submit(user, {"reason": "because"})
    await scene.workspace.until(lambda: len(scene.workspace.whispers(user)) == 2)

    assert [w.words for w in scene.workspace.whispers(user)] == [wording.RULINGS[Ruling.NOT_AN_APPROVER]] * 2
    assert "approve" in card.buttons
    assert len(scene.workspace.thread("C01GENERAL", asked.message.ts)) == 1


async def test_an_outsider_with_an_approvers_email_is_no_approver(scene: Scene) -> None:
    scene.reviews(rule={"cards": ("slack:C01SHARED",), "approvers": (Approver(email="sam@acme.test"),)})
    _, card = await card_for(scene, "C01SHARED")

    await scene.people.click("U01EVE", card, "approve")
    assert await whispered(scene, "U01EVE") == wording.RULINGS[Ruling.NOT_AN_APPROVER]
    await scene.people.click("U01SAM", card, "approve")

    assert await whispered(scene, "U01SAM") == wording.RULINGS[Ruling.DECIDED]


async def test_the_asker_may_not_decide_and_gets_no_card(scene: Scene) -> None:
    everybody = tuple(Approver(account=f"slack:{user}") for user in ("U01DANA", "U01SAM"))
    scene.reviews(rule={"approvers": everybody})
    await scene.people.mention("U01DANA", "C01GENERAL", "Who approves entries over $100K?")
    await scene.desk.settle()

    assert scene.workspace.top_level(scene.workspace.direct("U01DANA").id) == []
    (card,) = scene.workspace.top_level(scene.workspace.direct("U01SAM").id)
    assert "approve" in card.buttons


async def test_own_question_in_the_review_channel_is_refused(scene: Scene) -> None:
    scene.reviews(rule={**REVIEW, "cards": ("slack:C01GENERAL",)})
    await scene.people.mention("U01SAM", "C01GENERAL", "Who approves entries over $100K?")
    await scene.desk.settle()
    card = next(m for m in scene.workspace.top_level("C01GENERAL") if m.buttons)

    await scene.people.click("U01SAM", card, "approve")

    assert await whispered(scene, "U01SAM") == wording.RULINGS[Ruling.OWN_REQUEST]


async def test_without_channels_every_approver_gets_a_card_and_all_copies_are_settled(scene: Scene) -> None:
    entries = (Approver(group="slack:S01FINANCE"), Approver(email="kim@acme.test"), Approver(account="slack:U01SAM"))
    scene.reviews(rule={"approvers": (*entries, Approver(email="nobody@acme.test"), Approver(account="terminal:ann"))})
    await scene.people.command("U01DANA", "C01GENERAL", "/policy", "Who approves entries over $100K?")
    await scene.workspace.until(lambda: scene.desk.requests)
    await scene.desk.settle()

    channels = [scene.workspace.direct(user).id for user in ("U01LEE", "U01SAM", "U01KIM")]
    copies = [scene.workspace.top_level(channel) for channel in channels]
    assert [len(cards) for cards in copies] == [1, 1, 1]
    await scene.people.click("U01KIM", copies[2][0], "approve")
    await scene.desk.settle()

    assert all("Approved by @U01KIM" in cards[0].words and not cards[0].buttons for cards in copies)
    (told,) = scene.workspace.top_level(scene.workspace.direct("U01DANA").id)
    assert "You asked:\n>Who approves entries over $100K?" in told.words
    assert "Reviewed by kim." in told.words


async def test_whoever_comes_second_is_told_that_it_is_decided(scene: Scene) -> None:
    scene.reviews(rule=REVIEW)
    _, card = await card_for(scene)
    button = card.buttons["approve"]

    await scene.people.click("U01SAM", card, "approve")
    await scene.desk.settle()
    await scene.people.click("U01LEE", card, "approve", remembered=button)

    assert await whispered(scene, "U01LEE") == wording.RULINGS[Ruling.ALREADY_DECIDED]


async def test_a_card_of_a_superseded_draft_decides_nothing(scene: Scene) -> None:
    scene.reviews(rule=REVIEW)
    _, card = await card_for(scene)
    old = {**card.buttons["approve"], "value": '["ap_1","' + "00" * 32 + '"]'}

    await scene.people.click("U01SAM", card, "approve", remembered=old)

    assert await whispered(scene, "U01SAM") == wording.RULINGS[Ruling.STALE_DIGEST]


@pytest.mark.parametrize("value", ["", "12", "[]", '["ap_1"]', '{"approve": true}', "[1,2]"])
async def test_a_button_of_another_version_says_so(scene: Scene, value: str) -> None:
    scene.reviews(rule=REVIEW)
    _, card = await card_for(scene)

    delivery = await scene.people.click(
        "U01SAM", card, "approve", remembered={**card.buttons["approve"], "value": value}
    )

    assert delivery.acknowledged
    assert await whispered(scene, "U01SAM") == wording.OLD_BUTTON


async def test_a_long_card_has_its_buttons_under_the_last_part_in_its_thread(scene: Scene) -> None:
    long = long_outcome()
    scene.reviews(rule=REVIEW, draft=Draft(text=long.text, citations=long.citations))
    asked, card = await card_for(scene)

    parts = scene.workspace.thread("G01REVIEW", card.ts)
    assert set(card.buttons) == {"read_all"}
    assert parts[0].ts.replace(".", "") in card.buttons["read_all"]["url"]
    assert [set(part.buttons) for part in parts] == [set()] * (len(parts) - 1) + [
        {"approve", "edit", "deny", "ask_back"}
    ]
    shown = " ".join(part.words for part in [card, *parts]).split()
    assert all(word in shown for word in long.text.split())
    assert (await scene.people.click("U01SAM", card, "read_all")).acknowledged

    await scene.people.click("U01SAM", parts[-1], "approve")
    await scene.desk.settle()

    assert await whispered(scene, "U01SAM") == wording.RULINGS[Ruling.DECIDED]
    assert "Approved by @U01SAM" in card.words
    assert "Approved by @U01SAM" in parts[-1].words
    assert [message.buttons for message in (card, *parts)] == [{}] * (len(parts) + 1)
    assert "30." in scene.workspace.thread("C01GENERAL", asked.ts)[-1].words


async def test_a_decision_that_could_not_be_recorded_is_not_acknowledged_and_says_so(scene: Scene) -> None:
    scene.reviews(rule=REVIEW)
    _, card = await card_for(scene)
    scene.breaks()

    delivery = await scene.people.click("U01SAM", card, "approve")
    assert not delivery.acknowledged
    assert await whispered(scene, "U01SAM") == wording.NOT_RECORDED

    scene.mends()
    await scene.people.click("U01SAM", card, "approve")
    await scene.workspace.until(lambda: len(scene.workspace.whispers("U01SAM")) == 2)
    assert scene.workspace.whispers("U01SAM")[-1].words == wording.RULINGS[Ruling.DECIDED]


async def test_one_who_left_the_channel_meanwhile_is_told_directly(scene: Scene) -> None:
    scene.reviews(rule=REVIEW)
    _, card = await card_for(scene)
    scene.slack.fail("chat.postEphemeral", "user_not_in_channel")

    await scene.people.click("U01SAM", card, "approve")
    direct = scene.workspace.direct("U01SAM").id
    await scene.workspace.until(lambda: scene.workspace.top_level(direct))

    assert scene.workspace.top_level(direct)[-1].words == wording.RULINGS[Ruling.DECIDED]
