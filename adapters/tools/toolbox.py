"""Tools over HTTP: one request a call, to a declared host, never anywhere else, never twice."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
from aiohttp.abc import AbstractResolver
from yarl import URL

from adapters.tools.addresses import GuardedResolver
from adapters.tools.calls import KEY, Call, call_faults, prepare
from adapters.tools.entries import ToolEntry, ToolsFile
from adapters.tools.file import load_tools
from adapters.tools.replies import read_reply
from adapters.tools.secrets import read_secret
from core.domain.tool import ToolSpec
from core.errors import ToolError, ToolProblem

_HEADERS = {"Accept": "application/json", "Accept-Encoding": "identity", "User-Agent": "Countersign"}
AT_ONCE = 50
"""Connections; a call that waits for one counts that in its time."""


@dataclass
class _Progress:
    """Before ``connected`` nothing can have been sent; afterwards anything may have been."""

    connected: bool = False


class HttpToolbox:
    """See ``core.ports.toolbox.Toolbox``. ``folder`` is what paths of secrets are relative to.

    Each call has a connection of its own: on a kept one that the server has just closed nobody knows what became of it.
    ``resolver`` looks host names up; by default the system's.
    """

    def __init__(self, file: ToolsFile, folder: Path, *, resolver: AbstractResolver | None = None) -> None:
        self.file = file
        self.folder = folder
        self._entries = {entry.name: entry for entry in file.tools}
        self._specs = {entry.name: entry.spec for entry in file.tools}
        self._resolver = resolver
        self._session: aiohttp.ClientSession | None = None

    @classmethod
    def open(cls, path: Path, *, moved: Mapping[str, str] | None = None) -> HttpToolbox:
        """The tools of a file. Connects to nothing yet. Raises ConfigurationError."""
        return cls(load_tools(path, moved), path.parent)

    @property
    def specs(self) -> Mapping[str, ToolSpec]:
        """Every declared tool by its name."""
        return self._specs

    def faults(self, name: str, args: Mapping[str, Any]) -> tuple[str, ...]:
        """What is wrong with these arguments; empty if they fit."""
        entry = self._entries.get(name)
        return call_faults(entry, args) if entry else ("no such tool is declared",)

    async def read(self, name: str, args: Mapping[str, Any]) -> dict[str, Any]:
        """Asks a read-only tool. Raises ToolError."""
        return await self._call(self._entry(name, writes=False), args, None)

    async def execute(self, name: str, args: Mapping[str, Any], key: str) -> dict[str, Any]:
        """Calls a tool that writes, once. Raises ToolError."""
        entry = self._entry(name, writes=True)
        if not KEY.fullmatch(key):
            raise ToolError(ToolProblem.INVALID, f"The idempotency key for {name} is none.")
        return await self._call(entry, args, key)

    async def close(self) -> None:
        """Gives connections back."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    def guard(self) -> GuardedResolver:
        """A resolver that lets only allowed addresses pass. Needs a running loop."""
        return GuardedResolver(self._resolver or aiohttp.DefaultResolver(), self.file.private)

    def _entry(self, name: str, *, writes: bool) -> ToolEntry:
        entry = self._entries.get(name)
        if entry is None or entry.risk.writes is not writes:
            kind = "tool that writes" if writes else "read-only tool"
            raise ToolError(ToolProblem.NOT_DECLARED, f"The tools file declares no {kind} of that name.")
        return entry

    async def _call(self, entry: ToolEntry, args: Mapping[str, Any], key: str | None) -> dict[str, Any]:
        if found := call_faults(entry, args):
            raise ToolError(ToolProblem.INVALID, f"The arguments for {entry.name} do not fit: {'; '.join(found)}.")
        secret = read_secret(entry.auth.secret, self.folder) if entry.auth else None
        progress = _Progress()
        try:
            async with asyncio.timeout(entry.timeout_seconds):
                return await self._send(entry, prepare(entry, args, key=key, secret=secret), progress)
        except (TimeoutError, aiohttp.ClientError, OSError) as error:
            raise _failed(entry, error, progress) from None  # aiohttp's errors may carry what was sent

    async def _send(self, entry: ToolEntry, call: Call, progress: _Progress) -> dict[str, Any]:
        async with self._pool().request(
            call.method,
            URL(call.url, encoded=True),
            data=call.body,
            headers=call.headers,
            allow_redirects=False,
            trace_request_ctx=progress,
        ) as reply:
            return await read_reply(reply, entry.name, writes=entry.risk.writes)

    def _pool(self) -> aiohttp.ClientSession:
        """Opened with the first call, inside the running loop. Proxies, cookies and packed answers are left out."""
        if self._session is None:
            trace = aiohttp.TraceConfig()
            trace.on_connection_create_end.append(_connected)
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(
                    resolver=self.guard(), use_dns_cache=False, force_close=True, limit=AT_ONCE
                ),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers=_HEADERS,
                timeout=aiohttp.ClientTimeout(total=None),  # each tool's own, around all of it
                trace_configs=[trace],
                middlewares=(_once,),
                trust_env=False,
                auto_decompress=False,
            )
        return self._session


async def _connected(
    session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceConnectionCreateEndParams
) -> None:
    context.trace_request_ctx.connected = True


class _Broken(aiohttp.ClientError):
    """Stands in for an error after which aiohttp would send a GET, PUT or DELETE again by itself."""


async def _once(request: aiohttp.ClientRequest, handler: aiohttp.ClientHandlerType) -> aiohttp.ClientResponse:
    try:
        return await handler(request)
    except aiohttp.ClientConnectorError:  # nothing was sent, and it is not tried again
        raise
    except (aiohttp.ClientOSError, aiohttp.ServerDisconnectedError):
        raise _Broken from None


def _failed(entry: ToolEntry, error: Exception, progress: _Progress) -> ToolError:
    """What a time-out or a broken connection means. Its own text stays here: it may hold addresses with arguments."""
    where = f"{entry.name} at {entry.template.origin.host}"
    if not progress.connected:
        return ToolError(
            ToolProblem.UNREACHABLE, f"{where} could not be connected to ({type(error).__name__}); nothing was sent."
        )
    acted = entry.risk.writes
    if isinstance(error, TimeoutError):
        return ToolError(
            ToolProblem.TIMEOUT, f"{where} gave no whole answer in {entry.timeout_seconds:g} s.", may_have_acted=acted
        )
    return ToolError(ToolProblem.BROKEN, f"The connection to {where} broke.", may_have_acted=acted)
