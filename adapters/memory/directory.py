"""Who people are, from two dictionaries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.domain.request import Person, Standing


class MemoryDirectory:
    """``people`` by account; ``groups`` gives for each group the accounts that belong to it."""

    def __init__(self, people: Iterable[Person] = (), groups: Mapping[str, Iterable[str]] | None = None) -> None:
        self._people = {person.id: person for person in people}
        self._groups = {group: frozenset(members) for group, members in (groups or {}).items()}

    async def identify(self, person: Person) -> Person:
        """The person on file under that account; one who is not is left as the surface named them."""
        return self._people.get(person.id, person)

    async def groups_of(self, person: Person) -> frozenset[str]:
        """The groups that list the account; empty for everybody but members."""
        known = await self.identify(person)
        if known.standing is not Standing.MEMBER:
            return frozenset()
        return frozenset(group for group, members in self._groups.items() if known.id in members)
