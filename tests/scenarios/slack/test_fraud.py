"""Who must not decide, decides nothing, and hears why; and what is decided is decided once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from core.domain.approval import ApprovalState, Ruling
from core.wording import reviewing as wording
from tests.doubles.slack import Refused
from tests.doubles.slack.workspace import User
from tests.scenarios.slack.house import REVIEW, House, house

CLICKS = 50
RULES: dict[str, Any] = {
    "answers": [
        {
            "name": "travel",
            "approvers": [
                {"account": "slack:U01SAM"},
                {"account": "slack:U02SAM"},
                {"account": "slack:U01GUS"},
                {"account": "slack:U01ROBO"},
                {"email": "lee@acme.test"},
                {"email": "dana@acme.test"},
            ],
            "expires_after": "72h",
            "cards": [f"slack:{REVIEW}"],
        }
    ]
}
"""Careless on purpose: it lists a guest, a bot, the asker, and one person twice."""


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path, RULES) as found:
        found.space.add_user(User("U02SAM", "sam-admin", "SAM@acme.test"))
        found.space.add_user(User("U02DANA", "dana-admin", "Dana@Acme.test"))
        found.space.add_user(User("U03LEE", "lee-unconfirmed", "lee@acme.test", email_confirmed=False))
        found.space.channels[REVIEW].members |= set(found.space.users)
        yield found


async def rulings(place: House, user: str, number: int) -> Counter[str]:
    """What somebody was told in private, once that is so many."""
    await place.told(user, number)
    return Counter(whisper.words for whisper in place.space.whispers(user) if not whisper.buttons)


async def decisions(place: House) -> list[str]:
    assert (await place.store.audit.verify()).faults == ()
    return [row.kind async for row in place.store.audit.rows() if row.kind in ("vote", "edit", "decision")]


async def test_the_same_click_fifty_times_decides_once(place: House) -> None:
    asked, approval, card = await place.under_review()
    button = card.buttons["approve"]

    clicks = [place.people.click("U01SAM", card, "approve", remembered=button) for _ in range(CLICKS)]
    deliveries = await asyncio.gather(*clicks)

    assert all(delivery.acknowledged for delivery in deliveries)
    told = await rulings(place, "U01SAM", CLICKS)
    assert told == {
        wording.RULINGS[Ruling.DECIDED]: 1,
        wording.RULINGS[Ruling.ALREADY_DECIDED]: CLICKS - 1,
    }
    await place.ended(approval)
    assert await decisions(place) == ["vote", "decision"]
    assert len(place.answers(asked)) == 2


async def test_the_same_vote_fifty_times_is_one_of_the_quorum(tmp_path: Path) -> None:
    answers = [{**RULES["answers"][0], "quorum": 2}]
    async with house(tmp_path, {"answers": answers}) as place:
        _, approval, card = await place.under_review()
        button = card.buttons["approve"]
        await asyncio.gather(*(place.people.click("U01SAM", card, "approve", remembered=button) for _ in range(CLICKS)))
        told = await rulings(place, "U01SAM", CLICKS)
        assert told[wording.RULINGS[Ruling.COUNTED]] == 1
        assert told[wording.RULINGS[Ruling.ALREADY_VOTED]] == CLICKS - 1
        assert (await place.approval(approval.id)).state is ApprovalState.PENDING
        assert await decisions(place) == ["vote"]


async def test_the_same_form_fifty_times_decides_once(place: House) -> None:
    _, approval, card = await place.under_review()
    await place.people.click("U01SAM", card, "edit")
    view = place.space.views["U01SAM"]

    async def submit() -> None:
        place.space.views["U01SAM"] = view
        await place.people.submit("U01SAM", {"words": "At most $210. [1]"})

    for _ in range(CLICKS // 10):
        await asyncio.gather(*(submit() for _ in range(10)), return_exceptions=True)
    await place.ended(approval)
    assert await decisions(place) == ["edit", "vote", "decision"]
    told = await rulings(place, "U01SAM", CLICKS)
    assert told[wording.RULINGS[Ruling.DECIDED]] == 1


async def test_two_who_decide_at_once_are_told_who_was_first(place: House) -> None:
    _, approval, card = await place.under_review()
    button = card.buttons["approve"]
    await asyncio.gather(
        *(place.people.click(user, card, "approve", remembered=button) for user in ("U01SAM", "U01LEE"))
    )
    told = [(await rulings(place, user, 1)).popitem()[0] for user in ("U01SAM", "U01LEE")]
    assert sorted(told) == sorted([wording.RULINGS[Ruling.DECIDED], wording.RULINGS[Ruling.ALREADY_DECIDED]])
    await place.ended(approval)
    assert await decisions(place) == ["vote", "decision"]


INTRUDERS = [
    ("U01DANA", Ruling.OWN_REQUEST),  # who asked
    ("U02DANA", Ruling.OWN_REQUEST),  # who asked, by a second account with the same e-mail
    ("U01KIM", Ruling.NOT_AN_APPROVER),
    ("U01GUS", Ruling.NOT_AN_APPROVER),  # a guest, though the rule lists the account
    ("U01EVE", Ruling.NOT_AN_APPROVER),  # another company's, with an approver's e-mail
    ("U03LEE", Ruling.NOT_AN_APPROVER),  # an e-mail that nobody confirmed
]


@pytest.mark.parametrize(("user", "ruling"), INTRUDERS)
@pytest.mark.parametrize("button", ["approve", "deny", "edit"])
async def test_who_may_not_decide_is_told_so_and_nothing_happens(
    place: House, user: str, ruling: Ruling, button: str
) -> None:
    asked, approval, card = await place.under_review()
    before = card.words
    delivery = await place.people.click(user, card, button)
    if button != "approve":
        field = {"deny": "reason", "edit": "words"}[button]
        delivery = await place.people.submit(user, {field: "Because I say so. [1]"})

    assert delivery.acknowledged
    assert await place.told(user) == wording.RULINGS[ruling]
    assert (await place.approval(approval.id)).state is ApprovalState.PENDING
    assert await decisions(place) == []
    assert card.words == before
    assert len(place.answers(asked)) == 1


async def test_one_person_has_one_vote_by_whichever_account(tmp_path: Path) -> None:
    answers = [{**RULES["answers"][0], "quorum": 2}]
    async with house(tmp_path, {"answers": answers}) as place:
        place.space.add_user(User("U02SAM", "sam-admin", "SAM@acme.test"))
        place.space.channels[REVIEW].members.add("U02SAM")
        _, approval, card = await place.under_review()
        await place.people.click("U01SAM", card, "approve")
        await place.told("U01SAM")
        await place.people.click("U02SAM", card, "approve")
        assert await place.told("U02SAM") == wording.RULINGS[Ruling.ALREADY_VOTED]
        assert (await place.approval(approval.id)).state is ApprovalState.PENDING


async def test_no_bot_decides_though_a_payload_says_so(place: House) -> None:
    _, approval, card = await place.under_review()
    with pytest.raises(Refused):
        await place.people.click("U01ROBO", card, "approve")
    place.space.users["U01ROBO"].is_bot = False  # for the driver: the payload of a click that Slack would never bring
    body = place.people.interaction(place.space.users["U01ROBO"], "block_actions")
    place.space.users["U01ROBO"].is_bot = True
    container = {"type": "message", "message_ts": card.ts, "channel_id": card.channel, "is_ephemeral": False}
    action = {**card.buttons["approve"], "action_id": "approve", "type": "button", "action_ts": "1.2"}
    payload = {**body, "container": container, "channel": {"id": card.channel}, "actions": [action]}
    delivery = await place.people.transport.deliver("interactive", payload, 0, "")
    assert delivery.acknowledged
    assert await place.told("U01ROBO") == wording.RULINGS[Ruling.NOT_AN_APPROVER]
    assert (await place.approval(approval.id)).state is ApprovalState.PENDING


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ('["{id}","' + "00" * 32 + '"]', wording.RULINGS[Ruling.STALE_DIGEST]),
        ('["{id}",""]', wording.RULINGS[Ruling.STALE_DIGEST]),
        ('["ap_0","{digest}"]', wording.RULINGS[Ruling.UNKNOWN_APPROVAL]),
        ('["{id}"]', wording.OLD_BUTTON),
        ("", wording.OLD_BUTTON),
    ],
)
async def test_a_button_that_was_tampered_with_decides_nothing(place: House, value: str, said: str) -> None:
    _, approval, card = await place.under_review()
    value = value.replace("{id}", approval.id).replace("{digest}", approval.digest)
    forged = {**card.buttons["approve"], "value": value}
    await place.people.click("U01SAM", card, "approve", remembered=forged)
    assert await place.told("U01SAM") == said
    assert await decisions(place) == []


@pytest.mark.parametrize(
    ("end", "ruling"),
    [
        ("expiry", Ruling.EXPIRED),
        ("expiry that nobody swept yet", Ruling.EXPIRED),
        ("withdrawal", Ruling.WITHDRAWN),
        ("decision", Ruling.ALREADY_DECIDED),
        ("new policy", Ruling.SUPERSEDED),
    ],
)
async def test_a_click_that_comes_too_late_is_told_why(place: House, end: str, ruling: Ruling) -> None:
    asked, approval, card = await place.under_review()
    button = card.buttons["approve"]
    match end:
        case "expiry":
            await place.later(72)
        case "expiry that nobody swept yet":
            place.clock.advance(72 * 3600)
        case "withdrawal":
            await place.workflows.withdraw(approval.id, approval.request.asker)
        case "decision":
            await place.people.click("U01LEE", card, "approve")
        case "new policy":
            await place.ingest("travel.md", "---\ntitle: Travel policy\n---\n# Hotels\n\nAsk first.\n")
    for _ in range(3):
        await place.people.click("U01SAM", card, "approve", remembered=button)
    told = await rulings(place, "U01SAM", 3)
    if ruling is Ruling.SUPERSEDED:  # the first click found it out
        assert told == {wording.RULINGS[ruling]: 1, wording.RULINGS[Ruling.ALREADY_DECIDED]: 2}
    else:
        assert told == {wording.RULINGS[ruling]: 3}
    await place.workflows.sweep()
    await place.ended(approval)
    await place.space.until(lambda: not card.buttons)
    assert len(place.answers(asked)) == 2
