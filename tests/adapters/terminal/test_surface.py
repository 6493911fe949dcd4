"""The terminal as a surface: shows what was asked in this process, once."""

import pytest

from adapters.terminal.surface import TerminalSurface
from core.domain.approval import Card, Remark
from core.domain.outcome import Outcome
from core.domain.request import PipelineRequest, SurfaceName
from tests.adapters.samples import APPROVER, NOW, approval, exchange, request

OUTCOME = exchange().outcome


class Screen:
    def __init__(self) -> None:
        self.shown: list[tuple[str, Outcome]] = []
        self.closed = False

    def show(self, asked: PipelineRequest, outcome: Outcome) -> None:
        if self.closed:
            raise BrokenPipeError
        self.shown.append((asked.id, outcome))


@pytest.fixture
def screen() -> Screen:
    return Screen()


@pytest.fixture
def surface(screen: Screen) -> TerminalSurface:
    return TerminalSurface(screen.show)


async def test_an_outcome_is_shown_once_however_often_it_is_delivered(surface: TerminalSurface, screen: Screen) -> None:
    await surface.deliver(request(), OUTCOME, None)
    await surface.deliver(request(), OUTCOME, None)
    assert screen.shown == [(request().id, OUTCOME)]


async def test_a_verdict_is_told_once_to_an_asker_who_is_here(surface: TerminalSurface, screen: Screen) -> None:
    await surface.deliver(request(), OUTCOME, None)
    verdict = OUTCOME.model_copy(update={"text": "Reviewed."})
    await surface.deliver_verdict(approval(), verdict)
    await surface.deliver_verdict(approval(), verdict)
    assert [shown.text for _, shown in screen.shown] == ["I'm not certain.", "Reviewed."]


async def test_a_verdict_for_another_terminal_is_not_shown_here(surface: TerminalSurface, screen: Screen) -> None:
    await surface.deliver_verdict(approval(), OUTCOME)
    assert screen.shown == []


async def test_a_closed_output_is_noted_and_not_tried_again(surface: TerminalSurface, screen: Screen) -> None:
    screen.closed = True
    await surface.deliver(request(), OUTCOME, None)
    assert isinstance(surface.failure, BrokenPipeError)
    screen.closed = False
    await surface.deliver(request(), OUTCOME, None)
    assert screen.shown == []


async def test_no_card_is_posted_and_no_sign_of_work_needed(surface: TerminalSurface) -> None:
    assert surface.name is SurfaceName.TERMINAL
    assert await surface.acknowledge(request()) is None
    assert await surface.post_cards(approval()) == []
    card = Card(approval_id="ap_1", surface=SurfaceName.TERMINAL, channel="", message="")
    await surface.update_card(card, approval())
    said = Remark(id="r", approval_id="ap_1", author=APPROVER, from_asker=False, text="Which?", said_at=NOW)
    await surface.ask_back(approval(), said)
    await surface.add_remark(card, approval(), said)
