"""Which addresses of the network a tool may be connected to: looked at after the name was resolved, on the way to connect."""

from __future__ import annotations

import socket
from collections.abc import Collection
from enum import StrEnum
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from aiohttp.abc import AbstractResolver, ResolveResult

from core.errors import ToolError, ToolProblem

_TRANSLATED = ip_network("64:ff9b::/96")
_THIS_NETWORK = ip_network("0.0.0.0/8")


class Reach(StrEnum):
    """How far an address is from here."""

    PUBLIC = "public"
    PRIVATE = "private"  # of this machine or this network; only for a host that is declared private
    NEVER = "never"  # link-local (cloud metadata), multicast, unspecified, reserved: no business system lives there


def reach(address: str) -> Reach:
    """Of an IP address as text; an IPv4 address inside an IPv6 one counts as itself. Raises ValueError for anything else."""
    ip = _inner(ip_address(address))
    if ip.is_loopback:
        return Reach.PRIVATE
    if ip.is_link_local or ip.is_multicast or ip.is_unspecified or ip.is_reserved or ip in _THIS_NETWORK:
        return Reach.NEVER
    return Reach.PUBLIC if ip.is_global else Reach.PRIVATE


def allowed(address: str, *, private: bool) -> bool:
    """Whether a host may be at that address; ``private``: it is declared so."""
    found = reach(address)
    return found is Reach.PUBLIC or (private and found is Reach.PRIVATE)


def _inner(ip: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    if isinstance(ip, IPv4Address):
        return ip
    inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo and ip.teredo[1])
    if inner:
        return inner
    low = int(ip) & 0xFFFFFFFF
    embedded = ip in _TRANSLATED or (int(ip) >> 32 == 0 and low > 1)  # ::a.b.c.d, of old
    return IPv4Address(low) if embedded else ip


class GuardedResolver(AbstractResolver):
    """Looks names up through another resolver and lets nothing pass that is not allowed.

    aiohttp connects to exactly the addresses that it returns, so a name that is looked up again and then says something else
    gains nothing. ``private`` are the hosts and ports that are declared so.
    """

    def __init__(self, inner: AbstractResolver, private: Collection[tuple[str, int]]) -> None:
        self._inner = inner
        self._private = frozenset(private)

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """All addresses of the host. Raises ToolError if one of them is not allowed, and OSError if there is none."""
        found = await self._inner.resolve(host, port, family)
        private = (host, port) in self._private
        if not all(allowed(one["host"], private=private) for one in found):
            raise ToolError(
                ToolProblem.FORBIDDEN,
                f"The host {host} is at an address that it may not have.",
                remedy="If it is meant to be inside your own network, declare it private: true in the tools file.",
            )
        return found

    async def close(self) -> None:
        """Ends the other resolver."""
        await self._inner.close()
