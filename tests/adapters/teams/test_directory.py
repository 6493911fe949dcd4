"""Who people are by the rosters, and what they belong to."""

from __future__ import annotations

import pytest

from adapters.teams.directory import standing_of
from core.cache import FRESH
from core.domain.request import Person, Standing
from core.errors import SurfaceError
from tests.adapters.teams.office import Office, opened
from tests.adapters.teams.specimens import person
from tests.doubles.teams import BOT, GENERAL, GROUP, REVIEW, TENANT


def named(office: Office, key: str) -> Person:
    """Somebody as a payload names them."""
    return Person(id=f"teams:{office.workspace.users[key].aad}", name="?")


async def test_our_own_people_have_a_name_and_a_verified_email(office: Office) -> None:
    assert await office.directory.identify(named(office, "sam")) == person("sam")


async def test_a_guest_is_a_guest_and_belongs_to_nothing(office: Office) -> None:
    gus = await office.directory.identify(named(office, "gus"))
    assert (gus.standing, gus.email) == (Standing.GUEST, "gus@partner.test")
    assert await office.directory.groups_of(gus) == frozenset()


async def test_somebody_of_another_tenant_is_external_and_their_email_proves_nothing(office: Office) -> None:
    eve = await office.directory.identify(named(office, "eve"))
    assert (eve.standing, eve.email) == (Standing.EXTERNAL, None)
    assert await office.directory.groups_of(eve) == frozenset()


async def test_an_account_that_no_roster_names_is_external(office: Office) -> None:
    stranger = await office.directory.identify(Person(id="teams:nobody", name="Nobody", email="sam@acme.test"))
    assert (stranger.standing, stranger.email) == (Standing.EXTERNAL, None)
    bot = await office.directory.identify(Person(id=f"teams:{BOT}", name="Bot"))
    assert bot.standing is Standing.BOT


async def test_people_of_other_surfaces_come_back_unchanged(office: Office) -> None:
    sam = Person(id="slack:U01SAM", name="sam", email="sam@acme.test")
    assert await office.directory.identify(sam) == sam
    assert await office.directory.groups_of(sam) == frozenset()
    assert office.teams.calls == []


async def test_groups_are_the_channels_somebody_is_in(office: Office) -> None:
    groups = {user: await office.directory.groups_of(named(office, user)) for user in ("dana", "sam")}
    assert groups == {
        "dana": frozenset({f"teams:{GENERAL}"}),
        "sam": frozenset({f"teams:{GENERAL}", f"teams:{REVIEW}"}),
    }


async def test_somebody_met_in_a_channel_alone_is_known_by_its_roster() -> None:
    async with opened(met=False) as office:
        await office.meet(GENERAL)
        assert await office.directory.identify(named(office, "sam")) == person("sam")


async def test_answers_are_trusted_for_a_while(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    sam = named(office, "sam")
    await office.directory.identify(sam)
    asked = len(office.teams.calls)
    monkeypatch.setattr(office.workspace.users["sam"], "guest", True)
    office.clock.advance(FRESH - 1)
    assert (await office.directory.identify(sam)).standing is Standing.MEMBER
    assert len(office.teams.calls) == asked
    office.clock.advance(1)
    assert (await office.directory.identify(sam)).standing is Standing.GUEST


async def test_one_roster_is_enough_to_know_somebody_whatever_becomes_of_the_others(office: Office) -> None:
    sam = office.workspace.personal("sam")
    office.teams.fail("member", 503)
    assert await office.directory.identify(named(office, "sam")) == person("sam")
    sam.installed = office.workspace.conversations[GROUP].installed = False
    office.clock.advance(FRESH)
    assert await office.directory.identify(named(office, "sam")) == person("sam")


async def test_nobody_is_called_external_or_in_no_group_while_rosters_fail(office: Office) -> None:
    for ask in (office.directory.identify, office.directory.groups_of):
        office.teams.fail("member", 503, times=9)
        with pytest.raises(SurfaceError) as caught:
            await ask(named(office, "lee"))
        assert not caught.value.permanent
        office.teams.recover("member")
        await office.directory.identify(named(office, "lee"))


@pytest.mark.parametrize(
    ("record", "standing"),
    [
        ({"tenantId": TENANT, "userRole": "user"}, Standing.MEMBER),
        ({"tenantId": TENANT.upper()}, Standing.MEMBER),
        ({}, Standing.MEMBER),
        ({"tenantId": TENANT, "userRole": "guest"}, Standing.GUEST),
        ({"tenantId": TENANT, "userPrincipalName": "gus_partner.test#ext#@acme.test"}, Standing.GUEST),
        ({"tenantId": "another", "userRole": "user"}, Standing.EXTERNAL),
        ({"tenantId": TENANT, "userRole": "anonymous"}, Standing.EXTERNAL),
        ({"tenantId": TENANT, "id": "28:x"}, Standing.BOT),
    ],
)
def test_a_roster_says_what_somebody_is(record: dict, standing: Standing) -> None:
    assert standing_of(record, TENANT) is standing
