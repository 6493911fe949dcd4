"""Which services are Microsoft's own."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit


def trusted(url: str, services: Sequence[str]) -> bool:
    """Whether an address lies below one of the services; a ``*`` in one stands for exactly one label of the host's name."""
    return any(_below(url, service) for service in services)


def _below(url: str, service: str) -> bool:
    try:
        asked, allowed = urlsplit(url), urlsplit(service)
        ports = asked.port == allowed.port
    except ValueError:  # no port, or an address that is none
        return False
    if asked.scheme != allowed.scheme or not ports or "@" in asked.netloc or "\\" in url:
        return False
    labels, wanted = (asked.hostname or "").split("."), (allowed.hostname or "").split(".")
    same = len(labels) == len(wanted) and all(
        mine == "*" or name == mine for name, mine in zip(labels, wanted, strict=True)
    )
    path = allowed.path.rstrip("/")
    return same and all(labels) and (asked.path.rstrip("/") == path or asked.path.startswith(f"{path}/"))
