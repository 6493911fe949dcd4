"""Many at once, each brought several times: every one is answered once, and nothing is kept of it. Time is no part of it."""

from __future__ import annotations

import asyncio

from core.domain.outcome import OutcomeKind
from tests.scenarios.office import Office

MANY, REPEATS = 60, 3


async def test_each_is_answered_once_and_nothing_of_it_stays_in_memory(office: Office) -> None:
    delivered: list[str] = []
    deliver = office.slack.deliver

    async def counted(request, outcome, placeholder):  # type: ignore[no-untyped-def]
        delivered.append(request.id)
        return await deliver(request, outcome, placeholder)

    office.slack.deliver = counted  # type: ignore[method-assign]
    requests = [office.request() for _ in range(MANY)]
    await asyncio.gather(*(office.workflows.submit(request) for request in requests * REPEATS))
    await office.until(lambda: len(office.slack.outcomes) == MANY)
    runtime = office.workflows._runtime
    await office.until(lambda: not runtime._running)

    assert sorted(delivered) == sorted(request.id for request in requests)
    assert {outcome.outcome for outcome in office.slack.outcomes.values()} == {OutcomeKind.ANSWERED}
    assert sorted(kind for kind, _ in await office.audited()) == ["exchange"] * MANY
    assert not runtime._starting
    assert not office.workflows._waiting
