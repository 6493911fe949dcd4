from __future__ import annotations

import pytest

from core.domain.outcome import OutcomeKind, Reason
from core.errors import ModelUnavailable, StoreUnavailable, SurfaceError
from tests.scenarios.office import Office


@pytest.mark.parametrize("error", [ModelUnavailable("The weights are gone."), ValueError("a defect")])
async def test_a_journey_that_fails_is_told_honestly_and_recorded(
    office: Office, error: Exception, capsys: pytest.CaptureFixture[str]
) -> None:
    async def fail(*_: object) -> None:
        raise error

    office.app.encoder.encode = fail  # type: ignore[method-assign, assignment]
    request = await office.ask()
    shown = office.shown(request)
    assert (shown.outcome, shown.reason) == (OutcomeKind.FAILED, Reason.INTERNAL_ERROR)
    assert str(error) not in shown.text
    assert (await office.exchange(request)).outcome == shown
    assert 'outcome="failed",reason="internal_error"' in office.metrics.render().decode()


async def test_a_store_that_is_away_for_a_moment_is_waited_for(office: Office) -> None:
    search = office.store.passages.keyword_candidates
    failures = iter([StoreUnavailable("Locked."), StoreUnavailable("Locked.")])

    async def moody(*arguments: object) -> object:
        for error in failures:
            raise error
        return await search(*arguments)  # type: ignore[arg-type]

    office.store.passages.keyword_candidates = moody  # type: ignore[method-assign, assignment]
    assert office.shown(await office.ask()).outcome is OutcomeKind.ANSWERED


async def test_a_store_that_stays_away_during_the_journey_is_told_honestly(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.workflows.BRIEFLY", {"retries_allowed": True, "interval_seconds": 0.01, "max_attempts": 2})

    async def locked(*_: object) -> None:
        raise StoreUnavailable("Locked.")

    office.store.passages.keyword_candidates = locked  # type: ignore[method-assign, assignment]
    request = await office.ask()
    shown = office.shown(request)
    assert (shown.outcome, shown.reason) == (OutcomeKind.FAILED, Reason.STORE_UNAVAILABLE)
    assert (await office.exchange(request)).outcome == shown


async def test_a_request_that_cannot_be_put_on_record_is_not_taken(office: Office) -> None:
    async def away() -> None:
        raise StoreUnavailable("Stopped.")

    office.store.ping = away  # type: ignore[method-assign]
    request = office.request()
    with pytest.raises(StoreUnavailable):
        await office.workflows.submit(request)
    assert request.id not in office.slack.acknowledged


async def test_an_answer_a_surface_cannot_show_becomes_an_honest_error(office: Office) -> None:
    deliver = office.slack.deliver

    async def picky(request: object, outcome: object, placeholder: object) -> object:
        if outcome.outcome is OutcomeKind.ANSWERED:  # type: ignore[attr-defined]
            raise SurfaceError("Slack refuses the blocks.", code="invalid_blocks", permanent=True)
        return await deliver(request, outcome, placeholder)  # type: ignore[arg-type]

    office.slack.deliver = picky  # type: ignore[method-assign, assignment]
    request = await office.ask()
    assert office.shown(request).reason is Reason.INTERNAL_ERROR
    assert (await office.exchange(request)).outcome.outcome is OutcomeKind.ANSWERED
    assert (await office.exchange(request)).delivered_at is None


async def test_an_unknown_person_is_answered_as_a_stranger(office: Office) -> None:
    async def unknown(*_: object) -> None:
        raise SurfaceError("Nobody.", code="missing_scope", permanent=True)

    office.app.directory.identify = unknown  # type: ignore[method-assign, assignment]
    request = await office.ask()
    assert office.shown(request).outcome is OutcomeKind.ANSWERED
    assert (await office.exchange(request)).request.asker.standing == "external"
