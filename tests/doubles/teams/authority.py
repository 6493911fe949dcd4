"""A local stand-in for Microsoft's two authorities: the one that signs what reaches the bot, and the one that gives the bot its own tokens.

async with Authority() as authority:          # bot: openid_url=authority.openid_url, login_url=authority.login_url
    header = authority.header(service_url)    # what Azure Bot Service sends as ``Authorization``
    for name, header in forged(authority, service_url).items():   # every kind of token that must not pass
        ...
"""

from __future__ import annotations

import json
import secrets
import time
from dataclasses import dataclass, field
from functools import cache
from types import TracebackType
from typing import Any

import jwt
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

APP_ID = "5f3b6c1e-7a52-4c0c-9a37-7f9f3c1d2b10"
APP_PASSWORD = "double~password"
TENANT = "d6d49420-f39b-4df7-a1dc-d59a935871db"
BOTFRAMEWORK = "botframework.com"
"""The tenant that gives tokens to apps of many tenants."""
ISSUER = "https://api.botframework.com"
AUDIENCE = "https://api.botframework.com"
ENDORSEMENTS = ("msteams", "webchat", "directline")
TOKEN_LIFE = 3599


@cache
def _pair(number: int) -> rsa.RSAPrivateKey:
    """A key of those that every authority begins with: making one takes a while."""
    return rsa.generate_private_key(65537, 2048)


@dataclass
class Key:
    """A signing key, published (``endorsements`` as given) or not."""

    private: rsa.RSAPrivateKey = field(default_factory=lambda: rsa.generate_private_key(65537, 2048))
    kid: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    endorsements: tuple[str, ...] = ENDORSEMENTS

    @property
    def published(self) -> dict[str, Any]:
        """As a JWK."""
        public = json.loads(RSAAlgorithm.to_jwk(self.private.public_key()))
        return {**public, "use": "sig", "kid": self.kid, "x5t": self.kid, "endorsements": list(self.endorsements)}


class Authority:
    """Serves OpenID metadata, keys and tokens on loopback. ``tenant`` makes the app one of a single tenant.

    ``asked`` notes every request by path, so that a test can tell whether keys are fetched too often or never.
    """

    def __init__(self, app_id: str = APP_ID, password: str = APP_PASSWORD, tenant: str | None = None) -> None:
        self.app_id = app_id
        self.password = password
        self.tenant = tenant
        self.down = False
        self.asked: list[str] = []
        self.url = ""
        self.key = Key(_pair(1))
        self.others = Key(_pair(2), endorsements=("directline",))  # signs for other channels only
        self._published = [self.key, self.others]
        self._login = Key(_pair(3))  # Entra's, which signs the bot's own tokens
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Authority:
        application = web.Application(middlewares=[self._noted])
        application.add_routes([
            web.get("/v1/.well-known/openidconfiguration", self._metadata),
            web.get("/v1/.well-known/keys", self._keys),
            web.post("/{tenant}/oauth2/v2.0/token", self._token),
        ])  # fmt: skip
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._runner is not None
        await self._runner.cleanup()

    @property
    def openid_url(self) -> str:
        return f"{self.url}/v1/.well-known/openidconfiguration"

    @property
    def login_url(self) -> str:
        return self.url

    def rotate(self, *, keep: bool = False) -> None:
        """From now on another key signs; with ``keep`` the old one stays published, as Microsoft does for some days."""
        self.key = Key()
        self._published = [self.key, self.others, *([] if not keep else self._published[:1])]

    def claims(self, service_url: str, **changed: Any) -> dict[str, Any]:
        """The claims of a good token; a changed one that is None is left out."""
        now = int(time.time())
        good = {"serviceurl": service_url, "nbf": now - 10, "exp": now + 3600, "iss": ISSUER, "aud": self.app_id}
        return {name: value for name, value in {**good, **changed}.items() if value is not None}

    def header(self, service_url: str, key: Key | None = None, **changed: Any) -> str:
        """``Bearer ...`` as the service sends it, signed with the current key unless another is given."""
        return f"Bearer {self.sign(self.claims(service_url, **changed), key or self.key)}"

    def issue(self, tenant: str, *, life: int = TOKEN_LIFE, **changed: Any) -> str:
        """A token for the bot, to be shown to the connector."""
        now = int(time.time())
        claims = {
            "aud": AUDIENCE,
            "iss": f"https://sts.windows.net/{tenant}/",
            "appid": self.app_id,
            "tid": tenant,
            "iat": now,
            "nbf": now,
            "exp": now + life,
        }
        return self.sign({**claims, **changed}, self._login)

    def accepts(self, authorization: str | None) -> bool:
        """Whether the connector takes this header: a token from here, for the connector, of this app, and not expired."""
        scheme, _, token = (authorization or "").partition(" ")
        if scheme != "Bearer":
            return False
        try:
            options: Any = {"require": ["exp", "aud"]}
            claims = jwt.decode(token, self._login.private.public_key(), ["RS256"], audience=AUDIENCE, options=options)
        except jwt.InvalidTokenError:
            return False
        return bool(claims.get("appid") == self.app_id and (self.tenant in (None, claims.get("tid"))))

    @staticmethod
    def sign(claims: dict[str, Any], key: Key, **header: Any) -> str:
        named = {"kid": key.kid, "x5t": key.kid, **header}
        return jwt.encode(claims, key.private, "RS256", {k: v for k, v in named.items() if v is not None})

    @web.middleware
    async def _noted(self, request: web.Request, handler: Any) -> web.StreamResponse:
        self.asked.append(request.path)
        if self.down:
            return web.Response(status=503, text="<html>busy</html>", content_type="text/html")
        answer: web.StreamResponse = await handler(request)
        return answer

    async def _metadata(self, _: web.Request) -> web.Response:
        found = {
            "issuer": ISSUER,
            "authorization_endpoint": "https://invalid.botframework.com",
            "jwks_uri": f"{self.url}/v1/.well-known/keys",
            "id_token_signing_alg_values_supported": ["RS256"],
            "token_endpoint_auth_methods_supported": ["private_key_jwt"],
        }
        return web.json_response(found)

    async def _keys(self, _: web.Request) -> web.Response:
        return web.json_response({"keys": [key.published for key in self._published]})

    async def _token(self, request: web.Request) -> web.Response:
        form, tenant = dict(await request.post()), request.match_info["tenant"]
        if form.get("grant_type") != "client_credentials":
            return _refused(400, "unsupported_grant_type", "AADSTS70003: The app requested an unsupported grant type.")
        if tenant not in (TENANT, BOTFRAMEWORK):
            return _refused(400, "invalid_request", f"AADSTS90002: Tenant '{tenant}' not found.")
        if form.get("client_id") != self.app_id or (self.tenant or tenant) != tenant:
            text = (
                f"AADSTS700016: Application with identifier '{form.get('client_id')}' was not found in the directory."
            )
            return _refused(400, "unauthorized_client", text)
        if form.get("client_secret") != self.password:
            return _refused(401, "invalid_client", "AADSTS7000215: Invalid client secret provided.")
        if form.get("scope") != f"{AUDIENCE}/.default":
            return _refused(
                400, "invalid_scope", f"AADSTS70011: The provided value '{form.get('scope')}' is not valid."
            )
        token = self.issue(tenant)
        found = {"token_type": "Bearer", "expires_in": TOKEN_LIFE, "ext_expires_in": TOKEN_LIFE, "access_token": token}
        return web.json_response(found)


def _refused(status: int, error: str, description: str) -> web.Response:
    return web.json_response({"error": error, "error_description": description}, status=status)
