from __future__ import annotations

import pytest

from adapters.slack.rich import account, linked, moment, quotation, said
from core.domain.request import Person
from tests.adapters.slack.specimens import NASTY, NOW


@pytest.mark.parametrize(
    "text", ["*now* _or_ ~never~ `x` ```y```", "> a\n>>> b", "<!channel> <@U1> <https://a.test|b>", "R&amp;D"]
)
def test_marks_are_characters(text: str) -> None:
    assert said(text) == {"type": "text", "text": text}


def test_what_hides_or_reorders_is_left_out() -> None:
    assert said("pay \u202e001$\u202c\x00\r\nnow")["text"] == "pay 001$\nnow"
    assert quotation(NASTY)["elements"][0]["text"] == NASTY.replace("\u2028", "\n")


def test_an_element_is_never_empty() -> None:
    assert said("")["text"] == said("\u200f")["text"] == " "


@pytest.mark.parametrize("url", ["https://a.test/p#3", "http://a.test/p?a=1&b=2|3>"])
def test_a_web_address_becomes_a_link(url: str) -> None:
    assert linked(url, "R&D |\nA") == {"type": "link", "url": url, "text": "R&D | A"}


@pytest.mark.parametrize(
    "url",
    [
        None,
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https://a.test/with space",
        "https://a.test/\u202e",
        "https://a.test/" + "x" * 1000,
    ],
)
def test_nothing_else_does(url: str | None) -> None:
    assert linked(url, "R&D |\nA") == said("R&D | A")


def test_people_of_slack_are_mentioned_and_others_named() -> None:
    assert account(Person(id="slack:U01DANA", name="dana")) == {"type": "user", "user_id": "U01DANA"}
    assert account(Person(id="terminal:<ann>", name="<!here> *ann*")) == said("<!here> *ann*")


def test_a_moment_is_shown_in_the_readers_time_with_a_fallback() -> None:
    assert moment(NOW)["timestamp"] == 1767603600
    assert moment(NOW)["fallback"] == "2026-01-05 09:00 UTC"
