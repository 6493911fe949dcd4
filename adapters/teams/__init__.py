"""Microsoft Teams: direct messages, group chats and channels, and the cards that approvers decide on."""

from __future__ import annotations

from adapters.teams.settings import TeamsSettings
from adapters.teams.surface import TeamsSurface
from core.ports.clock import Clock
from core.ports.conversations import Conversations
from core.ports.surface import Frontdesk

__all__ = ["TeamsSettings", "TeamsSurface", "connect"]


def connect(settings: TeamsSettings, desk: Frontdesk, clock: Clock, conversations: Conversations) -> TeamsSurface:
    """The Teams surface for one registered bot. Nothing is sent before its first use."""
    return TeamsSurface(settings, desk, clock, conversations)
