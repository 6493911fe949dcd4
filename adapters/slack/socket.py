"""Socket Mode: the same payloads over a websocket that we open, where Slack cannot reach us."""

from __future__ import annotations

import logging

from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp

from adapters.slack.api import SlackApi
from adapters.slack.errors import translated

_LOG = logging.getLogger("countersign.slack.socket")
_LOG.setLevel(logging.WARNING)  # below that the SDK logs whole payloads


class Socket:
    """One connection, renewed by the SDK when Slack asks for it or it breaks.

    An envelope is acknowledged when its listener is through; one that failed is not, and Slack sends it again.
    """

    def __init__(self, bolt: AsyncApp, api: SlackApi, app_token: str) -> None:
        self._handler = AsyncSocketModeHandler(bolt, app_token, logger=_LOG, web_client=api.patient)

    async def start(self) -> None:
        """Connects; returns once the connection stands. Raises SurfaceError if Slack refuses the app token."""
        client = self._handler.client
        with translated("apps.connections.open"):
            # Asked here, once: the SDK's own connect() would retry a refused token for ever.
            client.wss_uri = await client.issue_new_wss_url()
        await client.connect()  # type: ignore[no-untyped-call]  # the SDK left it untyped

    async def close(self) -> None:
        """Disconnects. What was not acknowledged, Slack sends to the next connection."""
        await self._handler.client.close()  # type: ignore[no-untyped-call]  # likewise
