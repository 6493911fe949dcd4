"""Where the terminal puts its questions and its votes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from adapters.terminal.speaker import Speaker
from bot.commands.desk import TerminalDesk
from bot.settings import Settings
from core.approvals.voting import rule_on
from core.domain.approval import Ballot, Verdict
from core.domain.outcome import Outcome, OutcomeKind
from core.domain.request import Person, PipelineRequest
from core.errors import StoreUnavailable
from tests.unit.bot.commands.conftest import scripted
from tests.unit.bot.commands.local import Local

SAM, YOU, ROBIN = Speaker(name="sam", login="dana"), Speaker(login="dana"), Person(id="terminal:robin", name="robin")


class Sitting:
    """A desk, and what its terminal has shown."""

    def __init__(self, local: Local, desk: TerminalDesk, shown: list[Outcome]) -> None:
        self.local = local
        self.desk = desk
        self.shown = shown


@pytest.fixture
async def sitting() -> AsyncIterator[Sitting]:
    local = Local(Settings(), scripted)
    shown: list[Outcome] = []

    def show(_: PipelineRequest, outcome: Outcome) -> None:
        shown.append(outcome)

    async with AsyncExitStack() as stack:
        app = await stack.enter_async_context(local.application(local.settings))
        yield Sitting(local, await stack.enter_async_context(local.desk(app, show)), shown)


async def decide_elsewhere(sitting: Sitting) -> None:
    """As another process would: the store alone knows of it."""
    waiting = (await sitting.desk.inbox(YOU.person))[0]
    ballot = Ballot(approval_id=waiting.id, digest=waiting.digest, verdict=Verdict.APPROVE, voter=YOU.person)
    await sitting.local.store.approvals.decide(ballot, rule_on, sitting.local.clock.now())


async def test_every_question_has_a_key_of_its_own_and_is_shown(sitting: Sitting) -> None:
    await sitting.desk.ask(YOU, "How many days?")
    await sitting.desk.ask(YOU, "How many days?")
    assert len({outcome.exchange_id for outcome in sitting.shown}) == 2


async def test_an_inbox_holds_what_one_may_decide_and_not_ones_own(sitting: Sitting) -> None:
    await sitting.desk.ask(SAM, "I am unsure.")
    assert [approval.request.asker.id for approval in await sitting.desk.inbox(YOU.person)] == ["terminal:sam"]
    assert await sitting.desk.inbox(SAM.person) == []
    assert await sitting.desk.inbox(ROBIN) == []


async def test_a_verdict_reached_elsewhere_is_told_once(sitting: Sitting) -> None:
    await sitting.desk.ask(SAM, "I am unsure.")
    await sitting.desk.tell_news()
    assert [outcome.outcome for outcome in sitting.shown] == [OutcomeKind.PENDING_APPROVAL]
    await decide_elsewhere(sitting)
    await sitting.desk.tell_news()
    await sitting.desk.tell_news()
    assert [outcome.outcome for outcome in sitting.shown] == [OutcomeKind.PENDING_APPROVAL, OutcomeKind.ANSWERED]
    assert sitting.shown[-1].reviewed_by == "dana"


async def test_a_verdict_reached_here_is_not_told_again_as_news(sitting: Sitting) -> None:
    await sitting.desk.ask(SAM, "I am unsure.")
    waiting = (await sitting.desk.inbox(YOU.person))[0]
    await sitting.desk.decide(YOU.ballot(waiting, Verdict.DENY, "outdated"))
    await sitting.desk.tell_news()
    assert [outcome.outcome for outcome in sitting.shown] == [OutcomeKind.PENDING_APPROVAL, OutcomeKind.DENIED]


async def test_a_store_that_is_away_does_not_end_the_watch(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = asyncio.Event()

    async def away() -> None:
        looked.set()
        raise StoreUnavailable("away")

    monkeypatch.setattr(sitting.desk, "tell_news", away)
    watch = asyncio.create_task(sitting.desk.watch(0))
    await looked.wait()
    looked.clear()
    await looked.wait()
    assert not watch.done()
    watch.cancel()


async def test_an_output_that_is_gone_ends_the_asking() -> None:
    local = Local(Settings(), scripted)

    def closed(*_: object) -> None:
        raise BrokenPipeError

    async with local.application(local.settings) as app, local.desk(app, closed) as desk:
        with pytest.raises(BrokenPipeError):
            await desk.ask(YOU, "How many days?")


async def test_the_questions_of_a_sitting_follow_each_other_and_those_of_another_do_not(sitting: Sitting) -> None:
    await sitting.desk.ask(YOU, "How many days of leave?")
    await sitting.desk.ask(YOU, "and for contractors?")
    first, second = [e.request for e in await sitting.local.store.exchanges.recent()]
    assert first.conversation == second.conversation != ""
    assert YOU.request("How many?", "1", first.received_at).conversation == ""
