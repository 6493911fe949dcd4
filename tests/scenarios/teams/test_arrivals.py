"""The app comes, people come, both go."""

from __future__ import annotations

from typing import Any

import pytest

from core.domain.request import SurfaceName
from tests.doubles.teams import ELSEWHERE, GENERAL, GROUP, REVIEW, acts
from tests.scenarios.office import HOTEL
from tests.scenarios.surfaces.table import ANSWER
from tests.scenarios.teams.conftest import TeamsHouse


async def test_who_adds_the_app_is_greeted_once_with_what_it_can_do(at: TeamsHouse) -> None:
    await at.space.until(lambda: at.answers("kim"))
    (greeting,) = at.answers("kim")
    assert "policy" in greeting.words.casefold()
    for delivery in await acts.install(at.people, "kim"):
        assert delivery.status == 200
    await at.ask(who="kim")
    assert [m for m in at.answers("kim") if m.words == greeting.words] == [greeting]


async def test_a_channel_is_greeted_when_the_app_comes_and_not_when_people_do(at: TeamsHouse) -> None:
    await acts.install(at.people, "dana", ELSEWHERE)
    await at.space.until(lambda: at.space.said(ELSEWHERE))
    before = len(at.space.said(GROUP))
    for delivery in await acts.join(at.people, "boss", GROUP, "dana"):
        assert delivery.status == 200
    await at.ask(where=GROUP)
    assert len(at.space.said(GROUP)) == before + 1


async def test_after_the_app_is_gone_nobody_is_written_to(at: TeamsHouse) -> None:
    await at.ask()
    for delivery in await acts.uninstall(at.people, "dana"):
        assert delivery.status == 200
    contact = await at.house.store.conversations.at(SurfaceName.TEAMS, at.space.personal("dana").id)
    assert contact is None


async def test_whoever_was_met_can_be_written_to_by_another_process(at: TeamsHouse) -> None:
    await at.ask(where=GENERAL)
    contact = await at.house.store.conversations.at(SurfaceName.TEAMS, GENERAL)
    assert contact
    assert contact.reference["serviceUrl"] == at.double.service_url


class TestDirectCards:
    """Approvers who get a card each."""

    @pytest.fixture
    def rules(self, rules: dict[str, Any]) -> dict[str, Any]:
        rules["answers"][0]["cards"] = ["approvers"]
        return rules

    async def test_an_approver_named_by_email_gets_it_in_their_own_chat(self, at: TeamsHouse) -> None:
        at.house.certain.value = 0.6
        await at.people.say("dana", HOTEL)
        for approver in ("sam", "lee"):
            card = await at.told(ANSWER, approver)
            assert {"approve", "deny", "edit"} <= {button.verb for button in at.people.buttons(approver, card)}
        assert not any(message.card and ANSWER in message.words for message in at.answers("dana"))
        await at.people.press("lee", await at.told(ANSWER, "lee"), "approve")
        await at.told("Reviewed by Lee.")
        sams = await at.told(ANSWER, "sam")
        await at.space.until(lambda: "Approved" in sams.words and not at.people.buttons("sam", sams))
        assert at.space.said(REVIEW) == [] or not any(m.card and ANSWER in m.words for m in at.space.said(REVIEW))
