from __future__ import annotations

from pathlib import Path

import pytest

from core.domain.outcome import OutcomeKind, Reason
from tests.scenarios.office import TRAVEL, Office


async def test_a_draft_below_the_floor_is_refused_without_a_source(office: Office) -> None:
    office.certain.value = 0.2
    shown = office.shown(await office.ask())
    assert (shown.outcome, shown.reason) == (OutcomeKind.REFUSED, Reason.LOW_CONFIDENCE)
    assert shown.citations == ()
    assert shown.text.endswith("Ask Compliance.")
    assert "210" not in shown.text


@pytest.mark.parametrize(
    ("question", "reason"), [("   ", Reason.EMPTY_QUESTION), ("why " * 1001, Reason.QUESTION_TOO_LONG)]
)
async def test_what_is_no_question_is_refused(office: Office, question: str, reason: Reason) -> None:
    shown = office.shown(await office.ask(question))
    assert (shown.outcome, shown.reason) == (OutcomeKind.REFUSED, reason)


async def test_without_documents_it_says_so(tmp_path: Path) -> None:
    office = Office(tmp_path)
    await office.workflows.launch()
    try:
        assert office.shown(await office.ask()).reason is Reason.NO_DOCUMENTS
    finally:
        await office.workflows.close()


async def test_with_no_approver_the_review_band_refuses(tmp_path: Path) -> None:
    office = Office(tmp_path, rules={})
    await office.ingest("travel.md", TRAVEL)
    await office.workflows.launch()
    office.certain.value = 0.6
    try:
        shown = office.shown(await office.ask())
        assert (shown.outcome, shown.reason) == (OutcomeKind.REFUSED, Reason.NO_APPROVER)
        assert office.slack.cards == {}
    finally:
        await office.workflows.close()


async def test_a_refusal_is_on_record(office: Office) -> None:
    office.certain.value = 0.2
    request = await office.ask()
    assert await office.audited() == [("exchange", (await office.exchange(request)).id)]
