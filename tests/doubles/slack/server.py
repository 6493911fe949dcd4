"""The double's network side: the Web API, response addresses and Socket Mode, on loopback."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from aiohttp import WSMsgType, web

from tests.doubles.slack import manifest, writing
from tests.doubles.slack.reading import METHODS
from tests.doubles.slack.service import ApiError, Slack
from tests.doubles.slack.workspace import BOT, BOT_ID, Message, Workspace, acme

BOT_TOKEN = "xoxb-1-double"
APP_TOKEN = "xapp-1-double"
SIGNING_SECRET = "8f742231b10e8888abcd99yyyzzz85a5"
RESPONSE_URL_LIFE = 30 * 60
RESPONSE_URL_USES = 5


@dataclass
class ResponseUrl:
    """Where an app may answer one interaction. ``shown`` is the ephemeral message it put there last."""

    user: str
    channel: str
    born: float
    used: int = 0
    shown: Message | None = None


@dataclass
class Trouble:
    """What the double is told to do wrong with a method's next calls."""

    times: int
    code: str = ""
    status: int = 200
    lose_answer: bool = False


@dataclass
class Call:
    """One call of the Web API, as it was answered."""

    method: str
    arguments: dict[str, Any]
    error: str | None


class SlackDouble:
    """``async with SlackDouble() as slack``: then point the bot at ``slack.api_url`` with the tokens above.

    ``workspace`` is what people see; ``calls`` is what the bot asked for. ``close`` fails the test if the bot did
    something that a well-behaved app never does (``workspace.faults``).
    """

    def __init__(self, workspace: Workspace | None = None, scopes: set[str] | None = None) -> None:
        self.workspace = workspace or acme()
        declared = manifest.load()
        granted = manifest.scopes(declared) if scopes is None else scopes
        home = bool(declared["features"].get("app_home", {}).get("home_tab_enabled"))
        self.slack = Slack(self.workspace, granted, home_tab=home)
        self.calls: list[Call] = []
        self.revoked = False
        self.response_urls: dict[str, ResponseUrl] = {}
        self.sockets: list[web.WebSocketResponse] = []
        self.acknowledged: dict[str, dict[str, Any]] = {}  # Socket Mode: what came back, by envelope
        self._limited: dict[str, tuple[float, float]] = {}
        self._troubles: dict[str, list[Trouble]] = defaultdict(list)
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> SlackDouble:
        application = web.Application(client_max_size=4 * 1024 * 1024)
        application.add_routes([
            web.route("*", "/api/{method}", self._call),
            web.post("/response/{name}", self._respond),
            web.get("/socket/{ticket}", self._socket),
        ])  # fmt: skip
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        port = self._runner.addresses[0][1]
        self.slack.url = f"http://127.0.0.1:{port}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for socket in self.sockets:
            await socket.close()
        assert self._runner is not None
        await self._runner.cleanup()
        if kind is None:
            assert not self.workspace.faults, self.workspace.faults

    @property
    def api_url(self) -> str:
        return f"{self.slack.url}/api/"

    def limit(self, method: str, seconds: float) -> None:
        """Answers 429 to a method until that many seconds have passed."""
        self._limited[method] = (self.workspace.now() + seconds, seconds)

    def fail(self, method: str, code: str = "", *, status: int = 200, times: int = 1) -> None:
        """Refuses the next calls of a method: with a code, or with an HTTP status and a page that is no JSON."""
        self._troubles[method].append(Trouble(times, code, status))

    def lose_answer(self, method: str, times: int = 1) -> None:
        """Does what the next calls ask for, and breaks the connection instead of saying so."""
        self._troubles[method].append(Trouble(times, lose_answer=True))

    def called(self, method: str) -> list[Call]:
        return [call for call in self.calls if call.method == method]

    def response_url(self, user: str, channel: str) -> str:
        name = f"R{self.workspace.number():06}"
        self.response_urls[name] = ResponseUrl(user, channel, self.workspace.now())
        return f"{self.slack.url}/response/{name}"

    def show_to(self, address: ResponseUrl, text: str, blocks: list[dict[str, Any]] | None = None) -> None:
        """Shows an ephemeral message where an interaction was."""
        more: dict[str, Any] = {"blocks": blocks or [], "bot_id": BOT_ID, "seen_by": address.user}
        address.shown = self.workspace.post(address.channel, BOT, text, **more)

    async def _call(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["method"]
        arguments = await _arguments(request, METHODS[name].json if name in METHODS else True)
        trouble = next((t for t in self._troubles[name] if t.times > 0), None)
        if trouble:
            trouble.times -= 1
            if trouble.status != 200:
                return web.Response(status=trouble.status, text="<html>upstream</html>", content_type="text/html")
        until, seconds = self._limited.get(name, (0.0, 0.0))
        if self.workspace.now() < until:
            self.calls.append(Call(name, arguments, "ratelimited"))
            body = {"ok": False, "error": "ratelimited"}
            return web.json_response(body, status=429, headers={"Retry-After": str(max(1, round(seconds)))})
        if trouble and trouble.code:
            answer = ApiError(trouble.code).answer
        else:
            answer = self._answer(name, request.headers.get("Authorization", ""), arguments)
        self.calls.append(Call(name, arguments, answer.get("error")))
        if trouble and trouble.lose_answer:
            assert request.transport is not None
            request.transport.abort()
        return web.json_response(answer, headers={"x-oauth-scopes": ",".join(sorted(self.slack.scopes))})

    def _answer(self, name: str, authorization: str, arguments: dict[str, Any]) -> dict[str, Any]:
        try:
            return {"ok": True, **self._run(name, authorization, arguments)}
        except ApiError as error:
            return error.answer

    def _run(self, name: str, authorization: str, arguments: dict[str, Any]) -> dict[str, Any]:
        method = METHODS.get(name)
        if method is None:
            self.workspace.faults.append(f"there is no method {name} here")
            raise ApiError("unknown_method")
        token = authorization.removeprefix("Bearer ")
        if not token:
            raise ApiError("not_authed")
        if not token.startswith(method.token):
            raise ApiError("not_allowed_token_type")
        if token not in (BOT_TOKEN, APP_TOKEN):
            raise ApiError("invalid_auth")
        if self.revoked:
            raise ApiError("token_revoked")
        if method.scope and token == BOT_TOKEN and method.scope not in self.slack.scopes:
            raise ApiError("missing_scope", needed=method.scope, provided=",".join(sorted(self.slack.scopes)))
        return method.run(self.slack, arguments)

    async def _respond(self, request: web.Request) -> web.Response:
        address = self.response_urls.get(request.match_info["name"])
        if address is None:
            return web.Response(status=404, text="no_such_url")
        if self.workspace.now() - address.born > RESPONSE_URL_LIFE:
            return web.Response(status=404, text="expired_url")
        if address.used >= RESPONSE_URL_USES:
            return web.Response(status=404, text="used_url")
        address.used += 1
        body = json.loads(await request.text())
        try:
            writing.check_content(self.slack, body)
        except ApiError as error:
            return web.json_response(error.answer)
        if body.get("replace_original") and address.shown:
            self.workspace.delete(address.shown)
        if body.get("response_type") != "ephemeral":
            self.workspace.faults.append("a private answer was shown to the whole channel")
        self.show_to(address, body.get("text") or "", body.get("blocks"))
        return web.Response(text="ok")

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        ticket = request.match_info["ticket"]
        if ticket not in self.slack.sockets:
            return web.Response(status=403)
        self.slack.sockets.discard(ticket)  # an address is good for one connection
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"type": "hello", "num_connections": len(self.sockets) + 1})
        self.sockets.append(socket)
        self.workspace.changed()
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    answer = json.loads(message.data)
                    self.acknowledged[answer["envelope_id"]] = answer.get("payload") or {}
                    self.workspace.changed()
        finally:
            self.sockets.remove(socket)
        return socket

    async def refresh_sockets(self) -> None:
        """Asks every connection to be replaced, as Slack does every few hours."""
        for socket in list(self.sockets):
            await socket.send_json({"type": "disconnect", "reason": "refresh_requested"})
        await asyncio.sleep(0)


async def _arguments(request: web.Request, reads_json: bool) -> dict[str, Any]:
    """Query, form, and JSON where the method reads it: the others ignore a JSON body, as Slack's do."""
    found: dict[str, Any] = dict(request.query)
    if request.content_type == "application/json":
        body = await request.text()
        return {**found, **(json.loads(body) if reads_json and body else {})}
    return {**found, **dict(await request.post())}
