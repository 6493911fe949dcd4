"""The bot's own token, which it shows to the service with everything it says.

Not MSAL, which the SDK brings: it blocks the loop, and asks the internet about the authority before each first token.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import aiohttp
from botframework.connector.auth import AuthenticationConstants, GovernmentConstants
from msrest.pipeline import AsyncHTTPPolicy, Request, Response

from adapters.teams.errors import TokenRejected, check, translated
from adapters.teams.settings import TeamsSettings
from core.errors import SurfaceError
from core.ports.clock import Clock

EARLY = 300.0
"""Seconds before its end from which a token is not used any more."""


class Tokens:
    """A token by client credentials, asked for once and kept until shortly before its end."""

    def __init__(self, settings: TeamsSettings, session: Callable[[], aiohttp.ClientSession], clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._session = session
        self._asking = asyncio.Lock()
        self._token = ""
        self._until = 0.0

    async def get(self, rejected: str = "") -> str:
        """The token; a new one if the service has rejected this one. Raises SurfaceError."""
        async with self._asking:
            now = self._clock.elapsed()
            if not self._token or now >= self._until or self._token == rejected:
                self._token, lasts = await self._ask()
                self._until = now + max(0.0, lasts - EARLY)
            return self._token

    async def _ask(self) -> tuple[str, float]:
        form = {
            "grant_type": "client_credentials",
            "client_id": self._settings.app_id,
            "client_secret": self._settings.app_password,
            "scope": f"{_scope(self._settings)}/.default",
        }
        with translated("token"):
            async with self._session().post(_address(self._settings), data=form) as response:
                status, body, headers = response.status, await response.read(), response.headers
        if status == 400:  # how OAuth refuses a client's id, secret or tenant
            status = 401
        check("token", status, body, headers)
        try:
            given = json.loads(body)
            return str(given["access_token"]), float(given["expires_in"])
        except (ValueError, KeyError, TypeError) as error:
            raise SurfaceError("Teams' token answered with no token.", code="no_json", permanent=False) from error


class Bearer(AsyncHTTPPolicy):
    """Signs the SDK's requests; one whose token is rejected is tried once more with a new one."""

    def __init__(self, tokens: Tokens) -> None:
        super().__init__()
        self._tokens = tokens

    async def send(self, request: Request, **kwargs: Any) -> Response:
        """Part of the SDK's pipeline. Raises SurfaceError."""
        token = await self._tokens.get()
        try:
            return await self._next(request, token, **kwargs)
        except TokenRejected:
            return await self._next(request, await self._tokens.get(rejected=token), **kwargs)

    async def _next(self, request: Request, token: str, **kwargs: Any) -> Response:
        request.http_request.headers["Authorization"] = f"Bearer {token}"
        return await self.next.send(request, **kwargs)


def _address(settings: TeamsSettings) -> str:
    tenant = settings.tenant_id or _constants(settings).DEFAULT_CHANNEL_AUTH_TENANT
    return f"{settings.login_url.rstrip('/')}/{tenant}/oauth2/v2.0/token"


def _scope(settings: TeamsSettings) -> str:
    return str(_constants(settings).TO_CHANNEL_FROM_BOT_OAUTH_SCOPE)


def _constants(settings: TeamsSettings) -> Any:
    """The national cloud's own, where its sign-in is set."""
    government = settings.login_url.startswith(GovernmentConstants.TO_CHANNEL_FROM_BOT_LOGIN_URL_PREFIX.rstrip("/"))
    return GovernmentConstants if government else AuthenticationConstants
