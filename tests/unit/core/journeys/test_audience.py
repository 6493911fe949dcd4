"""A public question that only a restricted document answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.domain.outcome import OutcomeKind
from core.domain.request import Person, Standing
from core.errors import SurfaceError
from core.journeys.question import ask
from core.journeys.scope import sources_hold
from tests.scenarios.office import DANA, GUS, HOTEL, SAM, TRAVEL, Office
from tests.unit.core.journeys.test_question import SECRET, SEVERANCE

RULES = {
    "answers": [{"name": "all", "approvers": [{"account": SAM.id}], "expires_after": "48h"}],
    "groups": {"board": [DANA.id, GUS.id]},
}


@pytest.fixture
async def office(tmp_path: Path) -> Office:
    """With documents for everybody and one for the board."""
    office = Office(tmp_path, rules=RULES)
    await office.ingest("travel.md", TRAVEL)
    await office.ingest("severance.md", SECRET)
    return office


async def asked(office: Office, question: str, asker: Person = DANA):
    request = office.request(question, asker=asker)
    return await ask(request.model_copy(update={"asker": asker}), office.app.bench)


async def test_it_is_answered_to_the_asker_alone(office: Office) -> None:
    exchange, _ = await asked(office, SEVERANCE)
    assert exchange.request.privately
    assert exchange.outcome.outcome is OutcomeKind.ANSWERED
    assert "90,000" in exchange.outcome.text
    assert exchange.outcome.restricted


async def test_what_everybody_may_read_is_answered_before_everybody(office: Office) -> None:
    exchange, _ = await asked(office, HOTEL)
    assert not exchange.request.privately
    assert not exchange.outcome.restricted
    assert exchange.outcome.outcome is OutcomeKind.ANSWERED


@pytest.mark.parametrize("asker", [SAM, GUS, DANA.model_copy(update={"standing": Standing.EXTERNAL})])
async def test_outsiders_guests_and_external_people_learn_nothing_of_it(office: Office, asker: Person) -> None:
    exchange, _ = await asked(office, SEVERANCE, asker)
    assert not exchange.request.privately
    assert "90,000" not in exchange.model_dump_json()
    assert "Severance" not in exchange.outcome.nearest


async def test_a_review_of_it_stays_private_and_holds_for_the_asker(office: Office) -> None:
    office.certain.value = 0.6
    exchange, approval = await asked(office, SEVERANCE)
    assert approval is not None
    assert approval.request.privately
    assert exchange.outcome.outcome is OutcomeKind.PENDING_APPROVAL
    assert exchange.outcome.restricted
    assert await sources_hold(approval, office.clock.now(), office.app.bench)
    public = approval.model_copy(update={"request": approval.request.model_copy(update={"privately": False})})
    assert not await sources_hold(public, office.clock.now(), office.app.bench)


async def test_without_the_directory_nobody_belongs_to_anything(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def down(person: Person) -> frozenset[str]:
        raise SurfaceError("Slack does not answer.", code="unreachable", permanent=False)

    monkeypatch.setattr(office.app.directory, "groups_of", down)
    exchange, _ = await asked(office, SEVERANCE)
    assert not exchange.request.privately
    assert exchange.outcome.outcome is not OutcomeKind.ANSWERED or "90,000" not in exchange.outcome.text
