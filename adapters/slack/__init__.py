"""Slack: mentions, direct messages, ``/policy``, and the cards that approvers decide on."""

from __future__ import annotations

from adapters.slack.settings import SlackSettings
from adapters.slack.surface import SlackSurface
from core.ports.clock import Clock
from core.ports.surface import Frontdesk

__all__ = ["SlackSettings", "SlackSurface", "connect"]


def connect(settings: SlackSettings, frontdesk: Frontdesk, clock: Clock) -> SlackSurface:
    """The Slack surface for one workspace's bot token. Nothing is sent before its first use."""
    return SlackSurface(settings, frontdesk, clock)
