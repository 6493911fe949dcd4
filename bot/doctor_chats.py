"""The part of ``doctor`` that speaks to chat products, as far as they are set up. It sends nothing to anybody."""

from __future__ import annotations

from collections.abc import AsyncIterator

from bot.findings import Finding, Health
from bot.settings import Settings


async def slack(settings: Settings) -> AsyncIterator[Finding]:
    """Whether Slack takes the tokens. Raises ConfigurationError and SurfaceError."""
    from bot.surfaces import slack_settings

    part = "slack"
    ours = slack_settings(settings)
    if ours is None:
        yield Finding(Health.OK, part, "not set up" if settings.chats else "not set up: only the terminal asks")
        return
    from adapters.slack.api import SlackApi

    api = SlackApi(ours)
    try:
        us = await api.identity()
        yield Finding(Health.OK, part, f"the bot token is user {us.user} in {us.team_name or us.team}")
        if ours.app_token:
            from slack_sdk.web.async_client import AsyncWebClient

            from adapters.slack.errors import translated

            with translated("apps.connections.open"):
                client = AsyncWebClient(base_url=ours.api_url, session=api.session)
                await client.apps_connections_open(app_token=ours.app_token)
            yield Finding(Health.OK, part, "the app token opens Socket Mode")
    finally:
        await api.close()


async def teams(settings: Settings) -> AsyncIterator[Finding]:
    """Whether Teams gives a token, and its keys. Raises ConfigurationError and SurfaceError."""
    from bot.surfaces import teams_settings

    part = "teams"
    ours = teams_settings(settings)
    if ours is None:
        yield Finding(Health.OK, part, "not set up")
        return
    from adapters.memory.clock import SystemClock
    from adapters.teams.api import TeamsApi
    from adapters.teams.keys import SigningKeys

    api = TeamsApi(ours, SystemClock())
    try:
        await api.token()
    finally:
        await api.close()
    yield Finding(Health.OK, part, f"the client secret gets a token as {ours.app_id} in tenant {ours.tenant_id}")
    count = await SigningKeys(ours.openid_url, SystemClock()).count()
    yield Finding(Health.OK, part, f"{count} key(s) of Teams' to know its requests by")
