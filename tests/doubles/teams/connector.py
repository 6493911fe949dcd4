"""The connector's REST service, version 3, on loopback: what a bot may ask of Teams."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from aiohttp import web

from tests.doubles.teams import activities, cards
from tests.doubles.teams.authority import TENANT, Authority
from tests.doubles.teams.workspace import BOT, Conversation, Message, Workspace, contoso

PAGE = 500
"""The most members of one page."""


class ConnectorError(Exception):
    """An error as the service says it."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.body = {"error": {"code": code, "message": message}}


@dataclass
class Call:
    """One call, as it was answered."""

    operation: str
    path: str
    body: Any
    status: int


@dataclass
class Trouble:
    """What the service is told to do wrong with an operation's next calls."""

    times: int
    status: int = 0
    code: str = ""
    lose_answer: bool = False


class TeamsDouble:
    """``async with TeamsDouble() as teams``: then point the bot at ``teams.authority`` and ``teams.service_url``.

    ``workspace`` is what people see, ``calls`` what the bot asked for. Leaving it fails the test if the bot did something
    that a well-behaved bot never does (``workspace.faults``). ``tenant`` makes it an app of a single tenant.
    Operations: send, update, delete, create, members, member, team.
    """

    def __init__(self, workspace: Workspace | None = None, tenant: str | None = None) -> None:
        self.workspace = workspace or contoso()
        self.authority = Authority(tenant=tenant)
        self.calls: list[Call] = []
        self.service_url = ""
        self._limited: dict[str, tuple[float, float]] = {}
        self._troubles: dict[str, list[Trouble]] = defaultdict(list)
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> TeamsDouble:
        await self.authority.__aenter__()
        application = web.Application(client_max_size=4 * 1024 * 1024)
        place = "/emea/v3/conversations/{conversation}"
        application.add_routes([
            web.post("/emea/v3/conversations", self._operation("create", self._create)),
            web.post(f"{place}/activities", self._operation("send", self._send)),
            web.post(f"{place}/activities/{{activity}}", self._operation("send", self._send)),
            web.put(f"{place}/activities/{{activity}}", self._operation("update", self._update)),
            web.delete(f"{place}/activities/{{activity}}", self._operation("delete", self._delete)),
            web.get(f"{place}/members", self._operation("members", self._members)),
            web.get(f"{place}/pagedmembers", self._operation("members", self._paged)),
            web.get(f"{place}/members/{{member}}", self._operation("member", self._member)),
            web.get("/emea/v3/teams/{team}", self._operation("team", self._team)),
            web.route("*", "/{path:.*}", self._operation("unknown", self._unknown)),
        ])  # fmt: skip
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.service_url = f"http://127.0.0.1:{self._runner.addresses[0][1]}/emea/"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._runner is not None
        await self._runner.cleanup()
        await self.authority.__aexit__(kind, error, trace)
        if kind is None:
            assert not self.workspace.faults, self.workspace.faults

    def limit(self, operation: str, seconds: float) -> None:
        """Answers 429 to an operation until that many seconds have passed."""
        self._limited[operation] = (self.workspace.now() + seconds, seconds)

    def fail(self, operation: str, status: int, code: str = "ServiceError", *, times: int = 1) -> None:
        """Refuses the next calls of an operation; a status of 500 and more comes as a page that is no JSON."""
        self._troubles[operation].append(Trouble(times, status, code))

    def recover(self, operation: str) -> None:
        """Ends what was to go wrong with an operation."""
        self._troubles[operation].clear()

    def lose_answer(self, operation: str, times: int = 1) -> None:
        """Does what the next calls ask for, and breaks the connection instead of saying so."""
        self._troubles[operation].append(Trouble(times, lose_answer=True))

    def called(self, operation: str) -> list[Call]:
        return [call for call in self.calls if call.operation == operation]

    def _operation(
        self, name: str, run: Callable[[web.Request, Any], Any]
    ) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def handle(request: web.Request) -> web.Response:
            trouble = next((t for t in self._troubles[name] if t.times > 0), None)
            if trouble:
                trouble.times -= 1
            body = await _body(request)
            try:
                self._check(name, request, trouble)
                status, answer = 200, run(request, body)
            except ConnectorError as error:
                status, answer = error.status, error.body
            self.calls.append(Call(name, request.path, body, status))
            if trouble and trouble.lose_answer:
                assert request.transport is not None
                request.transport.abort()
            if status >= 500:
                return web.Response(status=status, text="<html>upstream</html>", content_type="text/html")
            headers = {"Retry-After": f"{max(1, round(self._limited[name][1]))}"} if status == 429 else {}
            if answer is None:
                return web.Response(status=status)
            return web.json_response(answer, status=status, headers=headers)

        return handle

    def _check(self, name: str, request: web.Request, trouble: Trouble | None) -> None:
        if self.workspace.now() < self._limited.get(name, (0.0, 0.0))[0]:
            raise ConnectorError(429, "Throttled", "Too many requests.")
        if not self.authority.accepts(request.headers.get("Authorization")):
            raise ConnectorError(401, "Unauthorized", "Authorization has been denied for this request.")
        if trouble and trouble.status:
            raise ConnectorError(trouble.status, trouble.code, "As it was told to.")

    def _send(self, request: web.Request, body: Any) -> dict[str, Any]:
        place, thread = self._place(request)
        self._look_at(body, place)
        if body["type"] == "typing":
            if place.kind == "channel":
                self.workspace.faults.append("a typing sign was sent to a channel, which shows none")
            self.workspace.typing.append(place.id)
            self.workspace.changed()
            return {"id": str(self.workspace.number())}
        return {"id": self.workspace.post(place.id, BOT, body, thread).id}

    def _update(self, request: web.Request, body: Any) -> dict[str, Any]:
        message = self._own(request)
        self._look_at(body, self.workspace.conversations[message.conversation])
        if body.get("text") and body.get("attachments"):
            raise ConnectorError(400, "BadSyntax", "Activity resulted into multiple skype activities")
        self.workspace.change(message, body)
        return {"id": message.id}

    def _delete(self, request: web.Request, _: Any) -> None:
        self._own(request).deleted = True
        self.workspace.changed()

    def _create(self, _: web.Request, body: Any) -> dict[str, Any]:
        """A chat with one person, or a new thread in a channel, which begins with ``activity``."""
        data = body.get("channelData") if isinstance(body, dict) else None
        channel = ((data or {}).get("channel") or {}).get("id")
        if channel:
            place = self._reachable(str(channel))
            if "activity" not in body:
                raise ConnectorError(400, "BadSyntax", "Incorrect conversation creation parameters")
            self._look_at(body["activity"], place)
            message = self.workspace.post(place.id, BOT, body["activity"])
            return {"id": f"{place.id};messageid={message.id}", "activityId": message.id}
        members = body.get("members") if isinstance(body, dict) else None
        tenant = ((data or {}).get("tenant") or {}).get("id") or (body or {}).get("tenantId")
        if not isinstance(members, list) or len(members) != 1 or tenant != TENANT or body.get("isGroup"):
            raise ConnectorError(400, "BadSyntax", "Incorrect conversation creation parameters")
        user = self.workspace.user(str(members[0].get("id")))
        if user is None or user.tenant != TENANT or user.bot:
            raise ConnectorError(403, "Forbidden", "Invalid user identity in provided tenant")
        return {"id": self._reachable(self.workspace.personal(user.key).id).id}

    def _members(self, request: web.Request, _: Any) -> list[dict[str, Any]]:
        place, _thread = self._place(request)
        return [self.workspace.users[user].member for user in sorted(place.members)]

    def _paged(self, request: web.Request, _: Any) -> dict[str, Any]:
        everybody, start = self._members(request, None), int(request.query.get("continuationToken", 0))
        end = start + min(int(request.query.get("pageSize", PAGE)), PAGE)
        more = {"continuationToken": str(end)} if end < len(everybody) else {}
        return {"members": everybody[start:end], **more}

    def _member(self, request: web.Request, _: Any) -> dict[str, Any]:
        place, _thread = self._place(request)
        user = self.workspace.user(request.match_info["member"])
        if user is None or user.key not in place.members:
            raise ConnectorError(404, "MemberNotFoundInConversation", "Member not found in conversation.")
        return user.member

    def _team(self, request: web.Request, _: Any) -> dict[str, Any]:
        team = request.match_info["team"]
        if not any(c.team == team and c.installed for c in self.workspace.conversations.values()):
            raise ConnectorError(403, "BotNotInConversationRoster", "The bot is not part of the conversation roster.")
        return {"id": team, "name": "Acme", "aadGroupId": "6c0ab3e2-5d04-4c6e-8b34-0d6e3f0c9a11"}

    def _unknown(self, request: web.Request, _: Any) -> None:
        self.workspace.faults.append(f"there is no {request.method} {request.path} here")
        raise ConnectorError(404, "NotFound", "The requested resource does not exist.")

    def _look_at(self, body: Any, place: Conversation) -> None:
        if cards.size(body) > activities.MAX_MESSAGE:
            raise ConnectorError(413, "MessageSizeTooBig", "Message size too large.")
        if found := activities.refusals(body):
            raise ConnectorError(400, "BadSyntax", "; ".join(found))
        self.workspace.faults += activities.faults(body, place, self.workspace)

    def _place(self, request: web.Request) -> tuple[Conversation, str | None]:
        """The conversation, and in a channel the thread."""
        name, _, thread = request.match_info["conversation"].partition(";messageid=")
        place = self._reachable(name)
        if thread and (place.kind != "channel" or not any(m.id == thread for m in self.workspace.messages[place.id])):
            raise ConnectorError(404, "ConversationNotFound", "Conversation not found.")
        return place, thread or None

    def _reachable(self, name: str) -> Conversation:
        place = self.workspace.conversations.get(name)
        if place is None or place.gone:
            raise ConnectorError(404, "ConversationNotFound", "Conversation not found.")
        if place.blocked:
            raise ConnectorError(403, "ConversationBlockedByUser", "User blocked the conversation with the bot.")
        if not place.installed:
            raise ConnectorError(403, "BotNotInConversationRoster", "The bot is not part of the conversation roster.")
        return place

    def _own(self, request: web.Request) -> Message:
        place, _ = self._place(request)
        message = self.workspace.get(place.id, request.match_info["activity"])
        if message is None:
            raise ConnectorError(404, "ActivityNotFoundInConversation", "Activity not found in conversation.")
        if not message.from_bot:
            raise ConnectorError(403, "Forbidden", "The bot may only change its own messages.")
        return message


async def _body(request: web.Request) -> Any:
    text = await request.text()
    if not text:
        return None
    try:
        return json.loads(text)
    except ValueError:
        return text
