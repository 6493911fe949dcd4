"""Who belongs to what: the approvals file's groups, joined with what each surface knows of its own people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.domain.request import Person, Standing
from core.ports.surface import Directory


class FileDirectory:
    """The groups of the approvals file; members are listed by account (``terminal:dana``) or verified e-mail."""

    def __init__(self, groups: Mapping[str, Sequence[str]]) -> None:
        self._groups = {
            name: frozenset(member.casefold() if "@" in member else member for member in members)
            for name, members in groups.items()
        }

    async def identify(self, person: Person) -> Person:
        """The person as the surface named them: the file knows groups, not people."""
        return person

    async def groups_of(self, person: Person) -> frozenset[str]:
        """The groups that list the account or the e-mail; empty for guests, external people and bots."""
        if person.standing is not Standing.MEMBER:
            return frozenset()
        names = {person.id} | ({person.email.casefold()} if person.email else set())
        return frozenset(group for group, members in self._groups.items() if names & members)


class JoinedDirectory:
    """The file's groups hold for everybody; each surface identifies its own people and adds its own groups."""

    def __init__(self, file: Directory) -> None:
        self._file = file
        self._surfaces: dict[str, Directory] = {}

    def attach(self, surface: str, directory: Directory) -> None:
        """Makes a surface's directory answer for the accounts that begin with its name and a colon."""
        self._surfaces[surface] = directory

    async def identify(self, person: Person) -> Person:
        """The person as their surface knows them now. Raises SurfaceError."""
        return await self._surfaces.get(_surface(person), self._file).identify(person)

    async def groups_of(self, person: Person) -> frozenset[str]:
        """The file's groups and the surface's; empty for guests, external people and bots. Raises SurfaceError."""
        if person.standing is not Standing.MEMBER:
            return frozenset()
        groups = await self._file.groups_of(person)
        own = self._surfaces.get(_surface(person))
        return groups | await own.groups_of(person) if own else groups


def _surface(person: Person) -> str:
    return person.id.partition(":")[0]
