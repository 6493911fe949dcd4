from __future__ import annotations

import pytest

from adapters.memory.directory import MemoryDirectory
from core.approvals.directory import FileDirectory, JoinedDirectory
from core.domain.request import Person, Standing

FILE = FileDirectory({"finance-leads": ("terminal:sam", "Lee@acme.test"), "auditors": ("terminal:kim",)})


def person(account: str, **more: object) -> Person:
    return Person(id=account, name=account, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("who", "groups"),
    [
        (person("terminal:sam"), {"finance-leads"}),
        (person("slack:U1", email="lee@ACME.test"), {"finance-leads"}),
        (person("terminal:dana"), set()),
        (person("terminal:SAM"), set()),
        (person("terminal:sam", standing=Standing.GUEST), set()),
        (person("slack:U1", email="lee@acme.test", standing=Standing.EXTERNAL), set()),
        (person("slack:B1", email="lee@acme.test", standing=Standing.BOT), set()),
    ],
)
async def test_the_file_lists_members_by_account_or_email(who: Person, groups: set[str]) -> None:
    assert await FILE.groups_of(who) == groups


async def test_the_file_knows_no_people() -> None:
    assert await FILE.identify(person("terminal:sam")) == person("terminal:sam")


def joined() -> JoinedDirectory:
    lee = person("slack:U1", email="lee@acme.test")
    gus = person("slack:U2", email="lee@acme.test", standing=Standing.GUEST)
    directory = JoinedDirectory(FILE)
    directory.attach("slack", MemoryDirectory([lee, gus], {"slack:S1": ["slack:U1", "slack:U2", "terminal:sam"]}))
    return directory


async def test_a_surface_identifies_its_own_people() -> None:
    assert (await joined().identify(person("slack:U1"))).email == "lee@acme.test"
    assert (await joined().identify(person("terminal:U1"))).email is None


async def test_groups_of_file_and_surface_are_joined() -> None:
    lee = await joined().identify(person("slack:U1"))
    assert await joined().groups_of(lee) == {"finance-leads", "slack:S1"}


async def test_a_surfaces_groups_are_for_its_own_accounts() -> None:
    assert await joined().groups_of(person("terminal:sam")) == {"finance-leads"}


async def test_a_guest_belongs_to_nothing() -> None:
    gus = await joined().identify(person("slack:U2"))
    assert await joined().groups_of(gus) == frozenset()
