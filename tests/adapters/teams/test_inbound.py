"""What becomes of Teams' activities: questions, commands, presses, thumbs, comings and goings."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from adapters.teams.inbound import Inbound
from adapters.teams.marks import Mark, Part
from adapters.teams.presses import ERROR_TYPE, MESSAGE_TYPE
from core.domain.approval import ApprovalState, Ruling, Verdict
from core.domain.request import Person, PlaceKind, SurfaceName
from core.errors import StoreUnavailable, SurfaceError
from core.wording import reviewing, say
from tests.adapters.teams import specimens
from tests.adapters.teams.desk import Desk
from tests.adapters.teams.office import Office, opened
from tests.adapters.teams.specimens import DANA, SAM
from tests.doubles.teams import BOT, GENERAL, GROUP, REVIEW, Client
from tests.doubles.teams.client import MENTION

CARD = "application/vnd.microsoft.card.adaptive"
DIGEST = specimens.approval().digest
POSTED = "1767603600900"
"""The id of a message of the bot's."""


class Bot:
    """The inbound half over the double, and people's activities as Teams would frame them."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self.desk = Desk()
        self.directory: dict[str, Person] = {DANA.id: DANA, SAM.id: SAM}
        self.identified: list[str] = []
        self.inbound = Inbound(office.api, self.desk, office.clock, office.conversations, self.identify)  # type: ignore[arg-type]
        self._frames = Client(office.teams, "")

    async def identify(self, person: Person) -> Person:
        self.identified.append(person.id)
        if person.id not in self.directory:
            raise SurfaceError("Teams does not answer.", code="down", permanent=False)
        return self.directory[person.id]

    def activity(
        self, user: str = "dana", where: str | None = None, root: str | None = None, **more: Any
    ) -> dict[str, Any]:
        place = self._frames.place_of(user, where)
        return self._frames.frame(user, place, root, **more)

    async def say(self, text: str, user: str = "dana", where: str | None = None, root: str = "", **more: Any) -> int:
        """The status. Elsewhere than in one's own chat a text that begins with the mention names the bot."""
        named = [{"type": "mention", "mentioned": {"id": BOT}, "text": MENTION}] if text.startswith(MENTION) else []
        frame = {"type": "message", "id": "1767603600001", "text": text, "entities": named, **more}
        return (await self.inbound.take(self.activity(user, where, root or "1767603600001", **frame))).status

    async def press(
        self, verb: str, user: str = "sam", where: str = REVIEW, *, trigger: str = "manual", **data: str
    ) -> Any:
        """What whoever presses a button of the bot's message is answered with."""
        carried = {"approval": "ap_1", "digest": DIGEST, **data}
        value = {"action": {"type": "Action.Execute", "verb": verb, "data": carried}, "trigger": trigger}
        frame = {"type": "invoke", "name": "adaptiveCard/action", "value": value, "replyToId": POSTED}
        reply = await self.inbound.take(self.activity(user, where, POSTED, **frame))
        assert reply.body is not None
        assert reply.status == reply.body["statusCode"]
        return reply.body

    async def settled(self) -> None:
        """Waits until what was begun after the answers is done."""
        while tasks := list(self.inbound._later._tasks):
            await asyncio.gather(*tasks)

    async def mark(self, part: Part, key: str, where: str = REVIEW, n: int = 0) -> None:
        """Puts on record what a message of the bot's is."""
        await self.office.conversations.note_posted(Mark(part, key, n).dump(), where, POSTED)


@pytest.fixture
async def bot() -> AsyncIterator[Bot]:
    async with opened() as office:
        bot = Bot(office)
        yield bot
        await bot.settled()


class TestQuestions:
    async def test_what_is_said_to_it_is_put_on_record(self, bot: Bot) -> None:
        assert await bot.say("who approves entries?") == 200
        assert await bot.say(f"{MENTION} who approves entries?", where=GENERAL) == 200
        assert await bot.say(f"{MENTION} who approves entries?", where=GROUP) == 200
        assert [one.place.kind for one in bot.desk.submitted] == [PlaceKind.DIRECT, *[PlaceKind.CHANNEL] * 2]
        assert {one.question for one in bot.desk.submitted} == {"who approves entries?"}

    async def test_what_could_not_be_put_on_record_is_an_error(self, bot: Bot) -> None:
        bot.desk.down = True
        with pytest.raises(StoreUnavailable):
            await bot.say("who approves entries?")

    @pytest.mark.parametrize(
        ("where", "root", "taken"), [(GENERAL, "1767603600000", True), (GENERAL, "", False), (GROUP, "", False)]
    )
    async def test_without_its_name_only_a_follow_up_in_a_thread_is_for_it(
        self, bot: Bot, where: str, root: str, taken: bool
    ) -> None:
        bot.desk.goes_on = True
        await bot.say("and for contractors?", where=where, root=root)
        assert bool(bot.desk.submitted) is taken

    async def test_nobody_follows_up_on_what_they_did_not_ask(self, bot: Bot) -> None:
        await bot.say("and for contractors?", where=GENERAL, root="1767603600000")
        assert bot.desk.submitted == []

    @pytest.mark.parametrize(
        ("said", "asked"),
        [
            ("policy who approves entries?", "who approves entries?"),
            ("/policy who approves entries?", "who approves entries?"),
            ("Policy on gifts?", "Policy on gifts?"),
            ("policyholders?", "policyholders?"),
            ("is there an inbox policy", "is there an inbox policy"),
        ],
    )
    async def test_the_command_to_ask_is_no_part_of_the_question(self, bot: Bot, said: str, asked: str) -> None:
        await bot.say(said)
        assert [one.question for one in bot.desk.submitted] == [asked]


class TestChanges:
    async def test_a_deleted_question_is_taken_back(self, bot: Bot) -> None:
        await bot.say("", type="messageDelete")
        ((what, request_id, asker),) = bot.desk.asked
        assert (what, request_id, asker.id) == (
            "take_back",
            f"teams:{bot.activity()['conversation']['id']}:1767603600001",
            DANA.id,
        )
        assert bot.desk.submitted == []

    async def test_an_edited_question_is_taken_back_and_asked_anew(self, bot: Bot) -> None:
        await bot.say("who approves entries?")
        first = bot.desk.submitted[0]
        waiting = specimens.approval(request=first)
        bot.desk.waiting = [waiting, specimens.approval(id="ap_2", request=first.model_copy(update={"id": "teams:x"}))]
        bot.desk.waiting[1] = bot.desk.waiting[1].model_copy(
            update={"request": first.model_copy(update={"place": first.place.model_copy(update={"message": "7"})})}
        )
        await bot.say("who denies entries?", type="messageUpdate")
        assert [what for what, *_ in bot.desk.asked] == ["take_back"]
        assert [one.question for one in bot.desk.submitted] == ["who approves entries?", "who denies entries?"]
        assert bot.desk.submitted[1].id.startswith(f"{first.id}:")

    @pytest.mark.parametrize("command", ["", "policy "])
    async def test_an_edit_that_changes_no_word_changes_nothing(self, bot: Bot, command: str) -> None:
        await bot.say("who approves entries?")
        bot.desk.waiting = [specimens.approval(request=bot.desk.submitted[0])]
        await bot.say(f"{command}who approves entries?", type="messageUpdate")
        assert (len(bot.desk.submitted), bot.desk.asked) == (1, [])

    async def test_an_edited_remark_is_no_question(self, bot: Bot) -> None:
        bot.desk.remarks = {f"teams:{bot.activity()['conversation']['id']}:1767603600001"}
        await bot.say("In Zurich.", type="messageUpdate")
        assert bot.desk.submitted == []


class TestRemarks:
    async def test_a_reviewer_asks_back_in_the_cards_thread(self, bot: Bot) -> None:
        await bot.mark(Part.CARD, "ap_1")
        bot.desk.ruling = Ruling.PASSED_ON
        await bot.say(f"{MENTION} ? which region", "sam", REVIEW, POSTED)
        ((what, approval_id, reviewer, question, key),) = bot.desk.asked
        assert (what, approval_id, reviewer.id, question.strip()) == ("ask_back", "ap_1", SAM.id, "which region")
        assert key == f"teams:{REVIEW}:1767603600001"
        assert bot.desk.submitted == []
        await bot.settled()
        assert reviewing.ASKING_BACK[Ruling.PASSED_ON] in bot.office.told("sam")[-1].words

    async def test_a_question_mark_elsewhere_is_a_question(self, bot: Bot) -> None:
        await bot.mark(Part.ANSWER, "ex_1")
        await bot.say(f"{MENTION} ? which region", "sam", REVIEW, POSTED)
        assert (len(bot.desk.submitted), bot.desk.asked) == (1, [])

    async def test_the_asker_answers_in_the_thread_of_the_question(self, bot: Bot) -> None:
        request = specimens.request(place={"thread": f"{GENERAL};messageid=1767603600000"})
        bot.desk.waiting, bot.desk.ruling = [specimens.approval(request=request)], Ruling.PASSED_ON
        await bot.say("In Zurich.", where=GENERAL, root="1767603600000")
        ((what, approval_id, asker, text, _),) = bot.desk.asked
        assert (what, approval_id, asker.id, text) == ("answer_back", "ap_1", DANA.id, "In Zurich.")
        assert bot.desk.submitted == []

    async def test_a_new_question_in_that_thread_names_the_bot(self, bot: Bot) -> None:
        request = specimens.request(place={"thread": f"{GENERAL};messageid=1767603600000"})
        bot.desk.waiting = [specimens.approval(request=request)]
        await bot.say(f"{MENTION} who denies entries?", where=GENERAL, root="1767603600000")
        assert (len(bot.desk.submitted), bot.desk.asked) == (1, [])


class TestCommands:
    @pytest.mark.parametrize("word", ["help", "Help!", "/help", "policy", "policy help", "hilfe", "帮助"])
    async def test_help_comes_where_it_was_asked_for(self, bot: Bot, word: str) -> None:
        assert await bot.say(f"{MENTION} {word}", where=GROUP) == 200
        await bot.settled()
        assert len(bot.office.said(GROUP)) == 1
        assert bot.desk.submitted == []

    async def test_lists_come_into_ones_own_chat(self, bot: Bot) -> None:
        bot.desk.waiting, bot.desk.reviewer = [specimens.approval()], SAM.id
        await bot.say(f"{MENTION} inbox", "sam", REVIEW)
        await bot.say(f"{MENTION} pending", "dana", GENERAL)
        await bot.settled()
        question = specimens.request().question
        assert question in bot.office.told("sam")[-1].words
        assert question in bot.office.told("dana")[-1].words
        assert bot.office.said(REVIEW) == bot.office.said(GENERAL) == []

    async def test_whoever_cannot_be_written_to_alone_is_told_so_without_the_list(self, bot: Bot) -> None:
        bot.office.workspace.personal("dana").blocked = True
        await bot.office.conversations.forget(SurfaceName.TEAMS, bot.office.workspace.personal("dana").id)
        bot.desk.waiting = [specimens.approval()]
        await bot.say(f"{MENTION} pending", where=GROUP)
        await bot.settled()
        assert [message.words for message in bot.office.said(GROUP)] == [say("elsewhere.no_chat")]

    async def test_the_only_question_under_review_is_withdrawn(self, bot: Bot) -> None:
        bot.desk.waiting = [specimens.approval()]
        await bot.say("withdraw")
        ((what, approval_id, asker),) = bot.desk.asked
        assert (what, approval_id, asker.id) == ("withdraw", "ap_1", DANA.id)
        await bot.settled()
        assert bot.office.told("dana")[-1].words == say("withdraw.decided")

    async def test_of_several_questions_the_asker_chooses(self, bot: Bot) -> None:
        bot.desk.waiting = [specimens.approval(), specimens.approval(id="ap_2")]
        await bot.say("withdraw")
        await bot.settled()
        assert bot.desk.asked == []
        assert say("pending.title") in bot.office.told("dana")[-1].words

    async def test_a_list_that_cannot_be_made_is_told_as_that(self, bot: Bot) -> None:
        bot.desk.down = True
        assert await bot.say("inbox") == 200
        await bot.settled()
        assert bot.office.told("dana")[-1].words == reviewing.LIST_FAILED


class TestPresses:
    @pytest.mark.parametrize(
        ("verb", "data", "verdict", "note", "words"),
        [
            ("approve", {"reason": "unsaid", "words": "unsaid"}, Verdict.APPROVE, None, None),
            ("edit", {"words": " Mine. [1] ", "reason": "unsaid"}, Verdict.EDIT, None, "Mine. [1]"),
            ("deny", {"reason": "Not in force.", "words": "unsaid"}, Verdict.DENY, "Not in force.", None),
        ],
    )
    async def test_a_press_becomes_a_ballot_and_the_card_is_replaced(
        self, bot: Bot, verb: str, data: dict[str, str], verdict: Verdict, note: str | None, words: str | None
    ) -> None:
        await bot.mark(Part.CARD, "ap_1")
        bot.desk.after = specimens.approval(ApprovalState.APPROVED)
        answer = await bot.press(verb, **data)
        (ballot,) = bot.desk.ballots
        assert (ballot.approval_id, ballot.digest, ballot.voter.id) == ("ap_1", DIGEST, SAM.id)
        assert (ballot.verdict, ballot.note, ballot.words) == (verdict, note, words)
        assert ballot.voter.email is None  # the desk finds out who they are
        assert (answer["type"], "actions" in answer["value"]) == (CARD, False)

    @pytest.mark.parametrize(
        "ruling",
        [Ruling.NOT_AN_APPROVER, Ruling.OWN_REQUEST, Ruling.STALE_DIGEST, Ruling.REASON_REQUIRED, Ruling.PAUSED],
    )
    async def test_a_refused_ballot_is_told_and_leaves_the_card(self, bot: Bot, ruling: Ruling) -> None:
        await bot.mark(Part.CARD, "ap_1")
        bot.desk.waiting, bot.desk.ruling = [specimens.approval()], ruling
        answer = await bot.press("approve")
        assert (answer["type"], answer["value"]) == (MESSAGE_TYPE, reviewing.RULINGS[ruling])

    async def test_fifty_presses_at_once_are_one_ballot_and_all_see_what_came_of_it(self, bot: Bot) -> None:
        await bot.mark(Part.CARD, "ap_1")
        bot.desk.after, bot.desk.gate = specimens.approval(ApprovalState.APPROVED), asyncio.Event()
        presses = [asyncio.create_task(bot.press("approve")) for _ in range(50)]
        await asyncio.sleep(0)
        bot.desk.gate.set()
        answers = await asyncio.gather(*presses)
        assert len(bot.desk.ballots) == 1
        assert all(answer == answers[0] for answer in answers)
        assert await bot.press("approve") == answers[0]
        assert len(bot.desk.ballots) == 1

    async def test_a_press_that_was_refused_or_failed_may_be_tried_again(self, bot: Bot) -> None:
        bot.desk.down = True
        assert (await bot.press("approve"))["value"] == reviewing.NOT_RECORDED
        bot.desk.down, bot.desk.ruling = False, Ruling.PAUSED
        await bot.press("approve")
        bot.desk.ruling = Ruling.COUNTED
        await bot.press("approve")
        assert len(bot.desk.ballots) == 3

    async def test_a_decision_stands_though_the_card_cannot_be_replaced(self, bot: Bot) -> None:
        await bot.mark(Part.CARD, "ap_1")
        bot.desk.after, bot.desk.gate = specimens.approval(ApprovalState.APPROVED), asyncio.Event()
        pressing = asyncio.create_task(bot.press("approve"))
        await asyncio.sleep(0)
        bot.desk.lost_after = True
        bot.desk.gate.set()
        assert (await pressing)["value"] == reviewing.RULINGS[Ruling.DECIDED]

    async def test_another_persons_and_other_words_are_another_press(self, bot: Bot) -> None:
        await bot.press("deny", reason="Not in force.")
        await bot.press("deny", reason="Not in use.")
        await bot.press("deny", "lee", reason="Not in force.")
        assert len(bot.desk.ballots) == 3

    async def test_a_reviewer_asks_back_and_hands_over(self, bot: Bot) -> None:
        bot.desk.ruling = Ruling.PASSED_ON
        asked = await bot.press("ask_back", question="Which region?")
        again = await bot.press("ask_back", question="Which region?")
        assert asked == again
        assert asked["value"] == reviewing.ASKING_BACK[Ruling.PASSED_ON]
        bot.desk.ruling = Ruling.NO_HANDOFF
        assert (await bot.press("hand_over"))["value"] == reviewing.RULINGS[Ruling.NO_HANDOFF]
        assert [(what, more[2]) for what, *more in bot.desk.asked] == [
            ("ask_back", "Which region?"),
            ("hand_over", None),
        ]

    async def test_the_asker_answers_and_withdraws_and_sees_no_reviewers_card(self, bot: Bot) -> None:
        bot.desk.ruling, bot.desk.after = Ruling.PASSED_ON, specimens.approval()
        answered = await bot.press("answer_back", "dana", GENERAL, reply="In Zurich.")
        bot.desk.ruling, bot.desk.after = Ruling.DECIDED, specimens.approval(ApprovalState.WITHDRAWN)
        await bot.mark(Part.ANSWER, "ex_1", GENERAL)
        withdrawn = await bot.press("withdraw", "dana", GENERAL)
        assert [what for what, *_ in bot.desk.asked] == ["answer_back", "withdraw"]
        for answer, key in ((answered, "answer_back.passed_on"), (withdrawn, "withdraw.decided")):
            assert answer["type"] == CARD
            assert say(key) in str(answer["value"])
            assert specimens.draft().text not in str(answer["value"])

    async def test_in_a_list_what_is_left_takes_the_lists_place(self, bot: Bot) -> None:
        bot.desk.waiting = [specimens.approval(id="ap_2")]
        answer = await bot.press("withdraw", "dana", GROUP)
        assert say("pending.title") in str(answer["value"])
        assert "ap_2" in str(answer["value"])


class TestLooking:
    @pytest.mark.parametrize(("user", "decides"), [("sam", True), ("kim", False)])
    async def test_only_who_may_decide_sees_buttons_where_the_card_stands(
        self, bot: Bot, user: str, decides: bool
    ) -> None:
        await bot.mark(Part.CARD, "ap_1")
        bot.desk.waiting, bot.desk.reviewer = [specimens.approval()], SAM.id
        answer = await bot.press("refresh", user)
        assert answer["type"] == CARD
        assert specimens.draft().text.split("\n")[0] in str(answer["value"])
        assert ("actions" in answer["value"]) is decides
        assert bot.desk.ballots == []

    @pytest.mark.parametrize("verb", ["refresh", "approve"])
    @pytest.mark.parametrize("shown", [None, (Part.ANSWER, "ap_1"), (Part.CARD, "ap_2")])
    async def test_nobody_is_shown_a_card_by_naming_its_id(
        self, bot: Bot, verb: str, shown: tuple[Part, str] | None
    ) -> None:
        """What a card shows may be meant for few; its id is no secret."""
        if shown:
            await bot.mark(*shown)
        bot.desk.waiting, bot.desk.reviewer, bot.desk.ruling = [specimens.approval()], SAM.id, Ruling.ALREADY_DECIDED
        answer = await bot.press(verb, "kim")
        assert answer["type"] == MESSAGE_TYPE

    async def test_who_may_decide_opens_a_card_from_their_list(self, bot: Bot) -> None:
        bot.desk.waiting, bot.desk.reviewer = [specimens.approval()], SAM.id
        answer = await bot.press("refresh")
        assert (answer["type"], "actions" in answer["value"]) == (CARD, True)

    async def test_a_card_of_several_parts_has_no_buttons_off_its_place(self, bot: Bot) -> None:
        """It has not shown everything that it asks to sign."""
        bot.desk.waiting, bot.desk.reviewer = [specimens.long_approval()], SAM.id
        answer = await bot.press("refresh")
        assert (answer["type"], "actions" in answer["value"]) == (CARD, False)

    async def test_of_a_card_of_several_parts_the_part_is_shown_that_stands_there(self, bot: Bot) -> None:
        bot.desk.waiting, bot.desk.reviewer = [specimens.long_approval()], SAM.id
        await bot.mark(Part.CARD, "ap_1", n=1)
        assert "Part 2 of" in str((await bot.press("refresh"))["value"])

    async def test_a_card_that_is_not_on_record_yet_is_left_as_it_stands(self, bot: Bot) -> None:
        """Clients look again by themselves as soon as a card arrives."""
        bot.desk.waiting, bot.desk.reviewer = [specimens.approval()], SAM.id
        answer = await bot.press("refresh", trigger="automatic")
        assert (answer["statusCode"], answer["type"]) == (404, ERROR_TYPE)

    @pytest.mark.parametrize("trigger", ["manual", "automatic"])
    async def test_nothing_is_said_to_be_decided_where_a_card_cannot_be_looked_up(self, bot: Bot, trigger: str) -> None:
        bot.desk.down = True
        answer = await bot.press("refresh", trigger=trigger)
        assert answer["statusCode"] == (200 if trigger == "manual" else 404)
        assert answer["value"] == reviewing.LIST_FAILED or trigger == "automatic"

    async def test_an_unknown_card_is_old(self, bot: Bot) -> None:
        assert (await bot.press("refresh"))["value"] == reviewing.OLD_BUTTON


class TestThumbs:
    def thumb(self, bot: Bot, **changed: Any) -> dict[str, Any]:
        value = {"actionName": "feedback", "actionValue": {"reaction": "like", "feedback": "{}"}}
        frame = {"type": "invoke", "name": "message/submitAction", "value": value, "replyToId": POSTED, **changed}
        return bot.activity("dana", GENERAL, "1767603600001", **frame)

    async def test_a_thumb_is_about_the_exchange_of_its_message(self, bot: Bot) -> None:
        await bot.mark(Part.ANSWER, "ex_1", GENERAL)
        reply = await bot.inbound.take(self.thumb(bot))
        assert (reply.status, reply.body) == (200, {})
        assert bot.desk.ratings == [("ex_1", DANA.id, True, None)]

    async def test_a_message_on_record_under_its_thread_is_found(self, bot: Bot) -> None:
        await bot.mark(Part.VERDICT, "ex_1", f"{GENERAL};messageid=1767603600001")
        assert (await bot.inbound.take(self.thumb(bot))).status == 200

    async def test_a_thumb_that_names_no_message_is_about_the_newest_in_ones_own_chat(self, bot: Bot) -> None:
        own = bot.office.workspace.personal("dana").id
        await bot.mark(Part.ANSWER, "ex_1", own)
        await bot.mark(Part.ANSWER, "ex_2", own)
        given = {key: self.thumb(bot)[key] for key in ("type", "name", "value")}
        assert (await bot.inbound.take(bot.activity("dana", own, **given))).status == 200
        assert (await bot.inbound.take(bot.activity("dana", GENERAL, "1767603600009", **given))).status == 404
        assert bot.desk.ratings == [("ex_2", DANA.id, True, None)]

    @pytest.mark.parametrize("part", [None, Part.CARD, Part.REMARK])
    async def test_what_is_no_answer_takes_no_thumb(self, bot: Bot, part: Part | None) -> None:
        if part:
            await bot.mark(part, "ap_1", GENERAL)
        assert (await bot.inbound.take(self.thumb(bot))).status == 404
        assert bot.desk.ratings == []

    async def test_a_thumb_that_could_not_be_put_on_record_is_an_error(self, bot: Bot) -> None:
        await bot.mark(Part.ANSWER, "ex_1", GENERAL)
        bot.desk.down = True
        with pytest.raises(StoreUnavailable):
            await bot.inbound.take(self.thumb(bot))


class TestMeetings:
    async def test_who_writes_is_known_by_their_email_afterwards(self, bot: Bot) -> None:
        own = bot.office.workspace.personal("dana").id
        await bot.office.conversations.forget(SurfaceName.TEAMS, own)
        await bot.say("who approves entries?")
        await bot.settled()
        (found,) = await bot.office.conversations.with_email(SurfaceName.TEAMS, "DANA@acme.test")
        assert (found.conversation, found.person) == (own, DANA)

    async def test_an_email_that_was_vouched_for_stays_when_the_directory_is_down(self, bot: Bot) -> None:
        bot.directory.clear()
        await bot.say("who approves entries?")
        await bot.settled()
        assert bot.identified == [DANA.id]
        assert await bot.office.conversations.with_email(SurfaceName.TEAMS, "dana@acme.test")

    async def test_the_same_place_is_written_down_once_a_day(self, bot: Bot) -> None:
        for _ in range(3):
            await bot.say("who approves entries?")
        await bot.settled()
        assert bot.identified == [DANA.id]
        bot.office.clock.advance(24 * 3600)
        await bot.say("who approves entries?")
        await bot.settled()
        assert bot.identified == [DANA.id] * 2

    @pytest.mark.parametrize("where", [None, GROUP, GENERAL])
    async def test_it_greets_once_where_it_comes_to(self, bot: Bot, where: str | None) -> None:
        place = where or bot.office.workspace.personal("dana").id
        await bot.office.conversations.forget(SurfaceName.TEAMS, place)
        came = [
            bot.activity("dana", where, type="installationUpdate", action="add"),
            bot.activity("dana", where, type="conversationUpdate", membersAdded=[{"id": "29:1-dana"}, {"id": BOT}]),
        ]
        replies = await asyncio.gather(*(bot.inbound.take(activity) for activity in [*came, *came]))
        await bot.settled()
        assert [reply.status for reply in replies] == [200] * 4
        assert len(bot.office.said(place)) == 1
        assert say("how_to_ask") in bot.office.said(place)[0].words

    async def test_it_greets_nobody_else_and_not_again_for_an_upgrade(self, bot: Bot) -> None:
        await bot.office.conversations.forget(SurfaceName.TEAMS, GROUP)
        await bot.inbound.take(
            bot.activity("dana", GROUP, type="conversationUpdate", membersAdded=[{"id": "29:1-sam"}])
        )
        await bot.office.conversations.forget(SurfaceName.TEAMS, GENERAL)
        await bot.inbound.take(bot.activity("dana", GENERAL, type="installationUpdate", action="add-upgrade"))
        await bot.settled()
        assert bot.office.said(GROUP) == bot.office.said(GENERAL) == []

    @pytest.mark.parametrize(
        "left",
        [
            {"type": "installationUpdate", "action": "remove"},
            {"type": "conversationUpdate", "membersRemoved": [{"id": BOT}]},
        ],
    )
    async def test_where_it_was_removed_it_does_not_write_and_greets_again_when_it_comes_back(
        self, bot: Bot, left: dict[str, Any]
    ) -> None:
        await bot.inbound.take(bot.activity("dana", GROUP, **left))
        assert await bot.office.conversations.at(SurfaceName.TEAMS, GROUP) is None
        await bot.inbound.take(bot.activity("dana", GROUP, type="installationUpdate", action="add"))
        await bot.settled()
        assert len(bot.office.said(GROUP)) == 1

    async def test_somebody_else_who_leaves_changes_nothing(self, bot: Bot) -> None:
        left = bot.activity("dana", GROUP, type="conversationUpdate", membersRemoved=[{"id": "29:1-sam"}])
        await bot.inbound.take(left)
        assert await bot.office.conversations.at(SurfaceName.TEAMS, GROUP)


@pytest.mark.parametrize(
    "changed",
    [
        {"type": None},
        {"type": 5},
        {"conversation": None},
        {"recipient": "bot"},
        {"recipient": {}},
        {"serviceUrl": None},
    ],
)
async def test_what_is_no_activity_is_malformed(bot: Bot, changed: dict[str, Any]) -> None:
    activity = {**bot.activity(type="message", text="who approves entries?"), **changed}
    assert (await bot.inbound.take(activity)).status == 400
    assert bot.desk.submitted == []


@pytest.mark.parametrize("kind", ["typing", "messageReaction", "event", "endOfConversation", "somethingNew"])
async def test_a_kind_that_nobody_has_use_for_is_acknowledged(bot: Bot, kind: str) -> None:
    assert (await bot.inbound.take(bot.activity(type=kind))).status == 200


@pytest.mark.parametrize("name", ["composeExtension/query", "signin/verifyState", "task/fetch", None, 5, ["x"]])
async def test_an_invoke_that_it_has_no_use_for_is_refused_in_teams_form(bot: Bot, name: Any) -> None:
    reply = await bot.inbound.take(bot.activity(type="invoke", name=name, value={}))
    assert reply.status == 400
    assert reply.body is not None
    assert reply.body["type"] == ERROR_TYPE
