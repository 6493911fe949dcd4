"""What people see in Teams, and that a repeated step shows nothing twice."""

from __future__ import annotations

from typing import Any

import pytest

from core.domain.approval import Approver, Handoff, Remark
from core.domain.feedback import Complaint, Digest, Feedback
from core.domain.outcome import OutcomeKind, Reason
from core.domain.request import PlaceKind, SurfaceName
from core.errors import SurfaceError
from tests.adapters.teams.office import Office, opened
from tests.adapters.teams.specimens import (
    DANA,
    LEE,
    NOW,
    OFFICE,
    QUOTE,
    SAM,
    approval,
    draft,
    long_approval,
    long_outcome,
    outcome,
    pending,
    request,
)
from tests.doubles.teams import ELSEWHERE, GENERAL, GROUP, REVIEW
from tests.teams_gallery import votes

HERE = PlaceKind.CHANNEL
ALONE = PlaceKind.DIRECT


def asked_in(office: Office, kind: PlaceKind, **change: Any):
    """A request of Dana's whose message stands in Teams; in the channel it begins a thread."""
    place = GENERAL if kind is HERE else office.workspace.personal("dana").id
    message = office.workspace.post(place, office.workspace.users["dana"].id, {"type": "message", "text": "?"})
    where = {"channel": place, "message": message.id}
    if kind is HERE:
        where["thread"] = f"{GENERAL};messageid={message.id}"
    return request(kind, place=where, **change)


def mentioned(holder: dict) -> list[str]:
    entities = holder.get("entities") or []
    return [entity["mentioned"]["id"] for entity in entities if entity["type"] == "mention"]


def words(messages: list) -> list[str]:
    return [message.words.split("\n")[0] for message in messages]


async def test_a_question_gets_a_sign_of_work_and_its_answer_where_it_was_asked(office: Office) -> None:
    surface = office.surface
    for kind in (HERE, ALONE):
        asked = asked_in(office, kind)
        assert await surface.acknowledge(asked) is None
        shown = outcome(exchange_id=f"ex_{kind}")
        first = await surface.deliver(asked, shown, None)
        assert await surface.deliver(asked, shown, None) == first
        said = office.said(GENERAL, asked.place.message) if kind is HERE else office.told("dana")
        assert [message.id for message in said] == [first]
        assert (said[0].labelled, said[0].rateable, len(said[0].citations)) == (True, True, 1)
        assert office.workspace.typing == ([asked.place.channel] if kind is ALONE else [])


async def test_a_sign_of_work_that_is_refused_keeps_nothing_up(office: Office) -> None:
    office.teams.fail("send", 403, "Forbidden")
    assert await office.surface.acknowledge(asked_in(office, HERE)) is None


async def test_a_long_answer_goes_on_and_after_a_crash_goes_on_where_it_stopped(office: Office) -> None:
    asked = asked_in(office, ALONE)
    long = long_outcome()
    send = office.api.send

    async def crash(*args: Any) -> str:
        if office.told("dana"):
            raise SurfaceError("A crash.", code="crash", permanent=False)
        return await send(*args)

    office.api.send = crash  # type: ignore[method-assign]
    with pytest.raises(SurfaceError, match="A crash"):
        await office.surface.deliver(asked, long, None)
    office.api.send = send  # type: ignore[method-assign]
    await office.surface.deliver(asked, long, None)
    assert [message.rateable for message in office.told("dana")] == [False, True]


async def test_what_is_for_the_asker_alone_goes_to_their_chat_with_a_note_where_they_asked(office: Office) -> None:
    asked = asked_in(office, HERE, privately=True)
    shown = outcome(restricted=True)
    for _ in range(2):
        await office.surface.deliver(asked, shown, None)
    (note,) = office.said(GENERAL, asked.place.message)
    assert note.words.startswith("I have answered Dana in a direct message")
    assert QUOTE not in note.words
    (answer,) = office.told("dana")
    assert answer.words.startswith("I answer you here because")
    assert answer.message_entity["usageInfo"]["name"] == "Restricted"


async def test_who_cannot_be_written_to_is_told_so_without_the_answer(office: Office) -> None:
    office.workspace.personal("dana").blocked = True
    asked = asked_in(office, HERE, privately=True)
    await office.surface.deliver(asked, outcome(restricted=True), None)
    (note,) = office.said(GENERAL, asked.place.message)
    assert note.words.startswith("I have an answer for Dana")
    assert (QUOTE in note.words, note.citations) == (False, [])


async def test_a_refused_place_sends_the_answer_to_the_asker(office: Office) -> None:
    asked = asked_in(office, HERE)
    for _ in range(2):
        await office.surface.deliver_directly(asked, outcome())
    (answer,) = office.told("dana")
    assert answer.words.startswith("I was not allowed to answer where you asked. You asked:")


async def test_a_notice_of_a_review_can_be_withdrawn_where_its_asker_alone_reads_it(office: Office) -> None:
    await office.surface.deliver(asked_in(office, ALONE), pending(), None)
    asked = asked_in(office, HERE)
    await office.surface.deliver(asked, pending(exchange_id="ex_2"), None)
    (alone,), (here,) = office.told("dana"), office.said(GENERAL, asked.place.message)
    assert alone.card is not None
    assert alone.card["body"][-1]["actions"][0]["data"] == {"approval": "ap_1", "digest": ""}
    assert here.card is None
    assert alone.words == here.words


async def test_cards_go_to_channels_and_to_approvers_however_they_are_named(office: Office) -> None:
    rule = {
        "cards": (f"teams:{REVIEW}", "slack:C01REVIEW"),
        "direct": (Approver(email="LEE@acme.test"), Approver(account=LEE.id), Approver(account="slack:U01SAM")),
    }
    waiting = approval(rule=rule)
    kim = Approver(email="kim@acme.test")
    first = await office.surface.post_cards(waiting, [kim])
    assert await office.surface.post_cards(waiting, [kim]) == first
    assert [(card.channel, card.surface) for card in first] == [
        (REVIEW, SurfaceName.TEAMS),
        (office.workspace.personal("lee").id, SurfaceName.TEAMS),
        (office.workspace.personal("kim").id, SurfaceName.TEAMS),
    ]
    for said in (office.said(REVIEW), office.told("lee"), office.told("kim")):
        assert words(said) == ["An answer needs your decision"]
    everybody = {office.workspace.users[user].id for user in office.workspace.conversations[REVIEW].members}
    assert set(office.said(REVIEW)[0].card["refresh"]["userIds"]) == everybody
    assert office.told("lee")[0].card["refresh"]["userIds"] == [office.workspace.users["lee"].id]


async def test_each_approver_gets_a_card_where_no_place_is_named_but_not_the_asker(office: Office) -> None:
    approvers = (Approver(account=DANA.id), Approver(account=SAM.id), Approver(email="dana@ACME.test"))
    await office.surface.post_cards(approval(rule={"approvers": approvers}))
    assert (len(office.told("dana")), len(office.told("sam"))) == (0, 1)
    await office.surface.post_cards(approval(id="ap_2", rule={"approvers": approvers, "asker_may_decide": True}))
    assert (len(office.told("dana")), len(office.told("sam"))) == (1, 2)


async def test_a_group_is_whoever_is_in_that_channel(office: Office) -> None:
    await office.surface.post_cards(approval(rule={"approvers": (Approver(group=f"teams:{REVIEW}"),)}))
    assert [len(office.told(user)) for user in ("sam", "lee", "kim", "boss", "dana")] == [1, 1, 1, 1, 0]


async def test_a_place_that_refuses_is_left_out_while_another_takes_a_copy(office: Office) -> None:
    rule = {"cards": (f"teams:{ELSEWHERE}", f"teams:{REVIEW}"), "direct": (Approver(email="nobody@acme.test"),)}
    posted = await office.surface.post_cards(approval(rule=rule))
    assert [card.channel for card in posted] == [REVIEW]
    with pytest.raises(SurfaceError) as caught:
        await office.surface.post_cards(approval(id="ap_2", rule={"cards": (f"teams:{ELSEWHERE}",)}))
    assert (caught.value.code, caught.value.permanent) == ("BotNotInConversationRoster", True)


async def test_people_and_channels_that_were_not_met_are_written_to_through_those_that_were() -> None:
    async with opened(met=False) as office:
        rule = {"cards": (f"teams:{REVIEW}",), "direct": (Approver(account=LEE.id),)}
        with pytest.raises(SurfaceError) as caught:
            await office.surface.post_cards(approval(rule=rule))
        assert (caught.value.code, caught.value.permanent) == ("conversation_unknown", True)
        await office.meet(GROUP)
        await office.surface.post_cards(approval(rule=rule))
        assert (len(office.said(REVIEW)), len(office.told("lee"))) == (1, 1)
        known = await office.conversations.with_account(LEE.id)
        assert known is not None
        assert known.conversation == office.workspace.personal("lee").id


async def test_a_long_card_stands_in_parts_and_its_buttons_under_the_last(office: Office) -> None:
    rule = {"cards": (f"teams:{REVIEW}",), "direct": (Approver(account=LEE.id),)}
    waiting = long_approval(rule=rule)
    copies = await office.surface.post_cards(waiting)
    assert await office.surface.post_cards(waiting) == copies
    (root,) = office.said(REVIEW)
    for parts in ([root, *office.said(REVIEW, root.id)], office.told("lee")):
        assert len(parts) == 4
        assert [bool(part.card.get("actions")) for part in parts] == [False, False, False, True]
        shown = "\n".join(part.words for part in parts)
        assert all(line.strip() in shown for line in waiting.draft.text.split("\n"))
        assert all(cited.quote in shown for cited in waiting.draft.citations)
    short = waiting.model_copy(update={"draft": draft(text="Two signatures. [1]"), "edited_by": LEE, "edits": 1})
    for copy in copies:
        await office.surface.update_card(copy, short, votes(LEE))
    for parts in ([root, *office.said(REVIEW, root.id)], office.told("lee")):
        assert "Two signatures. [1]" in parts[0].words
        assert bool(parts[0].card.get("actions"))
        assert {part.words for part in parts[1:]} == {
            "This part of the card is not used any more: the answer is shorter now."
        }
    for copy in copies:
        await office.surface.update_card(copy, waiting)
        await office.surface.update_card(copy, waiting)
    assert len(office.told("lee")) == len(office.said(REVIEW, root.id)) + 1 == 4


async def test_a_short_card_grows_when_a_reviewer_writes_more(office: Office) -> None:
    (copy,) = await office.surface.post_cards(approval(rule={"cards": (f"teams:{REVIEW}",)}))
    longer = long_approval(edited_by=LEE, edits=1)
    for _ in range(2):
        await office.surface.update_card(copy, longer)
    assert (len(office.said(REVIEW)), len(office.said(REVIEW, copy.message))) == (1, 3)


async def test_beside_a_card_stand_remarks_and_reminders_each_once(office: Office) -> None:
    waiting = approval(rule={"cards": (f"teams:{REVIEW}",), "direct": (Approver(account=LEE.id),)})
    in_channel, in_chat = await office.surface.post_cards(waiting)
    asked = Remark(id="teams:1", approval_id="ap_1", author=SAM, from_asker=False, text="Which year?", said_at=NOW)
    answered = asked.model_copy(update={"id": "teams:2", "author": DANA, "from_asker": True, "text": "This one."})
    for card in (in_channel, in_chat, in_channel, in_chat):
        for remark in (asked, answered):
            await office.surface.add_remark(card, waiting, remark)
        for number in (1, 2):
            await office.surface.remind(card, waiting, number)
    thread, chat = office.said(REVIEW, in_channel.message), office.told("lee")[1:]
    assert [message.words for message in thread] == [message.words for message in chat]
    assert [message.words.split("\n")[2:] for message in thread[:2]] == [
        ["Sam asks the person who asked:", "Which year?"],
        ["Dana answers:", "This one."],
    ]
    assert len(thread) == 4


async def test_the_asker_is_asked_back_where_they_asked_or_alone(office: Office) -> None:
    remark = Remark(id="teams:1", approval_id="ap_1", author=SAM, from_asker=False, text="Which year?", said_at=NOW)
    here = asked_in(office, HERE)
    for _ in range(2):
        await office.surface.ask_back(approval(request=here), remark)
    await office.surface.ask_back(approval(id="ap_2", request=asked_in(office, HERE, privately=True)), remark)
    (public,), (private,) = office.said(GENERAL, here.place.message), office.told("dana")
    for message in (public, private):
        assert "Sam, who reviews your question, asks:\nWhich year?" in message.words
        assert message.card["actions"][0]["verb"] == "answer_back"
    assert ("Dana: Sam" in public.words, "Dana: Sam" in private.words) == (True, False)


async def test_a_verdict_reaches_the_asker_hours_later_once_and_only_in_teams(office: Office) -> None:
    for at, kind in enumerate((HERE, ALONE)):
        asked = asked_in(office, kind)
        decided = approval(request=asked)
        verdict = outcome(OutcomeKind.DENIED, reason=Reason.REVIEWER_DENIED, exchange_id=f"ex_{at}", text="No.")
        for _ in range(2):
            await office.surface.deliver_verdict(decided, verdict.model_copy(update={"citations": ()}))
        said = office.said(GENERAL, asked.place.message) if kind is HERE else office.told("dana")
        assert [message.words for message in said] == ["Dana, the review of your question is over.\nNo."]
        assert mentioned(said[0].activity) == ([office.workspace.users["dana"].id] if kind is HERE else [])
    elsewhere = request(place={"channel": "C01"}).model_copy(
        update={"place": request().place.model_copy(update={"surface": SurfaceName.SLACK})}
    )
    before = len(office.teams.calls)
    await office.surface.deliver_verdict(approval(request=elsewhere), outcome())
    assert len(office.teams.calls) == before


@pytest.mark.parametrize(("to", "place"), [(f"teams:{REVIEW}", REVIEW), (SAM.id, OFFICE.personal("sam").id)])
async def test_a_question_is_handed_to_a_channel_or_a_person(office: Office, to: str, place: str) -> None:
    given = approval(decided_by=LEE, note="Yours, I think.", rule={"handoff": Handoff(to=to, name="the desk")})
    for _ in range(2):
        await office.surface.hand_over(given)
    (message,) = office.said(place)
    assert message.words.startswith("A question for you\nWhat is the approval workflow")
    assert "Handed over by Lee." in message.words
    assert message.words.endswith("Yours, I think.")


async def test_operators_get_a_days_thumbs_down_once(office: Office) -> None:
    given = Feedback(exchange_id="ex_1", person=DANA, helpful=False, comment="Wrong year.", given_at=NOW)
    complaint = Complaint(feedback=given, question="How many days?", answer="Thirty.")
    for _ in range(2):
        await office.surface.post_digest(REVIEW, Digest(day=NOW.date(), complaints=(complaint,)))
    (message,) = office.said(REVIEW)
    assert "Wrong year." in message.words
