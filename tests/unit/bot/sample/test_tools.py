"""The sample's tools file and the order service fit each other: every tool is called, looked up and verified for real."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from adapters.tools.file import load_tools
from adapters.tools.toolbox import HttpToolbox
from bot.sample.orders import DECLARED, TOKEN
from core.actions.answers import amount, belongs, facts, look_args, said, shown, shown_key
from core.actions.statuses import known, statuses_of
from core.domain.action import TOOLS, Execution, Fact
from core.domain.language import Language
from core.errors import ToolError, ToolProblem
from core.modules import state_verification
from core.modules.state_verification import EFFECTS, VerificationStatus
from tests.unit.bot.sample.orders import shop as shops
from tests.unit.bot.sample.orders.shop import Shop

FILE = Path(__file__).parents[4] / "bot" / "sample" / "tools.yml"
SPECS = {tool.name: tool.spec for tool in load_tools(FILE).tools}
YOU = "you@meridian.example"
AMOUNT = {"value": "31.90", "currency": "USD"}
CALLS: dict[str, dict[str, Any]] = {
    "create_refund": {"order_id": "O123", "amount": {"value": "128.00", "currency": "USD"}, "reason": "三天没发货"},
    "create_compensation": {"order_id": "O128", "amount": AMOUNT},
    "cancel_order": {"order_id": "O129", "reason": "No longer needed"},
    "modify_order": {"order_id": "O129", "item": "Wool socks", "variant": "M"},
    "modify_address": {"order_id": "O129", "address": "9 Spring Street, Green Bay, WI 54301"},
    "create_ticket": {"requester": YOU, "order_id": "O128", "subject": "Lost", "text": "It does not move."},
    "grant_access": {"person": YOU, "system": "TripDesk", "role": "reader", "reason": "Travel planning"},
    "send_email": {"sender": YOU, "recipient": "dana@meridian.example", "subject": "Delay", "text": "Sorry."},
    "send_sms": {"sender": YOU, "recipient": "+1 555 0100", "text": "Your order is late."},
    "send_enterprise_wechat_message": {"sender": YOU, "recipient": "care team", "text": "您的订单已延迟。"},
}
READS: dict[str, dict[str, Any]] = {
    **{name: {"order_id": "O123"} for name in ("query_order", "query_payment", "query_logistics", "query_after_sales")},
    "query_ticket": {"requester": YOU},
    "query_access": {"person": YOU},
    "query_message": {"sender": YOU, "recipient": "dana@meridian.example"},
}


@pytest.fixture
async def shop(tmp_path: Path) -> AsyncIterator[Shop]:
    async with shops.shop(tmp_path / "orders.db") as opened:
        yield opened


@pytest.fixture
async def toolbox(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[HttpToolbox]:
    monkeypatch.setenv(TOKEN, shops.TOKEN)
    opened = HttpToolbox.open(FILE, moved={DECLARED: str(shop.client.make_url("")).rstrip("/")})
    yield opened
    await opened.close()


async def look(toolbox: HttpToolbox, name: str) -> dict[str, Any]:
    """The second look at the example call of a tool."""
    verify = SPECS[name].verify
    assert verify
    return await toolbox.read(verify.tool, look_args(verify, SPECS[verify.tool], CALLS[name]))


def verified(name: str, key: str, before: Any, after: Any, result: Any) -> VerificationStatus:
    verify = SPECS[name].verify
    assert verify
    given = state_verification.Input(
        execution=Execution(tool_name=name, args=CALLS[name], result=result, idempotency_key=key),
        before=facts(SPECS[verify.tool], before),
        observed=facts(SPECS[verify.tool], after),
        found_key=shown_key(verify, after),
    )
    return state_verification.rules(given).verification_status


def test_the_seeds_tools_are_declared_with_their_risks():
    not_called = {
        "search_policy",
        "send_external_message",
    }  # the policies are our own; a message goes by one of the channels
    named = {tool.name: tool.risk for tool in TOOLS if tool.name not in not_called}
    assert {name: SPECS[name].risk for name in named} == named
    evidence = {tool.name for tool in TOOLS if tool.needs_evidence}
    assert {name for name, spec in SPECS.items() if spec.needs_evidence} == evidence
    assert CALLS.keys() == {name for name, spec in SPECS.items() if spec.risk.writes}


@pytest.mark.parametrize("name", CALLS)
async def test_an_effect_is_verified_and_found_by_its_key(toolbox, name):
    spec, key = SPECS[name], f"action:{name}:1"
    assert toolbox.faults(name, CALLS[name]) == ()
    before = await look(toolbox, name)
    assert not shown(spec.verify, before)
    assert verified(name, key, before, before, "success") is not VerificationStatus.VERIFIED_SUCCESS
    with pytest.raises(ToolError) as unknown:
        await toolbox.read(spec.lookup, {"key": key})
    assert unknown.value.problem is ToolProblem.NOT_FOUND
    answer = await toolbox.execute(name, CALLS[name], key)
    after = await look(toolbox, name)
    assert shown(spec.verify, after)
    assert shown_key(spec.verify, after) == key
    assert EFFECTS[name] & known(facts(SPECS[spec.verify.tool], after))
    assert verified(name, key, before, after, "success") is VerificationStatus.VERIFIED_SUCCESS
    assert verified(name, key, before, after, "unknown") is VerificationStatus.VERIFIED_SUCCESS
    assert verified(name, key, before, after, "failed") is VerificationStatus.HUMAN_HANDOFF
    assert (await toolbox.read(spec.lookup, {"key": key}))["answer"] == answer
    assert await toolbox.execute(name, CALLS[name], key) == answer


@pytest.mark.parametrize("name", ["create_ticket", "send_sms", "modify_order", "grant_access"])
async def test_an_earlier_effect_is_not_taken_for_ours(toolbox, name):
    """What may be done more than once is told apart by its key."""
    await toolbox.execute(name, CALLS[name], "earlier")
    before = await look(toolbox, name)
    assert verified(name, "ours", before, before, "success") is not VerificationStatus.VERIFIED_SUCCESS


@pytest.mark.parametrize("name", CALLS)
async def test_a_plain_no_has_not_acted(toolbox, shop, name):
    await shop.fail("error_before", name)
    with pytest.raises(ToolError) as failed:
        await toolbox.execute(name, CALLS[name], "key-1")
    assert failed.value.may_have_acted
    wrong = {**CALLS[name], "order_id": "O124"}
    if name in {"cancel_order", "modify_order", "modify_address"}:
        with pytest.raises(ToolError) as refused:
            await toolbox.execute(name, wrong, "key-2")
        assert (refused.value.problem, refused.value.code) == (ToolProblem.REJECTED, "already_dispatched")
        assert not refused.value.may_have_acted


@pytest.mark.parametrize("name", READS)
async def test_facts_belong_to_the_asker(toolbox, name):
    spec, args = SPECS[name], READS[name]
    answer = await toolbox.read(name, args)
    assert facts(spec, answer)
    assert belongs(spec.owner, args, answer, YOU)
    assert not belongs(spec.owner, args, answer, "sam@meridian.example")


@pytest.mark.parametrize("name", CALLS)
async def test_only_the_askers_own_things_are_touched(toolbox, name):
    spec = SPECS[name]
    for order_id, asker, theirs in [
        ("O123", YOU, True),
        ("O201", YOU, False),
        ("O201", "Sam@Meridian.example", True),
        ("O123", None, False),
    ]:
        args = {**CALLS[name], "order_id": order_id}
        if spec.owner.argument:
            assert belongs(spec.owner, args, {}, asker) is (asker == YOU)
            continue
        answer = await toolbox.read(spec.owner.tool, look_args(spec.owner.look, SPECS[spec.owner.tool], args))
        assert belongs(spec.owner, args, answer, asker) is theirs


async def test_amounts_come_from_what_the_service_says(toolbox):
    for name, order_id, value in [("create_refund", "O130", "2140.00"), ("create_compensation", "O128", "31.90")]:
        args: dict[str, Any] = {"order_id": order_id, "amount": {}}
        for part in ("value", "currency"):
            _, tool, path = SPECS[name].slots[f"amount.{part}"].split(".", 2)
            args["amount"][part] = said(await toolbox.read(tool, {"order_id": order_id}), path)
        assert toolbox.faults(name, args) == ()
        assert str(amount(SPECS[name], args).value) == value


@pytest.mark.parametrize("language", Language)
def test_people_read_the_same_as_programs(language):
    for spec in SPECS.values():
        for fact in spec.facts:
            for value, words in fact.values.items():
                text = words.said(language)
                by_value = statuses_of(Fact(tool_name=spec.name, kind=fact.kind, value=value))
                by_text = statuses_of(Fact(tool_name=spec.name, kind=fact.kind, value="?", text=text))
                assert by_text == by_value or not by_value, (spec.name, value, text)


def test_titles_and_consequences_are_told_in_every_language():
    for spec in SPECS.values():
        told = [spec.words.title, *([spec.words.consequence] if spec.words.consequence else [])]
        told += [words for fact in spec.facts for words in fact.values.values()]
        assert all(getattr(words, language.value) for words in told for language in Language), spec.name
