from __future__ import annotations

import asyncio

from core.domain.outcome import Band, OutcomeKind, Reason
from core.errors import SurfaceError
from tests.scenarios.office import DANA, Office

QUOTE = "A hotel room may cost at most $210 a night before tax."


async def test_a_certain_answer_is_shown_with_its_quote(office: Office) -> None:
    request = await office.ask()
    shown = office.shown(request)
    assert (shown.outcome, shown.reason, shown.band) == (OutcomeKind.ANSWERED, Reason.HIGH_CONFIDENCE, Band.HIGH)
    assert QUOTE in shown.text
    [citation] = shown.citations
    assert QUOTE in citation.quote
    assert (citation.document, citation.url) == ("Travel policy", "https://policies.example/travel")
    assert citation.section.endswith("Hotels")
    assert shown.approval_id is None


async def test_a_moderate_answer_opens_with_a_plain_line(office: Office) -> None:
    office.certain.value = 0.85
    shown = office.shown(await office.ask())
    assert (shown.reason, shown.band) == (Reason.MODERATE_CONFIDENCE, Band.MODERATE)
    assert shown.text.startswith("Moderate confidence (0.85)")


async def test_the_exchange_is_on_record_with_the_asker_as_the_directory_knows_them(office: Office) -> None:
    request = await office.ask()
    await office.until(lambda: office.metrics.latency._sum.get() >= 0)
    exchange = await office.exchange(request)
    assert exchange.request.asker == DANA
    assert exchange.outcome == office.shown(request)
    assert [source.evidence for source in exchange.sources].count(True) >= 1
    assert await office.audited() == [("exchange", exchange.id)]


async def test_the_same_message_is_answered_once(office: Office) -> None:
    request = office.request()
    await asyncio.gather(*(office.workflows.submit(request) for _ in range(6)))
    await office.until(lambda: request.id in office.slack.outcomes)
    await office.workflows.submit(request)
    assert len(await office.audited()) == 1


async def test_a_sign_of_work_that_fails_does_not_stop_the_answer(office: Office) -> None:
    async def refuse(*_: object) -> None:
        raise SurfaceError("Slack is slow.", code="timeout", permanent=False)

    office.slack.acknowledge = refuse  # type: ignore[method-assign, assignment]
    shown = office.shown(await office.ask())
    assert shown.outcome is OutcomeKind.ANSWERED


async def test_an_answer_reaches_the_asker_when_slack_is_back(office: Office) -> None:
    office.slack.failure = SurfaceError("Slack is down.", code="503", permanent=False)
    request = office.request()
    await office.workflows.submit(request)
    await office.until_recorded(request)
    assert request.id not in office.slack.outcomes
    office.slack.failure = None
    await office.until(lambda: request.id in office.slack.outcomes)


async def test_an_answer_survives_the_end_of_the_program(office: Office) -> None:
    office.slack.failure = SurfaceError("Slack is down.", code="503", permanent=False)
    request = office.request()
    await office.workflows.submit(request)
    await office.until_recorded(request)
    office.slack.failure = None
    await office.restart()
    await office.until(lambda: request.id in office.slack.outcomes)
    assert len(await office.audited()) == 1


async def test_the_delivery_is_on_record(office: Office) -> None:
    request = await office.ask()
    async with asyncio.timeout(10):
        while (await office.exchange(request)).delivered_at is None:
            await asyncio.sleep(0.01)


async def test_outcomes_are_counted(office: Office) -> None:
    await office.ask()
    rendered = office.metrics.render().decode()
    assert 'countersign_requests_total{outcome="answered",reason="high_confidence"} 1.0' in rendered
