"""``kill -9`` at every boundary of every workflow, and a restart: one answer, one verdict, and a whole chain.

The servers of a test die one after the other, each at the next boundary of the same work, which a last one ends. The suite
kills on the hardest side of each place, where the work is done and nothing says so. ``make kills`` takes every side, five
times, and once more on PostgreSQL.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from adapters.slack import cards, feedback, modals
from core.domain.approval import ApprovalState
from core.domain.request import Person
from core.wording import reviewing as wording
from tests.doubles.slack import Message, Posted, acts
from tests.e2e import boundaries
from tests.e2e.conftest import ingest
from tests.e2e.program import CERTAIN, DOUBTFUL, HOTEL, HOTEL_QUOTE, POLICIES, Program

TIMES = int(os.environ.get("KILLS_AT_EACH", "0"))
SIDES = boundaries.SIDES if TIMES else ("after",)
ROUNDS = list(range(TIMES or 1))
ON_POSTGRES = pytest.param(-1, marks=pytest.mark.postgres, id="postgres")
pytestmark = [pytest.mark.kill, pytest.mark.model, pytest.mark.timeout(900 if TIMES else 180)]

REVIEW, HELP = "G01REVIEW", "C01SHARED"
APPROVERS = """
version: 1
answers:
  - name: everything
    approvers: [{account: "slack:U01SAM"}, {group: "slack:S01FINANCE"}]
    reminders: [4h]
    escalation: [{after: 24h, approvers: [{account: "slack:U01KIM"}]}]
    expires_after: 48h
    cards: ["slack:G01REVIEW"]
    handoff: {to: "slack:C01SHARED", name: the travel desk}
"""

ANSWERED = ["start/answer", "answer/acknowledge", "answer/journey", "answer/deliver"]
GIVEN_UP = ["answer/give_up"]
CARDS = ["answer/post_cards"]
VERDICT = ["start/verdict", "verdict/tell_asker", "verdict/update_cards", "verdict/record_effect"]
FROM_A_TERMINAL = ["start/cards", "cards/post_cards"]
REMINDER = ["start/reminder", "reminder/remind"]
REMARK = ["start/remark", "remark/pass_on"]
TAKE_BACK = ["start/take_back", "take_back/take_back"]
DIGEST = ["start/digest", "digest/post_digest"]
ESCALATION = ["start/refresh", "refresh/post_cards", "refresh/update_cards", "sweep/sweep"]


def test_no_boundary_is_forgotten() -> None:
    named = [*ANSWERED, *GIVEN_UP, *CARDS, *VERDICT, *FROM_A_TERMINAL, *REMINDER, *ESCALATION]
    named += [*REMARK, *TAKE_BACK, *DIGEST]
    assert sorted(named) == sorted(boundaries.places())


class Lives:
    """Servers on one data folder, each killed at a boundary, and what became of the work."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.slack = program.slack.workspace
        self.asked: Posted | None = None
        self.kills = 0

    async def through(
        self, places: list[str], act: Callable[[], Awaitable[object]] | None = None, fails: str | None = None
    ) -> None:
        """Kills at each side of each place. ``act`` is what people do where the work does not come there by itself."""
        for place in places:
            for side in boundaries.sides(place):
                if side not in SIDES:
                    continue
                await self.program.start(held_at=f"{place}:{side}", fails=fails)
                doing = asyncio.ensure_future(act()) if act and not self.program.is_still else None
                await self.program.stands_still()
                await self.program.kill()
                self.kills += 1
                if doing:
                    await doing

    async def ask(self) -> None:
        """A mention; Slack brings it again as long as it was not acknowledged."""
        people = self.program.people
        if self.asked is None:
            self.asked = await people.mention("U01DANA", "C01GENERAL", HOTEL)
        elif not self.asked.acknowledged:
            self.asked.deliveries += await people.event(people.post_event(self.asked.message, "app_mention"))

    @property
    def replies(self) -> list[Message]:
        assert self.asked is not None
        return self.slack.thread("C01GENERAL", self.asked.message.ts)

    async def replied(self, words: str) -> None:
        await self.slack.until(lambda: any(words in message.words for message in self.replies), 60)

    async def end(self, kinds: list[str]) -> None:
        """Waits until the record is as it should be, and stops: nothing may come after it, and the chain is whole."""
        async with asyncio.timeout(60):
            while await self.program.audited() != kinds:
                await asyncio.sleep(0.1)
        assert await self.program.stop() == 0
        assert await self.program.audited() == kinds
        status, out, err = await self.program.run("audit", "verify")
        assert status == 0, out + err


@pytest.fixture
def database(request: pytest.FixtureRequest, turn: int) -> dict[str, str]:
    """SQLite; PostgreSQL in the turn of that name."""
    return {"DATABASE_URL": request.getfixturevalue("postgres_url")} if turn < 0 else {}


@pytest.fixture
async def lives(program: Program, database: dict[str, str], tmp_path: Path) -> Lives:
    program.approvers, program.settings, program.forks = APPROVERS, dict(database), True
    if database:
        (program.home / "audit-heads.log").unlink()  # of the database that this one takes the place of
        policies = tmp_path / "policies"
        policies.mkdir()
        for name, text in POLICIES.items():
            (policies / name).write_text(text, encoding="utf-8")
        ingest(policies, {"HOME": str(program.home), **database})
    return Lives(program)


@pytest.mark.parametrize("turn", [*ROUNDS, *([ON_POSTGRES] if TIMES else [])])
async def test_an_answer_is_given_once(lives: Lives) -> None:
    lives.program.settings |= CERTAIN
    await lives.through(ANSWERED, lives.ask)
    await lives.program.start()
    await lives.ask()
    assert lives.asked
    assert lives.asked.acknowledged
    await lives.replied(HOTEL_QUOTE)
    await lives.end(["exchange"])
    assert len(lives.replies) == 1
    assert lives.slack.top_level("C01GENERAL") == [lives.asked.message]


@pytest.mark.parametrize("turn", [*ROUNDS, *([ON_POSTGRES] if TIMES else [])])
async def test_an_honest_error_is_given_once(lives: Lives) -> None:
    lives.program.settings |= CERTAIN
    await lives.through(GIVEN_UP, lives.ask, fails="journey")
    await lives.program.start()
    await lives.replied("ask again")
    await lives.end(["exchange"])
    [reply] = lives.replies
    assert HOTEL_QUOTE not in reply.words


@pytest.mark.parametrize("turn", [*ROUNDS, ON_POSTGRES])
async def test_a_verdict_is_told_once_and_every_card_shows_it(lives: Lives, turn: int) -> None:
    """Approved, denied or handed over: by turns."""
    ending = ("approve", "deny", "hand over")[turn % 3]
    lives.program.settings |= DOUBTFUL
    program, slack = lives.program, lives.slack
    await lives.through(CARDS, lives.ask)

    async def decide() -> None:
        await slack.until(lambda: slack.top_level(REVIEW))
        [card] = slack.top_level(REVIEW)
        if ending == "approve":
            await program.people.click("U01SAM", card, cards.APPROVE)
        else:
            await program.people.click("U01SAM", card, cards.DENY)
            await slack.until(lambda: "U01SAM" in slack.views)
            await program.people.submit("U01SAM", {modals.REASON: "Under revision."})

    async def once() -> None:
        async with program.store() as store:
            waiting = await store.approvals.list(ApprovalState.PENDING)
        if waiting:
            await decide()

    if ending == "hand over":  # as a command beside the server does
        await program.start()
        await slack.until(lambda: slack.top_level(REVIEW))
        await program.kill()
        async with program.store() as store:
            [waiting] = await store.approvals.list(ApprovalState.PENDING)
            by, now = Person(id="slack:U01SAM", name="sam"), waiting.opened_at
            assert await store.approvals.end(waiting.id, ApprovalState.HANDED_OVER, by, now)
    await lives.through(VERDICT, once)
    await program.start()
    kinds = ["handoff"] if ending == "hand over" else ["vote", "decision"]
    await lives.end(["exchange", *kinds, "effect"])

    [card] = slack.top_level(REVIEW)
    assert not card.buttons
    assert slack.thread(REVIEW, card.ts) == []
    assert len(lives.replies) == 2
    verdict = lives.replies[-1].words
    assert (HOTEL_QUOTE in verdict) == (ending == "approve")
    assert ("Under revision." in verdict) == (ending == "deny")
    assert len(slack.top_level(HELP)) == (ending == "hand over")


@pytest.mark.parametrize("turn", [*ROUNDS, *([ON_POSTGRES] if TIMES else [])])
async def test_what_time_brings_is_told_once(lives: Lives) -> None:
    """A reminder, an escalation to somebody else, and the end because nobody decided."""
    lives.program.settings |= DOUBTFUL
    program, slack = lives.program, lives.slack
    people = await program.start()
    lives.asked = await people.mention("U01DANA", "C01GENERAL", HOTEL)
    await slack.until(lambda: slack.top_level(REVIEW))
    [card] = slack.top_level(REVIEW)
    await program.kill()

    program.later(5)
    await lives.through(REMINDER)
    program.later(20)
    await lives.through(ESCALATION)
    other = slack.direct("U01KIM").id
    await program.start()
    await slack.until(lambda: slack.top_level(other) and slack.thread(REVIEW, card.ts))
    assert card.buttons
    await program.kill()
    program.later(24)
    await lives.through(VERDICT)
    await program.start()
    await lives.end(["exchange", "reminder", "escalation", "expiry", "effect"])

    [reminder] = slack.thread(REVIEW, card.ts)
    assert wording.STILL_WAITS in reminder.words
    [copy] = slack.top_level(other)
    assert slack.top_level(REVIEW) == [card]
    assert not card.buttons
    assert not copy.buttons
    assert len(lives.replies) == 2
    assert HOTEL_QUOTE not in lives.replies[-1].words


@pytest.mark.parametrize("turn", [*ROUNDS, *([ON_POSTGRES] if TIMES else [])])
async def test_a_question_from_a_terminal_is_reviewed_in_slack_once(lives: Lives) -> None:
    lives.program.settings |= DOUBTFUL
    program, slack = lives.program, lives.slack
    status, _, err = await program.run("ask", HOTEL, "--json")
    assert status == 0, err
    await lives.through(FROM_A_TERMINAL)
    people = await program.start()
    await slack.until(lambda: slack.top_level(REVIEW))
    [card] = slack.top_level(REVIEW)
    assert (await people.click("U01SAM", card, cards.APPROVE)).acknowledged
    await lives.end(["exchange", "vote", "decision", "effect"])
    assert slack.top_level(REVIEW) == [card]
    assert not card.buttons


@pytest.mark.parametrize("turn", [*ROUNDS, *([ON_POSTGRES] if TIMES else [])])
async def test_what_a_reviewer_asks_back_is_passed_on_once(lives: Lives) -> None:
    lives.program.settings |= DOUBTFUL
    program, slack = lives.program, lives.slack
    people = await program.start()
    lives.asked = await people.mention("U01DANA", "C01GENERAL", HOTEL)
    await slack.until(lambda: slack.top_level(REVIEW))
    [card] = slack.top_level(REVIEW)
    await program.kill()
    said: list[Posted] = []

    async def ask_back() -> None:
        if not said:
            said.append(await program.people.say("U01SAM", REVIEW, "? Which city?", thread=card.ts))
        elif not said[0].acknowledged:
            said[0].deliveries += await program.people.event(program.people.post_event(said[0].message, "message"))

    await lives.through(REMARK, ask_back)
    await program.start()
    await ask_back()
    await lives.replied("Which city?")
    await lives.end(["exchange", "remark"])
    assert sum("Which city?" in reply.words for reply in lives.replies) == 1


@pytest.mark.parametrize("turn", [*ROUNDS, *([ON_POSTGRES] if TIMES else [])])
async def test_a_question_deleted_under_way_is_taken_back_once(lives: Lives) -> None:
    lives.program.settings |= DOUBTFUL
    program, slack = lives.program, lives.slack
    told: list[bool] = []

    async def delete() -> None:
        await lives.ask()
        assert lives.asked
        if not told:
            slack.delete(lives.asked.message)
        if not any(told):
            deliveries = await acts.tell_deleted(program.people, lives.asked.message)
            told.append(all(delivery.acknowledged for delivery in deliveries))

    await lives.through(TAKE_BACK[:1], delete, fails="journey")
    await lives.through(TAKE_BACK[1:], delete)
    await program.start()
    await delete()
    await lives.end(["exchange", "withdrawal", "effect"])
    for card in slack.top_level(REVIEW):
        assert not card.buttons


@pytest.mark.parametrize("turn", [*ROUNDS, *([ON_POSTGRES] if TIMES else [])])
async def test_a_digest_is_posted_once(lives: Lives) -> None:
    lives.program.settings |= CERTAIN | {"FEEDBACK_CHANNEL": f"slack:{HELP}"}
    program, slack = lives.program, lives.slack
    people = await program.start()
    lives.asked = await people.mention("U01DANA", "C01GENERAL", HOTEL)
    await lives.replied(HOTEL_QUOTE)
    await people.click("U01DANA", lives.replies[0], feedback.UNHELPFUL)
    await program.kill()
    program.later(48)
    await lives.through(DIGEST)
    await program.start()
    await slack.until(lambda: slack.top_level(HELP))
    await lives.end(["exchange", "feedback"])
    [digest] = slack.top_level(HELP)
    assert HOTEL in digest.words
