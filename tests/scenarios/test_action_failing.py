"""What goes wrong on the way: each of the seven ways on, and never two effects nor a success that nobody saw."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adapters.memory.model import ScriptedModel
from core.actions.completion import completion_claim
from core.actions.recovering import RecoveryAction
from core.domain.approval import ApprovalState
from core.domain.case import ActionCase, CaseState
from core.domain.outcome import OutcomeKind, Reason
from core.errors import IndexUnavailable, ModelError, ModelProblem, ToolError, ToolProblem
from core.journeys import action
from core.judge import Judge
from tests.scenarios.shop import Shop, lost, opened, unreachable

REFUND = "My order O123 has not shipped for three days. I want a refund."


@pytest.fixture
async def shop(tmp_path: Path) -> Shop:
    return await opened(tmp_path)


def recovered(case: ActionCase) -> list[str]:
    return [step.result for step in case.steps if step.stage == "failure_recovery"]


def stages(case: ActionCase, name: str) -> list[str]:
    return [step.result for step in case.steps if step.stage == name]


class Broken:
    """An index that is not there for its first so many searches."""

    def __init__(self, index: Any, times: int) -> None:
        self._index = index
        self._times = times

    async def search(self, *args: Any) -> Any:
        self._times -= 1
        if self._times >= 0:
            raise IndexUnavailable("Gone.")
        return await self._index.search(*args)


# The seven ways on.


async def test_ask_clarification(shop: Shop) -> None:
    case = await shop.wish("I want a refund for my order please.")
    case = await shop.say(case, "I do not know.")
    assert (case.state, recovered(case)) == (CaseState.COLLECTING, [RecoveryAction.ASK_CLARIFICATION])
    case = await shop.say(case, "No idea really.")
    assert (case.state, recovered(case)[-1]) == (CaseState.HANDED_OVER, RecoveryAction.HUMAN_HANDOFF)


async def test_retry_read_tool(shop: Shop) -> None:
    shop.toolbox.fail("query_payment", ToolError(ToolProblem.TIMEOUT, "Slow."))
    case = await shop.wish(REFUND)
    assert (case.state, recovered(case)) == (CaseState.AWAITING_CONFIRMATION, [RecoveryAction.RETRY_READ_TOOL])


async def test_a_reading_tool_that_stays_away_is_a_humans(shop: Shop) -> None:
    for _ in range(3):
        shop.toolbox.fail("query_payment", ToolError(ToolProblem.UNAVAILABLE, "Down."))
    case = await shop.wish(REFUND)
    assert case.state is CaseState.HANDED_OVER
    assert recovered(case) == [
        RecoveryAction.RETRY_READ_TOOL, RecoveryAction.RETRY_READ_TOOL, RecoveryAction.HUMAN_HANDOFF,
    ]  # fmt: skip


async def test_retry_retrieval(shop: Shop) -> None:
    shop.bench = replace(shop.bench, index=Broken(shop.bench.index, 1))
    case = await shop.wish(REFUND)
    assert (case.state, recovered(case)) == (CaseState.AWAITING_CONFIRMATION, [RecoveryAction.RETRY_RETRIEVAL])


async def test_without_evidence_nothing_is_refunded(tmp_path: Path) -> None:
    shop = await opened(tmp_path, policy="---\ntitle: Canteen\n---\n# Lunch\n\nSoup costs $3 on Mondays.\n")
    case = await shop.wish(REFUND)
    assert (case.state, shop.outcomes[-1].outcome) == (CaseState.HANDED_OVER, OutcomeKind.HANDED_OVER)
    assert not shop.written


async def test_fallback_to_rule_template(shop: Shop) -> None:
    down = ScriptedModel(lambda request: ModelError(ModelProblem.UNAVAILABLE, "Down."))
    judge = Judge(shop.office.clock, shop.office.app.bench.judge.ids, model=down, pause=None)
    shop.bench = replace(shop.bench, judge=judge)
    case = await shop.wish(REFUND)
    assert case.state is CaseState.AWAITING_CONFIRMATION
    assert recovered(case) == [RecoveryAction.FALLBACK_TO_RULE_TEMPLATE]


async def test_reject_request(tmp_path: Path) -> None:
    shop = await opened(tmp_path, leave_out=("create_refund",))
    case = await shop.wish(REFUND)
    assert (case.state, recovered(case)) == (CaseState.REFUSED, [RecoveryAction.REJECT_REQUEST])


async def test_generate_safe_response(shop: Shop) -> None:
    told = await action.broke(await shop.wish(REFUND), shop.bench)
    assert recovered(told.case) == [RecoveryAction.GENERATE_SAFE_RESPONSE]
    assert told.outcome is not None
    assert completion_claim(told.outcome.text) is None


async def test_human_handoff_where_tools_contradict_each_other(shop: Shop) -> None:
    shop.orders["O123"]["trace"] = "in_transit"
    case = await shop.wish(REFUND)
    assert (case.state, recovered(case)[-1]) == (CaseState.HANDED_OVER, RecoveryAction.HUMAN_HANDOFF)


# The call.


async def test_an_answer_lost_after_the_effect_is_found_by_its_key_and_told_as_done_once(shop: Shop) -> None:
    shop.toolbox.fail("create_refund", lost(), after_effect=True)
    case = await shop.carry_out(await shop.to_approved())
    assert (case.state, stages(case, "lookup")) == (CaseState.EXECUTED, ["found"])
    assert (len(shop.written), case.attempts) == (1, 1)


async def test_an_answer_lost_before_the_effect_is_tried_once_more_with_its_key(shop: Shop) -> None:
    shop.toolbox.fail("create_refund", lost())
    case = await shop.carry_out(await shop.to_approved())
    assert (case.state, case.attempts, len(shop.written)) == (CaseState.EXECUTED, 2, 1)
    keys = {key for name, _, key in shop.toolbox.calls if name == "create_refund"}
    assert keys == {case.idempotency_key}
    assert stages(case, "lookup") == ["absent"]


async def test_what_is_lost_twice_is_a_humans(shop: Shop) -> None:
    shop.toolbox.fail("create_refund", lost())
    shop.toolbox.fail("create_refund", lost())
    case = await shop.carry_out(await shop.to_approved())
    assert (case.state, shop.outcomes[-1].reason) == (CaseState.UNKNOWN, Reason.EFFECT_UNKNOWN)
    assert (case.attempts, shop.written) == (2, [])
    assert case.handoff is not None


async def test_without_a_lookup_nothing_is_tried_again(shop: Shop) -> None:
    shop.toolbox.fail("cancel_order", lost())
    case = await shop.carry_out(await shop.to_approved("Please cancel my order O123."))
    assert (case.state, case.attempts, shop.written) == (CaseState.UNKNOWN, 1, [])
    assert completion_claim(shop.outcomes[-1].text) is None


async def test_a_lookup_that_does_not_answer_proves_nothing(shop: Shop) -> None:
    shop.toolbox.fail("create_refund", lost())
    for _ in range(9):
        shop.toolbox.fail("find_request", ToolError(ToolProblem.TIMEOUT, "Slow."))
    case = await shop.carry_out(await shop.to_approved())
    assert (case.state, case.attempts) == (CaseState.UNKNOWN, 1)


async def test_a_call_that_was_never_sent_failed(shop: Shop) -> None:
    shop.toolbox.fail("create_refund", unreachable())
    case = await shop.carry_out(await shop.to_approved())
    assert (case.state, shop.outcomes[-1].outcome) == (CaseState.FAILED, OutcomeKind.FAILED)
    assert (case.attempts, shop.written) == (1, [])


async def test_a_success_without_effect_is_never_told_as_one(shop: Shop) -> None:
    shop.effective = False
    case = await shop.carry_out(await shop.to_approved())
    assert (case.state, shop.outcomes[-1].outcome) == (CaseState.UNKNOWN, OutcomeKind.UNKNOWN)
    assert not any(completion_claim(outcome.text) for outcome in shop.outcomes)
    assert stages(case, "state_verification") == ["need_retry", "need_retry", "uncertain"]
    assert len([call for call in shop.toolbox.calls if call[0] == "create_refund"]) == 1


async def test_an_effect_behind_a_refusal_is_a_humans(shop: Shop) -> None:
    refused = ToolError(ToolProblem.REJECTED, "No.", status=422)
    shop.toolbox.fail("create_refund", refused, after_effect=True)
    case = await shop.carry_out(await shop.to_approved())
    assert (case.state, len(shop.written)) == (CaseState.UNKNOWN, 1)
    assert completion_claim(shop.outcomes[-1].text) is None


async def test_an_effect_that_shows_late_is_told_when_it_shows(shop: Shop) -> None:
    case = await shop.to_approved()
    told = await action.proceed(case, shop.bench)
    case = await shop.kept(await action.execute(await shop.kept(told), shop.bench))
    for _ in range(2):
        shop.toolbox.fail("query_after_sales", ToolError(ToolProblem.TIMEOUT, "Slow."))
    case = await shop.carry_out(case)
    assert case.state is CaseState.EXECUTED
    assert [outcome.reason for outcome in shop.outcomes[-2:]] == [Reason.STILL_LOOKING, Reason.VERIFIED]


async def test_a_step_repeated_after_a_crash_looks_and_does_not_call(shop: Shop) -> None:
    told = await action.proceed(await shop.to_approved(), shop.bench)
    assert told.call
    before = await shop.kept(told)
    await action.execute(before, shop.bench)  # what came of it is lost with the process
    case = await shop.kept(await action.execute(before, shop.bench))
    case = await shop.carry_out(case)
    assert (case.state, stages(case, "lookup")) == (CaseState.EXECUTED, ["found"])
    assert len([call for call in shop.toolbox.calls if call[0] == "create_refund"]) == 1


async def test_a_crash_before_the_call_loses_nothing(shop: Shop) -> None:
    told = await action.proceed(await shop.to_approved(), shop.bench)
    case = await shop.carry_out(await shop.kept(told))  # the sweep finds it executing
    assert (case.state, len(shop.written)) == (CaseState.EXECUTED, 1)


async def test_an_event_given_twice_changes_nothing_the_second_time(shop: Shop) -> None:
    case = await shop.wish(REFUND)
    request = shop.request("O123")
    once = await action.hear(case, request, shop.bench)
    twice = await action.hear(once.case, request, shop.bench)
    assert (twice.case, twice.outcome) == (once.case, None)
    case = await shop.confirm(await shop.kept(once))
    assert shop.approval is not None
    approved = await shop.approve(case)
    again = await action.decided(approved, shop.approval, shop.bench)
    assert (again.case, again.outcome) == (approved, None)
    done = await shop.carry_out(approved)
    for repeated in (await action.proceed(done, shop.bench), await action.execute(done, shop.bench)):
        assert (repeated.case, repeated.outcome) == (done, None)
    assert len(shop.written) == 1


async def test_of_two_writers_one_is_first(shop: Shop) -> None:
    case = await shop.to_approved()
    one, other = [await action.proceed(case, shop.bench) for _ in range(2)]
    other = replace(other, case=other.case.model_copy(update={"looks": 7}))
    assert await shop.bench.cases.save(one.case)  # type: ignore[union-attr]
    assert await shop.bench.cases.save(one.case)  # type: ignore[union-attr]
    assert not await shop.bench.cases.save(other.case)  # type: ignore[union-attr]


async def test_of_two_cases_for_the_same_only_one_runs(shop: Shop) -> None:
    one = await shop.to_approved()
    alone, shop.bench = shop.bench, replace(shop.bench, cases=None)
    other = await shop_without_records(shop)
    shop.bench = alone
    started = await shop.kept(await action.proceed(one, alone))
    told = await action.proceed(other, alone)
    assert (told.case.state, told.call) == (CaseState.CANCELLED, False)
    assert (await shop.carry_out(started)).state is CaseState.EXECUTED
    assert len(shop.written) == 1


async def shop_without_records(shop: Shop) -> ActionCase:
    """The same wish, approved in a process that does not see the other's cases."""
    told = await action.begin(shop.request(REFUND), shop.bench)
    _, told = await action.confirm(told.case, told.case.asker, told.case.digest or "", True, shop.bench)
    assert told.approval is not None
    approved = told.approval.model_copy(update={"state": ApprovalState.APPROVED})
    return (await action.decided(told.case, approved, shop.bench)).case
