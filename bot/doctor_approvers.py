"""Who the people are whom the approvals file names: looked up as a vote of theirs would be."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from adapters.memory.clock import SystemClock
from adapters.slack.api import SlackApi
from adapters.slack.directory import SlackDirectory
from adapters.terminal.speaker import YOU
from bot.settings import Settings
from bot.surfaces import slack_settings
from core.approvals.entries import AnswerRule
from core.approvals.rules import ApprovalRules
from core.domain.request import Person, Standing, SurfaceName
from core.errors import SurfaceError

_SLACK, _TERMINAL = f"{SurfaceName.SLACK}:", f"{SurfaceName.TERMINAL}:"


@dataclass(frozen=True)
class Roll:
    """The people whom a rule lets vote, each once, and its entries that mean nobody."""

    people: frozenset[str]
    missing: tuple[str, ...]


class Approvers:
    """``api`` is None where Slack is not set up; then only the terminal votes."""

    def __init__(self, rules: ApprovalRules, *, local: bool, api: SlackApi | None) -> None:
        self._groups = rules.groups
        self._owners = [owner.approver() for owner in rules.owners.values()]
        self._local = local
        self._api = api
        self._directory = SlackDirectory(api, SystemClock()) if api else None

    async def roll(self, rule: AnswerRule) -> Roll:
        """Everybody a rule names. Raises SurfaceError if Slack cannot be asked."""
        people: set[str] = set()
        missing: list[str] = []
        named_here = [one for e in rule.entries() for one in (self._owners if e.owner else [e.approver()])]
        for approver in dict.fromkeys(named_here):
            named = approver.account or approver.email
            members = [named] if named else await self._members(approver.group or "")
            found = {person for member in members if (person := await self._person(member))}
            people |= found
            if not found and not self._local:  # the sample names people of other surfaces, for later
                missing.append(named or f"group {approver.group}")
        return Roll(frozenset(people), tuple(missing))

    async def _members(self, group: str) -> Sequence[str]:
        if group in self._groups or not (self._api and group.startswith(_SLACK)):
            return self._groups.get(group, ())
        try:
            return [_SLACK + user for user in await self._api.group_members(group.removeprefix(_SLACK))]
        except SurfaceError as error:
            if not error.permanent:
                raise
            return ()

    async def _person(self, named: str) -> str | None:
        """One key for one human, whether named by account or by e-mail; None for somebody who cannot vote here."""
        if named.startswith(_TERMINAL):
            return named if self._local or named == _TERMINAL + YOU else None
        if self._api is None or self._directory is None:
            return None
        try:
            account = named if "@" not in named else _SLACK + await self._api.user_by_email(named)
            person = await self._directory.identify(Person(id=account, name=account))
        except SurfaceError as error:
            if not error.permanent:
                raise
            return None
        votes = account.startswith(_SLACK) and person.standing is Standing.MEMBER
        return (person.email or person.id).casefold() if votes else None


@asynccontextmanager
async def approvers(settings: Settings, rules: ApprovalRules) -> AsyncIterator[Approvers]:
    """Approvers over Slack where it is set up."""
    slack = slack_settings(settings)
    api = SlackApi(slack) if slack else None
    try:
        yield Approvers(rules, local=settings.local, api=api)
    finally:
        if api:
            await api.close()
