"""What is wrong with the tools: the file, its secrets, its hosts, and who may approve."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING

from bot.findings import Finding, Health
from bot.settings import Settings
from core.domain.tool import ToolSpec
from core.errors import ToolError

if TYPE_CHECKING:
    from adapters.tools.toolbox import HttpToolbox

PART = "tools"


async def tools(settings: Settings) -> AsyncIterator[Finding]:
    """Raises ConfigurationError where the file is wrong. Connects to each host and calls nothing."""
    from bot.bootstrap import open_toolbox

    toolbox = open_toolbox(settings)
    if not toolbox.specs:
        yield Finding(Health.OK, PART, "none declared: it answers and does nothing else")
        return
    found = [*_declared(settings, list(toolbox.specs.values()))]
    if settings.tools_file is not None:  # the sample's business system runs beside the chat only
        found += [one async for one in _reachable(toolbox)]
    for finding in found:
        yield finding
    if all(finding.health is not Health.FAIL for finding in found):
        writing = sum(spec.risk.writes for spec in toolbox.specs.values())
        hosts = ", ".join(str(host.origin) for host in toolbox.file.hosts)
        yield Finding(Health.OK, PART, f"{len(toolbox.specs)} at {hosts}, {writing} of them write")


def _declared(settings: Settings, specs: list[ToolSpec]) -> Iterator[Finding]:
    from bot.bootstrap import approval_rules

    rules = {rule.name for rule in approval_rules(settings).actions}
    for spec in specs:
        if spec.approvers and spec.approvers not in rules:
            words = f"{spec.name}: the approvals file has no action rule “{spec.approvers}”: add it, or mend the name"
            yield Finding(Health.FAIL, PART, words)
        if spec.risk.writes and spec.lookup is None:
            words = f"{spec.name}: an answer lost on the wire goes to a person, as no lookup finds a call by its key"
            yield Finding(Health.WARN, PART, words)
        if spec.facts and spec.owner is None:
            words = f"{spec.name}: its facts are told to whoever asks, as it has no owner: add one if they are personal"
            yield Finding(Health.WARN, PART, words)


async def _reachable(toolbox: HttpToolbox) -> AsyncIterator[Finding]:
    from adapters.tools.probe import connect, missing_secrets

    for error in missing_secrets(toolbox):
        yield Finding(Health.FAIL, PART, str(error))
    for host in toolbox.file.hosts:
        try:
            await connect(toolbox, host.origin)
        except ToolError as error:
            yield Finding(Health.FAIL, PART, str(error))
