"""Asked on one platform and decided on the other: one review, one person, one decision."""

from __future__ import annotations

import asyncio
import copy
from pathlib import Path
from typing import Any

import pytest

from core.domain.approval import Approval, ApprovalState, Ruling
from core.wording import reviewing as wording
from tests.doubles import slack, teams
from tests.scenarios.office import HOTEL
from tests.scenarios.surfaces.fronts import Asked, Front, Slack, Teams
from tests.scenarios.surfaces.house import RULES, SLACK_REVIEW, House
from tests.scenarios.surfaces.house import house as opened
from tests.scenarios.surfaces.table import ANSWER

TWO: dict[str, Any] = copy.deepcopy(RULES)
TWO["answers"][0]["quorum"] = 2
WORDS = "At most $210, and $250 in Zurich. [1]"


async def under_review(house: House, front: Front, who: str = "dana") -> tuple[Asked, Approval]:
    """A question whose draft became cards."""
    house.certain.value = 0.6
    asked = await front.ask(HOTEL, who)
    await house.until_recorded(asked.request)
    approval = await house.approval((await house.exchange(asked.request)).outcome.approval_id or "")
    await house.cards(approval)
    return asked, approval


def decidable(house: House, on_slack: slack.Message, on_teams: teams.Message) -> tuple[bool, bool]:
    """On which of the two cards a reviewer still finds a button to approve."""
    verbs = {button.verb for button in house.on_teams.buttons("lee", on_teams)}
    return "approve" in on_slack.buttons, "approve" in verbs


async def both_settle(house: House, approval: Approval, words: str) -> None:
    """Both cards come to show the decision, with nothing left to press."""
    on_slack, on_teams = await house.cards(approval)
    await house.until(lambda: words in on_slack.words and words in on_teams.words)
    assert decidable(house, on_slack, on_teams) == (False, False)


@pytest.mark.parametrize("where", [None, teams.GROUP, teams.GENERAL], ids=["directly", "in a group", "in a channel"])
async def test_asked_in_teams_and_approved_in_slack(house: House, where: str | None) -> None:
    front = Teams(house, where, "")
    asked, approval = await under_review(house, front)
    on_slack, _ = await house.cards(approval)
    await house.on_slack.click("U01SAM", on_slack, "approve")
    await house.told(approval)
    await house.until(lambda: "Reviewed by Sam." in front.words(asked))
    assert ANSWER in front.words(asked)
    await both_settle(house, approval, "Approved")


@pytest.mark.parametrize("channel", [None, "C01GENERAL"], ids=["directly", "in a channel"])
async def test_asked_in_slack_and_approved_in_teams(house: House, channel: str | None) -> None:
    front = Slack(house, channel)
    asked, approval = await under_review(house, front)
    _, on_teams = await house.cards(approval)
    await house.on_teams.press("sam", on_teams, "approve")
    await house.told(approval)
    await house.until(lambda: "Reviewed by Sam." in front.words(asked))
    assert ANSWER in front.words(asked)
    await both_settle(house, approval, "Approved")


async def test_denied_in_slack_what_was_asked_in_teams_and_the_reverse(house: House) -> None:
    in_teams, in_slack = Teams(house, None, ""), Slack(house, None)
    asked, approval = await under_review(house, in_teams)
    await in_slack.deny(approval, "Not in <force> yet.")
    await house.until(lambda: "Their reason: Not in <force> yet." in in_teams.words(asked))
    await both_settle(house, approval, "Denied")
    asked, approval = await under_review(house, in_slack)
    await in_teams.deny(approval, "Not in <force> *yet*.")
    await house.until(lambda: "Their reason: Not in <force> *yet*." in in_slack.words(asked))
    await both_settle(house, approval, "Denied")


async def test_nobody_approves_their_own_question_from_their_other_account(house: House) -> None:
    """Dana is among the approvers, by the e-mail that both her accounts have."""
    for front in (Teams(house, None, ""), Slack(house, None)):
        _, approval = await under_review(house, front)
        on_slack, on_teams = await house.cards(approval)
        house.slack_double.workspace.channels["G01REVIEW"].members.add("U01DANA")
        house.teams_double.workspace.conversations[teams.REVIEW].members.add("dana")
        whispers = len(house.slack_double.workspace.whispers("U01DANA"))
        await house.on_slack.click("U01DANA", on_slack, "approve")
        await house.until(lambda n=whispers: len(house.slack_double.workspace.whispers("U01DANA")) > n)
        assert house.slack_double.workspace.whispers("U01DANA")[-1].words == wording.RULINGS[Ruling.OWN_REQUEST]
        answer = await house.on_teams.press("dana", on_teams, "approve")
        assert answer.said == wording.RULINGS[Ruling.OWN_REQUEST]
        denial = await house.on_teams.press("dana", on_teams, "deny", {"reason": "because"})
        assert denial.said == wording.RULINGS[Ruling.OWN_REQUEST]
        assert (await house.approval(approval.id)).state is ApprovalState.PENDING
        assert await house.store.approvals.votes(approval.id) == ()
        assert decidable(house, on_slack, on_teams) == (True, True)


async def test_one_person_has_one_vote_on_both_platforms(tmp_path: Path) -> None:
    async with opened(tmp_path, TWO) as house:
        _, approval = await under_review(house, Teams(house, None, ""), "kim")
        on_slack, on_teams = await house.cards(approval)
        await house.on_slack.click("U01SAM", on_slack, "approve")
        await house.until(lambda: "1 of 2 approvals" in on_teams.words and "1 of 2 approvals" in on_slack.words)
        again = await house.on_teams.press("sam", on_teams, "approve")
        assert again.status == 200
        assert "1 of 2 approvals" in house.on_teams.reads("sam", on_teams)  # the card tells it
        assert len(await house.store.approvals.votes(approval.id)) == 1
        await house.on_teams.press("lee", on_teams, "approve")
        await house.told(approval)
        await both_settle(house, approval, "2 of 2 approvals")


async def test_an_edit_on_one_platform_makes_the_card_of_the_other_void(tmp_path: Path) -> None:
    async with opened(tmp_path, TWO) as house:
        front = Slack(house, None)
        asked, approval = await under_review(house, front, "kim")
        on_slack, on_teams = await house.cards(approval)
        await house.on_slack.click("U01LEE", on_slack, "approve")
        await house.until(lambda: "1 of 2 approvals" in on_teams.words)
        old = on_slack.buttons["approve"]
        await house.on_teams.press("sam", on_teams, "edit", {"words": WORDS})
        await house.until(lambda: WORDS in on_slack.words and WORDS in on_teams.words)
        await house.on_slack.click("U01LEE", on_slack, "approve", remembered=old)
        whispers = house.slack_double.workspace.whispers
        await house.until(lambda: wording.RULINGS[Ruling.STALE_DIGEST] in [w.words for w in whispers("U01LEE")])
        await house.on_slack.click("U01LEE", on_slack, "approve")
        await house.told(approval)
        await house.until(lambda: f"In the words of Sam, who reviewed my draft:\n\n{WORDS}" in front.words(asked))


async def test_two_who_approve_at_once_on_two_platforms_decide_once(house: House) -> None:
    front = Teams(house, None, "")
    asked, approval = await under_review(house, front, "kim")
    on_slack, on_teams = await house.cards(approval)
    await asyncio.gather(
        *(house.on_slack.click("U01SAM", on_slack, "approve") for _ in range(5)),
        *(house.on_teams.press("lee", on_teams, "approve") for _ in range(5)),
    )
    await house.told(approval)
    decided = await house.approval(approval.id)
    assert decided.state is ApprovalState.APPROVED
    assert [kind for kind, _ in await house.audited()].count("decision") == 1
    await house.until(lambda: "Reviewed by" in front.words(asked))
    assert front.words(asked).count("Reviewed by") == 1
    await both_settle(house, approval, "Approved")


@pytest.mark.parametrize("where", [None, teams.GROUP, teams.GENERAL], ids=["directly", "in a group", "in a channel"])
async def test_the_asker_is_told_hours_later_by_another_process(house: House, where: str | None) -> None:
    front = Teams(house, where, "")
    asked, approval = await under_review(house, front)
    await house.later(20)
    on_slack, _ = await house.cards(approval)
    await house.on_slack.click("U01SAM", on_slack, "approve")
    await house.told(approval)
    await house.until(lambda: "Reviewed by Sam." in front.words(asked))
    await both_settle(house, approval, "Approved")
    await house.later()
    assert front.words(asked).count("Reviewed by Sam.") == 1


async def test_who_only_has_an_approvers_address_elsewhere_is_nobody(house: House) -> None:
    """Eve has Sam's e-mail in another company's directory, on Slack and on Teams; Gus is a guest."""
    house.teams_double.workspace.conversations[teams.REVIEW].members |= {"eve", "gus"}
    house.slack_double.workspace.channels["G01REVIEW"].members.add("U01EVE")
    _, approval = await under_review(house, Teams(house, None, ""))
    on_slack, on_teams = await house.cards(approval)
    await house.on_slack.click("U01EVE", on_slack, "approve")
    for stranger in ("eve", "gus", "kim"):
        answer = await house.on_teams.press(stranger, on_teams, "approve")
        assert answer.said == wording.RULINGS[Ruling.NOT_AN_APPROVER]
    assert (await house.approval(approval.id)).state is ApprovalState.PENDING
    assert await house.store.approvals.votes(approval.id) == ()


async def test_approvers_who_get_a_card_each_have_it_on_both_platforms(tmp_path: Path) -> None:
    rules: dict[str, Any] = copy.deepcopy(RULES)
    rules["answers"][0]["cards"] = ["approvers"]
    async with opened(tmp_path, rules) as house:
        front, space, chats = Teams(house, None, ""), house.slack_double.workspace, house.teams_double.workspace
        house.certain.value = 0.6
        asked = await front.ask(HOTEL, "kim")

        def copies() -> list[slack.Message | teams.Message]:
            directly = [m for m in space.top_level(space.direct("U01LEE").id) if "approve" in m.buttons]
            return [*directly, *(m for m in chats.told("lee") if m.card and ANSWER in m.words)]

        await house.until(lambda: len(copies()) == 2)
        on_slack, on_teams = copies()
        assert isinstance(on_slack, slack.Message)
        assert isinstance(on_teams, teams.Message)
        await house.on_teams.press("lee", on_teams, "approve")
        await house.until(lambda: "Reviewed by Lee." in front.words(asked))
        await house.until(lambda: "Approved" in on_slack.words and "Approved" in on_teams.words)
        assert decidable(house, on_slack, on_teams) == (False, False)


async def test_what_a_reviewer_in_slack_asks_back_is_answered_in_teams_and_read_on_both(house: House) -> None:
    front = Teams(house, None, "")
    asked, approval = await under_review(house, front)
    on_slack, on_teams = await house.cards(approval)
    await house.on_slack.click("U01SAM", on_slack, "ask_back")
    await house.on_slack.submit("U01SAM", {"question": "In which <city>?"})
    await house.until(lambda: "In which <city>?" in front.words(asked))
    question = next(m for m in house.teams_double.workspace.told("dana") if "In which <city>?" in m.words)
    await house.on_teams.press("dana", question, "answer_back", {"reply": "In Zurich & *Basel*."})
    beside = (
        lambda: house.slack_double.workspace.thread(SLACK_REVIEW, on_slack.ts),
        lambda: house.teams_double.workspace.said(teams.REVIEW, on_teams.id),
    )
    await house.until(lambda: all(any("In Zurich & *Basel*." in m.words for m in read()) for read in beside))
    assert (await house.approval(approval.id)).state is ApprovalState.PENDING


async def test_a_question_from_slack_is_handed_over_to_people_in_teams(tmp_path: Path) -> None:
    rules: dict[str, Any] = copy.deepcopy(RULES)
    rules["answers"][0]["handoff"] = {"to": f"teams:{teams.GROUP}", "name": "the lunch group"}
    async with opened(tmp_path, rules) as house:
        await house.on_teams.say("sam", "help", teams.GROUP)  # where the bot was met
        front = Slack(house, None)
        asked, approval = await under_review(house, front)
        _, on_teams = await house.cards(approval)
        await house.on_teams.press("sam", on_teams, "hand_over", {"note": "Please <soon>."})
        await house.until(lambda: "I handed your question to the lunch group." in front.words(asked))
        handed = [m.words for m in house.teams_double.workspace.said(teams.GROUP)]
        assert sum(HOTEL in words and "Please <soon>." in words for words in handed) == 1
        await both_settle(house, approval, "Handed over")


async def test_ones_questions_are_listed_and_taken_back_from_either_account(house: House) -> None:
    front = Slack(house, None)
    asked, approval = await under_review(house, front)
    await house.on_teams.say("dana", "pending")
    told = house.teams_double.workspace.told
    await house.until(lambda: any(HOTEL in m.words and house.on_teams.buttons("dana", m) for m in told("dana")))
    listed = next(m for m in told("dana") if HOTEL in m.words and house.on_teams.buttons("dana", m))
    await house.on_teams.press("dana", listed, "withdraw")
    await house.told(approval)
    await house.until(lambda: "You withdrew your question" in front.words(asked))
    await both_settle(house, approval, "Withdrawn")
