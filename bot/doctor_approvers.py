"""Who the people are whom the approvals file names: looked up as a vote of theirs would be."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from adapters.memory.clock import SystemClock
from adapters.memory.conversations import MemoryConversations
from adapters.slack.api import SlackApi
from adapters.slack.directory import SlackDirectory
from adapters.teams.api import TeamsApi
from adapters.teams.directory import TeamsDirectory
from adapters.terminal.speaker import YOU
from bot.settings import Settings
from bot.surfaces import slack_settings, teams_settings
from core.approvals.entries import AnswerRule
from core.approvals.rules import ApprovalRules
from core.domain.request import Person, Standing, SurfaceName
from core.errors import SurfaceError
from core.ports.conversations import Conversations

_SLACK, _TEAMS, _TERMINAL = f"{SurfaceName.SLACK}:", f"{SurfaceName.TEAMS}:", f"{SurfaceName.TERMINAL}:"


@dataclass(frozen=True)
class Roll:
    """The people whom a rule lets vote, each once; its entries that mean nobody; those who were not met on Teams yet."""

    people: frozenset[str]
    missing: tuple[str, ...]
    unmet: tuple[str, ...] = ()


class Approvers:
    """``api`` is None where Slack is not set up, ``teams`` where Teams is not; without both only the terminal votes."""

    def __init__(self, rules: ApprovalRules, *, local: bool, api: SlackApi | None, teams: TeamsPeople | None) -> None:
        self._groups = rules.groups
        self._owners = [owner.approver() for owner in rules.owners.values()]
        self._local = local
        self._api = api
        self._directory = SlackDirectory(api, SystemClock()) if api else None
        self._teams = teams

    async def roll(self, rule: AnswerRule) -> Roll:
        """Everybody a rule names. Raises SurfaceError if Slack or Teams cannot be asked."""
        people: set[str] = set()
        missing: list[str] = []
        unmet: list[str] = []
        named_here = [one for e in rule.entries() for one in (self._owners if e.owner else [e.approver()])]
        for approver in dict.fromkeys(named_here):
            named = approver.account or approver.email
            members = [named] if named else await self._members(approver.group or "")
            found = {person for member in members if (person := await self._person(member))}
            if not found and self._teams and approver.email:  # Teams tells nobody's e-mail before it has met them
                unmet.append(approver.email)
                found = {approver.email.casefold()}
            people |= found
            if not found and not self._local:  # the sample names people of other surfaces, for later
                missing.append(named or f"group {approver.group}")
        return Roll(frozenset(people), tuple(missing), tuple(unmet))

    async def _members(self, group: str) -> Sequence[str]:
        if group in self._groups:
            return self._groups[group]
        try:
            if self._api and group.startswith(_SLACK):
                return [_SLACK + user for user in await self._api.group_members(group.removeprefix(_SLACK))]
            return await self._teams.members(group) if self._teams and group.startswith(_TEAMS) else ()
        except SurfaceError as error:
            if not error.permanent:
                raise
            return ()

    async def _person(self, named: str) -> str | None:
        """One key for one human, whether named by account or by e-mail; None for somebody who cannot vote here."""
        if named.startswith(_TERMINAL):
            return named if self._local or named == _TERMINAL + YOU else None
        return await self._on_slack(named) or (await self._teams.person(named) if self._teams else None)

    async def _on_slack(self, named: str) -> str | None:
        if self._api is None or self._directory is None or named.startswith(_TEAMS):
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


class TeamsPeople:
    """Those whom the bot has met on Teams: nobody else is known there."""

    def __init__(self, api: TeamsApi, conversations: Conversations) -> None:
        self._api = api
        self._conversations = conversations
        self._directory = TeamsDirectory(api, SystemClock(), conversations)

    async def members(self, group: str) -> Sequence[str]:
        """The accounts of whoever is in a channel's team, or in a group chat; nobody where the bot is not. Raises SurfaceError."""
        place = await self._conversations.at(SurfaceName.TEAMS, group.removeprefix(_TEAMS))
        people = await self._api.members(place.reference) if place else []
        return [_TEAMS + str(one.get("aadObjectId") or one["id"]) for one in people]

    async def person(self, named: str) -> str | None:
        """One key for one human; None for somebody who cannot vote there. Raises SurfaceError."""
        if "@" in named:
            met = await self._conversations.with_email(SurfaceName.TEAMS, named)
            account = met[0].person.id if met and met[0].person else None
        else:
            account = named if named.startswith(_TEAMS) else None
        if account is None:
            return None
        person = await self._directory.identify(Person(id=account, name=account))
        return (person.email or person.id).casefold() if person.standing is Standing.MEMBER else None


@asynccontextmanager
async def approvers(
    settings: Settings, rules: ApprovalRules, conversations: Conversations | None
) -> AsyncIterator[Approvers]:
    """Approvers over Slack and Teams where they are set up; Teams needs the record of whom it has met."""
    slack, teams = slack_settings(settings), teams_settings(settings)
    async with AsyncExitStack() as opened:
        if slack_api := SlackApi(slack) if slack else None:
            opened.push_async_callback(slack_api.close)
        people = None
        if teams:
            api = TeamsApi(teams, SystemClock())
            opened.push_async_callback(api.close)
            people = TeamsPeople(api, conversations or MemoryConversations())
        yield Approvers(rules, local=settings.local, api=slack_api, teams=people)
