"""The tools file: what it declares, and one line that names file, field and remedy for whatever cannot work."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adapters.tools.file import load_tools
from core.domain.action import FactKind, Tool, ToolRisk
from core.domain.language import Language
from core.domain.tool import ToolSpec
from core.errors import ConfigurationError
from tests.adapters.tools.specimens import ORDER, tool, tools, written

Spoil = Callable[[dict[str, Any]], Any]


def refund(**changed: Any) -> Spoil:
    return of("create_refund", **changed)


def of(name: str, /, **changed: Any) -> Spoil:
    """A change of one tool; None takes a field away."""

    def spoil(content: dict[str, Any]) -> None:
        found = tool(content, name)
        for field, value in changed.items():
            found.pop(field, None)
            if value is not None:
                found[field] = value

    return spoil


def schema(**changed: Any) -> dict[str, Any]:
    return {**ORDER, **changed}


def with_property(described: Any) -> dict[str, Any]:
    return {**ORDER, "properties": {**ORDER["properties"], "more": described}}


def test_what_the_file_says_is_what_the_tools_are(tmp_path: Path) -> None:
    file = load_tools(written(tmp_path, tools()))
    assert [one.name for one in file.tools] == ["query_order", "query_after_sales", "query_request", "create_refund"]
    made, read = file.tools[3].spec, file.tools[0].spec
    assert type(made) is ToolSpec
    assert made.judged() == Tool(name="create_refund", risk=ToolRisk.WRITE_HIGH, needs_evidence=True)
    assert made.verify
    assert made.verify.expected == ("refund_requested", "refunded")
    assert made.owner
    assert made.owner.look
    assert made.owner.look.tool == "query_order"
    assert (made.lookup, made.decision, made.approvers) == ("query_request", "refund_allowed", "refunds")
    assert made.slots["amount"] == "facts.query_order.total"
    assert read.owner
    assert read.owner.look is None
    assert [fact.kind for fact in read.facts] == [FactKind.ORDER_STATUS, FactKind.PAYMENT_STATUS]
    assert read.facts[0].values["paid"].said(Language.CHINESE) == "已支付"
    assert read.facts[0].values["paid"].said(Language.GERMAN) == "Paid"
    assert set(read.facts[1].values) == {"true", "false"}, "YAML's true is the answer's"
    assert ToolSpec.model_validate_json(made.model_dump_json(by_alias=True)) == made, "it can be kept on record"


def test_a_tool_is_what_is_signed_and_how_it_is_called_is_not_in_it(tmp_path: Path) -> None:
    spec = load_tools(written(tmp_path, tools())).tools[3].spec
    assert not {"url", "method", "auth", "query", "body"} & set(spec.model_dump())


def test_a_host_may_be_somewhere_else_this_time(tmp_path: Path) -> None:
    path = written(tmp_path, tools("http://127.0.0.1:8099", private=True))
    file = load_tools(path, {"http://127.0.0.1:8099": "http://127.0.0.1:40001"})
    assert file.hosts[0].url == "http://127.0.0.1:40001/"
    assert file.tools[0].url == "http://127.0.0.1:40001/orders/{order_id}"
    assert file.private == {("127.0.0.1", 40001)}


def test_an_empty_list_of_tools_is_a_file(tmp_path: Path) -> None:
    assert load_tools(written(tmp_path, {"version": 1})).tools == ()


WRONG: list[tuple[str, Spoil, str, str]] = [
    ("an unknown key", lambda c: c.update(tool=[]), "tool", "no such field"),
    ("an unknown version", lambda c: c.update(version=2), "version", "1"),
    ("no version", lambda c: c.pop("version"), "version", "required"),
    ("an unknown key of a tool", refund(aprovers="x"), "tool create_refund: aprovers", "no such field"),
    ("an unknown key of a host", lambda c: c["hosts"][0].update(privat=True), "hosts.0.privat", "no such field"),
    ("an unknown risk", refund(risk="write"), "tool create_refund: risk", "write_low"),
    ("a name with a star", of("query_order", name="query_*"), "tool query_*: name", "a name is exact"),
    ("a name twice", of("query_order", name="create_refund"), "tools.3.name", "two tools are named create_refund"),
    ("plain HTTP", lambda c: c["hosts"][0].update(url="http://orders.example.com"), "hosts.0", "use https"),
    ("a private address", lambda c: c["hosts"][0].update(url="https://10.0.0.7"), "hosts.0", "private: true"),
    (
        "a metadata address, declared private",
        lambda c: c["hosts"][0].update(url="http://169.254.169.254", private=True),
        "hosts.0",
        "no business system lives",
    ),
    ("a host with a path", lambda c: c["hosts"][0].update(url="https://a.example/v1"), "hosts.0", "ends with"),
    ("a host twice", lambda c: c["hosts"].append(c["hosts"][0]), "hosts.1", "twice"),
    ("another host", refund(url="https://evil.example/{order_id}"), "create_refund: url", "not among hosts"),
    ("another port", refund(url="https://orders.example.com:444/{order_id}"), "create_refund: url", "not among hosts"),
    ("another scheme", refund(url="http://orders.example.com/{order_id}"), "create_refund: url", "not among hosts"),
    ("an argument in the host", refund(url="https://{order_id}/"), "create_refund: url", "never in the host"),
    ("an undeclared argument in the path", refund(url="https://orders.example.com/{id}"), "create_refund", "{id}"),
    (
        "an optional argument in the path",
        refund(url="https://orders.example.com/{reason}"),
        "create_refund",
        "requires",
    ),
    ("a GET that writes", refund(method="GET"), "create_refund", "GET changes nothing"),
    ("a DELETE that reads", of("query_order", method="DELETE"), "query_order", "DELETE changes something"),
    ("a GET with a body", of("query_order", body={"id": "order_id"}), "query_order", "under query"),
    ("an argument sent nowhere", refund(body={"total": "amount"}), "create_refund", "reason is sent nowhere"),
    ("what no argument is sent", refund(body={"total": "sum"}), "create_refund", "argument sum"),
    ("no owner", refund(owner=None), "create_refund", "needs owner"),
    (
        "an owner by a field of nothing",
        refund(owner={"field": "owner", "equals": "asker.email"}),
        "create_refund",
        "needs owner",
    ),
    (
        "an owner by name",
        refund(owner={"tool": "query_order", "field": "o", "equals": "asker.name"}),
        "owner.equals",
        "asker.email",
    ),
    ("an owner twice", refund(owner={"field": "o", "argument": "reason", "equals": "asker.email"}), "owner", "either"),
    (
        "an owner by a tool that writes",
        refund(owner={"tool": "create_refund", "field": "o", "equals": "asker.email"}),
        "create_refund: owner.tool",
        "no read-only tool",
    ),
    (
        "an owner that cannot be asked",
        refund(owner={"tool": "query_request", "field": "o", "equals": "asker.email"}),
        "create_refund: owner.args",
        "needs key",
    ),
    (
        "an owner asked by an optional argument",
        refund(owner={"tool": "query_request", "args": {"key": "reason"}, "field": "o", "equals": "asker.email"}),
        "create_refund: owner.args",
        "not every call",
    ),
    ("no second look", refund(verify=None), "create_refund", "needs verify"),
    ("a look at nothing", refund(verify={"tool": "query_order", "field": "s"}), "verify", "either equals or in"),
    (
        "a look by an unknown tool",
        refund(verify={"tool": "query_refund", "field": "s", "equals": "x"}),
        "create_refund: verify.tool",
        "query_refund",
    ),
    ("a look-up by several arguments", refund(lookup="create_refund"), "create_refund: lookup", "one required"),
    ("no decision", refund(decision=None), "create_refund", "needs decision"),
    ("a decision that forbids", refund(decision="refund_denied"), "create_refund: decision", "refund_allowed"),
    ("no consequence", refund(words={"title": "R", "description": "R"}), "create_refund", "words.consequence"),
    ("a language that nobody is spoken to in", refund(words={"title": {"en": "R", "fr": "R"}}), "title.fr", "no such"),
    ("words of two lines", of("query_order", words={"title": "a\nb", "description": "x"}), "title", "one line"),
    ("facts of a tool that writes", refund(facts=[{"kind": "order_status", "field": "s"}]), "create_refund", "facts"),
    ("an unknown kind of fact", of("query_order", facts=[{"kind": "mood", "field": "s"}]), "facts.0.kind", "order_"),
    ("an amount without a currency", refund(amount="reason"), "create_refund", "value and currency"),
    ("an amount that is no argument", refund(amount="total"), "create_refund", "argument total"),
    ("outgoing of a tool that stays inside", refund(outgoing="reason"), "create_refund", "external_high"),
    ("a message without its text", refund(risk="external_high"), "create_refund", "outgoing"),
    ("a decision of a read-only tool", of("query_order", decision="refund_allowed"), "query_order", "no decision"),
    ("a slot of no argument", refund(slots={"sum": "order_id"}), "create_refund", "argument sum"),
    ("a slot from a tool that writes", refund(slots={"reason": "facts.create_refund.id"}), "slots.reason", "read-only"),
    ("a source that is none", refund(slots={"reason": "Asker.Role"}), "slots.reason", "facts.TOOL.FIELD"),
    ("no time at all", refund(timeout_seconds=0), "timeout_seconds", "greater than 0"),
    ("an hour", refund(timeout_seconds=3600), "timeout_seconds", "120"),
    ("a header of the protocol", refund(idempotency_header="Content-Length"), "idempotency_header", "protocol"),
    (
        "one header for two",
        refund(auth={"header": "X-Key", "secret": "env:K"}, idempotency_header="x-key"),
        "create_refund",
        "same header",
    ),
    ("the secret itself", refund(auth={"secret": "hunter2"}), "auth.secret", "env:NAME or file:PATH"),
    ("a setting as secret", refund(auth={"secret": "env:COUNTERSIGN_ORDERS"}), "auth.secret", "taken for a setting"),
    ("a header with a line break", refund(auth={"header": "A\r\nB", "secret": "env:K"}), "auth.header", "pattern"),
    ("no schema", of("query_order", arguments={"type": "text"}), "query_order: arguments", "no JSON schema"),
    ("no object", of("query_order", arguments={"type": "array"}), "query_order: arguments", "one object"),
    (
        "an open schema",
        of("query_order", arguments=schema(additionalProperties=True)),
        "query_order: arguments",
        "additionalProperties must be false",
    ),
    (
        "an open part",
        of("query_order", arguments=with_property({"type": "object"})),
        "query_order: arguments",
        "properties.more.additionalProperties must be false",
    ),
    (
        "an open item",
        of("query_order", arguments=with_property({"type": "array", "items": {"type": "object"}})),
        "query_order: arguments",
        "properties.more.items.additionalProperties must be false",
    ),
    ("an argument without a type", of("query_order", arguments=with_property({})), "query_order: arguments", "type"),
    (
        "a schema from elsewhere",
        of("query_order", arguments=with_property({"type": "string", "$ref": "https://evil.example/schema"})),
        "query_order: arguments",
        "$ref is not read here",
    ),
    (
        "a format that is not checked",
        of("query_order", arguments=with_property({"type": "string", "format": "iri"})),
        "query_order: arguments",
        "format iri",
    ),
    ("a required one that is not there", of("query_order", arguments=schema(required=["id"])), "arguments", "id"),
    (
        "a pattern that is none",
        of("query_order", arguments=with_property({"type": "string", "pattern": "("})),
        "arg",
        "more",
    ),
]


@pytest.mark.parametrize(("spoil", "field", "words"), [pytest.param(*rest, id=what) for what, *rest in WRONG])
def test_what_cannot_work_is_one_line_with_file_field_and_remedy(
    tmp_path: Path, spoil: Spoil, field: str, words: str
) -> None:
    content = copy.deepcopy(tools())
    spoil(content)
    path = written(tmp_path, content)
    with pytest.raises(ConfigurationError) as caught:
        load_tools(path)
    said = str(caught.value)
    assert said.startswith(f"The tools file {path} is wrong at ")
    assert "\n" not in said
    assert said.endswith("Mend that field.")
    assert field in said
    assert words in said
    assert "hunter2" not in said


def test_a_file_that_is_missing_or_no_yaml_or_says_a_thing_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"cannot be read.*COUNTERSIGN_TOOLS_FILE"):
        load_tools(tmp_path / "nowhere.yml")
    path = tmp_path / "tools.yml"
    for text, words in (("a: [", "not valid YAML"), ("version: 1\nversion: 1\n", "given twice"), ("- 1", "the file")):
        path.write_text(text)
        with pytest.raises(ConfigurationError, match=words):
            load_tools(path)
