"""Where an approval's cards go."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial

from adapters.slack.api import SlackApi
from adapters.slack.directory import PREFIX, account
from core.domain.approval import Approval, Approver
from core.errors import SurfaceError

FindChannel = Callable[[], Awaitable[str]]


async def recipients(
    api: SlackApi, approval: Approval, problems: list[SurfaceError], also: Sequence[Approver] = ()
) -> list[FindChannel]:
    """Level by level, its channels on Slack and those who get a card directly: each approver, where it names no place.

    The asker gets no card of their own question unless the rule lets them decide. An entry of the approvals file that Slack
    refuses for good is added to ``problems`` and left out. Raises SurfaceError where trying again may help.
    """
    channels = [channel for level in approval.levels for channel in _own(level.cards)]
    users: list[str] = []
    for approver in [*_directly(approval), *also]:
        try:
            users += await _accounts(api, approver)
        except SurfaceError as error:
            if not error.permanent:
                raise
            problems.append(error)
    if not approval.rule.asker_may_decide:
        users = [user for user in users if user != account(approval.request.asker)]
    found: list[FindChannel] = [partial(_channel, channel) for channel in dict.fromkeys(channels)]
    return found + [partial(api.direct, user) for user in dict.fromkeys(users)]


def _directly(approval: Approval) -> list[Approver]:
    """Those of every level who get a card of their own."""
    return [
        approver
        for level in approval.levels
        for approver in (level.direct if level.cards or level.direct else level.approvers)
    ]


async def _accounts(api: SlackApi, approver: Approver) -> list[str]:
    """The Slack accounts that an entry of the approvals file means; none for another surface's."""
    if approver.email is not None:
        return [await api.user_by_email(approver.email)]
    if approver.group is not None:
        return [user for group in _own([approver.group]) for user in await api.group_members(group)]
    return _own([approver.account or ""])


async def _channel(channel: str) -> str:
    return channel


def _own(ids: Iterable[str]) -> list[str]:
    return [name.removeprefix(PREFIX) for name in ids if name.startswith(PREFIX)]
