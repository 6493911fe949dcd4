"""``tools``: what may be done in business systems, and whether it could be."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import typer

from bot.commands import session
from bot.commands.console import out

if TYPE_CHECKING:
    from adapters.tools.entries import ToolEntry

app = typer.Typer(help="The tools of the tools file.")


@app.command("list")
def list_() -> None:
    """List all tools with their risk, where they go, and what proves what they did."""
    from adapters.terminal.pages import table
    from bot.bootstrap import open_toolbox

    tools = open_toolbox(session.settings()).file.tools
    if not tools:
        out().print("No tools are declared: set COUNTERSIGN_TOOLS_FILE.")
        return
    columns = ("tool", "risk", "does", "call", "owner", "verified by", "found by", "approvers", "time-out")
    out().print(table(*columns, rows=[_row(tool) for tool in tools]))


@app.command()
def check() -> None:
    """Check the file, its secrets, its hosts and its approvers. It connects to each host and calls nothing."""
    from bot.commands.upkeep import print_finding
    from bot.doctor_tools import tools
    from bot.findings import Health

    settings = session.settings()

    async def work() -> bool:
        sound = True
        async for finding in tools(settings):
            print_finding(finding)
            sound = sound and finding.health is not Health.FAIL
        return sound

    if not asyncio.run(work()):
        raise typer.Exit(1)


def _row(tool: ToolEntry) -> tuple[object, ...]:
    verify = f"{tool.verify.tool}.{tool.verify.field}" if tool.verify else None
    owner = tool.owner and (tool.owner.argument or f"{tool.owner.tool or tool.name}.{tool.owner.field}")
    return (
        tool.name,
        tool.risk.value,
        tool.words.title.said(),
        f"{tool.method} {tool.url}",
        owner,
        verify,
        tool.lookup,
        tool.approvers,
        f"{tool.timeout_seconds:g} s",
    )
