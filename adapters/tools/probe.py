"""Looks whether tools could be called, without calling one: are the secrets there, does each host let us connect."""

from __future__ import annotations

import asyncio
import ssl

from adapters.tools.secrets import read_secret
from adapters.tools.toolbox import HttpToolbox
from adapters.tools.urls import Origin
from core.errors import ToolError, ToolProblem

PATIENCE = 5.0
"""Seconds for one host."""


def missing_secrets(toolbox: HttpToolbox) -> list[ToolError]:
    """Of each secret that cannot be read, what is wrong with it."""
    found: list[ToolError] = []
    for reference in dict.fromkeys(tool.auth.secret for tool in toolbox.file.tools if tool.auth):
        try:
            read_secret(reference, toolbox.folder)
        except ToolError as error:
            found.append(error)
    return found


async def connect(toolbox: HttpToolbox, origin: Origin) -> None:
    """Connects as a call would, and sends nothing. Raises ToolError."""
    guard = toolbox.guard()
    try:
        async with asyncio.timeout(PATIENCE):
            found = await guard.resolve(origin.host, origin.port)
            secure = ssl.create_default_context() if origin.scheme == "https" else None
            name = origin.host if secure else None
            _, writer = await asyncio.open_connection(found[0]["host"], origin.port, ssl=secure, server_hostname=name)
            writer.close()
            await writer.wait_closed()
    except (TimeoutError, OSError, IndexError) as error:
        why = "it does not answer in time" if isinstance(error, TimeoutError) else type(error).__name__
        raise ToolError(
            ToolProblem.UNREACHABLE,
            f"{origin} cannot be connected to ({why}).",
            remedy="Check the address, the network and the certificate.",
        ) from error
    finally:
        await guard.close()
