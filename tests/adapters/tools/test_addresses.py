"""Which network addresses a tool may be connected to, whatever a name service says and however often it changes its mind."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.tools.addresses import GuardedResolver, Reach, allowed, reach
from core.errors import ToolError, ToolProblem
from tests.adapters.tools.specimens import ARGS, SECRET, Names, toolbox, tools
from tests.doubles.orders import TOKEN, OrdersDouble

PUBLIC, PRIVATE, NEVER = Reach.PUBLIC, Reach.PRIVATE, Reach.NEVER


@pytest.fixture(autouse=True)
def _secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SECRET, TOKEN)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("8.8.8.8", PUBLIC),
        ("2001:4860:4860::8888", PUBLIC),
        ("::ffff:8.8.8.8", PUBLIC),
        ("64:ff9b::808:808", PUBLIC),
        ("127.0.0.1", PRIVATE),
        ("127.255.255.254", PRIVATE),
        ("10.1.2.3", PRIVATE),
        ("172.16.0.1", PRIVATE),
        ("192.168.1.1", PRIVATE),
        ("100.64.0.1", PRIVATE),
        ("198.18.0.1", PRIVATE),
        ("::1", PRIVATE),
        ("fd00:ec2::254", PRIVATE),
        ("::ffff:127.0.0.1", PRIVATE),
        ("::127.0.0.1", PRIVATE),
        ("64:ff9b::7f00:1", PRIVATE),
        ("2002:7f00:1::", PRIVATE),
        ("169.254.169.254", NEVER),
        ("::ffff:169.254.169.254", NEVER),
        ("64:ff9b::a9fe:a9fe", NEVER),
        ("2002:a9fe:a9fe::1", NEVER),
        ("fe80::1", NEVER),
        ("fe80::1%eth0", NEVER),
        ("0.0.0.0", NEVER),
        ("0.1.2.3", NEVER),
        ("::", NEVER),
        ("224.0.0.1", NEVER),
        ("ff02::1", NEVER),
        ("255.255.255.255", NEVER),
        ("240.0.0.1", NEVER),
    ],
)
def test_an_address_is_public_private_or_never_allowed(address: str, expected: Reach) -> None:
    assert reach(address) is expected
    assert allowed(address, private=False) is (expected is PUBLIC)
    assert allowed(address, private=True) is (expected is not NEVER)


async def test_a_name_may_not_lead_inside_and_nothing_is_sent(tmp_path: Path) -> None:
    async with OrdersDouble() as double:
        origin = f"https://orders.example.com:{double.port}"
        for found in (["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["::ffff:127.0.0.1"], ["169.254.169.254"]):
            names = Names({"orders.example.com": [found]})
            box = toolbox(tmp_path, tools(origin), names)
            with pytest.raises(ToolError) as caught:
                await box.execute("create_refund", ARGS, "key-1")
            assert (caught.value.problem, caught.value.may_have_acted) == (ToolProblem.FORBIDDEN, False)
            assert "private: true" in str(caught.value)
            assert not any(address in str(caught.value) for address in found)
            await box.close()
        assert double.paths == []


async def test_a_declared_private_host_is_connected_to_at_the_address_that_was_looked_at(tmp_path: Path) -> None:
    async with OrdersDouble() as double:
        origin = f"http://orders.internal:{double.port}"
        double.hosts = {f"orders.internal:{double.port}"}
        names = Names({"orders.internal": [["127.0.0.1"], ["127.0.0.1"], ["169.254.169.254"], ["0.0.0.0"]]})
        box = toolbox(tmp_path, tools(origin, private=True), names)
        for _ in range(2):
            assert (await box.read("query_order", {"order_id": "O123"}))["id"] == "O123"
        for _ in range(2):  # the name now leads elsewhere
            with pytest.raises(ToolError) as caught:
                await box.read("query_order", {"order_id": "O123"})
            assert caught.value.problem is ToolProblem.FORBIDDEN
        assert names.asked == ["orders.internal"] * 4
        assert len(double.paths) == 2
        await box.close()


async def test_a_name_that_changes_its_mind_after_the_look_gains_nothing() -> None:
    names = Names({"orders.example.com": [["8.8.8.8"], ["127.0.0.1"]]})
    guard = GuardedResolver(names, [("orders.example.com", 444)])
    assert [one["host"] for one in await guard.resolve("orders.example.com", 443)] == ["8.8.8.8"]
    with pytest.raises(ToolError):
        await guard.resolve("orders.example.com", 443)
    assert await guard.resolve("orders.example.com", 444), "declared private for this port"


async def test_a_name_that_nobody_knows_is_unreachable(tmp_path: Path) -> None:
    box = toolbox(tmp_path, tools("https://orders.example.com"), Names({}))
    with pytest.raises(ToolError) as caught:
        await box.execute("create_refund", ARGS, "key-1")
    assert (caught.value.problem, caught.value.may_have_acted) == (ToolProblem.UNREACHABLE, False)
    await box.close()
