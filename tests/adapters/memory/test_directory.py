"""Who people are."""

from __future__ import annotations

import pytest

from adapters.memory.directory import MemoryDirectory
from core.domain.request import Person, Standing

SAM = Person(id="slack:U2", name="Sam", email="sam@example.com")


async def test_a_known_person_is_identified_and_a_stranger_is_left_as_named() -> None:
    directory = MemoryDirectory([SAM])
    assert await directory.identify(Person(id="slack:U2", name="U2")) == SAM
    stranger = Person(id="slack:U9", name="U9")
    assert await directory.identify(stranger) == stranger


@pytest.mark.parametrize("standing", [Standing.GUEST, Standing.EXTERNAL, Standing.BOT])
async def test_only_members_belong_to_groups(standing: Standing) -> None:
    groups = {"hr": ["slack:U2"], "legal": ["slack:U2", "slack:U3"], "sales": []}
    assert await MemoryDirectory([SAM], groups).groups_of(SAM) == {"hr", "legal"}
    outsider = SAM.model_copy(update={"standing": standing})
    assert await MemoryDirectory([outsider], groups).groups_of(SAM) == frozenset()
