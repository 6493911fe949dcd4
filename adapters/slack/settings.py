"""What the Slack surface needs to be told."""

from __future__ import annotations

from dataclasses import dataclass, field

COMMAND = "/policy"
"""The slash command, as manifest.yml declares it."""


@dataclass(frozen=True)
class SlackSettings:
    """Tokens and addresses; secrets stay out of its repr.

    ``bot_token`` starts with ``xoxb-``. ``signing_secret`` proves that a request comes from Slack; without it HTTP refuses
    everything. ``app_token`` starts with ``xapp-`` and is for Socket Mode. ``api_url`` is Slack's Web API.
    """

    bot_token: str = field(repr=False)
    signing_secret: str | None = field(default=None, repr=False)
    app_token: str | None = field(default=None, repr=False)
    api_url: str = "https://slack.com/api/"
