"""The chat products that are set up: their parts of the settings, and the surfaces made of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from aiohttp import web

from adapters import slack, teams
from adapters.slack import SlackSettings
from adapters.teams import TeamsSettings
from bot.bootstrap import Application
from bot.settings import Settings
from core.domain.request import SurfaceName
from core.errors import ConfigurationError
from core.ports.surface import Directory, Frontdesk, Surface

ADDRESSES = {SurfaceName.SLACK: "/slack/events", SurfaceName.TEAMS: "/api/messages"}
"""Where each chat product calls the server."""


class Chat(Surface, Protocol):
    """A surface that a chat product's requests come in by."""

    @property
    def directory(self) -> Directory:
        """Who its people are."""
        ...

    async def handle(self, request: web.Request) -> web.Response:
        """One request of the chat product's."""
        ...

    async def check(self) -> str:
        """One line that says who the bot is there. Raises SurfaceError, with what to do about it."""
        ...

    async def listen(self) -> str | None:
        """Opens a connection of its own, where one is set up, and says so in one line; None without. Raises SurfaceError."""
        ...

    async def close(self) -> None:
        """Lets what is under way finish, and closes the connections."""
        ...


@dataclass(frozen=True)
class Products:
    """The settings of those chat products that are set up."""

    slack: SlackSettings | None
    teams: TeamsSettings | None

    @classmethod
    def of(cls, settings: Settings) -> Products:
        """Raises ConfigurationError for half a set of settings."""
        return cls(slack_settings(settings), teams_settings(settings))

    def connect(self, app: Application, desk: Frontdesk) -> dict[SurfaceName, Chat]:
        """Their surfaces; nothing is sent before the first use."""
        chats: dict[SurfaceName, Chat] = {}
        if self.slack:
            chats[SurfaceName.SLACK] = slack.connect(self.slack, desk, app.clock)
        if self.teams:
            chats[SurfaceName.TEAMS] = teams.connect(self.teams, desk, app.clock, app.store.conversations)
        return chats


def slack_settings(settings: Settings) -> SlackSettings | None:
    """Slack's part of the settings; None if there is no token. Raises ConfigurationError for half a set of them."""
    bot, signing, socket = settings.slack_bot_token, settings.slack_signing_secret, settings.slack_app_token
    if bot is None:
        if signing or socket:
            raise ConfigurationError("COUNTERSIGN_SLACK_BOT_TOKEN is missing.", "Set it to the app's xoxb-... token.")
        return None
    if signing is None and socket is None:
        raise ConfigurationError(
            "Slack cannot reach this server.",
            "Set COUNTERSIGN_SLACK_SIGNING_SECRET for HTTP or COUNTERSIGN_SLACK_APP_TOKEN for Socket Mode.",
        )
    return SlackSettings(
        bot_token=bot.get_secret_value(),
        signing_secret=signing.get_secret_value() if signing else None,
        app_token=socket.get_secret_value() if socket else None,
        api_url=settings.slack_api_url,
    )


def teams_settings(settings: Settings) -> TeamsSettings | None:
    """Teams' part of the settings; None if there is none. Raises ConfigurationError for half a set of them."""
    app_id, password, tenant = settings.teams_app_id, settings.teams_app_password, settings.teams_tenant_id
    if app_id is None:
        if password or tenant:
            raise ConfigurationError("COUNTERSIGN_TEAMS_APP_ID is missing.", "Set it to the bot's application id.")
        return None
    if password is None:
        raise ConfigurationError("COUNTERSIGN_TEAMS_APP_PASSWORD is missing.", "Set it to the app's client secret.")
    if tenant is None:  # without it whoever any company calls by an approver's e-mail would be one
        raise ConfigurationError("COUNTERSIGN_TEAMS_TENANT_ID is missing.", "Set it to your directory (tenant) id.")
    return TeamsSettings(
        app_id=app_id,
        app_password=password.get_secret_value(),
        tenant_id=tenant,
        login_url=settings.teams_login_url,
        openid_url=settings.teams_openid_url,
        services=tuple(settings.teams_service_urls.split()),
    )
