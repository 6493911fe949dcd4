"""The examination of the tools."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.bootstrap import open_toolbox
from bot.doctor_tools import tools as examine
from bot.findings import Health
from bot.settings import Settings
from tests.adapters.tools.specimens import SECRET, tool, tools, written
from tests.doubles.orders import TOKEN, OrdersDouble

APPROVALS = 'version: 1\nactions: [{name: refunds, tool: create_refund, approvers: [{account: "terminal:sam"}]}]\n'


@pytest.fixture(autouse=True)
def _secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SECRET, TOKEN)


async def found(folder: Path, content: dict[str, Any], approvals: str = APPROVALS) -> list[tuple[Health, str]]:
    rules = folder / "approvals.yml"
    rules.write_text(approvals)
    settings = Settings(home=folder, tools_file=written(folder, content), approvals_file=rules)
    return [(finding.health, finding.words) async for finding in examine(settings)]


async def test_tools_that_can_be_called_are_ok_and_none_is(tmp_path: Path) -> None:
    async with OrdersDouble() as double:
        origin = f"http://127.0.0.1:{double.port}"
        assert await found(tmp_path, tools(origin, private=True)) == [
            (Health.OK, f"4 at {origin}, 1 of them write"),
        ]
        assert double.paths == []


async def test_a_host_that_is_not_there_fails(tmp_path: Path) -> None:
    async with OrdersDouble() as gone:
        origin = f"http://127.0.0.1:{gone.port}"
    ((health, words),) = await found(tmp_path, tools(origin, private=True))
    assert health is Health.FAIL
    assert words.startswith(f"{origin} cannot be connected to")


async def test_approvers_that_no_rule_names_fail_and_what_is_missing_is_warned_of(tmp_path: Path) -> None:
    async with OrdersDouble() as double:
        content = tools(f"http://127.0.0.1:{double.port}", private=True)
        tool(content, "create_refund").pop("lookup")
        tool(content, "query_order").pop("owner")
        findings = await found(tmp_path, content, "version: 1\n")
    assert [(health, words.split(":")[0]) for health, words in findings] == [
        (Health.WARN, "query_order"),
        (Health.FAIL, "create_refund"),
        (Health.WARN, "create_refund"),
    ]
    assert "no action rule “refunds”" in findings[1][1]


async def test_with_a_token_and_no_file_there_are_no_tools(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, slack_bot_token="xoxb-1")
    assert not open_toolbox(settings).specs
    assert [finding.health async for finding in examine(settings)] == [Health.OK]
