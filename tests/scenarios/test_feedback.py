"""Thumbs, and the daily digest of those that point down."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.digests import due_days
from core.domain.request import Person, PlaceKind
from core.errors import SurfaceError
from tests.scenarios.office import DANA, HOTEL, SAM, TRAVEL, Office

CHANNEL = "OPS"
DAY = date(2026, 1, 5)  # the office's clock begins at 9:00 UTC on it


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    office = Office(tmp_path)
    office.change_settings(feedback_channel=f"slack:{CHANNEL}")
    await office.ingest("travel.md", TRAVEL)
    await office.workflows.launch()
    yield office
    await office.workflows.close()


async def thumb(office: Office, helpful: bool, comment: str | None = None, person: Person = DANA) -> str:
    shown = office.shown(await office.ask())
    office.clock.advance(60)
    given = await office.workflows.rate(shown.exchange_id, Person(id=person.id, name="?"), helpful, comment)
    assert given is not None
    assert given.person == person  # as the directory knows them
    return shown.exchange_id


async def test_a_thumb_is_on_record_and_in_the_chain(office: Office) -> None:
    exchange = await thumb(office, helpful=False, comment="x" * 5000)
    (given,) = await office.store.feedback.list()
    assert len(given.comment or "") == 1000
    assert ("feedback", exchange) in await office.audited()
    assert await office.workflows.rate("ex_404", DANA, helpful=True) is None


async def test_the_digest_goes_out_the_next_morning_once_however_often_the_server_starts(office: Office) -> None:
    first = await thumb(office, helpful=False, comment="The year is wrong.")
    second = await thumb(office, helpful=False, person=SAM)
    await thumb(office, helpful=True)
    await office.later(hours=22)  # 7:00
    await office.workflows.sweep()
    assert office.slack.digests == {}
    await office.later(hours=1)  # 8:00
    await office.until(lambda: (CHANNEL, DAY) in office.slack.digests)
    digest = office.slack.digests[CHANNEL, DAY]
    assert [(c.feedback.exchange_id, c.feedback.comment) for c in digest.complaints] == [
        (first, "The year is wrong."),
        (second, None),
    ]
    assert {c.question for c in digest.complaints} == {HOTEL}
    assert all("$210" in (c.answer or "") for c in digest.complaints)

    posted: list[date] = []

    async def again(channel: str, digest: object) -> None:
        posted.append(digest.day)  # type: ignore[attr-defined]

    office.slack.post_digest = again  # type: ignore[method-assign]
    for _ in range(3):
        await office.later(hours=1)
        await office.workflows.sweep()
    assert posted == []


async def test_what_was_answered_to_one_person_alone_is_not_shown_to_the_operators_channel(office: Office) -> None:
    request = office.request()
    alone = request.model_copy(update={"place": request.place.model_copy(update={"kind": PlaceKind.DIRECT})})
    await office.workflows.submit(alone)
    await office.until(lambda: alone.id in office.slack.outcomes)
    await office.workflows.rate(office.shown(alone).exchange_id, DANA, helpful=False)
    await office.later(hours=24)
    await office.until(lambda: (CHANNEL, DAY) in office.slack.digests)
    (complaint,) = office.slack.digests[CHANNEL, DAY].complaints
    assert (complaint.question, complaint.answer) == (HOTEL, None)


async def test_a_day_without_a_thumb_down_sends_nothing(office: Office) -> None:
    await thumb(office, helpful=True)
    await office.later(hours=48)
    await office.workflows.sweep()
    await office.later()
    assert office.slack.digests == {}


async def test_a_server_that_stood_still_leaves_no_day_out(office: Office) -> None:
    await thumb(office, helpful=False)
    await office.later(hours=24)
    await thumb(office, helpful=False, person=SAM)
    await office.workflows.close()
    office.slack.digests.clear()
    await office.later(hours=72)
    await office.until(lambda: (CHANNEL, date(2026, 1, 6)) in office.slack.digests)


async def test_a_channel_that_refuses_for_good_is_noted_and_not_tried_for_ever(office: Office) -> None:
    await thumb(office, helpful=False)
    office.slack.failure = SurfaceError("Slack refused: not_in_channel.", code="not_in_channel", permanent=True)
    await office.later(hours=24)
    async with asyncio.timeout(20):
        while not (noted := await office.store.troubles.recent()):
            await asyncio.sleep(0.01)
    assert (noted[0].what, noted[0].subject, noted[0].code) == ("digest", DAY.isoformat(), "not_in_channel")


async def test_without_a_channel_there_is_no_digest(tmp_path: Path) -> None:
    office = Office(tmp_path)
    await office.ingest("travel.md", TRAVEL)
    await office.workflows.launch()
    await thumb(office, helpful=False)
    await office.later(hours=24)
    await office.workflows.close()
    assert office.slack.digests == {}


def test_a_day_is_due_at_eight_the_next_morning_where_the_operators_are() -> None:
    tokyo = ZoneInfo("Asia/Tokyo")
    before, after = datetime(2026, 1, 6, 7, 59, tzinfo=tokyo), datetime(2026, 1, 6, 8, 0, tzinfo=tokyo)
    assert due_days(before)[-1] == date(2026, 1, 4)
    assert due_days(after)[-1] == date(2026, 1, 5)
    assert len(due_days(after)) == 7
