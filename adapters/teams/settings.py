"""What the Teams surface needs to be told."""

from __future__ import annotations

from dataclasses import dataclass, field

LOGIN = "https://login.microsoftonline.com"
"""Where the bot gets its own tokens."""
OPENID = "https://login.botframework.com/v1/.well-known/openidconfiguration"
"""Where the keys are named that Microsoft signs its requests with."""
SERVICES = ("https://smba.trafficmanager.net/", "https://*.botframework.com/")
"""The services that the bot may be spoken to by, and sends its token to. A ``*`` stands for one label of a host's name."""


@dataclass(frozen=True)
class TeamsSettings:
    """The registered bot; the password stays out of its repr.

    ``tenant_id`` is set for a single-tenant app: tokens are then asked for there, and people of other tenants are external.
    ``login_url``, ``openid_url`` and ``services`` are Microsoft's own, unless a national cloud has others.
    """

    app_id: str
    app_password: str = field(repr=False)
    tenant_id: str | None = None
    login_url: str = LOGIN
    openid_url: str = OPENID
    services: tuple[str, ...] = SERVICES
