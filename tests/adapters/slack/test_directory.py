from __future__ import annotations

import pytest

from adapters.memory.clock import ManualClock
from adapters.slack import SlackSurface
from adapters.slack.api import Identity
from adapters.slack.directory import standing_of
from core.cache import FRESH
from core.domain.request import Person, Standing
from core.errors import SurfaceError
from tests.doubles.slack import SlackDouble

HOME = Identity("T01ACME", "Acme", None, "U01BOT", "B01BOT", "", ())
GRID = Identity("T01ACME", "Acme", "E01ACME", "U01BOT", "B01BOT", "", ())


def person(user: str) -> Person:
    return Person(id=f"slack:{user}", name="as the payload says", email="payload@evil.test")


async def test_a_member_comes_with_name_and_verified_email(surface: SlackSurface) -> None:
    found = await surface.directory.identify(person("U01DANA"))

    assert found == Person(id="slack:U01DANA", name="dana", email="dana@acme.test", standing=Standing.MEMBER)


@pytest.mark.parametrize(
    ("user", "standing"),
    [
        ("U01GUS", Standing.GUEST),
        ("U01EVE", Standing.EXTERNAL),
        ("U01ROBO", Standing.BOT),
        ("U0NOBODY", Standing.EXTERNAL),
    ],
)
async def test_others_come_with_their_standing_and_belong_to_no_group(
    surface: SlackSurface, slack: SlackDouble, user: str, standing: Standing
) -> None:
    slack.workspace.groups["S01FINANCE"].add(user)

    assert (await surface.directory.identify(person(user))).standing is standing
    assert await surface.directory.groups_of(person(user)) == frozenset()


async def test_slack_vouches_for_no_strangers_and_no_unconfirmed_email(
    surface: SlackSurface, slack: SlackDouble
) -> None:
    slack.workspace.users["U01KIM"].email_confirmed = False

    assert (await surface.directory.identify(person("U01EVE"))).email is None
    assert (await surface.directory.identify(person("U01KIM"))).email is None


async def test_a_member_belongs_to_the_groups_that_list_them(surface: SlackSurface) -> None:
    assert await surface.directory.groups_of(person("U01SAM")) == {"slack:S01FINANCE"}
    assert await surface.directory.groups_of(person("U01DANA")) == frozenset()


async def test_a_workspace_without_user_groups_has_none(surface: SlackSurface, slack: SlackDouble) -> None:
    slack.fail("usergroups.list", "plan_upgrade_required")

    assert await surface.directory.groups_of(person("U01SAM")) == frozenset()


async def test_answers_are_remembered_for_five_minutes(
    surface: SlackSurface, slack: SlackDouble, hands: ManualClock
) -> None:
    await surface.directory.groups_of(person("U01SAM"))
    slack.workspace.groups["S01FINANCE"].discard("U01SAM")
    hands.advance(FRESH - 1)
    assert await surface.directory.groups_of(person("U01SAM")) == {"slack:S01FINANCE"}
    assert len(slack.called("users.info")) == 1

    hands.advance(1)

    assert await surface.directory.groups_of(person("U01SAM")) == frozenset()


async def test_a_failure_is_not_remembered(surface: SlackSurface, slack: SlackDouble) -> None:
    slack.fail("users.info", "internal_error")
    with pytest.raises(SurfaceError):
        await surface.directory.identify(person("U01DANA"))

    assert (await surface.directory.identify(person("U01DANA"))).name == "dana"


async def test_somebody_of_another_surface_is_left_as_they_are(surface: SlackSurface) -> None:
    ann = Person(id="terminal:ann", name="ann")

    assert await surface.directory.identify(ann) == ann
    assert await surface.directory.groups_of(ann) == frozenset()


@pytest.mark.parametrize(
    ("record", "home", "standing"),
    [
        ({"team_id": "T01ACME"}, HOME, Standing.MEMBER),
        ({"team_id": "T02ACME"}, HOME, Standing.EXTERNAL),
        ({"team_id": "T02ACME", "enterprise_user": {"enterprise_id": "E01ACME"}}, GRID, Standing.MEMBER),
        ({"team_id": "T02ACME", "enterprise_user": {"enterprise_id": "E99OTHER"}}, GRID, Standing.EXTERNAL),
        ({"team_id": "T02ACME"}, GRID, Standing.EXTERNAL),
        ({"team_id": "T01ACME", "is_ultra_restricted": True}, GRID, Standing.GUEST),
        ({"team_id": "T01ACME", "is_stranger": True}, HOME, Standing.EXTERNAL),
        ({"team_id": "T01ACME", "deleted": True}, HOME, Standing.EXTERNAL),
        ({"team_id": "T01ACME", "is_bot": True}, HOME, Standing.BOT),
        ({"team_id": "T01ACME", "id": "USLACKBOT"}, HOME, Standing.BOT),
    ],
)
def test_what_an_account_is_to_the_company(record: dict, home: Identity, standing: Standing) -> None:
    assert standing_of(record, home) is standing
