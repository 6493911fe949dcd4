"""The surface that remembers."""

from __future__ import annotations

import pytest

from adapters.memory.surface import MemorySurface
from core.domain.approval import ApprovalRule, ApprovalState, Approver, Remark
from core.domain.request import SurfaceName
from core.errors import SurfaceError
from tests.adapters.samples import APPROVER, NOW, approval, exchange, request


async def test_a_repeated_delivery_shows_the_first_outcome() -> None:
    surface = MemorySurface()
    outcome = exchange().outcome
    placeholder = await surface.acknowledge(request())
    first = await surface.deliver(request(), outcome, placeholder)
    again = await surface.deliver(request(), outcome.model_copy(update={"text": "other"}), placeholder)
    assert first == again == placeholder
    assert surface.outcomes == {request().id: outcome}


async def test_cards_go_to_the_rules_channels_or_else_to_each_approver() -> None:
    surface = MemorySurface(SurfaceName.SLACK)
    (card,) = await surface.post_cards(approval())
    assert (card.surface, card.channel) == (SurfaceName.SLACK, "U2")
    rule = ApprovalRule(
        name="answers", approvers=(Approver(account="slack:U2"),), cards=("slack:C1", "teams:19:x", "slack:C2")
    )
    cards = await surface.post_cards(approval().model_copy(update={"rule": rule}))
    assert [card.channel for card in cards] == ["C1", "C2"]


async def test_a_card_shows_the_approval_as_it_was_last_updated() -> None:
    surface = MemorySurface(SurfaceName.SLACK)
    (card,) = await surface.post_cards(approval())
    decided = approval().model_copy(update={"state": ApprovalState.APPROVED})
    await surface.update_card(card, decided)
    assert await surface.post_cards(approval()) == [card]
    assert surface.cards == {card: decided}


async def test_a_remark_is_shown_once_to_the_asker_and_beside_each_card() -> None:
    surface = MemorySurface(SurfaceName.SLACK)
    (card,) = await surface.post_cards(approval())
    said = Remark(id="r", approval_id="ap_1", author=APPROVER, from_asker=False, text="Which year?", said_at=NOW)
    for text in ("Which year?", "other"):
        await surface.ask_back(approval(), said.model_copy(update={"text": text}))
        await surface.add_remark(card, approval(), said.model_copy(update={"text": text}))
    assert (surface.asked_back, surface.remarks) == ({"r": said}, {(card, "r"): said})


async def test_a_verdict_is_told_once() -> None:
    surface = MemorySurface()
    outcome = exchange().outcome
    await surface.deliver_verdict(approval(), outcome)
    await surface.deliver_verdict(approval(), outcome.model_copy(update={"text": "other"}))
    assert surface.verdicts == {"ap_1": (approval(), outcome)}


async def test_it_fails_as_told() -> None:
    surface = MemorySurface()
    surface.failure = SurfaceError("The channel is archived.", code="is_archived", permanent=True)
    with pytest.raises(SurfaceError, match="archived"):
        await surface.acknowledge(request())
    surface.failure = None
    assert await surface.acknowledge(request())
