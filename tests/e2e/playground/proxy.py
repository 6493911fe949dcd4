"""Between the playground, which signs nothing offline, and the bot, which takes only what is signed."""

from __future__ import annotations

import json
from typing import Any

import aiohttp
from aiohttp import web

from tests.doubles.teams.authority import Authority


class SigningProxy:
    """Hands on each activity as it is, with a token of the authority's.

    ``passed`` are the activities so far, each with the status that the bot answered with.
    """

    def __init__(self, authority: Authority) -> None:
        self._authority = authority
        self.bot = ""
        self.url = ""
        self.passed: list[tuple[dict[str, Any], int]] = []
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        application = web.Application(client_max_size=2 * 1024 * 1024)
        application.router.add_post("/api/messages", self._hand_on)  # a GET, which asks whether it is there: 405
        self._runner = web.AppRunner(application, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}/api/messages"

    async def stop(self) -> None:
        if self._runner:
            await self._runner.cleanup()

    async def _hand_on(self, request: web.Request) -> web.Response:
        activity = await request.json()
        headers = {"Authorization": self._authority.header(activity["serviceUrl"])}
        async with (
            aiohttp.ClientSession() as http,
            http.post(self.bot, data=json.dumps(activity), headers=headers) as answer,
        ):
            body = await answer.read()
        self.passed.append((activity, answer.status))
        return web.Response(status=answer.status, body=body, content_type=answer.content_type)
