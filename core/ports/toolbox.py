"""The tools that are declared, and the only way to call one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from core.domain.tool import ToolSpec


class Toolbox(Protocol):
    """Tools by their exact names. It calls what it is told to call: whether that is allowed is decided before."""

    @property
    def specs(self) -> Mapping[str, ToolSpec]:
        """Every declared tool by its name, in the order of the file."""
        ...

    def faults(self, name: str, args: Mapping[str, Any]) -> tuple[str, ...]:
        """What is wrong with these arguments, each a line that names the argument and never its value; empty if they fit.

        A tool that nobody declared is a fault too.
        """
        ...

    async def read(self, name: str, args: Mapping[str, Any]) -> dict[str, Any]:
        """Asks a read-only tool; its answer, a JSON object. Raises ToolError, NOT_DECLARED also for a tool that writes.

        Of a look-up by key, NOT_FOUND says that no call with that key is known.
        """
        ...

    async def execute(self, name: str, args: Mapping[str, Any], key: str) -> dict[str, Any]:
        """Calls a tool that writes, once, with its idempotency key; what the tool says, which proves nothing yet.

        Raises ToolError: with ``may_have_acted`` nobody knows, and only a look by key may decide whether to try again.
        """
        ...

    async def close(self) -> None:
        """Gives connections back."""
        ...
