"""The setting ``PII`` to what masks personal data."""

from __future__ import annotations

from adapters.memory.privacy import KnownPersonalData
from bot.settings import Settings
from core.privacy import PiiMode, Privacy


def privacy(settings: Settings) -> Privacy:
    """Finds by check digit, unless nothing is to be found."""
    if settings.pii is PiiMode.OFF:
        return Privacy(settings.pii, KnownPersonalData())
    from adapters.privacy.finder import CheckedPersonalData

    return Privacy(settings.pii, CheckedPersonalData())
