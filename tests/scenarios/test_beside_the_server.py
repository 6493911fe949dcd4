"""Commands at a terminal work on the same records as the server, and leave to it what is the server's."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from adapters.memory.surface import MemorySurface
from bot.workflows import Workflows
from core.domain.approval import ApprovalState, Ballot, Ruling, Verdict
from core.domain.outcome import OutcomeKind, Reason
from core.domain.request import Person, PipelineRequest, Place, PlaceKind, SurfaceName
from core.errors import SurfaceError
from tests.scenarios.office import HOTEL, SAM, Office


@asynccontextmanager
async def at_a_terminal(office: Office) -> AsyncIterator[tuple[Workflows, MemorySurface]]:
    """A command in a process of its own, while the server is down."""
    await office.workflows.close()
    surface = MemorySurface(SurfaceName.TERMINAL)
    workflows = Workflows(office.app, {SurfaceName.TERMINAL: surface}, executor=None)
    await workflows.launch()
    yield workflows, surface
    await workflows.close()


def typed(office: Office) -> PipelineRequest:
    return PipelineRequest(
        id="terminal:ask_1",
        asker=Person(id="terminal:you", name="you"),
        place=Place(surface=SurfaceName.TERMINAL, kind=PlaceKind.SESSION),
        question=HOTEL,
        received_at=office.clock.now(),
    )


async def test_a_question_is_answered_and_its_outcome_can_be_waited_for(office: Office) -> None:
    async with at_a_terminal(office) as (workflows, surface):
        request = typed(office)
        await workflows.submit(request)
        outcome = await workflows.outcome(request.id)
        assert outcome.outcome is OutcomeKind.ANSWERED
        await office.until(lambda: surface.outcomes.get(request.id) == outcome)
        assert await workflows.outcome(request.id) == outcome


async def test_a_decision_on_what_was_asked_in_slack_is_delivered_by_the_server(office: Office) -> None:
    approval = await office.ask_for_review()
    async with at_a_terminal(office) as (workflows, _):
        ballot = Ballot(approval_id=approval.id, digest=approval.digest, verdict=Verdict.APPROVE, voter=SAM)
        assert (await workflows.decide(ballot)).ruling is Ruling.DECIDED
    assert (await office.approval(approval.id)).effect_at is None
    assert office.slack.verdicts == {}
    await office.restart()
    assert (await office.verdict(approval)).reason is Reason.REVIEWER_APPROVED


async def test_the_server_posts_the_card_of_what_was_asked_at_a_terminal(office: Office) -> None:
    office.certain.value = 0.6
    async with at_a_terminal(office) as (workflows, _):
        await workflows.submit(typed(office))
        outcome = await workflows.outcome("terminal:ask_1")
    assert outcome.approval_id is not None
    assert office.card(outcome.approval_id) is None
    await office.restart()
    await office.until(lambda: office.card(outcome.approval_id or "") is not None)
    approval = await office.approval(outcome.approval_id)
    await office.decide(approval, SAM)
    await office.until(lambda: (card := office.card(approval.id)) is not None and card.state is ApprovalState.APPROVED)
    assert [kind for kind, _ in await office.audited()][:3] == ["exchange", "vote", "decision"]


async def test_without_slack_nothing_of_slacks_is_called_done(office: Office) -> None:
    approval = await office.ask_for_review()
    office.slack.failure = SurfaceError("Slack is down.", code="503", permanent=False)
    request = office.request()
    await office.workflows.submit(request)
    await office.until_recorded(request)
    await office.decide(approval, SAM)
    await office.workflows.close()
    office.workflows = Workflows(office.app, {}, executor="serve", metrics=office.metrics)
    await office.workflows.launch()
    waiting = {request.id, f"verdict:{approval.id}"}
    await office.until(lambda: waiting <= set(office.workflows._runtime._running.values()))
    office.slack.failure = None
    await office.restart()
    await office.until(lambda: request.id in office.slack.outcomes)
    assert (await office.verdict(approval)).reason is Reason.REVIEWER_APPROVED
