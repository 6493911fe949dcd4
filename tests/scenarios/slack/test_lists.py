"""``/policy pending``, ``/policy inbox`` and the home tab; and what all of Slack says while the program is paused."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.domain.approval import ApprovalState, Pause, Ruling
from core.domain.request import Person
from core.wording import reviewing as wording
from core.wording import say
from tests.doubles.slack import Message, Refused, acts
from tests.scenarios.slack.house import House, house


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as found:
        yield found


async def listed(place: House, user: str, word: str, channel: str = "C01GENERAL") -> Message:
    """What the command shows."""
    title = say("pending.title") if "pending" in word.casefold() else wording.INBOX
    before = [id(m) for m in place.space.whispers(user)]
    assert (await place.people.command(user, channel, "/policy", word)).acknowledged

    def found() -> list[Message]:
        return [m for m in place.space.whispers(user) if title in m.words and id(m) not in before]

    await place.space.until(found)
    return found()[-1]


def buttons(message: Message) -> list[dict]:
    """All of them; those of a list have the same action."""
    rows = [block for block in message.blocks if block["type"] == "actions"]
    return [{**element, "block_id": row["block_id"]} for row in rows for element in row["elements"]]


async def test_the_asker_lists_what_is_pending_and_withdraws_one(place: House) -> None:
    assert say("pending.empty") in (await listed(place, "U01DANA", "pending")).words
    await place.under_review()
    _, second, card = await place.under_review(question="Which class are flights booked in?")
    await place.under_review("U01SAM")
    shown = await listed(place, "U01DANA", " Pending ", "C01ELSEWHERE")
    assert "What may a hotel room cost a night?" in shown.words
    assert "Which class are flights booked in?" in shown.words
    assert len(buttons(shown)) == 2
    button = next(b for b in buttons(shown) if b["value"] == second.id)
    await place.later()

    await place.people.click("U01DANA", shown, "withdraw", remembered=button)

    def left() -> list[Message]:
        return [m for m in place.space.whispers("U01DANA") if wording.withdrawing(Ruling.DECIDED) in m.words]

    await place.space.until(left)
    (now,) = left()
    assert "flights" not in now.words
    assert len(buttons(now)) == 1
    assert (await place.ended(second)).state is ApprovalState.WITHDRAWN
    await place.space.until(lambda: "Withdrawn by @U01DANA" in card.words)
    await place.people.click("U01DANA", now, "withdraw", remembered=button)
    await place.space.until(
        lambda: [m for m in place.space.whispers("U01DANA") if wording.withdrawing(Ruling.WITHDRAWN) in m.words]
    )


async def test_nobody_withdraws_anothers_question(place: House) -> None:
    _, approval, _ = await place.under_review()
    await place.under_review("U01SAM")
    shown = await listed(place, "U01SAM", "pending")
    forged = {**buttons(shown)[0], "value": approval.id}
    await place.people.click("U01SAM", shown, "withdraw", remembered=forged)
    await place.space.until(
        lambda: [m for m in place.space.whispers("U01SAM") if wording.RULINGS[Ruling.NOT_THE_ASKER] in m.words]
    )
    assert (await place.approval(approval.id)).state is ApprovalState.PENDING


async def test_an_approver_lists_what_waits_with_a_link_to_the_card(place: House) -> None:
    _, approval, card = await place.under_review()
    shown = await listed(place, "U01SAM", "inbox")
    assert "What may a hotel room cost a night?" in shown.words
    assert "Asked by @U01DANA" in shown.words
    assert f"{wording.OPEN_CARD} (https://acme.test/archives/{card.channel}/p{card.ts.replace('.', '')})" in shown.words
    assert "approve" not in str(shown.blocks)  # they decide where everything is shown
    for user in ("U01DANA", "U01GUS", "U01BOSS"):
        assert wording.INBOX_EMPTY in (await listed(place, user, "inbox")).words
    await place.people.click("U01SAM", card, "approve")
    await place.told("U01SAM")
    place.space.delete(shown)
    assert wording.INBOX_EMPTY in (await listed(place, "U01SAM", "inbox")).words
    assert await place.votes(approval) == 1


async def test_each_approver_is_led_to_their_own_copy(tmp_path: Path) -> None:
    rules = {"answers": [{"name": "all", "approvers": [{"group": "slack:S01FINANCE"}]}]}
    async with house(tmp_path, rules) as place:
        await place.people.mention("U01DANA", "C01GENERAL", "What may a hotel room cost a night?")
        own = place.space.direct("U01LEE").id
        await place.space.until(lambda: place.cards(own) and place.cards(place.space.direct("U01SAM").id))
        await place.later()  # both copies are on record
        assert f"/archives/{own}/p" in (await listed(place, "U01LEE", "inbox")).words


async def test_a_list_of_many_says_how_many_it_leaves_out(place: House) -> None:
    for number in range(12):
        await place.people.mention("U01DANA", "C01GENERAL", f"What may a hotel room cost a night? {number}")
    await place.space.until(lambda: len(place.cards()) == 12)
    assert say("pending.more", count=2) in (await listed(place, "U01DANA", "pending")).words
    assert say("pending.more", count=2) in (await listed(place, "U01SAM", "inbox")).words


async def test_the_home_tab_shows_what_concerns_its_reader_and_follows_changes(place: House) -> None:
    await acts.open_home(place.people, "U01SAM", tab="messages")
    for user in ("U01SAM", "U01DANA"):
        await acts.open_home(place.people, user)
        await place.space.until(lambda user=user: acts.home(place.people, user))
    assert wording.INBOX_EMPTY in acts.home(place.people, "U01SAM")
    assert say("pending.empty") in acts.home(place.people, "U01DANA")
    assert say("help", command="/policy") in acts.home(place.people, "U01DANA")

    _, approval, card = await place.under_review()
    await place.space.until(lambda: "hotel room" in acts.home(place.people, "U01SAM"))
    await place.space.until(lambda: "hotel room" in acts.home(place.people, "U01DANA"))
    await place.space.until(lambda: wording.OPEN_CARD in acts.home(place.people, "U01SAM"))
    assert card.ts.replace(".", "") in acts.home(place.people, "U01SAM")
    await acts.click_home(place.people, "U01DANA", "withdraw")

    await place.space.until(lambda: "hotel room" not in acts.home(place.people, "U01SAM"))
    await place.space.until(lambda: "hotel room" not in acts.home(place.people, "U01DANA"))
    assert (await place.ended(approval)).state is ApprovalState.WITHDRAWN
    direct = place.space.direct("U01DANA").id
    await place.space.until(lambda: place.space.top_level(direct))
    assert place.space.top_level(direct)[-1].words == wording.withdrawing(Ruling.DECIDED)


async def test_the_home_tab_is_shown_anew_by_a_new_process_when_it_is_opened(place: House) -> None:
    await place.under_review()
    await place.later()
    await acts.open_home(place.people, "U01SAM")
    await place.space.until(lambda: "hotel room" in acts.home(place.people, "U01SAM"))
    place.people.manifest["features"]["app_home"]["home_tab_enabled"] = False
    with pytest.raises(Refused):
        await acts.open_home(place.people, "U01SAM")


async def test_a_pause_is_told_wherever_somebody_asks_or_decides(place: House) -> None:
    _, approval, card = await place.under_review()
    pause = Pause(id="p", reason="The policies are being replaced.", paused_at=place.clock.now(), paused_by="ops")
    await place.store.pauses.begin(pause)
    honest = (
        "I am paused by my operators, so I answer nothing at the moment. They say: The policies are being replaced."
    )

    asked = await place.people.mention("U01DANA", "C01GENERAL", "What may a hotel room cost a night?")
    await place.space.until(lambda: any(honest in words for words in place.answers(asked)))
    direct = await place.people.direct("U01DANA", "What may a hotel room cost a night?")
    await place.space.until(lambda: honest in place.space.top_level(direct.message.channel)[-1].words)
    await place.people.command("U01DANA", "C01GENERAL", "/policy", "What may a hotel room cost a night?")
    await place.space.until(lambda: any(honest in m.words for m in place.space.whispers("U01DANA")))

    await place.people.click("U01SAM", card, "approve")
    assert await place.told("U01SAM") == wording.RULINGS[Ruling.PAUSED]
    for button, values in (
        ("deny", {"reason": "No"}),
        ("edit", {"words": "Mine. [1]"}),
        ("ask_back", {"question": "Why?"}),
        ("hand_over", {"note": ""}),
    ):
        place.space.views.pop("U01SAM", None)
        await place.people.click("U01SAM", card, button)
        await place.people.submit("U01SAM", values)
        if button != "deny":
            assert set(place.space.views["U01SAM"]["errors"].values()) == {wording.RULINGS[Ruling.PAUSED]}
    assert await place.told("U01SAM", 2) == wording.RULINGS[Ruling.PAUSED]
    assert (await place.approval(approval.id)).state is ApprovalState.PENDING
    assert await place.votes(approval) == 0

    assert wording.PAUSED in (await listed(place, "U01SAM", "inbox")).words
    assert wording.PAUSED in (await listed(place, "U01DANA", "pending")).words
    await acts.open_home(place.people, "U01SAM")
    await place.space.until(lambda: wording.PAUSED in acts.home(place.people, "U01SAM"))

    await place.store.pauses.end("ops", place.clock.now())
    await place.people.click("U01SAM", card, "approve")
    counted = wording.RULINGS[Ruling.COUNTED]
    await place.space.until(lambda: any(m.words == counted for m in place.space.whispers("U01SAM")))


async def test_a_list_that_cannot_be_made_says_so(place: House) -> None:
    await place.under_review()
    place.double.fail("users.info", "internal_error", times=9)
    await place.people.command("U01BOSS", "C01GENERAL", "/policy", "inbox")
    await place.space.until(lambda: any(wording.LIST_FAILED in m.words for m in place.space.whispers("U01BOSS")))


async def test_a_list_whose_address_is_over_comes_directly(place: House) -> None:
    await place.under_review()
    inbox = place.workflows.inbox

    async def late(person: Person) -> object:
        place.space.advance(31 * 60)
        return await inbox(person)

    place.workflows.inbox = late  # type: ignore[method-assign, assignment]
    await place.people.command("U01SAM", "C01GENERAL", "/policy", "inbox")
    direct = place.space.direct("U01SAM").id
    await place.space.until(lambda: place.space.top_level(direct))
    assert "What may a hotel room cost a night?" in place.space.top_level(direct)[0].words
