"""``tools list`` and ``tools check``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adapters.tools.specimens import SECRET, tool, tools, written
from tests.doubles.orders import TOKEN
from tests.unit.bot.commands.conftest import Run

APPROVALS = 'version: 1\nactions: [{name: refunds, tool: create_refund, approvers: [{account: "terminal:sam"}]}]\n'


@pytest.fixture
def declared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = written(tmp_path, tools("https://orders.invalid"))
    (tmp_path / "approvals.yml").write_text(APPROVALS)
    monkeypatch.setenv("COUNTERSIGN_TOOLS_FILE", str(path))
    monkeypatch.setenv("COUNTERSIGN_APPROVALS_FILE", str(tmp_path / "approvals.yml"))
    monkeypatch.setenv(SECRET, TOKEN)
    return path


def test_without_a_file_nothing_can_be_done(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERSIGN_SLACK_BOT_TOKEN", "xoxb-1")
    assert "COUNTERSIGN_TOOLS_FILE" in run("tools", "list").out
    checked = run("tools", "check")
    assert (checked.status, checked.out) == (0, "ok   tools: none declared: it answers and does nothing else\n")


def test_tools_are_listed_with_what_they_may_and_what_proves_it(run: Run, declared: Path) -> None:
    lines = run("tools", "list").out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == [
        "query_order",
        "query_after_sales",
        "query_request",
        "create_refund",
    ]
    for words in (
        "write_high",
        "POST https://orders.invalid/orders/{order_id}/refunds",
        "query_order.owner.email",
        "query_after_sales.status",
        "query_request",
        "refunds",
        "20 s",
    ):
        assert words in lines[4]
    assert TOKEN not in "\n".join(lines)


def test_a_wrong_file_is_bad_configuration_in_one_line(run: Run, tmp_path: Path, declared: Path) -> None:
    content = tools("https://orders.invalid")
    tool(content, "create_refund")["aprovers"] = "refunds"
    written(tmp_path, content)
    for command in ("list", "check"):
        done = run("tools", command)
        assert (done.status, done.out) == (2, "")
        assert done.err.count("\n") == 1
        assert "tool create_refund: aprovers: there is no such field" in done.err


def test_what_cannot_be_called_is_found_without_calling(
    run: Run, declared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(SECRET)
    done = run("tools", "check")
    assert done.status == 1
    secret, host = done.out.splitlines()
    assert secret.startswith(f"fail tools: The variable {SECRET} with a tool's secret is not set")
    assert host.startswith("fail tools: https://orders.invalid cannot be connected to")
