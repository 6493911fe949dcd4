"""What every store of cases promises."""

from __future__ import annotations

from datetime import timedelta

import pytest

from adapters.memory.audit import MemoryAudit
from adapters.memory.cases import MemoryCases
from adapters.memory.clock import SequentialIds
from core.domain.action import ToolRisk
from core.domain.case import ActionCase, CaseState, CaseStep
from core.domain.proposal import ProposedAction
from core.domain.request import Person
from tests.adapters.samples import ASKER, NOW, request

LATER = NOW + timedelta(hours=24)
STEP = CaseStep(at=NOW, stage="intent", result="refund_request")


@pytest.fixture
def cases() -> MemoryCases:
    return MemoryCases(MemoryAudit(SequentialIds()))


def case(number: int = 1, revision: int = 1, **more: object) -> ActionCase:
    opened = NOW + timedelta(minutes=number)
    made = ActionCase(
        id=f"case_{number}",
        request=request(),
        conversation="slack:C:1",
        revision=revision,
        opened_at=opened,
        expires_at=LATER,
    )
    return made.model_copy(update=more)


def proposed(number: int, state: CaseState = CaseState.AWAITING_APPROVAL, order: str = "O123") -> ActionCase:
    action = ProposedAction(
        case_id=f"case_{number}",
        tool="create_refund",
        title="Refund",
        arguments={"order_id": order},
        risk=ToolRisk.WRITE_HIGH,
        consequence="Money goes back.",
    )
    return case(number, state=state, action=action)


async def test_a_case_is_read_as_it_was_written(cases: MemoryCases) -> None:
    assert await cases.get("case_1") is None
    assert await cases.save(proposed(1))
    assert await cases.get("case_1") == proposed(1)


async def test_only_the_next_revision_is_written_and_the_same_one_again_is_fine(cases: MemoryCases) -> None:
    assert not await cases.save(case(revision=2))
    assert await cases.save(case())
    assert await cases.save(case())
    assert not await cases.save(case(state=CaseState.CANCELLED))
    assert await cases.save(case(revision=2, state=CaseState.CANCELLED))
    assert not await cases.save(case(revision=2, state=CaseState.EXECUTED))
    found = await cases.get("case_1")
    assert found is not None
    assert found.state is CaseState.CANCELLED


async def test_each_step_leaves_one_audit_row() -> None:
    audit = MemoryAudit(SequentialIds())
    cases = MemoryCases(audit)
    for saved in (case(steps=(STEP,)), case(steps=(STEP,)), case(revision=2, steps=(STEP, STEP))):
        await cases.save(saved)
    rows = [row async for row in audit.rows()]
    assert [(row.kind, row.subject) for row in rows] == [("case", "case_1")] * 2
    assert (await audit.verify()).faults == ()


async def test_the_newest_open_case_of_a_conversation_is_its_askers(cases: MemoryCases) -> None:
    for saved in (case(1), case(2), case(3, state=CaseState.EXECUTED)):
        await cases.save(saved)
    found = await cases.open_in("slack:C:1", ASKER)
    assert found is not None
    assert found.id == "case_2"
    assert await cases.open_in("slack:C:2", ASKER) is None
    assert await cases.open_in("slack:C:1", Person(id="slack:U9", name="Other")) is None


async def test_the_same_action_under_way_is_found(cases: MemoryCases) -> None:
    await cases.save(proposed(1))
    await cases.save(proposed(2, CaseState.EXECUTED, "O124"))
    twin = await cases.under_way(proposed(3))
    assert twin is not None
    assert twin.id == "case_1"
    assert await cases.under_way(proposed(1)) is None
    assert await cases.under_way(proposed(3, order="O124")) is None


async def test_a_call_is_claimed_once_for_each_attempt(cases: MemoryCases) -> None:
    claims = [await cases.claim("case_1", attempt) for attempt in (1, 1, 2, 2, 1)]
    assert claims == [True, False, True, False, False]


async def test_a_sweep_finds_what_has_to_go_on(cases: MemoryCases) -> None:
    for saved in (
        proposed(1, CaseState.APPROVED),
        proposed(2, CaseState.EXECUTING),
        proposed(3),
        proposed(4, CaseState.FAILED),
    ):
        await cases.save(saved)
    assert [found.id for found in await cases.unfinished(NOW)] == ["case_1", "case_2"]
    assert [found.id for found in await cases.unfinished(LATER)] == ["case_1", "case_2", "case_3"]
