"""No argument leaves its path segment or its host, however it is written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yarl import URL

from adapters.tools.urls import Origin, Template, read_origin
from core.errors import ToolError, ToolProblem
from tests.adapters.tools.specimens import ARGS, SECRET, Names, toolbox, tools
from tests.doubles.orders import TOKEN, OrdersDouble

ORDERS = Template.read("https://orders.example.com/v1/orders/{order_id}/refunds")
REFUSED = [
    "..",
    ".",
    "",
    "../../admin",
    "..%2f..%2fadmin",
    "%2e%2e",
    "a/b",
    "//evil.example",
    "https://evil.example/",
    "..\\admin",
    "O123\r\nX-Evil: yes",
    "O123\n",
    "O123\x00",
    "O123\x7f",
    "．．",
    "‥",
    "․․",
    "a／b",
    "a＼b",
    "％2e％2e",
    "℀",
    "O123\u202e",
    "\ufeff..",
    "O\u2028123",
    "x" * 201,
    "\ud800",
]
KEPT = {
    "O123": "O123",
    "@evil.example": "%40evil.example",
    "user:pass@evil.example": "user%3Apass%40evil.example",
    "O123?admin=1": "O123%3Fadmin%3D1",
    "O123#x": "O123%23x",
    "O123;v=1": "O123%3Bv%3D1",
    "O 123": "O%20123",
    "...": "...",
    "订单": "%E8%AE%A2%E5%8D%95",
    "a。b": "a%E3%80%82b",
    "evil.example:80": "evil.example%3A80",
    "&x=y+z": "%26x%3Dy%2Bz",
}


@pytest.mark.parametrize("value", REFUSED)
def test_what_could_leave_its_segment_is_refused_by_the_arguments_name(value: str) -> None:
    with pytest.raises(ValueError, match=r"^order_id: it cannot stand in an address$"):
        ORDERS.fill({"order_id": value})


@pytest.mark.parametrize(("value", "segment"), KEPT.items())
def test_everything_else_is_encoded_into_its_one_segment(value: str, segment: str) -> None:
    assert ORDERS.fill({"order_id": value}) == f"https://orders.example.com/v1/orders/{segment}/refunds"


@given(st.text(max_size=60))
def test_an_address_has_its_host_and_its_segments_for_any_text(value: str) -> None:
    try:
        filled = ORDERS.fill({"order_id": value})
    except ValueError:
        return
    parts = urlsplit(filled)
    assert (parts.netloc, parts.query, parts.fragment) == ("orders.example.com", "", "")
    before, segment, after = parts.path.partition("/v1/orders/")[2].partition("/refunds")
    assert (after, segment) == ("", "/refunds")
    assert unquote(before) == value
    assert "/" not in unquote(unquote(before))
    assert URL(filled, encoded=True).raw_path == parts.path, "aiohttp sends it as it is"


@pytest.mark.parametrize("value", [True, None, 1.5, ["O123"], {"a": "b"}])
def test_only_text_and_whole_numbers_stand_in_an_address(value: Any) -> None:
    with pytest.raises(ValueError, match="order_id: only text and whole numbers"):
        ORDERS.fill({"order_id": value})
    assert ORDERS.fill({"order_id": 7}).endswith("/orders/7/refunds")


def test_an_argument_that_is_part_of_a_segment_makes_no_step_of_it() -> None:
    template = Template.read("https://x.example/a/.{name}")
    assert template.fill({"name": "b"}) == "https://x.example/a/.b"
    for value in (".", "．"):
        with pytest.raises(ValueError, match="name"):
            template.fill({"name": value})


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("https://{host}/orders", "path only"),
        ("https://orders.example.com{path}", "path only"),
        ("https://user:pass@orders.example.com/", "users and passwords"),
        ("https://orders.example.com\\@evil.example/", "backslashes"),
        ("https://orders.example.com/o?id={order_id}", "under query"),
        ("https://orders.example.com?id={order_id}", "path only"),
        ("https://orders.example.com?id=1", "ends with its name or port"),
        ("https://orders.example.com/#{order_id}", "under query"),
        ("https://orders.example.com/../{order_id}", "segment . or .."),
        ("https://orders.example.com/%2e%2E/{order_id}", "segment . or .."),
        ("https://orders.example.com/a b", "%XX"),
        ("https://orders.example.com/a\r\nb", "%XX"),
        ("https://orders.example.com/{order id}", "between"),
        ("https://orders.example.com/{}", "between"),
        ("https://orders.example.com/{order_id", "%XX"),
        ("ftp://orders.example.com/", "https://"),
        ("file:///etc/passwd", "https://"),
        ("orders.example.com/", "https://"),
        ("https:///orders", "letters, digits"),
        ("https://orders。example.com/", "letters, digits"),
        ("https://оrders.example.com/", "letters, digits"),
        ("https://orders..example.com/", "letters, digits"),
        ("https://orders.example.com./", "letters, digits"),
        ("https://127.1/", "written out"),
        ("https://2130706433/", "written out"),
        ("https://0x7f.0.0.1/", "written out"),
        ("https://0177.0.0.1/", "written out"),
        ("https://[::ffff:7f00:1]:x/", "no address"),
        ("https://orders.example.com:99999/", "no address"),
        ("https://orders.example.com:0/", "no port"),
    ],
)
def test_an_address_that_is_none_says_why(url: str, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        Template.read(url)


def test_origins_are_compared_as_they_are_meant() -> None:
    assert read_origin("https://Orders.Example.com/") == Origin("https", "orders.example.com", 443)
    assert read_origin("http://[::1]:8080") == Origin("http", "::1", 8080)
    assert str(read_origin("http://[::1]:8080")) == "http://[::1]:8080"
    assert str(read_origin("https://a.example:443")) == "https://a.example"
    assert Template.read("https://a.example").fill({}) == "https://a.example/"


@pytest.mark.parametrize("value", [*REFUSED, *KEPT])
async def test_over_the_wire_an_argument_arrives_whole_or_not_at_all(
    value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SECRET, TOKEN)
    async with OrdersDouble() as double:
        double.hosts = {f"orders.internal:{double.port}"}
        names = Names({"orders.internal": [["127.0.0.1"]]})
        box = toolbox(tmp_path, tools(f"http://orders.internal:{double.port}", private=True), names)
        problem = None
        try:
            await box.execute("create_refund", {**ARGS, "order_id": value}, "key-1")
        except ToolError as error:
            problem = error.problem
        await box.close()
        if value in KEPT:
            assert problem in {None, ToolProblem.NOT_FOUND}
            assert (double.paths, names.asked) == ([f"/orders/{KEPT[value]}/refunds"], ["orders.internal"])
        else:
            assert problem is ToolProblem.INVALID
            assert (double.paths, names.asked) == ([], [])
