"""Whether a request comes from Teams: the SDK's own validation of tokens, without its gaps.

What the SDK (botbuilder 4.17.1) gets wrong and is mended here or in ``keys.py``: it raises whatever error comes up for a bad
token, so that an adapter answers 500; it accepts an activity without ``serviceUrl`` or ``channelId``, a token without an
expiry, and tokens for the Emulator and for skills, which the bot's own tokens can be taken for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from botbuilder.schema import Activity
from botframework.connector.auth import (
    AuthenticationConfiguration,
    AuthenticationConstants,
    BotFrameworkAuthenticationFactory,
    GovernmentConstants,
    JwtTokenExtractor,
    PasswordServiceClientCredentialFactory,
)

from adapters.teams.keys import SigningKeys
from adapters.teams.services import trusted
from adapters.teams.settings import TeamsSettings
from core.errors import SurfaceError
from core.ports.clock import Clock

CHANNEL = "msteams"
"""The Bot Framework's name for Teams."""


@dataclass(frozen=True)
class Refusal:
    """Why a request is not let in, as an HTTP status and a word."""

    status: int
    why: str


class Authentication:
    """Checks the token that comes with an activity. Connects with its first use."""

    def __init__(self, settings: TeamsSettings, clock: Clock) -> None:
        self._services = settings.services
        self._issuer = _issuer(settings.openid_url)
        # The SDK looks a store of keys up by its address; it finds ours.
        JwtTokenExtractor.metadataCache[settings.openid_url] = SigningKeys(settings.openid_url, clock)
        self._sdk = BotFrameworkAuthenticationFactory.create(
            to_channel_from_bot_login_url=settings.login_url,
            to_channel_from_bot_oauth_scope=self._issuer,
            to_bot_from_channel_token_issuer=self._issuer,
            to_bot_from_channel_open_id_metadata_url=settings.openid_url,
            to_bot_from_emulator_open_id_metadata_url=settings.openid_url,  # no other address is ever asked
            credential_factory=PasswordServiceClientCredentialFactory(
                settings.app_id, settings.app_password, settings.tenant_id
            ),
            auth_configuration=AuthenticationConfiguration(required_endorsements=[CHANNEL]),
        )

    async def refusal(self, header: str | None, activity: dict[str, Any]) -> Refusal | None:
        """Why the activity is not let in: 401 without a token for this bot, 403 for one that is not for this activity.

        None: it comes from Teams. Raises SurfaceError while the keys to check tokens with cannot be fetched.
        """
        channel, service = activity.get("channelId"), activity.get("serviceUrl")
        if not isinstance(service, str) or not service:
            return Refusal(403, "no service")
        if channel != CHANNEL:
            return Refusal(403, "another channel")
        try:
            told = await self._sdk.authenticate_request(Activity(channel_id=channel, service_url=service), header or "")
            claims = told.claims_identity.claims
        except SurfaceError:
            raise
        except Exception as error:  # noqa: BLE001 - the SDK raises anything for a bad token, Exception itself included
            return Refusal(401, type(error).__name__)
        if claims.get(AuthenticationConstants.ISSUER_CLAIM) != self._issuer or "exp" not in claims:
            return Refusal(401, "not a token of the channel's")
        return None if trusted(service, self._services) else Refusal(403, "an unknown service")


def _issuer(openid_url: str) -> str:
    """Who signs: the United States government's cloud has an issuer of its own."""
    public, government = AuthenticationConstants, GovernmentConstants
    of = government if openid_url == government.TO_BOT_FROM_CHANNEL_OPENID_METADATA_URL else public
    return str(of.TO_BOT_FROM_CHANNEL_TOKEN_ISSUER)
